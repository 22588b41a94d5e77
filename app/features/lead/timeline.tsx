import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { ListFilter, Pin, PinOff } from "lucide-react";
import { useState } from "react";
import { clockTimeOf } from "~/shared/crm/crm-words.ts";
import { useStages } from "~/shared/crm/list-stages.ts";
import { LoadFailure } from "~/shared/load-failure.tsx";
import { procedureProblem } from "~/shared/procedure-problem.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { toast } from "~/shared/toast.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "~/ui/dropdown-menu.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { eventWords } from "./event-words.ts";
import { FILTERS, type Filter, pinEvent, type TimelineEvent, timelineQuery } from "./load-timeline.ts";
import { LeadSection } from "./section.tsx";

const figure = new Intl.NumberFormat("en");

/** Everything that happened with a lead, newest first, by days; what is pinned stays on top. */
export function Timeline({ leadId, className }: { leadId: string; className?: string }) {
  const [filter, setFilter] = useState<Filter>("all");
  const timeline = useInfiniteQuery(timelineQuery(leadId, filter));
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
              {filter === "all" && total !== undefined ? `All ${figure.format(total)} events` : label}
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
      {timeline.isError && !timeline.data && (
        <LoadFailure
          text="The timeline could not be loaded"
          error={timeline.error}
          onRetry={() => void timeline.refetch()}
        />
      )}
      {timeline.isPending && <TimelineSkeleton />}
      {first?.pinned && first.pinned.length > 0 && filter === "all" && (
        <>
          <h3 className="sr-only">Pinned</h3>
          <Events events={first.pinned} leadId={leadId} dated />
        </>
      )}
      {byDay(events).map(([day, list]) => (
        <section key={day} aria-label={day}>
          <h3 className="flex items-center gap-3 pt-3 pb-1 font-medium text-ink-3 text-xs after:h-px after:flex-1 after:bg-line-soft">
            {day}
          </h3>
          <Events events={list} leadId={leadId} />
        </section>
      ))}
      {timeline.data && events.length === 0 && (
        <p className="py-4 text-13 text-ink-3">Nothing of this kind happened yet.</p>
      )}
      {timeline.hasNextPage && (
        <Button
          size="sm"
          className="mt-2"
          loading={timeline.isFetchingNextPage}
          onClick={() => void timeline.fetchNextPage()}
        >
          Show earlier
        </Button>
      )}
    </LeadSection>
  );
}

function Events({ events, leadId, dated }: { events: TimelineEvent[]; leadId: string; dated?: boolean }) {
  return (
    <ol>
      {events.map((event) => (
        <EventLine key={event.id} event={event} leadId={leadId} dated={dated} />
      ))}
    </ol>
  );
}

const TONES = { ok: "bg-ok-bg text-ok-fg", warn: "bg-warn-bg text-warn-fg", bad: "bg-bad-bg text-bad-fg" };
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });

function EventLine({ event, leadId, dated }: { event: TimelineEvent; leadId: string; dated?: boolean | undefined }) {
  const { labelOf } = useStages();
  const { Icon, tone, actor, text } = eventWords(event, labelOf);
  const who = actor ? (event.actor_name ?? "Upfunnel") : null;
  return (
    <li className="group/e relative grid grid-cols-[20px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 py-[9px] text-13 before:absolute before:top-8 before:-bottom-1.5 before:left-[9.5px] before:w-px before:bg-line last:before:hidden">
      <span
        className={cn(
          "grid size-5 place-items-center rounded-full [&_svg]:size-3",
          dated ? TONES.warn : tone ? TONES[tone] : "bg-mute-bg text-ink-2",
        )}
      >
        {dated ? <Pin aria-hidden="true" /> : <Icon aria-hidden="true" />}
      </span>
      <p className="min-w-0 break-words">
        {who && <b className="font-medium">{who} </b>}
        {dated && event.kind === "note" ? "pinned a note" : text}
        {event.lead_id !== leadId && <span className="text-ink-3"> (before the merge)</span>}
      </p>
      <span className="flex items-start gap-1">
        {!event.id.startsWith("clock-") && <PinButton event={event} />}
        <time
          dateTime={event.at}
          title={new Date(event.at).toLocaleString("en")}
          className="text-ink-3 text-xs/[18px] tabular-nums"
        >
          {dated ? day.format(new Date(event.at)) : clockTimeOf(event.at)}
        </time>
      </span>
      {event.body && (
        <p
          className={cn(
            "col-span-2 col-start-2 mt-0.5 whitespace-pre-line break-words text-ink-2",
            (event.kind === "note" || event.kind === "form" || dated) &&
              "rounded-ctl border border-line-soft bg-sunken px-3 py-2",
          )}
        >
          {event.body}
        </p>
      )}
    </li>
  );
}

function PinButton({ event }: { event: TimelineEvent }) {
  const client = useQueryClient();
  const pin = useMutation({
    mutationFn: () => pinEvent(event, !event.pinned),
    onError: (error) => toast.error(procedureProblem(error, "The pin was not changed")),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.crmLead(event.lead_id) }),
  });
  return (
    <IconButton
      label={event.pinned ? "Take the pin off" : "Pin on top"}
      size="sm"
      className={cn(
        "-my-1 opacity-0 focus-visible:opacity-100 group-hover/e:opacity-100 touch:opacity-100 phone:-my-3",
        event.pinned && "opacity-100",
      )}
      disabled={pin.isPending}
      onClick={() => pin.mutate()}
    >
      {event.pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
    </IconButton>
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

const long = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const longWithYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });

/** The reader's days, as headings. */
function byDay(events: TimelineEvent[]): [string, TimelineEvent[]][] {
  const today = new Date();
  const heading = (at: Date) => {
    if (at.toDateString() === today.toDateString()) return "Today";
    return at.getFullYear() === today.getFullYear() ? long.format(at) : longWithYear.format(at);
  };
  return [...Map.groupBy(events, ({ at }) => heading(new Date(at)))];
}
