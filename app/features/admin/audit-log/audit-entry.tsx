import { ChevronRight, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { ClientLink } from "~/shared/client-link.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { formatExactMoment } from "../../../../domain/format-date.ts";
import { type AuditEntry, restoreAuditEntry } from "./api.ts";
import { rawChanges } from "./audited-rows.ts";
import { changedFields, describeEntry, isRestorable, type KeyNames } from "./describe-entry.ts";
import type { AuditGroup } from "./group-entries.ts";

const MAX_FIELDS = 6;

type GroupProps = {
  group: AuditGroup;
  names?: KeyNames;
  /** Shows when it happened. */
  time: (at: string) => ReactNode;
};

/** What happened in one write: a sentence for each thing, the changed fields, and the stored values behind Details. */
export function GroupItem({ group: { told, parts }, names, time }: GroupProps) {
  return (
    <li className="grid gap-2 border-line-soft border-b px-4 py-3 text-13 last:border-b-0">
      <div className="flex items-baseline gap-4 phone:flex-col-reverse phone:gap-0.5">
        <div className="grid min-w-0 flex-1 gap-2">
          {told.map((entry) => (
            <Told key={entry.id} entry={entry} names={names} />
          ))}
        </div>
        <span className="shrink-0 text-ink-3 text-xs">{time(told[0]?.happened_at ?? "")}</span>
      </div>
      <RawValues entries={[...told, ...parts]} />
    </li>
  );
}

function Told({ entry, names }: { entry: AuditEntry; names: KeyNames | undefined }) {
  const { user } = useSession();
  const { text, about, rest } = describeEntry(entry, user?.id, names);
  const fields = entry.action === "update" ? changedFields(entry, names) : [];
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="wrap-anywhere min-w-0">
          {text}
          {about && <> {about.clientId ? <ClientLink id={about.clientId}>{about.name}</ClientLink> : about.name}</>}
          {rest}
        </p>
        {isRestorable(entry) && <RestoreButton entry={entry} />}
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
    </div>
  );
}

/** The stored values, for the rare case that someone has to look them up. */
function RawValues({ entries }: { entries: AuditEntry[] }) {
  return (
    <details className="group -my-1 min-w-0">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-xs text-ink-3 text-xs hover:text-ink phone:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        Details
      </summary>
      <div className="grid gap-3 pb-2 pl-4.5">
        {entries.map((entry) => (
          <dl
            key={entry.id}
            className="grid gap-x-4 gap-y-1 font-mono text-2xs md:grid-cols-[180px_minmax(0,1fr)] phone:gap-y-1.5"
          >
            <RawValue field="by" value={entry.actor_email ?? "system"} />
            <RawValue field="at" value={formatExactMoment(entry.happened_at)} />
            <RawValue field={`${entry.action} ${entry.table_name}`} value={entry.row_id} />
            {rawChanges(entry).map(({ field, before, after }) => (
              <RawValue key={field} field={field} value={[before, after].filter(Boolean).map(shorten).join(" → ")} />
            ))}
          </dl>
        ))}
      </div>
    </details>
  );
}

function RawValue({ field, value }: { field: string; value: string }) {
  return (
    <div className="contents phone:block">
      <dt className="wrap-anywhere text-ink-3">{field}</dt>
      <dd className="wrap-anywhere max-h-40 overflow-y-auto">{value}</dd>
    </div>
  );
}

const MAX_RAW = 500;
const shorten = (value: string) => (value.length > MAX_RAW ? `${value.slice(0, MAX_RAW)}…` : value);

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
