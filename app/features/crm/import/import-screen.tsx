import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Progress } from "~/ui/progress.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { CheckStep } from "./check-step.tsx";
import { ChooseStep } from "./choose-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { ExportCard } from "./export-card.tsx";
import { ImportHistory } from "./import-history.tsx";
import { importQuery, isWorking } from "./lead-imports.ts";
import { ProgressStep } from "./progress-step.tsx";
import { Stepper } from "./stepper.tsx";
import { useLeadFile } from "./use-lead-file.ts";

/** Import & export: which import is shown is part of the address, so that it survives leaving and reload. */
export function ImportScreen() {
  const { read, change } = useUrlState();
  const importId = read("import");
  const open = (id: string) => change({ import: id }, { push: true });
  const file = useLeadFile(open);
  const { checked } = file;
  const toColumns = () => {
    if (checked) file.change(checked.columns);
    open("");
  };
  return (
    <div className="mx-auto grid max-w-wrap items-start gap-5 p-6 lg:grid-cols-[minmax(0,1fr)_340px] phone:p-4">
      {importId ? (
        <ExistingImport
          key={importId}
          id={importId}
          onBack={() => open("")}
          onColumns={checked?.id === importId ? toColumns : undefined}
        />
      ) : (
        <NewImport file={file} />
      )}
      <div className="grid gap-5">
        <ExportCard />
        <ImportHistory
          onOpen={(id) => {
            // A file that is still being handed over would lead away from what one looks at.
            file.back();
            open(id);
          }}
        />
      </div>
    </div>
  );
}

function NewImport({ file: { step, choose, send, back, change } }: { file: ReturnType<typeof useLeadFile> }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Import leads</CardTitle>
        <Stepper at={step.name === "choose" || step.name === "reading" ? 0 : step.name === "columns" ? 1 : 2} />
      </CardHeader>
      <div className="p-4">
        {step.name === "choose" && <ChooseStep problem={step.problem} onFile={(file) => void choose(file)} />}
        {step.name === "columns" && (
          <ColumnsStep step={step} onChange={change} onSend={(defaults) => void send(step, defaults)} onBack={back} />
        )}
        {(step.name === "reading" || step.name === "sending") && (
          <div className="grid gap-4">
            {step.name === "reading" ? (
              <Progress label={`Reading ${step.file.name}`} value={step.done} max={step.file.size} />
            ) : (
              <Progress
                label={`Checking ${step.file.name}`}
                value={step.done}
                max={step.inspected.rows}
                text={`${step.done.toLocaleString("en")} of ${step.inspected.rows.toLocaleString("en")}`}
              />
            )}
            <Button className="justify-self-end" onClick={back}>
              Cancel
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

type ExistingImportProps = { id: string; onBack: () => void; onColumns: (() => void) | undefined };

function ExistingImport({ id, onBack, onColumns }: ExistingImportProps) {
  const client = useQueryClient();
  const { data: one, refetch } = useQuery(importQuery(id));
  const working = one && isWorking(one);
  useEffect(() => {
    if (working === false) {
      void client.invalidateQueries({ queryKey: queryKeys.leadImports(), exact: true });
      void client.invalidateQueries({ queryKey: queryKeys.crm() });
    }
  }, [client, working]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{one ? one.file_name : "Import leads"}</CardTitle>
        {one && <Stepper at={one.status === "ready" ? 2 : 3} />}
      </CardHeader>
      <div className="p-4" aria-live="polite">
        {one === undefined && <Skeleton className="h-24 w-full" />}
        {one === null && (
          <EmptyState
            title="There is no such import"
            text="It may have been yours on another account, or was never started."
          >
            <Button onClick={onBack}>Import a file</Button>
          </EmptyState>
        )}
        {one &&
          (one.status === "ready" ? (
            <CheckStep leadImport={one} onChanged={refetch} onBack={onBack} onColumns={onColumns} />
          ) : one.status === "staging" ? (
            <EmptyState
              title="This file never arrived completely"
              text="The page was left while it was read. Nothing was imported."
            >
              <Button onClick={onBack}>Import a file</Button>
            </EmptyState>
          ) : (
            <ProgressStep leadImport={one} onChanged={refetch} onBack={onBack} />
          ))}
      </div>
    </Card>
  );
}
