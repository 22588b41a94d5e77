import { FileJson } from "lucide-react";
import { Banner } from "~/ui/banner.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";

type Props = { problem: { title: string; text: string } | undefined; onFile: (file: File) => void };

/** Where a file is dropped or chosen, and what it has to look like. */
export function ImportFilePicker({ problem, onFile }: Props) {
  return (
    <>
      {problem && (
        <Banner role="alert" tone="bad" title={problem.title}>
          {problem.text}
        </Banner>
      )}
      <FileDropzone
        icon={<FileJson aria-hidden="true" />}
        title="Choose a JSON file"
        text="or drop it here. Nothing is added before you have seen what it does."
        accept=".json,application/json"
        onFile={onFile}
      />
      <div className="grid gap-1.5 text-13 text-ink-2">
        <p>An array of dashboards, as Export writes it:</p>
        <pre className="overflow-x-auto rounded-ctl bg-mute-bg px-3 py-2 font-mono text-ink text-xs">{SAMPLE}</pre>
        <p className="text-ink-3">
          Without a user_id of an account here a dashboard is unassigned; without a title it is Lead Dashboard.
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
