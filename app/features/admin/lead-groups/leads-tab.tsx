import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX, Users } from "lucide-react";
import { memo, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { SearchField } from "~/shared/search-field.tsx";
import { useThrottledValue } from "~/shared/use-throttled-value.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/ui/tabs.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { ADMIN_TEXTS } from "../lib/admin-messages.ts";
import { type Grouping, leadGroupsQuery } from "./api.ts";
import { LeadGroupCard } from "./lead-group-card.tsx";

type Props = { by: Grouping; onByChange: (by: Grouping) => void };

/** The Leads tab with its two sub-tabs (spec §2): By Sales Team and By Client. */
export function LeadsTab({ by, onByChange }: Props) {
  const [filter, setFilter] = useState("");
  const query = useThrottledValue(filter.trim());
  return (
    <Tabs value={by} onValueChange={(value) => onByChange(value as Grouping)}>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <TabsList aria-label="Leads" className="bg-none">
          <TabsTrigger value="owner">By Sales Team</TabsTrigger>
          <TabsTrigger value="company">By Client</TabsTrigger>
        </TabsList>
        <SearchField label="Search leads and groups" className="w-full sm:w-64" value={filter} onChange={setFilter} />
      </div>
      <TabsContent value="owner">
        <Groups by="owner" query={query} />
      </TabsContent>
      <TabsContent value="company">
        <Groups by="company" query={query} />
      </TabsContent>
    </Tabs>
  );
}

/** Renders only for new results, not on each keystroke. */
const Groups = memo(function Groups({ by, query }: { by: Grouping; query: string }) {
  const search = useInfiniteQuery(leadGroupsQuery(by, query));
  return (
    <QueryBoundary query={search} errorMessage={ADMIN_TEXTS.loadFailed} skeleton={<GroupsSkeleton />}>
      {({ pages }) => {
        const groups = pages.flatMap((page) => page.groups);
        const total = pages.at(-1)?.total ?? 0;
        if (groups.length === 0) return <NoGroups query={query} />;
        return (
          <div
            aria-busy={search.isPlaceholderData}
            className={cn("grid gap-4 transition-opacity", search.isPlaceholderData && "opacity-60")}
          >
            {groups.map((group) => (
              <LeadGroupCard key={`${group.key} ${query}`} by={by} group={group} query={query} />
            ))}
            <p aria-live="polite" className="flex flex-wrap items-center justify-between gap-3 text-13 text-ink-3">
              <span>
                {formatCount(groups.length)} of {formatCount(total)} {by === "owner" ? "owners" : "companies"}
              </span>
              {search.hasNextPage && (
                <Button size="sm" loading={search.isFetchingNextPage} onClick={() => void search.fetchNextPage()}>
                  <span>Show more {by === "owner" ? "owners" : "companies"}</span>
                </Button>
              )}
            </p>
          </div>
        );
      }}
    </QueryBoundary>
  );
});

function NoGroups({ query }: { query: string }) {
  return (
    <Card>
      {query === "" ? (
        <EmptyState icon={<Users />} title="No leads yet" text="Leads appear here when someone submits a form." />
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="No matching leads"
          text="No lead, owner or company starts with that text."
        />
      )}
    </Card>
  );
}

const ROWS = ["w-32", "w-40", "w-28", "w-36", "w-32"];

/** A skeleton in the shape of the groups. */
function GroupsSkeleton() {
  return (
    <div role="status" aria-label="Loading leads" className="grid gap-4">
      {[0, 1].map((group) => (
        <Card key={group} className="overflow-hidden">
          <div className="flex min-h-11 items-center gap-2 bg-sunken px-4 phone:min-h-14">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-3 w-36" />
            <Skeleton className="ml-auto w-16" />
          </div>
          {ROWS.map((width, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <div key={row} className="flex h-10 items-center gap-6 border-line-soft border-t px-4">
              <Skeleton className={width} />
              <Skeleton className="w-44 max-md:hidden" />
              <Skeleton className="ml-auto w-16" />
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
