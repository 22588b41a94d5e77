import { FileJson } from "lucide-react";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { FileDropzone, OrDrop } from "~/ui/file-dropzone.tsx";
import { Progress } from "~/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { ImportPreview } from "./import-preview.tsx";
import { type ImportStep, useImport } from "./use-import.ts";

/** Import (spec §5): choose a file, preview the result, then add all of it or nothing. Mount it to open it. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { step, read, cancel, confirm, setSkipDuplicates } = useImport(onClose);
  const adds = step.name === "preview" ? countAdds(step) : 0;
  const close = () => {
    cancel();
    onClose();
  };
  return (
    <Sheet open onOpenChange={(open) => !open && close()}>
      <SheetContent aria-describedby={undefined}>
        <SheetHeader>
          <SheetTitle>Import dashboards</SheetTitle>
        </SheetHeader>
        <SheetBody className="grid auto-rows-max grid-cols-[minmax(0,1fr)] content-start gap-5">
          {step.name === "choose" && <ImportFilePicker problem={step.problem} onFile={(file) => void read(file)} />}
          {step.name === "checking" && (
            <Progress
              label={`Checking ${step.file}`}
              {...(step.total > 0 && {
                value: step.done,
                max: step.total,
                text: `${formatCount(step.done)} of ${formatCount(step.total)}`,
              })}
            />
          )}
          {step.name === "preview" && (
            <ImportPreview
              file={step.file}
              staged={step.staged}
              adds={adds}
              skipDuplicates={step.skipDuplicates}
              onSkipDuplicatesChange={setSkipDuplicates}
            />
          )}
        </SheetBody>
        <SheetFooter>
          <Button onClick={step.name === "choose" ? close : cancel}>
            {step.name === "preview" ? "Choose a different file" : "Cancel"}
          </Button>
          {step.name === "preview" && adds > 0 && (
            <Button variant="primary" loading={confirm.busy} onClick={() => void confirm.run(step)}>
              <span>
                Import {formatCount(adds)} {adds === 1 ? "dashboard" : "dashboards"}
              </span>
            </Button>
          )}
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}

function countAdds({ staged, skipDuplicates }: Extract<ImportStep, { name: "preview" }>): number {
  return staged.plan.entries.length - (skipDuplicates ? staged.repeated.length : 0);
}

type PickerProps = { problem: { title: string; text: string } | undefined; onFile: (file: File) => void };

/** A drop zone and file picker, with the expected file format. */
function ImportFilePicker({ problem, onFile }: PickerProps) {
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
        text={
          <>
            <OrDrop />
            You'll see a preview before anything is added.
          </>
        }
        accept=".json,application/json"
        onFiles={([file]) => file && onFile(file)}
      />
      <div className="grid gap-1.5 text-13 text-ink-2">
        <p>An array of dashboards, in the format that Export creates:</p>
        <pre className="overflow-x-auto rounded-ctl bg-mute-bg px-3 py-2 font-mono text-ink text-xs">{SAMPLE}</pre>
        <p className="text-ink-3">
          A dashboard without a matching user_id is unassigned. The default title is Lead Dashboard.
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
