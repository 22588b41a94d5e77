import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileSpreadsheet, History } from "lucide-react";
import { useEffect } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { FileDropzone, OrDrop } from "~/ui/file-dropzone.tsx";
import { Progress } from "~/ui/progress.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { importQuery, importsQuery, isWorking, outcomeText, rowsText } from "./api.ts";
import { CheckStep } from "./check-step.tsx";
import { ColumnsStep } from "./columns-step.tsx";
import { ExportCard } from "./export-card.tsx";
import { ProgressStep } from "./progress-step.tsx";
import { useLeadFile } from "./use-lead-file.ts";

/** The URL has the id of the import, so that it is still open after the user leaves or reloads the page. */
export function ImportScreen() {
  const { read, change } = useUrlState();
  const importId = read("import");
  const open = (id: string) => change({ import: id, duplicates: "" }, { push: true });
  const file = useLeadFile(open);
  const { checked } = file;
  const toColumns = () => {
    if (checked) file.change(checked.columns);
    open("");
  };
  return (
    <div className="mx-auto grid max-w-wrap items-start gap-5 p-6 lg:grid-cols-[minmax(0,1fr)_340px] phone:p-4">
      <div className="min-w-0">
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
      </div>
      <div className="grid gap-5">
        <ExportCard />
        <ImportHistory
          onOpen={(id) => {
            // Stops an upload, which would otherwise open its own import when it ends.
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
                text={`${formatCount(step.done)} of ${formatCount(step.inspected.rows)}`}
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
  // A small import is done, or undone, before anyone reads that it runs.
  const status = one?.status;
  useEffect(() => {
    if (!status) return;
    void client.invalidateQueries({ queryKey: queryKeys.leadImports(), exact: true });
    if (!isWorking({ status })) void client.invalidateQueries({ queryKey: queryKeys.crm() });
  }, [client, status]);
  return (
    <Card>
      <CardHeader>
        <CardTitle>{one ? one.file_name : "Import leads"}</CardTitle>
        {one && <Stepper at={one.status === "ready" ? 2 : 3} />}
      </CardHeader>
      <div className="p-4" aria-live="polite">
        {one === undefined && <Skeleton className="h-24 w-full" />}
        {one === null && (
          <EmptyState title="Import not found" text="It may belong to another account, or it was never started.">
            <Button onClick={onBack}>Import a file</Button>
          </EmptyState>
        )}
        {one &&
          (one.status === "ready" ? (
            <CheckStep leadImport={one} onChanged={refetch} onBack={onBack} onColumns={onColumns} />
          ) : one.status === "staging" ? (
            <EmptyState
              title="This upload didn't finish"
              text="The page was closed during the upload. Nothing was imported."
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

function ChooseStep({ problem, onFile }: { problem: string | undefined; onFile: (file: File) => void }) {
  return (
    <div className="grid gap-4">
      {problem && (
        <Banner role="alert" tone="bad" title="We can't import this file">
          {problem}
        </Banner>
      )}
      <FileDropzone
        icon={<FileSpreadsheet aria-hidden="true" />}
        title="Choose a CSV file"
        text={
          <>
            <OrDrop />
            Any separator or encoding, up to 100 MB. You'll see a preview before anything is imported.
          </>
        }
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onFiles={([file]) => file && onFile(file)}
      />
    </div>
  );
}

const STEPS = ["File", "Columns", "Review", "Import"];

function Stepper({ at }: { at: number }) {
  return (
    // A phone has room for the names of one step only.
    <ol aria-label="Steps" className="ml-auto flex items-center gap-3 text-xs phone:gap-1.5">
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? "step" : undefined}
          className={cn("flex items-center gap-1.5", place === at ? "font-medium text-ink" : "text-ink-3")}
        >
          <span
            aria-hidden="true"
            className={cn(
              "num grid size-5 place-items-center rounded-full border border-line",
              place === at && "border-ink",
            )}
          >
            {place + 1}
          </span>
          <span className={place === at ? undefined : "phone:sr-only"}>{step}</span>
        </li>
      ))}
    </ol>
  );
}

function ImportHistory({ onOpen }: { onOpen: (importId: string) => void }) {
  const { data } = useQuery(importsQuery);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Past imports</CardTitle>
      </CardHeader>
      {data?.length === 0 && (
        <EmptyState
          icon={<History />}
          title="No imports yet"
          text="Your imports and their results appear here. Open one to undo it."
        />
      )}
      <ul className="grid">
        {data?.map((one) => (
          <li key={one.id} className="border-line-soft not-first:border-t">
            <button
              type="button"
              onClick={() => onOpen(one.id)}
              className="grid w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
            >
              <span className="truncate font-medium text-13">{one.file_name}</span>
              <span className="text-ink-3 text-xs">
                <TimeAgo at={one.created_at} />
              </span>
              <span className="wrap-anywhere col-span-2 text-ink-3 text-xs">
                {rowsText(one.rows)}: {outcomeText(one)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
