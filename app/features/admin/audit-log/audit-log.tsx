import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { AuditEntryItem } from "./audit-entry-item.tsx";
import { AuditToolbar } from "./audit-toolbar.tsx";
import { type AuditFilter, listAuditEntries } from "./list-audit-entries.ts";

/** Who did what, newest first, and what the rows were before and after. */
export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>({ table: "", action: "", actor: "", from: "" });
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.auditLog(), filter],
    queryFn: ({ pageParam }) => listAuditEntries(filter, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    staleTime: 5_000,
  });
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <Card className="overflow-hidden">
      <AuditToolbar filter={filter} onChange={(change) => setFilter((current) => ({ ...current, ...change }))} />
      {query.isPending && <TableSkeleton label="Loading the audit log" />}
      {query.isError && (
        <LoadError text={ADMIN_TEXTS.loadFailed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<ScrollText />}
          title="Nothing here"
          text="Every change by an admin, and every change of a role, is written down by the database. None matches."
        />
      )}
      <ul aria-label="Audit log">
        {entries.map((entry) => (
          <AuditEntryItem key={entry.id} entry={entry} />
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
