import { CircleCheck, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { procedureProblem } from "~/shared/procedure-problem.ts";
import { toast } from "~/shared/toast.ts";
import { Banner } from "~/ui/banner.tsx";
import { Button } from "~/ui/button.tsx";
import { Progress } from "~/ui/progress.tsx";
import { Stat, StatGroup } from "~/ui/stat-group.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { outcomeText } from "./import-words.ts";
import { cancelImport, isWorking, type LeadImport, undoImport } from "./lead-imports.ts";
import { ProblemsTable } from "./problems-table.tsx";

type Props = { one: LeadImport; onChanged: () => Promise<unknown>; onBack: () => void };

/** An import under way, or over: it runs on the server, so the page may be left meanwhile. */
export function ProgressStep({ one, onChanged, onBack }: Props) {
  const [busy, setBusy] = useState(false);
  const count = new Intl.NumberFormat("en");
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await onChanged();
    } catch (error) {
      toast.error(procedureProblem(error, "Nothing was changed"));
    }
    setBusy(false);
  };
  if (isWorking(one))
    return (
      <div className="grid gap-4">
        <Progress
          label={one.status === "running" ? `Importing ${one.file_name}` : `Taking ${one.file_name} back`}
          value={one.handled}
          max={one.status === "running" ? one.rows : Math.max(one.handled + one.at_row, 1)}
          text={
            one.status === "running"
              ? `${count.format(one.handled)} of ${count.format(one.rows)}`
              : `${count.format(one.handled)} rows`
          }
        />
        <div className="flex items-center justify-between gap-3">
          <p className="text-13 text-ink-3">You can leave this page; it goes on.</p>
          {one.status === "running" && (
            <Button loading={busy} onClick={() => void act(() => cancelImport(one.id))}>
              <span>Stop</span>
            </Button>
          )}
        </div>
      </div>
    );
  const wrote = ["done", "canceled", "failed"].includes(one.status) && one.created + one.updated > 0;
  const canUndo = wrote && !one.rows_purged_at;
  return (
    <div className="grid gap-5">
      <Banner
        tone={one.status === "failed" ? "bad" : one.status === "done" ? "ok" : "info"}
        icon={one.status === "done" ? <CircleCheck aria-hidden="true" /> : undefined}
        role="status"
        title={TITLES[one.status] ?? one.status}
      >
        {outcomeText(one)}
        {one.status === "undone" && one.kept > 0 && ". Kept are leads that somebody worked with since."}
      </Banner>
      {one.status !== "undone" && (
        <StatGroup>
          <Stat label="New" value={count.format(one.created)} note="leads added" />
          <Stat label="Updated" value={count.format(one.updated)} note="leads filled up" />
          <Stat label="Skipped" value={count.format(one.skipped)} note="there already" />
          <Stat label="Wrong" value={count.format(one.wrong + one.failed)} note="rows not imported" />
        </StatGroup>
      )}
      {one.wrong + one.failed > 0 && !one.rows_purged_at && <ProblemsTable one={one} />}
      {one.rows_purged_at && (
        <p className="text-13 text-ink-3">
          The rows of this file were removed <TimeAgo at={one.rows_purged_at} />, so the import cannot be undone any
          more. The leads stay.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2 phone:flex-col-reverse phone:[&>:not(.sr-only)]:w-full">
        {canUndo && (
          <Button icon={<Undo2 aria-hidden="true" />} loading={busy} onClick={() => void act(() => undoImport(one.id))}>
            <span>Undo this import</span>
          </Button>
        )}
        <Button onClick={onBack}>Import another file</Button>
        <Button asChild variant="primary">
          <Link to="/crm/leads">Open the leads</Link>
        </Button>
      </div>
    </div>
  );
}

const TITLES: Record<string, string> = {
  done: "Imported",
  canceled: "Stopped",
  failed: "The import failed",
  undone: "Undone",
};
