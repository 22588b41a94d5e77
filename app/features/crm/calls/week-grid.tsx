import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { cn } from "~/ui/cn.ts";
import { formatAxisDay, formatHour, formatTime, formatWeekday } from "../../../../domain/format-date.ts";
import { useNow } from "../lib/use-now.ts";
import type { Calls, ShownCall } from "./api.ts";
import { CallBlock } from "./call-block.tsx";
import { findCall } from "./find-call.ts";
import { sayTaken } from "./taken-time.ts";
import { usePointedTime } from "./use-pointed-time.ts";
import {
  dayOf,
  hourIn,
  isFree,
  landingProblem,
  momentAt,
  nearestFree,
  partOn,
  placeSideBySide,
  shownHours,
  startWithin,
  takenReason,
} from "./week.ts";

type Props = {
  days: string[];
  data: Calls;
  /** The hours are those of another week, until this one's are read. */
  isStale: boolean;
  calls: ShownCall[];
  current: string | null;
  /** The call whose card is open. */
  shown: string | null;
  /** The call that a link leads to. */
  linked: string | null;
  onFocus: (id: string) => void;
  onShow: (id: string | null) => void;
  onOpen: (call: ShownCall) => void;
  onMove: (call: ShownCall, to: Date) => void;
  /** Books a call at a time that was clicked. */
  onBook: (to: Date) => void;
};

/** An hour's label is centered on its line, so half of it is above. */
const HOUR_LABEL_PX = 12;
/** An hour is as high as the window allows, and at least so high that a call of half an hour has a line for its time. */
const MIN_HOUR_PX = 64;
const MAX_HOUR_PX = 72;

