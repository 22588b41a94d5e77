import { Button } from "~/ui/button.tsx";
import { Progress } from "~/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader, SheetTitle } from "~/ui/sheet.tsx";
import { ImportFilePicker } from "./import-file-picker.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { type ImportStep, useImport } from "./use-import.ts";

const count = new Intl.NumberFormat("en");

/** Import (spec §5): a file, a look at what it will do, and then all of it or nothing. Mount it to open it. */
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
                text: `${count.format(step.done)} of ${count.format(step.total)}`,
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
            {step.name === "preview" ? "Choose another file" : "Cancel"}
          </Button>
          {step.name === "preview" && adds > 0 && (
            <Button variant="primary" loading={step.busy} onClick={() => void confirm()}>
              <span>
                Import {count.format(adds)} {adds === 1 ? "dashboard" : "dashboards"}
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
