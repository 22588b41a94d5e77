import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CalendarCog, CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { shortcuts } from "~/content/shortcuts.ts";
import { addDays, dayRangeText } from "~/shared/day-range.ts";
import { LoadError } from "~/shared/load-error.tsx";
import { toast } from "~/shared/toast.ts";
import { useUrlState } from "~/shared/use-url-state.ts";
import { crmPath } from "~/shared/workspace.ts";
import { useIsReadOnly } from "~/shared/workspace-context.ts";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { SelectMenu } from "~/ui/select-menu.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PHONE_QUERY, useMediaQuery } from "~/ui/use-media-query.ts";
import { isDay } from "../../../../domain/calendar-day.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatCallTime } from "../../../../domain/format-date.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { teamQuery } from "../lib/api.ts";
import { needsOutcome, useOutcomeKeys } from "../lib/calls.ts";
import { useLeadActions } from "../lib/lead-actions.ts";
import { useOpenLead } from "../lib/open-lead.ts";
import { useShortcuts } from "../lib/shortcuts.ts";
import { callsQuery, type ShownCall } from "./api.ts";
import { CallList } from "./call-list.tsx";
import { findCall } from "./find-call.ts";
import { LinkedCall } from "./linked-call.tsx";
import { TAKEN_TOAST } from "./taken-time.ts";
import { dayOf, startOf, weekDays, weekEnd, weekOf } from "./week.ts";
import { WeekGrid } from "./week-grid.tsx";

