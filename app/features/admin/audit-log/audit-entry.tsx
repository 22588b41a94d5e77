import { ChevronRight, Undo2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Link as RouterLink } from "react-router";
import { ClientLink } from "~/shared/client-link.tsx";
import { StaffLink } from "~/shared/staff-link.tsx";
import { useAction } from "~/shared/use-action.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { ConfirmDialog } from "~/ui/confirm-dialog.tsx";
import { Link } from "~/ui/link.tsx";
import { unbroken } from "~/ui/unbroken.tsx";
import { formatExactMoment } from "../../../../domain/format-date.ts";
import { type AuditEntry, restoreAuditEntry } from "./api.ts";
import { ACTIONS, actorOf, describeEntry, sentenceText } from "./describe-entry.ts";
import { changedFields, type FieldChange, storedChanges, untoldFields } from "./field-changes.ts";
import { storedLines } from "./field-texts.ts";
import { type AuditGroup, isToldBy } from "./group-entries.ts";
import { matchedFields } from "./matched-fields.ts";
import type { KeyNames } from "./phrase.ts";
import { recordOf } from "./record-of.ts";
import { isRestorable, isReturn, restoreQuestion } from "./restore.ts";
import { TABLE_NAMES } from "./table-names.ts";

const MAX_FIELDS = 6;

type GroupProps = {
  group: AuditGroup;
  names?: KeyNames;
  /** The words that were searched for. */
  query?: string;
  /** Shows when it happened. */
  time: (at: string) => ReactNode;
};

/** What happened in one write: a sentence for each thing, the changed fields, and the stored values behind Details. */
export function GroupItem({ group: { told, parts, notes }, names, query = "", time }: GroupProps) {
  return (
    <li className="grid gap-2 border-line-soft border-b px-4 py-3 text-13 last:border-b-0">
      <div className="flex items-baseline gap-4 phone:flex-col-reverse phone:gap-0.5">
        <div className="grid min-w-0 flex-1 gap-2">
          {told.map((entry) => (
            <Told key={entry.id} entry={entry} parts={parts} names={names} query={query} />
          ))}
          {notes.length > 0 && <p>{notes.join(" ")}</p>}
        </div>
        <span className="shrink-0 text-ink-3 text-xs">{time(told[0]?.happened_at ?? "")}</span>
      </div>
      <StoredValues told={told} parts={parts} names={names} />
    </li>
  );
}

type ToldProps = { entry: AuditEntry; parts: AuditEntry[]; names: KeyNames | undefined; query: string };

function Told({ entry, parts, names, query }: ToldProps) {
  const { user } = useSession();
  const { text, about, rest } = describeEntry(entry, user?.id, names);
  const record = recordOf(entry);
  const actor = actorOf(entry, user?.id);
  const actorLength = text.startsWith(actor) ? actor.length : 0;
  const isNamed = actorLength > 0 && entry.actor_id !== user?.id;
  const untold = entry.action === "update" ? untoldFields(entry, names) : [];
  const shown = untold.slice(0, MAX_FIELDS);
  const fields = query ? [...shown, ...matchedFields(entry, query, shown, names)] : shown;
  // What an approval published is a part of it, and can be reverted as if it had its own line.
  const whole = [entry, ...parts.filter((part) => isToldBy(part, entry))];
  const restorable = whole.find(isRestorable);
  const reason = whole.find((one) => one.reason)?.reason;
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3">
        <p className="wrap-anywhere min-w-0">
          <PersonLink id={entry.actor_id} kind={isNamed ? entry.actor_kind : null}>
            {text.slice(0, actorLength)}
          </PersonLink>
          <WithLink text={text.slice(actorLength)} record={record} />
          {about && (
            <>
              {" "}
              <PersonLink id={about.id} kind={entry.subject_kind}>
                {about.name}
              </PersonLink>
            </>
          )}
          <WithLink text={rest} record={record} />
        </p>
        {restorable && (
          <RestoreButton entry={restorable} names={names} endedTest={entry.table_name === "landing_tests"} />
        )}
      </div>
      {reason && (
        <p className="wrap-anywhere text-xs">
          <span className="text-ink-3">Reason:</span> {unbroken(shorten(reason))}
        </p>
      )}
      <Fields fields={fields} isChange={entry.action === "update"} />
      {untold.length > MAX_FIELDS && (
        <p className="text-ink-3 text-xs">And {untold.length - MAX_FIELDS} more, in the details.</p>
      )}
    </div>
  );
}

