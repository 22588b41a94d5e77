import { CalendarX, Check, CircleQuestionMark, type LucideIcon } from "lucide-react";
import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { Avatar } from "~/ui/avatar.tsx";
import { cn } from "~/ui/cn.ts";
import { Popover, PopoverContent, PopoverTrigger } from "~/ui/popover.tsx";
import {
  formatAxisDay,
  formatCallTime,
  formatHour,
  formatTime,
  formatWeekday,
} from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { needsOutcome, STATE_TEXTS } from "../lib/calls.ts";
import { useNow } from "../lib/use-now.ts";
import type { Calls, ShownCall } from "./api.ts";
import { CallCard } from "./call-card.tsx";
import { returnsFocusToCall } from "./find-call.ts";
import { dayOf, hourIn, momentAt, type Placed, partOn, placeSideBySide, shownHours } from "./week.ts";

type Props = {
  days: string[];
  data: Calls;
  calls: ShownCall[];
  current: string | null;
  /** The call whose card is open. */
  shown: string | null;
  onFocus: (id: string) => void;
  onShow: (id: string | null) => void;
  onOpen: (call: ShownCall) => void;
  onMove: (call: ShownCall, to: Date) => void;
};

/** An hour's label is centered on its line, so half of it is above. */
const HOUR_LABEL_PX = 12;
/** An hour is as high as the window allows, so that the last calls of a day are in view. */
const MIN_HOUR_PX = 40;
const MAX_HOUR_PX = 72;

