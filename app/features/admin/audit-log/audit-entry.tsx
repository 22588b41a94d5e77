import { ChevronRight, Undo2 } from "lucide-react";
import { ClientLink } from "~/shared/client-link.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { type AuditEntry, restoreAuditEntry } from "./api.ts";
import { rawChanges } from "./audited-rows.ts";
import { changedFields, describeEntry, isRestorable, type KeyNames } from "./describe-entry.ts";

const MAX_FIELDS = 6;

/** One entry: a sentence, the changed fields, and the stored values behind Details. */
export function EntryItem({ entry, names }: { entry: AuditEntry; names?: KeyNames }) {
  const { user } = useSession();
  const { text, about } = describeEntry(entry, user?.id);
  const fields = entry.action === "update" ? changedFields(entry, names) : [];
  return (
    <li className="grid gap-2 border-line-soft border-b px-4 py-3 text-13 last:border-b-0">
      <div className="flex items-baseline gap-4 phone:flex-col phone:gap-0.5">
        <p className="wrap-anywhere min-w-0 flex-1">
          {text}
          {about && <> {about.clientId ? <ClientLink id={about.clientId}>{about.name}</ClientLink> : about.name}</>}
        </p>
        <span className="shrink-0 text-ink-3 text-xs">
          <TimeAgo at={entry.happened_at} />
        </span>
      </div>
      {fields.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-xs md:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] md:justify-start">
          {fields.slice(0, MAX_FIELDS).map(({ field, label, before, after }) => (
            <div key={field} className="contents phone:block">
              <dt className="text-ink-3">{label}</dt>
              <dd className="wrap-anywhere">
                <del className="text-ink-3 no-underline">
                  <span className="sr-only">Before: </span>
                  {before || "empty"}
                </del>
                <span aria-hidden="true"> → </span>
                <ins className="font-medium no-underline">
                  <span className="sr-only">After: </span>
                  {after || "empty"}
                </ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {fields.length > MAX_FIELDS && (
        <p className="text-ink-3 text-xs">And {fields.length - MAX_FIELDS} more, in the details.</p>
      )}
      <div className="-my-1 flex flex-wrap items-start gap-x-3 gap-y-1">
        <RawValues entry={entry} />
        {isRestorable(entry) && <RestoreButton entry={entry} />}
      </div>
    </li>
  );
}

/** The stored values, for the rare case that someone has to look them up. */
function RawValues({ entry }: { entry: AuditEntry }) {
  return (
    <details className="group min-w-0 flex-1">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-xs text-ink-3 text-xs hover:text-ink phone:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <dl className="grid gap-x-4 gap-y-1 pb-2 pl-4.5 font-mono text-2xs md:grid-cols-[180px_minmax(0,1fr)]">
        <dt className="text-ink-3">by</dt>
        <dd className="wrap-anywhere">{entry.actor_email ?? "system"}</dd>
        <dt className="text-ink-3">{entry.table_name}</dt>
        <dd className="wrap-anywhere">{entry.row_id}</dd>
        {rawChanges(entry).map(({ field, before, after }) => (
          <div key={field} className="contents phone:block">
            <dt className="text-ink-3">{field}</dt>
            <dd className="wrap-anywhere">
              {before.slice(0, 500)}
              {before && after && " → "}
              {after.slice(0, 500)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function RestoreButton({ entry }: { entry: AuditEntry }) {
  const isDeleted = entry.action === "delete";
  const restore = useAction({
    action: () => restoreAuditEntry(entry.id),
    successMessage: isDeleted ? "Restored" : "Change reverted",
    errorMessage: isDeleted ? "Couldn't restore it" : "Couldn't revert the change",
    describeError: (error) => (error instanceof Error ? error.message : undefined),
    // A row of any table may have changed.
    invalidates: [[]],
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<Undo2 aria-hidden="true" />}
      loading={restore.busy}
      onClick={() => void restore.run()}
    >
      <span>{isDeleted ? "Restore" : "Revert"}</span>
    </Button>
  );
}
