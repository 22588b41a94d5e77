import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { type AuditFilter, auditLogQuery } from "./api.ts";
import { EntryItem } from "./audit-entry.tsx";

type Props = {
  filter: Partial<AuditFilter>;
  /** The text of an empty list. */
  empty: string;
};

/** The part of the audit log that is about one client or account, newest first. */
export function AuditCard({ filter, empty }: Props) {
  const query = useInfiniteQuery(auditLogQuery({ table: "", action: "", actor: "", from: "", subject: "", ...filter }));
  return (
    <Card role="region" aria-label="Activity" className="overflow-hidden">
      <CardHeader>
        <CardTitle level={3}>Activity</CardTitle>
      </CardHeader>
      <QueryBoundary
        query={query}
        errorMessage="The activity couldn't be loaded"
        skeleton={<TableSkeleton label="Loading the activity" />}
      >
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0) return <p className="px-4 py-3 text-13 text-ink-3">{empty}</p>;
          return (
            <>
              <ul aria-label="Activity">
                {entries.map((entry) => (
                  <EntryItem key={entry.id} entry={entry} />
                ))}
              </ul>
              {query.hasNextPage && (
                <div className="border-line-soft border-t px-4 py-2.5">
                  <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                    <span>Show more</span>
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </QueryBoundary>
    </Card>
  );
}
