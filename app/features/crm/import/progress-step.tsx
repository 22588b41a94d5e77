import { CircleCheck, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { useAction } from "~/shared/use-action.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { returnsFocusTo } from "~/ui/keep-focus.ts";
import { Progress } from "~/ui/progress.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import {
  cancelImport,
  countsText,
  isWorking,
  type LeadImport,
  leadsOfImport,
  leadWord,
  outcomeText,
  rowsNotReached,
  rowWord,
  undoImport,
  undoneText,
  undoQuestion,
} from "./api.ts";
import { ProblemsTable } from "./problems-table.tsx";

/** For the ref of each step of an import: when the next one takes its place, the focus goes to the progress or the result. */
export const toProgress = returnsFocusTo(() => document.querySelector("[data-import-progress]"));

type Props = { leadImport: LeadImport; onChanged: () => Promise<unknown>; onBack: () => void };

/** An import that is running or finished. It runs on the server, so users may leave the page. */
export function ProgressStep({ leadImport, onChanged, onBack }: Props) {
  const act = useAction({
    action: (work: (importId: string) => Promise<unknown>) => work(leadImport.id),
    errorMessage: "Couldn't save the change",
    onSuccess: () => onChanged(),
  });
  if (isWorking(leadImport))
    return (
      // biome-ignore lint/a11y/useSemanticElements: no fieldset, because these are no fields
      <div
        key="progress"
        ref={toProgress}
        role="group"
        aria-label="Progress"
        tabIndex={-1}
        data-import-progress=""
        className="grid gap-4 outline-offset-4"
      >
        <Progress
          label={
            leadImport.status === "running" ? `Importing ${leadImport.file_name}` : `Undoing ${leadImport.file_name}`
          }
          value={leadImport.handled}
          max={leadImport.status === "running" ? leadImport.rows : Math.max(leadImport.handled + leadImport.at_row, 1)}
          text={
            leadImport.status === "running"
              ? `${formatCount(leadImport.handled)} of ${formatCount(leadImport.rows)}`
              : `${formatCount(leadImport.handled)} rows`
          }
        />
        <div className="flex items-center justify-between gap-3">
          <p className="text-13 text-ink-3">
            You can leave this page. The {leadImport.status === "running" ? "import" : "undo"} keeps running.
          </p>
          {leadImport.status === "running" && (
            <Button loading={act.busy} onClick={() => void act.run(cancelImport)}>
              <span>Stop</span>
            </Button>
          )}
        </div>
      </div>
    );
  const { created, updated, skipped } = leadImport;
  const errors = leadImport.wrong + leadImport.failed;
  const notReached = rowsNotReached(leadImport);
  const wrote = ["done", "canceled", "failed"].includes(leadImport.status) && created + updated > 0;
  const canUndo = wrote && !leadImport.rows_purged_at;
  const hasKept = leadImport.status === "undone" && leadImport.kept > 0 && !leadImport.rows_purged_at;
  return (
    <div key="result" ref={toProgress} className="grid gap-5">
      <Banner
        tabIndex={-1}
        data-import-progress=""
        tone={leadImport.status === "failed" ? "bad" : leadImport.status === "done" ? "ok" : "info"}
        icon={leadImport.status === "done" ? <CircleCheck aria-hidden="true" /> : undefined}
        role="status"
        title={TITLES[leadImport.status] ?? leadImport.status}
      >
        {leadImport.status === "undone" && undoneText(leadImport)}
        {leadImport.status === "failed" && outcomeText(leadImport)}
        {(leadImport.status === "done" || leadImport.status === "canceled") && countsText(leadImport)}
        {leadImport.status === "undone" && leadImport.kept > 0 && ". What someone has worked on since was kept."}
      </Banner>
      {leadImport.status !== "undone" && (
        <StatGroup>
          <Stat label="New" value={formatCount(created)} note={`${leadWord(created)} added`} />
          <Stat label="Updates" value={formatCount(updated)} note={`${rowWord(updated)} that updated a lead`} />
          <Stat label="Skipped" value={formatCount(skipped)} note={`matching ${rowWord(skipped)}`} />
          <Stat label="Errors" value={formatCount(errors)} note={`${rowWord(errors)} not imported`} />
          {notReached > 0 && (
            <Stat label="Not reached" value={formatCount(notReached)} note={`${rowWord(notReached)} not imported`} />
          )}
        </StatGroup>
      )}
      {errors > 0 && !leadImport.rows_purged_at && <ProblemsTable leadImport={leadImport} />}
      {leadImport.rows_purged_at && (
        <p className="text-13 text-ink-3">
          This file's rows were deleted <TimeAgo at={leadImport.rows_purged_at} />, so you can no longer undo the
          import. The leads aren't affected.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>:not(.sr-only)]:w-full">
        {canUndo && (
          <ConfirmDialog
            trigger={
              <Button icon={<Undo2 aria-hidden="true" />} loading={act.busy}>
                <span>Undo import</span>
              </Button>
            }
            title="Undo this import?"
            description={undoQuestion(leadImport)}
            cancelLabel="Keep import"
            confirmLabel="Undo import"
            onConfirm={() => void act.run(undoImport)}
          />
        )}
        <Button variant={canUndo ? "default" : "primary"} onClick={onBack}>
          Import another file
        </Button>
        {/* Only while the database knows which leads these are. */}
        {(canUndo || hasKept) && (
          <Button asChild variant={canUndo ? "primary" : "default"}>
            <Link to={leadsOfImport(leadImport)}>View leads</Link>
          </Button>
        )}
      </div>
    </div>
  );
}

const TITLES: Record<string, string> = {
  done: "Imported",
  canceled: "Stopped",
  failed: "Import failed",
  undone: "Undone",
};