/** Fields with their values, or with what was and what is. */
function Fields({ fields, isChange }: { fields: readonly FieldChange[]; isChange: boolean }) {
  if (fields.length === 0) return null;
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs md:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)] md:justify-start">
      {fields.map(({ field, label, before, after, says }) => (
        <div key={field} className="contents phone:block">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">
            {says ??
              (isChange ? (
                <>
                  <del className="text-ink-3 no-underline">
                    <span className="sr-only">Before: </span>
                    {shorten(before) || "empty"}
                  </del>
                  <span aria-hidden="true"> → </span>
                  <ins className="font-medium no-underline">
                    <span className="sr-only">After: </span>
                    {shorten(after) || "empty"}
                  </ins>
                </>
              ) : (
                shorten(after || before)
              ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type PersonProps = { id: string | null; kind: AuditEntry["actor_kind"]; children: string };

/** A name that opens a client's record, or the drawer of someone of the team. */
function PersonLink({ id, kind, children }: PersonProps) {
  if (!id || !kind) return children;
  return kind === "client" ? <ClientLink id={id}>{children}</ClientLink> : <StaffLink id={id}>{children}</StaffLink>;
}

/** A part of a sentence, in which the name of the record leads to it. */
function WithLink({ text, record }: { text: string; record: ReturnType<typeof recordOf> }) {
  // The name comes after the verb, and the actor may have the same.
  const at = record ? text.lastIndexOf(record.name) : -1;
  if (!record || at === -1) return unbroken(text);
  return (
    <>
      {unbroken(text.slice(0, at))}
      <Link asChild className="no-underline hover:underline hover:decoration-line-strong">
        <RouterLink to={record.to}>{unbroken(record.name)}</RouterLink>
      </Link>
      {unbroken(text.slice(at + record.name.length))}
    </>
  );
}

type ValuesProps = { told: AuditEntry[]; parts: AuditEntry[]; names: KeyNames | undefined };

/** All stored values, and the sentences of the parts that have no line of their own. They are only built once they are opened. */
function StoredValues({ told, parts, names }: ValuesProps) {
  const [isOpen, setOpen] = useState(false);
  const { user } = useSession();
  return (
    <details className="group -my-1 min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-xs text-ink-3 text-xs hover:text-ink phone:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-3.5 transition-transform group-open:rotate-90" />
        Details
      </summary>
      {isOpen && (
        <div className="grid gap-3 pb-2 pl-4.5">
          {[...told, ...parts.toReversed()].map((entry) => (
            <div key={entry.id} className="grid gap-1">
              <p className="wrap-anywhere text-xs">{unbroken(sentenceText(describeEntry(entry, user?.id, names)))}</p>
              <dl className="grid gap-x-4 gap-y-1 text-xs md:grid-cols-[180px_minmax(0,1fr)] phone:gap-y-1.5">
                <StoredValue label="Done by" value={entry.actor_email ?? "The system"} />
                <StoredValue label="Time" value={formatExactMoment(entry.happened_at)} />
                <StoredValue
                  label={`${ACTIONS[entry.action] ?? entry.action} in`}
                  value={
                    <>
                      {TABLE_NAMES[entry.table_name] ?? entry.table_name}{" "}
                      <span className="font-mono text-2xs text-ink-3">{entry.row_id}</span>
                    </>
                  }
                />
                {storedChanges(entry, names).map(({ field, label, before, after }) => (
                  <StoredValue
                    key={field}
                    label={label}
                    value={
                      entry.action === "update" ? (
                        <>
                          <Stored text={before} /> → <Stored text={after} />
                        </>
                      ) : (
                        <Stored text={after || before} />
                      )
                    }
                  />
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
    </details>
  );
}

function StoredValue({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="contents phone:block">
      <dt className="wrap-anywhere text-ink-3">{label}</dt>
      <dd className="wrap-anywhere max-h-40 overflow-y-auto">{value}</dd>
    </div>
  );
}

/** A stored value; a list or an object has a line for each of its entries. */
function Stored({ text }: { text: string }) {
  const lines = storedLines(text);
  if (!lines) return shorten(text) || "empty";
  return (
    <span className="grid">
      {lines.slice(0, MAX_LINES).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines don't change.
        <span key={at}>{shorten(line)}</span>
      ))}
      {lines.length > MAX_LINES && <span>And {lines.length - MAX_LINES} more</span>}
    </span>
  );
}

const MAX_LINES = 50;
const MAX_RAW = 500;
const shorten = (value: string) => (value.length > MAX_RAW ? `${value.slice(0, MAX_RAW)}…` : value);

type RestoreProps = { entry: AuditEntry; names: KeyNames | undefined; endedTest: boolean };

function RestoreButton({ entry, names, endedTest }: RestoreProps) {
  const problemId = useId();
  const returns = isReturn(entry);
  const restore = useAction({
    action: () => restoreAuditEntry(entry.id),
    successMessage: returns ? "Restored" : "Change reverted",
    errorMessage: returns ? "Couldn't restore it" : "Couldn't revert the change",
    describeError: (error) => (error instanceof Error ? error.message : undefined),
    // A row of any table may have changed.
    invalidates: [[]],
  });
  const problem = entry.outlook?.problem;
  const question = problem ? null : restoreQuestion(entry, endedTest);
  const run = () => void restore.run();
  const button = (
    <Button
      size="sm"
      variant="ghost"
      className="phone:-ml-3"
      icon={<Undo2 aria-hidden="true" />}
      loading={restore.busy}
      disabled={Boolean(problem)}
      aria-describedby={problem ? problemId : undefined}
      onClick={question ? undefined : run}
    >
      <span>{returns ? "Restore" : "Revert"}</span>
    </Button>
  );
  if (problem)
    return (
      <>
        {button}
        <p id={problemId} className="text-ink-3 text-xs">
          {problem}
        </p>
      </>
    );
  if (!question) return button;
  return (
    <ConfirmDialog trigger={button} {...question} onConfirm={run}>
      {entry.table_name === "retainers" && <Fields fields={backwards(changedFields(entry, names))} isChange />}
    </ConfirmDialog>
  );
}

/** What a revert changes. */
const backwards = (fields: readonly FieldChange[]): FieldChange[] =>
  fields.map(({ before, after, ...field }) => ({ ...field, before: after, after: before }));
