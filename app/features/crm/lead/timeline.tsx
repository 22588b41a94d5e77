import { useInfiniteQuery } from "@tanstack/react-query";
import { ListFilter } from "lucide-react";
import { useState } from "react";
import { LoadError } from "~/shared/load-error.tsx";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDay, formatDayOfWeek } from "../../../../domain/format-date.ts";
import type { LeadDetail } from "../lib/lead-types.ts";
import { ActivityTrend } from "./activity-trend.tsx";
import { FILTERS, type Filter, type TimelineEvent, timelineQuery } from "./api.ts";
import { LeadSection } from "./section.tsx";
import { Events } from "./timeline-events.tsx";

/** The history of a lead by day, newest first, with pinned events on top. */
export function Timeline({ lead, className }: { lead: LeadDetail; className?: string }) {
  const [filter, setFilter] = useState<Filter>("all");
  const timeline = useInfiniteQuery(timelineQuery(lead.id, filter));
  const [first] = timeline.data?.pages ?? [];
  const events = timeline.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const label = FILTERS.find(({ key }) => key === filter)?.label;
  const total = first?.total;
  return (
    <LeadSection
      title="Timeline"
      className={cn("border-b-0", className)}
      action={
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm" variant="ghost">
              <ListFilter aria-hidden="true" />
              {filter === "all" && total !== undefined
                ? total === 1
                  ? "1 event"
                  : `All ${formatCount(total)} events`
                : label}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuRadioGroup value={filter} onValueChange={(value) => setFilter(value as Filter)}>
              {FILTERS.map(({ key, label: name }) => (
                <DropdownMenuRadioItem key={key} value={key}>
                  {name}
                </DropdownMenuRadioItem>
              ))}
            </DropdownMenuRadioGroup>
          </DropdownMenuContent>
        </DropdownMenu>
      }
    >
      <ActivityTrend weeks={lead.activity_weeks} since={lead.created_at} />
      {timeline.isError && !timeline.data && (
        <LoadError text="Couldn't load the timeline" error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.isPending && <TimelineSkeleton />}
      {first?.pinned && first.pinned.length > 0 && filter === "all" && (
        <>
          <h3 className="sr-only">Pinned</h3>
          <Events events={first.pinned} lead={lead} dated />
        </>
      )}
      {groupByDay(events).map(([day, list]) => (
        <section key={day} aria-label={day}>
          <h3 className="flex items-center gap-3 pt-3 pb-1 font-medium text-ink-3 text-xs after:h-px after:flex-1 after:bg-line-soft">
            {day}
          </h3>
          <Events events={list} lead={lead} />
        </section>
      ))}
      {timeline.data && events.length === 0 && <p className="py-4 text-13 text-ink-3">No events of this type yet.</p>}
      {timeline.hasNextPage && (
        <Button
          size="sm"
          className="mt-2"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          Show earlier events
        </Button>
      )}
    </LeadSection>
  );
}

function TimelineSkeleton() {
  return (
    <div role="status" aria-label="Loading the timeline" className="grid gap-5 py-3">
      {[1, 2, 3, 4].map((line) => (
        <div key={line} className="flex items-center gap-3">
          <Skeleton className="size-5 rounded-full" />
          <Skeleton className="w-52" />
          <Skeleton className="ml-auto w-10" />
        </div>
      ))}
    </div>
  );
}

/** Groups events by day in the user's time zone. */
function groupByDay(events: TimelineEvent[]): [string, TimelineEvent[]][] {
  const today = new Date();
  const heading = (at: Date) => {
    return formatDay(at) === formatDay(today) ? "Today" : formatDayOfWeek(at);
  };
  return [...Map.groupBy(events, ({ at }) => heading(new Date(at)))];
}