/** The week by day and hour. Time off shift is shaded, absences are hatched. Calls can be dragged to another time. */
export function WeekGrid({ days, data, calls, current, shown, onFocus, onShow, onOpen, onMove }: Props) {
  const now = useNow();
  const [dragged, setDragged] = useState<{ call: ShownCall; grabbed: number } | null>(null);
  const parts = days.flatMap((day) => [
    ...data.shifts.flatMap(([from, to]) => withPart(partOn(day, from, to))),
    ...calls.flatMap(({ starts_at, ends_at }) => withPart(partOn(day, starts_at, ends_at))),
  ]);
  const [first, last] = shownHours(parts);
  const header = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const hourPx = Math.max(MIN_HOUR_PX, Math.min(MAX_HOUR_PX, Math.floor(room / (last - first))));
  const top = (hour: number) => (hour - first) * hourPx;
  const band = ([from, to]: [number, number]): CSSProperties => ({
    top: Math.max(0, top(from)),
    height: Math.max(0, Math.min(top(last), top(to)) - Math.max(0, top(from))),
  });
  const height = (last - first) * hourPx;
  // The working day is in view, or an earlier first call.
  const firstShown = Math.min(8, ...calls.map(({ starts_at }) => new Date(starts_at).getHours()));
  const [week] = days;
  useLayoutEffect(() => {
    const measure = () => setRoom((scroller.current?.clientHeight ?? 0) - (header.current?.clientHeight ?? 0));
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each week once, and with each height, so that a reload moves nothing
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: top(firstShown) - HOUR_LABEL_PX });
  }, [week, hourPx]);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto phone:hidden">
      <div
        ref={header}
        className="sticky top-0 z-20 grid grid-cols-[56px_repeat(7,minmax(96px,1fr))] border-line border-b bg-surface"
      >
        <span />
        {days.map((day) => (
          <p
            key={day}
            className={cn(
              "border-line-soft border-l px-2 py-1.5 text-13 text-ink-2",
              day === dayOf(new Date(now)) && "font-semibold text-accent-ink",
            )}
          >
            {formatWeekday(day)} <span className="num">{formatAxisDay(day)}</span>
          </p>
        ))}
      </div>
      <div className="grid grid-cols-[56px_repeat(7,minmax(96px,1fr))]">
        <div aria-hidden="true" className="relative" style={{ height }}>
          {Array.from({ length: last - first }, (_, at) => first + at).map((hour) => (
            <span
              key={hour}
              className="-translate-y-1/2 absolute right-2 text-ink-3 text-xs first:translate-y-0"
              style={{ top: top(hour) }}
            >
              {formatHour(hour)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <section
            key={day}
            aria-label={formatWeekday(day)}
            className="relative border-line-soft border-l"
            style={{
              height,
              backgroundImage: `repeating-linear-gradient(to bottom, var(--color-line-soft) 0 1px, transparent 1px ${hourPx}px)`,
            }}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              if (!dragged) return;
              event.preventDefault();
              const at =
                (event.clientY - event.currentTarget.getBoundingClientRect().top - dragged.grabbed) / hourPx + first;
              onMove(dragged.call, momentAt(day, at));
              setDragged(null);
            }}
          >
            {data.host !== null &&
              offShift(day, data.shifts).map((part) => (
                <span
                  key={part[0]}
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-x-0 bg-sunken opacity-70"
                  style={band(part)}
                />
              ))}
            {data.absences.flatMap(([from, to]) =>
              withPart(partOn(day, from, to)).map((part) => (
                <span
                  key={from}
                  title="Away"
                  className="pointer-events-none absolute inset-x-0 px-2 text-ink-3 text-xs"
                  style={{
                    ...band(part),
                    backgroundImage: "repeating-linear-gradient(45deg, var(--color-line) 0 1px, transparent 1px 8px)",
                  }}
                >
                  <span className="sr-only">Away</span>
                </span>
              )),
            )}
            {placeSideBySide(calls.filter(({ starts_at }) => dayOf(new Date(starts_at)) === day)).map((placed) => (
              <CallBlock
                key={placed.item.id}
                placed={placed}
                style={band(partOn(day, placed.item.starts_at, placed.item.ends_at) ?? [first, first])}
                showsHosts={data.host === null}
                isCurrent={placed.item.id === current}
                isShown={placed.item.id === shown}
                onFocus={onFocus}
                onShow={onShow}
                onOpen={onOpen}
                onDrag={setDragged}
              />
            ))}
            {day === dayOf(new Date(now)) && (
              <span
                aria-hidden="true"
                data-now=""
                className="pointer-events-none absolute inset-x-0 z-10 border-bad-solid border-t-2"
                style={{ top: top(hourIn(day, new Date(now))) }}
              />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The state of a call as an icon, because a short call has one line. A call that is still to come has none. */
const STATE_ICONS: Partial<Record<ShownCall["state"], [LucideIcon, string]>> = {
  held: [Check, "text-ok-fg"],
  no_show: [CalendarX, "text-bad-fg"],
};
/**
 * A short call has one line, or two where its block is high enough: the name has the first one for itself. The container is the
 * block without its edges. Beside another call it is so narrow that the time has the second line for itself, and the host needs a
 * third one.
 */
const ROOMY = {
  line: "[@container(min-height:28px)]:flex-wrap [@container(min-height:28px)]:leading-3.5",
  name: "[@container(min-height:28px)]:order-first [@container(min-height:28px)]:basis-full",
  // In a narrow line the name goes first: the place in the grid shows the time.
  // Beside an icon it takes what is left, because it would go to a third line.
  time: "[@container(max-width:10rem)_and_(max-height:27.9px)]:hidden [@container(max-width:83.9px)]:flex-1",
  // 'AM' or 'PM', which the place in the grid shows.
  half: "[@container(max-width:75.9px)]:hidden",
  host: "-my-px [@container(max-width:83.9px)_and_(max-height:43.9px)]:hidden",
  // The hosts of one call may be more than a narrow line has room for.
  moreHosts: "[@container(max-width:83.9px)]:hidden",
  state: "[@container(max-width:63.9px)]:hidden",
  title: "[@container(max-width:83.9px)]:hidden",
};
const ASKS: [LucideIcon, string] = [CircleQuestionMark, "text-warn-fg"];

type BlockProps = {
  placed: Placed<ShownCall>;
  style: CSSProperties;
  /** Whether calls of several people stand side by side. */
  showsHosts: boolean;
  isCurrent: boolean;
  isShown: boolean;
  onFocus: (id: string) => void;
  onShow: (id: string | null) => void;
  onOpen: (call: ShownCall) => void;
  onDrag: (dragged: { call: ShownCall; grabbed: number } | null) => void;
};

/** A call in the week. A click shows its card. */
function CallBlock(props: BlockProps) {
  const { placed, style, showsHosts, isCurrent, isShown, onFocus, onShow, onOpen, onDrag } = props;
  const { item: call, lane, lanes } = placed;
  const asks = needsOutcome(call);
  const state = asks ? "no outcome yet" : STATE_TEXTS[call.state];
  const [Icon, color] = (asks ? ASKS : STATE_ICONS[call.state]) ?? [];
  const hosts = showsHosts && call.hosts.length > 0 ? `, ${formatNames(call.hosts.map(({ name }) => name))}` : "";
  const icon = (
    <>
      {showsHosts &&
        call.hosts.map(({ id, name }, at) => (
          <Avatar
            key={id}
            name={name}
            size={20}
            className={cn("size-4! text-[8px]", ROOMY.host, at > 0 && ROOMY.moreHosts)}
          />
        ))}
      {Icon && <Icon aria-hidden="true" className={cn("size-3.5 shrink-0", color, ROOMY.state)} />}
    </>
  );
  const [clock, half] = formatTime(call.starts_at).split(/\s/);
  // Its block has room for one line, or two.
  const isShort = Date.parse(call.ends_at) - Date.parse(call.starts_at) < 45 * 60_000;
  return (
    <Popover open={isShown} onOpenChange={(open) => onShow(open ? call.id : null)}>
      <PopoverTrigger asChild>
        <button
          ref={returnsFocusToCall(call.id)}
          type="button"
          data-call={call.id}
          data-crm-row=""
          draggable={call.state === "booked"}
          title={[
            formatCallTime(call.starts_at),
            call.name,
            call.title,
            formatNames(call.hosts.map(({ name }) => name)),
            state,
          ]
            .filter(Boolean)
            .join(", ")}
          aria-label={`${call.title} with ${call.name}, ${formatCallTime(call.starts_at)}${hosts}, ${state}`}
          onFocus={() => onFocus(call.id)}
          onDragStart={(event) => {
            event.dataTransfer.setData("text/plain", call.id);
            event.dataTransfer.effectAllowed = "move";
            onDrag({ call, grabbed: event.clientY - event.currentTarget.getBoundingClientRect().top });
          }}
          onDragEnd={() => onDrag(null)}
          className={cn(
            "@container-size absolute z-[5] grid min-h-6 content-start overflow-hidden rounded-ctl border border-line bg-surface px-1.5 text-left text-xs shadow-sm hover:bg-hover",
            lanes > 1 && "px-1",
            isShort ? "content-center" : "py-0.5",
            call.state === "booked" && "border-l-4 border-l-accent",
            asks && "border-l-warn-solid",
            call.state !== "booked" && "opacity-80",
            isCurrent && "outline-2 outline-accent",
          )}
          style={{ ...style, left: `calc(${(lane / lanes) * 100}% + 2px)`, width: `calc(${100 / lanes}% - 4px)` }}
        >
          <span className={cn("flex min-w-0 items-center gap-x-1", ROOMY.line)}>
            {icon}
            <span className={cn("min-w-0 truncate font-medium", ROOMY.name)}>{call.name}</span>
            <span className={cn("min-w-0 shrink-[99] truncate text-ink-2", ROOMY.time)}>
              {clock}
              {half && <span className={ROOMY.half}> {half}</span>}
            </span>
            {!isShort && <span className={cn("min-w-0 flex-1 truncate text-ink-2", ROOMY.title)}>{call.title}</span>}
          </span>
        </button>
      </PopoverTrigger>
      <PopoverContent aria-label={`Call with ${call.name}`} data-crm-keys="" side="right" className="w-80 p-4">
        <CallCard call={call} onOpen={onOpen} />
      </PopoverContent>
    </Popover>
  );
}

const withPart = (part: [number, number] | null) => (part ? [part] : []);

/** The hours of a day outside of the shifts. */
function offShift(day: string, shifts: [string, string][]): [number, number][] {
  const free: [number, number][] = [];
  let from = 0;
  for (const [begin, end] of shifts.flatMap(([start, stop]) => withPart(partOn(day, start, stop)))) {
    if (begin > from) free.push([from, begin]);
    from = Math.max(from, end);
  }
  if (from < 24) free.push([from, 24]);
  return free;
}