/** A week of booked calls, by day and hour. On a phone it is a list. */
export function CallsScreen() {
  const { read, change } = useUrlState();
  const today = dayOf(new Date());
  const asked = read("week");
  const first = weekOf(isDay(asked) ? asked : today);
  const who = read("who");
  const { week, shownWho } = useWeek(first, who);
  const calls = week.data?.calls.filter(({ state }) => state !== "cancelled") ?? [];
  // Today and the bell link to one call, the bell also from here.
  const linked = read("call") || null;
  const [currentId, setCurrentId] = useState(linked);
  const [shownId, setShownId] = useState(linked);
  const [lastLinked, setLastLinked] = useState(linked);
  if (linked !== lastLinked) {
    setLastLinked(linked);
    if (linked) {
      setCurrentId(linked);
      setShownId(linked);
    }
  }
  const heading = useRef<HTMLHeadingElement>(null);
  const { moveCall, handOverCall, bookCallWith } = useLeadActions();
  const isReadOnly = useIsReadOnly();
  const { data: team } = useQuery({ ...teamQuery, enabled: week.data?.sees_all === true });
  const isPhone = useMediaQuery(PHONE_QUERY);
  const { open, leadId } = useOpenLead();
  const isLoaded = week.data !== undefined;
  useEffect(() => {
    // The list shows every card already.
    if (isPhone && shownId && isLoaded) findCall(shownId)?.focus();
  }, [isPhone, shownId, isLoaded]);
  const show = (id: string | null) => {
    setShownId(id);
    // The same link shows its call again later.
    if (linked && id !== linked) change({ call: "" });
  };
  const current = calls.find(({ id }) => id === currentId);
  const hasCallAhead = calls.some(({ state, ends_at }) => state === "booked" && Date.parse(ends_at) > Date.now());
  const next = hasCallAhead ? null : week.data?.next;
  const goToWeek = (day: string) => {
    toast.dismiss(TAKEN_TOAST);
    change({ week: weekOf(day) === weekOf(today) ? "" : weekOf(day), call: "" });
  };
  const focusCall = (by: number) => () => {
    if (calls.length === 0) return false;
    const at = calls.findIndex(({ id }) => id === currentId);
    const next = calls[at === -1 ? (by > 0 ? 0 : calls.length - 1) : Math.max(0, Math.min(calls.length - 1, at + by))];
    if (!next) return false;
    setCurrentId(next.id);
    findCall(next.id)?.focus();
  };
  const openCall = (call: ShownCall | undefined) => {
    if (!call?.can_open) return false;
    show(null);
    open(call.lead_id);
  };
  const showCurrent = () => {
    if (!current || isPhone) return false;
    show(current.id);
  };
  const book = (to?: Date) => {
    // Reps don't load the team. Nobody reads their own name here.
    const id = shownWho === OWN ? week.data?.me : shownWho === "all" ? undefined : shownWho;
    const name = team?.find(({ user_id }) => user_id === id)?.name ?? "";
    bookCallWith({ to, host: id ? { id, name } : null });
  };
  const outcomeKeys = useOutcomeKeys(current);
  useShortcuts(
    {
      j: focusCall(1),
      k: focusCall(-1),
      ArrowDown: focusCall(1),
      ArrowUp: focusCall(-1),
      ArrowRight: focusCall(1),
      ArrowLeft: focusCall(-1),
      Enter: showCurrent,
      o: () => openCall(current),
      m: () => {
        if (current?.state !== "booked") return false;
        moveCall({ call: current });
      },
      a: () => {
        if (!current?.can_hand_over || needsOutcome(current)) return false;
        handOverCall({ call: current });
      },
      b: () => book(),
      p: () => goToWeek(addDays(first, -7)),
      n: () => goToWeek(addDays(first, 7)),
      ...outcomeKeys,
    },
    { help: shortcuts.calls, enabled: leadId === "" },
  );
  return (
    <div className="flex h-[calc(100dvh-3rem-var(--notices,0px))] min-h-0 flex-col phone:h-auto">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5">
        <IconButton label="Previous week" size="sm" onClick={() => goToWeek(addDays(first, -7))}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton label="Next week" size="sm" onClick={() => goToWeek(addDays(first, 7))}>
          <ChevronRight aria-hidden="true" />
        </IconButton>
        <Button size="sm" onClick={() => goToWeek(today)}>
          This week
        </Button>
        <h2
          ref={heading}
          data-week=""
          tabIndex={-1}
          aria-live="polite"
          className="num font-medium text-13 outline-none"
        >
          {dayRangeText(first, addDays(first, 6))}
        </h2>
        <p className="text-13 text-ink-3">{zoneText(localZone(), startOf(first).getTime())}</p>
        {next && (
          <Button
            size="sm"
            variant="ghost"
            className="phone:-ml-3"
            onClick={() => {
              // The button disappears in that week.
              heading.current?.focus();
              goToWeek(dayOf(new Date(next)));
            }}
          >
            Next call: {formatCallTime(next)}
          </Button>
        )}
        <div className="ml-auto flex items-center gap-2 phone:w-full phone:*:flex-1">
          {week.data?.sees_all && <HostFilter who={shownWho} onChange={(next) => change({ who: next })} />}
          <Button size="sm" asChild>
            <Link to={crmPath("/calls/types")} className="phone:grow-0!">
              <CalendarCog aria-hidden="true" className="md:hidden" />
              <span className="phone:sr-only">Meeting types</span>
            </Link>
          </Button>
          <Button size="sm" variant="primary" onClick={() => book()}>
            Book a call
          </Button>
        </div>
      </div>
      {week.isError && !week.data && (
        <div className="p-4">
          <LoadError text="Couldn't load the calls" error={week.error} onRetry={() => void week.refetch()} />
        </div>
      )}
      {week.isPending && <WeekSkeleton />}
      {linked && <LinkedCall linked={linked} first={first} week={week.isPlaceholderData ? undefined : week.data} />}
      {week.data && (
        <>
          {calls.length === 0 && !week.isPlaceholderData && (
            <NoCalls
              isOwn={shownWho === OWN}
              isBusyElsewhere={week.data?.elsewhere.length !== 0}
              canBook={!isReadOnly && weekEnd(first) > new Date()}
              onShowAll={week.data.sees_all ? () => change({ who: "all" }) : undefined}
            />
          )}
          <WeekGrid
            days={weekDays(first)}
            data={week.data}
            isStale={week.isPlaceholderData}
            calls={calls}
            current={currentId}
            onFocus={setCurrentId}
            shown={isPhone ? null : shownId}
            linked={linked}
            onShow={show}
            onOpen={(call) => void openCall(call)}
            onMove={(call, to) => moveCall({ call, to })}
            onBook={book}
          />
          <CallList
            days={weekDays(first)}
            calls={calls}
            onFocus={setCurrentId}
            onOpen={(call) => void openCall(call)}
          />
        </>
      )}
    </div>
  );
}

