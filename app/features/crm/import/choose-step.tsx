import { FileSpreadsheet } from "lucide-react";
import { Banner } from "~/ui/banner.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";

/** Where a file is dropped or chosen. */
export function ChooseStep({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner role="alert" tone="bad" title="This file cannot be imported">
          {problem}
        </Banner>
      )}
      <FileDropzone
        icon={<FileSpreadsheet aria-hidden="true" />}
        title="Choose a CSV file"
        text="or drop it here. Any separator and encoding, up to 100 MB. Nothing is imported before you have seen what it does."
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onFile={onFile}
      />
    </div>
  );
}
