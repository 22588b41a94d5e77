import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, ScrollText } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { useAction } from "~/shared/use-action.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type AuditEntry, type AuditFilter, auditLogQuery, restoreAuditEntry } from "./api.ts";
import { changedFields, describeEntry, isRestorable, TABLE_NAMES } from "./describe-entry.ts";

/** Changes, newest first, with each row before and after. */
export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>({ table: "", action: "", actor: "", from: "" });
  const query = useInfiniteQuery(auditLogQuery(filter));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Card className="overflow-hidden">
      <Toolbar filter={filter} onChange={(change) => setFilter((current) => ({ ...current, ...change }))} />
      {query.isPending && <TableSkeleton label="Loading the audit log" />}
      {query.isError && (
        <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText />}
          title="No matching entries"
          text="The audit log records every change an admin makes and every role change. Try other filters."
        />
      )}
      <ul aria-label="Audit log">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="border-line-soft border-t px-4 py-2.5">
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  );
}

type ToolbarProps = { filter: AuditFilter; onChange: (change: Partial<AuditFilter>) => void };

function Toolbar({ filter, onChange }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2 phone:[&>*]:flex-1 phone:[&>*]:basis-40">
      <Field label="Type" hideLabel>
        <NativeSelect value={filter.table} onChange={(event) => onChange({ table: event.target.value })}>
          <option value="">All types</option>
          {Object.entries(TABLE_NAMES).map(([table, name]) => (
            <option key={table} value={table}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <Field label="Action" hideLabel>
        <NativeSelect value={filter.action} onChange={(event) => onChange({ action: event.target.value })}>
          <option value="">All actions</option>
          <option value="insert">Added</option>
          <option value="update">Changed</option>
          <option value="delete">Deleted</option>
        </NativeSelect>
      </Field>
      <Field label="User" hideLabel>
        <Input
          type="search"
          placeholder="Email of the user"
          onChange={(event) => onChange({ actor: event.target.value })}
        />
      </Field>
      <Field label="Since" hideLabel>
        <Input type="date" value={filter.from} onChange={(event) => onChange({ from: event.target.value })} />
      </Field>
    </div>
  );
}

/** One entry. It expands to show its fields before and after. */
function EntryItem({ entry }: { entry: AuditEntry }) {
  const { action, subject } = describeEntry(entry);
  return (
    <li className="border-line-soft border-b last:border-b-0">
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-13 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" className="size-4 text-ink-3 transition-transform group-open:rotate-90" />
          <span className="font-medium">{action}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">{subject}</span>
          <span className="truncate text-ink-3 text-xs">{entry.actor_email ?? "System"}</span>
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
  const restore = useAction({
    action: () => restoreAuditEntry(entry.id),
    successMessage: entry.action === "delete" ? "Restored" : "Change reverted",
    errorMessage: "Couldn't restore this version",
    describeError: (error) => (error instanceof Error ? error.message : undefined),
    // A row of any table may have changed.
    invalidates: [[]],
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
        <Button size="sm" className="w-fit" loading={restore.busy} onClick={() => void restore.run()}>
          {entry.action === "delete" ? "Restore" : "Revert"}
        </Button>
      )}
    </div>
  );
}
