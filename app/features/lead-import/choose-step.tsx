import { FileSpreadsheet } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { Banner } from "~/ui/banner.tsx";
import { cn } from "~/ui/cn.ts";

/** Where a file is dropped or chosen. */
export function ChooseStep({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  const id = useId();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner role="alert" tone="bad" title="This file cannot be imported">
          {problem}
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
          "grid cursor-pointer justify-items-center gap-1 rounded-card border border-line-strong border-dashed px-4 py-12 text-center hover:bg-hover",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1",
          over && "border-ink bg-hover",
        )}
      >
        <FileSpreadsheet aria-hidden="true" className="mb-1 size-5 stroke-[1.6] text-ink-3" />
        <span className="font-medium text-sm">Choose a CSV file</span>
        <span className="max-w-[56ch] text-balance text-13 text-ink-3">
          or drop it here. Any separator and encoding, up to 100 MB. Nothing is imported before you have seen what it
          does.
        </span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file again, once it was mended, is a change too.
            event.target.value = "";
            if (file) onFile(file);
          }}
        />
      </label>
    </div>
  );
}