/** The week by day and hour. Times that aren't free are shaded, and absences and appointments elsewhere are hatched. Calls can be dragged. */
export function WeekGrid({
  days,
  data,
  isStale,
  calls,
  current,
  shown,
  linked,
  onFocus,
  onShow,
  onOpen,
  onMove,
  onBook,
}: Props) {
  const now = useNow();
  const [dragged, setDragged] = useState<{ call: ShownCall; grabbed: number } | null>(null);
  /** Where the dragged call would land. */
  const [target, setTarget] = useState<{ day: string; at: number } | null>(null);
  const drag = (next: typeof dragged) => {
    setDragged(next);
    setTarget(null);
  };
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
  // What begins after the shown hours, such as now or an absence, would make the week longer than they are.
  const nowHour = hourIn(dayOf(new Date(now)), new Date(now));
  const height = (last - first) * hourPx;
  const { pointed, book } = usePointedTime({
    ...{ first, hourPx, now, isCardOpen: shown !== null, onBook },
    isFree: (at) => isStale || isFree(at, data.starts),
    startWithin: (half) => startWithin(half, data.starts),
    onTaken: (at) =>
      sayTaken(
        at,
        takenReason(at.getTime(), now, { ...data, calls }),
        isStale ? null : nearestFree(at.getTime(), now, data.starts),
        onBook,
      ),
  });
  // The first call or bookable hour is in view, but now if both don't fit. Hours that began the day before are no beginning.
  const begins = [...calls.map(({ starts_at, ends_at }) => [starts_at, ends_at] as const), ...data.bookable]
    .flatMap(([from, to]) => days.flatMap((day) => withPart(partOn(day, from, to))))
    .flatMap(([begin]) => (begin > 0 ? [Math.floor(begin)] : []));
  const firstCall = begins.length > 0 ? Math.min(...begins) : 8;
  const isNowBelow = days.includes(dayOf(new Date(now))) && (nowHour + 1 - firstCall) * hourPx > room;
  const firstShown = isNowBelow ? Math.max(firstCall, Math.floor(nowHour) - 2) : firstCall;
  const [week] = days;
  const hasLinked = calls.some(({ id }) => id === linked);
  useLayoutEffect(() => {
    const measure = () => setRoom((scroller.current?.clientHeight ?? 0) - (header.current?.clientHeight ?? 0));
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const isMeasured = room > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each week once, and with each height, so that a reload moves nothing
  useLayoutEffect(() => {
    if (isMeasured) scroller.current?.scrollTo({ top: top(firstShown) - HOUR_LABEL_PX });
  }, [week, hourPx, isMeasured]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each height, because the effect above scrolls then, too
  useLayoutEffect(() => {
    if (linked && hasLinked) findCall(linked)?.scrollIntoView({ block: "center", inline: "nearest" });
  }, [linked, hasLinked, week, hourPx, isMeasured]);
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto phone:hidden"
      // Without calls, the keyboard has nothing else to scroll with.
      {...(calls.length === 0 && { tabIndex: 0, role: "region", "aria-label": "Hours" })}
    >
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
            {...book(day)}
            onDragOver={(event) => {
              if (!dragged) return;
              const down = event.clientY - event.currentTarget.getBoundingClientRect().top - dragged.grabbed;
              const at = momentAt(day, down / hourPx + first).getTime();
              // Without this, nothing can be dropped here, and the pointer says so.
              if (!landingProblem(dragged.call, at, calls, now)) event.preventDefault();
              if (target?.day !== day || target.at !== at) setTarget({ day, at });
            }}
            onDragLeave={(event) => {
              const to = event.relatedTarget;
              if (to instanceof Node && event.currentTarget.contains(to)) return;
              setTarget((shown) => (shown?.day === day ? null : shown));
            }}
            onDrop={(event) => {
              if (!dragged || !target) return;
              event.preventDefault();
              onMove(dragged.call, new Date(target.at));
              drag(null);
            }}
          >
            {!isStale &&
              notFree(day, data.free).map((part) => (
                <span
                  key={part[0]}
                  aria-hidden="true"
                  className="pointer-events-none absolute inset-x-0 bg-press"
                  style={band(part)}
                />
              ))}
            {[
              ...data.absences.map((range) => ({ range, text: "Away" })),
              ...data.busy.map((range) => ({ range, text: "Busy" })),
              ...data.elsewhere.map(({ starts_at, ends_at, account }) => ({
                range: [starts_at, ends_at] as const,
                text: `Call at ${account}`,
              })),
            ].flatMap(({ range: [from, to], text }) =>
              withPart(partOn(day, from, to))
                .filter(([begin, end]) => begin < last && end > first)
                .map((part) => (
                  <span
                    key={`${text} ${from}`}
                    className="pointer-events-none absolute inset-x-0 overflow-clip px-2 pt-1 text-ink-3 text-xs"
                    style={{
                      ...band(part),
                      backgroundImage: "repeating-linear-gradient(45deg, var(--color-line) 0 1px, transparent 1px 8px)",
                    }}
                  >
                    {/* Below the days, so that a long absence says what it is wherever the week is scrolled. */}
                    <span className="sticky top-9 block w-fit rounded-xs bg-surface px-1">{text}</span>
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
                onDrag={drag}
              />
            ))}
            {pointed?.day === day && !dragged && (
              <span
                aria-hidden="true"
                className={cn(
                  "pointer-events-none absolute inset-x-0.5 overflow-hidden rounded-ctl border border-dashed px-1.5 font-medium text-xs leading-5",
                  pointed.isFree
                    ? "border-accent bg-accent-tint text-accent-ink"
                    : "border-line-strong bg-surface text-ink-2",
                )}
                style={band([hourIn(day, new Date(pointed.at)), hourIn(day, new Date(pointed.at)) + 0.5])}
              >
                {pointed.isFree ? `Book ${formatTime(new Date(pointed.at))}` : "Not free"}
              </span>
            )}
            {dragged && target?.day === day && (
              <DropTarget
                at={new Date(target.at)}
                problem={landingProblem(dragged.call, target.at, calls, now)}
                style={band(targetPart(day, target.at, dragged.call))}
              />
            )}
            {day === dayOf(new Date(now)) && nowHour >= first && nowHour < last && <NowLine top={top(nowHour)} />}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The line is behind the calls, whose names it would strike through. Its dot is in front of them, at the edge. */
function NowLine({ top }: { top: number }) {
  return (
    <>
      <span
        aria-hidden="true"
        data-now=""
        className="pointer-events-none absolute inset-x-0 z-4 border-bad-solid border-t-2"
        style={{ top }}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -left-1 z-6 size-2 rounded-full bg-bad-solid forced:bg-[CanvasText]"
        style={{ top: top - 3 }}
      />
    </>
  );
}

/** Where a dragged call lands, with its day and time, and why it can't. It covers the call below it. */
function DropTarget({ at, problem, style }: { at: Date; problem: string | null; style: CSSProperties }) {
  return (
    <span
      aria-hidden="true"
      data-drop-target={problem ? "blocked" : ""}
      className="pointer-events-none absolute inset-x-0.5 z-10 min-h-6 overflow-hidden rounded-ctl bg-surface"
      style={style}
    >
      <span
        className={cn(
          "block h-full min-h-6 overflow-hidden rounded-ctl border-2 border-dashed px-1.5 font-medium text-xs leading-5",
          problem ? "border-bad-solid bg-bad-bg text-bad-fg" : "border-accent bg-accent-tint text-accent-ink",
        )}
      >
        {problem ?? `${formatWeekday(dayOf(at))} ${formatTime(at)}`}
      </span>
    </span>
  );
}

/** The hours that a call would take. */
const targetPart = (day: string, at: number, { starts_at, ends_at }: ShownCall): [number, number] => {
  const begin = hourIn(day, new Date(at));
  return [begin, Math.min(24, begin + (Date.parse(ends_at) - Date.parse(starts_at)) / 3_600_000)];
};

const withPart = (part: [number, number] | null) => (part ? [part] : []);

/** The hours of a day outside of the free times. */
function notFree(day: string, free: [string, string][]): [number, number][] {
  const taken: [number, number][] = [];
  let from = 0;
  for (const [begin, end] of free.flatMap(([start, stop]) => withPart(partOn(day, start, stop)))) {
    if (begin > from) taken.push([from, begin]);
    from = Math.max(from, end);
  }
  if (from < 24) taken.push([from, 24]);
  return taken;
}
