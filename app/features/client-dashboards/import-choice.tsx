import { FileJson } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { cn } from "~/ui/cn.ts";

type Props = { problem: { title: string; text: string } | undefined; onFile: (file: File) => void };

/** Where a file is dropped or chosen, and what it has to look like. */
export function ImportChoice({ problem, onFile }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <>
      {problem && (
        <Banner role="alert" tone="bad" title={problem.title}>
          {problem.text}
        </Banner>
      )}
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "grid cursor-pointer justify-items-center gap-1 rounded-card border border-line-strong border-dashed px-4 py-10 text-center hover:bg-hover",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
          over && "border-ink bg-hover",
        )}
      >
        <FileJson aria-hidden="true" className="mb-1 size-5 stroke-[1.6] text-ink-3" />
        <span className="font-medium text-sm">Choose a JSON file</span>
        <span className="text-13 text-ink-3">or drop it here. Nothing is added before you have seen what it does.</span>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
          }}
        />
      </label>
      <div className="grid gap-1.5 text-13 text-ink-2">
        <p>An array of dashboards, as Export writes it:</p>
        <pre className="overflow-x-auto rounded-ctl bg-mute-bg px-3 py-2 font-mono text-ink text-xs">{SAMPLE}</pre>
        <p className="text-ink-3">
          Without user_id a dashboard belongs to nobody; without a title it is Lead Dashboard.
        </p>
      </div>
    </>
  );
}

const SAMPLE = `[{
  "business_name": "Acme",
  "notion_database_url": "https://www.notion.so/…",
  "dashboard_title": "Lead Dashboard",
  "user_id": "…"
}]`;
