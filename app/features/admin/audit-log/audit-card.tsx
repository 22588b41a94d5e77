import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { TableSkeleton } from "~/shared/table-skeleton.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { TimeAgo } from "~/ui/time-ago.tsx";
import { type AuditFilter, auditLogQuery, NO_FILTER } from "./api.ts";
import { GroupItem } from "./audit-entry.tsx";
import { groupEntries } from "./group-entries.ts";

/** The cards below stay within reach, also on a phone. */
const FIRST = 5;

type Props = {
  filter: Partial<AuditFilter>;
  /** The text of an empty list. */
  empty: string;
};

/** The part of the audit log that is about one client or account, newest first. */
export function AuditCard({ filter, empty }: Props) {
  const query = useInfiniteQuery(auditLogQuery({ ...NO_FILTER, ...filter }));
  const [isOpen, setOpen] = useState(false);
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
          const groups = groupEntries(pages.flatMap((page) => page.entries));
          if (groups.length === 0) return <p className="px-4 py-3 text-13 text-ink-3">{empty}</p>;
          return (
            <>
              <ul aria-label="Activity">
                {(isOpen ? groups : groups.slice(0, FIRST)).map((group) => (
                  <GroupItem key={group.id} group={group} time={(at) => <TimeAgo at={at} />} />
                ))}
              </ul>
              {(query.hasNextPage || (!isOpen && groups.length > FIRST)) && (
                <div className="border-line-soft border-t px-4 py-2.5">
                  <Button
                    size="sm"
                    loading={query.isFetchingNextPage}
                    onClick={() => (isOpen || groups.length <= FIRST ? void query.fetchNextPage() : setOpen(true))}
                  >
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
