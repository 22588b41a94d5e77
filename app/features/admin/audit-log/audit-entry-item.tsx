import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { changedFields, describeEntry, isRestorable } from "./describe-entry.ts";
import { type AuditEntry, restoreAuditEntry } from "./list-audit-entries.ts";

/** One entry: a line, and its fields before and after when it is opened. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const { action, subject } = describeEntry(entry);
  return (
    <li className="border-line-soft border-b last:border-b-0">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-13 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" className="size-4 text-ink-3 transition-transform group-open:rotate-90" />
          <span className="font-medium">{action}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{subject}</span>
          <span className="truncate text-ink-3 text-xs">{entry.actor_email ?? "the system"}</span>
          <span className="w-28 text-right text-ink-3 text-xs phone:w-auto">
            <TimeAgo at={entry.happened_at} />
          </span>
        </summary>
        <Changes entry={entry} />
      </details>
    </li>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreAuditEntry(entry.id),
    onSuccess: () => toast.success(entry.action === "delete" ? "Brought back" : "Taken back"),
    onError: (error) => toast.error("This could not be taken back", { description: error.message }),
    // A row of any table may have changed.
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <div className="grid gap-3 px-4 pt-1 pb-4 pl-11 phone:pl-4">
      <dl className="grid gap-x-4 gap-y-1 text-xs md:grid-cols-[160px_minmax(0,1fr)]">
        {changedFields(entry).map(({ field, before, after }) => (
          <div key={field} className="contents phone:block phone:pb-1">
            <dt className="text-ink-3">{field.replaceAll("_", " ")}</dt>
            <dd className="wrap-anywhere">
              {before && <del className="text-bad-fg decoration-1">{before.slice(0, 500)}</del>}
              {before && after && " → "}
              {after && <ins className="no-underline">{after.slice(0, 500)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
      {isRestorable(entry) && (
        <Button size="sm" className="w-fit" loading={restore.isPending} onClick={() => restore.mutate()}>
          {entry.action === "delete" ? "Bring back" : "Take back"}
        </Button>
      )}
    </div>
  );
}
