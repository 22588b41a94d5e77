import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { NativeSelect } from "~/ui/native-select.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { stagesQuery } from "../settings/api.ts";
import { type AuditFilter, auditLogQuery } from "./api.ts";
import { EntryItem } from "./audit-entry.tsx";
import { TABLE_NAMES } from "./describe-entry.ts";

/** Changes, newest first. */
export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>({ table: "", action: "", actor: "", from: "", subject: "" });
  const query = useInfiniteQuery(auditLogQuery(filter));
  const { data: stages = [] } = useQuery(stagesQuery());
  const names = { stage: Object.fromEntries(stages.map(({ key, label }) => [key, label])) };
  const isFiltered = Object.values(filter).some(Boolean);
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
          title={isFiltered ? "No matching entries" : "No entries yet"}
          text={`The audit log records every change an admin makes and every role change.${isFiltered ? " Try other filters." : ""}`}
        />
      )}
      <ul aria-label="Audit log">
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} names={names} />
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
          <option value="view">Viewed as client</option>
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