const OWN = "me";

/**
 * Without a choice, people who see all leads get everyone's calls in a week in which they have none of their own. That is decided when the
 * week opens: a call that is booked or canceled in it changes nothing about whose calls are shown.
 */
function useWeek(first: string, who: string) {
  const queryOf = (whose: string) => callsQuery(startOf(first), weekEnd(first), whose === OWN ? "" : whose);
  const asked = useQuery({ ...queryOf(who || OWN), placeholderData: keepPreviousData });
  const [opened, setOpened] = useState<{ week: string; showsAll: boolean } | null>(null);
  const hasNone = asked.data?.calls.every(({ state }) => state === "cancelled") ?? false;
  const startsWithAll = who === "" && hasNone && asked.data?.sees_all === true;
  if (who === "" && asked.data && !asked.isPlaceholderData && opened?.week !== first)
    setOpened({ week: first, showsAll: startsWithAll });
  const showsAll = opened?.week === first ? who === "" && opened.showsAll : startsWithAll;
  const everyone = useQuery({ ...queryOf("all"), placeholderData: keepPreviousData, enabled: showsAll });
  return showsAll ? { week: everyone, shownWho: "all" } : { week: asked, shownWho: who || OWN };
}

/** Whose calls: one's own, everyone's, or one person's. For people who see all leads. */
function HostFilter({ who, onChange }: { who: string; onChange: (who: string) => void }) {
  const { data: team = [] } = useQuery(teamQuery);
  return (
    <SelectMenu
      label="Whose calls"
      value={who}
      options={[
        { value: OWN, label: "My calls" },
        { value: "all", label: "Everyone's calls" },
        ...team.map(({ user_id, name }) => ({ value: user_id, label: name })),
      ]}
      onChange={onChange}
      className="w-44 phone:w-auto"
    />
  );
}

/** Says that a week has no calls, above the hours in which one can be booked. On a phone it stands alone. */
function NoCalls({
  isOwn,
  isBusyElsewhere,
  canBook,
  onShowAll,
}: {
  isOwn: boolean;
  /** Their calls in other accounts take their time here, too. */
  isBusyElsewhere: boolean;
  canBook: boolean;
  onShowAll: (() => void) | undefined;
}) {
  const isPhone = useMediaQuery(PHONE_QUERY);
  const title = isOwn
    ? `You have no calls ${isBusyElsewhere ? "in this workspace " : ""}this week`
    : "No calls this week";
  const showAll = isOwn && onShowAll && (
    <Button size={isPhone ? "md" : "sm"} onClick={onShowAll}>
      Show everyone's calls
    </Button>
  );
  if (isPhone)
    return (
      <EmptyState
        icon={<CalendarDays />}
        title={title}
        text="Calls that visitors book appear here. Share the link of a meeting type to get some."
        className="py-8"
      >
        {showAll}
      </EmptyState>
    );
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line-soft border-b bg-sunken px-4 py-1.5 text-13">
      <p className="min-w-0 flex-1 text-ink-2">
        <span className="font-medium text-ink">{title}.</span>
        {canBook && " Select a free time to book one. Gray times aren't free."}
      </p>
      {showAll}
    </div>
  );
}

function WeekSkeleton() {
  return (
    <div role="status" aria-label="Loading the calls" className="grid flex-1 grid-cols-7 gap-2 p-4 phone:grid-cols-1">
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <Skeleton key={day} className="h-full min-h-16" />
      ))}
    </div>
  );
}
