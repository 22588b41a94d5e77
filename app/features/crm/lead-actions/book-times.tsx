import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { addDays, dayRangeText } from "~/shared/day-range.ts";
import { useSession } from "~/shared/use-session.ts";
import { Button } from "~/ui/button.tsx";
import { FieldError } from "~/ui/field.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatDayOfWeek, formatTime, formatWeekday } from "../../../../domain/format-date.ts";
import { localZone } from "../../../../domain/zoned-time.ts";
import { dayOf, startOf } from "../calls/week.ts";
import type { FreeTimes } from "./api.ts";

const DAY = 86_400_000;
const DAYS = 7;

/** The days of a page of free times, the first page from now on. */
export function pageOf(page: number, now: Date): { days: string[]; from: Date; to: Date } {
  const first = addDays(dayOf(now), page * DAYS);
  const days = Array.from({ length: DAYS }, (_, at) => addDays(first, at));
  return { days, from: page === 0 ? now : startOf(first), to: startOf(addDays(first, DAYS)) };
}

/** The page that has this moment. */
export const pageWith = (at: Date, now: Date) =>
  Math.max(0, Math.floor((Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / DAY / DAYS));

type Props = {
  times: FreeTimes | undefined;
  /** Whether these times are of another page or type, which is about to be replaced. */
  isStale: boolean;
  page: number;
  now: Date;
  horizonDays: number;
  /** Seconds since 1970. */
  at: number | null;
  day: string | null;
  /** What is wrong with the choice. */
  problem?: string | null;
  /** The chosen time is gone. */
  lost?: string | null;
  onPage: (page: number) => void;
  /** The host whose times these are. Null for anyone who is free. */
  host?: { id: string; name: string } | null;
  /** Shows the times of all hosts, where only one's are shown. */
  onAnyone?: (() => void) | undefined;
  onDay: (day: string) => void;
  onAt: (at: number) => void;
};

/** A week of days with their free times, in the viewer's time zone. */
export function BookTimes(props: Props) {
  const { times, isStale, page, now, horizonDays, at, problem, lost, host, onPage, onAnyone, onDay, onAt } = props;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) alert.current?.scrollIntoView({ block: "nearest" });
  }, [problem]);
  const { days, from } = pageOf(page, now);
  const byDay = Map.groupBy(times?.times ?? [], (time) => dayOf(new Date(time * 1000)));
  const day = shownDay(props.day, days, byDay);
  return (
    <div className="grid gap-2.5" aria-busy={isStale}>
      <div className="flex items-center gap-1">
        <p aria-live="polite" className="num mr-auto font-medium text-13">
          {dayRangeText(days[0] ?? "", days.at(-1) ?? "")}
        </p>
        <IconButton label="Earlier days" size="sm" disabled={page === 0} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Later days"
          size="sm"
          disabled={(page + 1) * DAYS > horizonDays}
          onClick={() => onPage(page + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <p className="-mt-1.5 text-ink-3 text-xs">Your time zone: {zoneText(localZone(), from.getTime())}</p>
      <div ref={alert} role="alert" className="empty:hidden">
        {problem && <FieldError id={undefined}>{problem}</FieldError>}
      </div>
      <div role="status" className="empty:hidden">
        {lost && !problem && <FieldError id={undefined}>{lost}</FieldError>}
      </div>
      <fieldset className="grid min-w-0 grid-cols-7 gap-1.5 phone:gap-1" disabled={isStale}>
        <legend className="sr-only">Day</legend>
        {days.map((one) => {
          const free = byDay.get(one)?.length ?? 0;
          return (
            <label key={one} className={CHOICE}>
              <input
                type="radio"
                name="call-day"
                checked={one === day}
                disabled={free === 0}
                onChange={() => onDay(one)}
                aria-label={formatDayOfWeek(one) + (times ? `, ${free} free ${free === 1 ? "time" : "times"}` : "")}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-ctl opacity-0"
              />
              <span className="text-xs">{formatWeekday(one)}</span>
              <span className="num font-medium text-13">{Number(one.slice(-2))}</span>
            </label>
          );
        })}
      </fieldset>
      {!times || (isStale && !day) ? (
        <Skeleton className="h-24" />
      ) : day ? (
        <fieldset
          className="grid max-h-44 min-w-0 phone:max-h-none grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-1.5 overflow-y-auto -m-[3px] p-[3px]"
          disabled={isStale}
        >
          <legend className="sr-only">Time on {formatDayOfWeek(day)}</legend>
          {byDay.get(day)?.map((time, index) => (
            <label key={time} ref={time === at ? showInBox : undefined} className={CHOICE}>
              <input
                type="radio"
                name="call-time"
                value={time}
                checked={time === at}
                onChange={() => onAt(time)}
                data-invalid={problem && index === 0 ? "" : undefined}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-ctl opacity-0"
              />
              <span className="num text-13">{formatTime(new Date(time * 1000))}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <NoTimes next={times.next} onShow={(next) => onPage(pageWith(next, now))} host={host} onAnyone={onAnyone} />
      )}
    </div>
  );
}

const CHOICE = [
  "relative grid min-h-9 cursor-pointer place-items-center rounded-ctl border border-line bg-surface px-1 py-1 text-ink-2 phone:min-h-11",
  "hover:border-ink-3 hover:text-ink has-checked:border-accent has-checked:bg-[linear-gradient(var(--accent-tint),var(--accent-tint))] has-checked:text-ink",
  "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1 forced:has-checked:border-[Highlight]",
  "has-disabled:cursor-not-allowed has-disabled:border-line-soft has-disabled:bg-transparent has-disabled:text-ink-3",
].join(" ");

/** For the ref of the chosen time. A time that was clicked in the week may be far down. Only the times scroll, not the dialog. */
function showInBox(choice: Element | null): void {
  const box = choice?.closest("fieldset");
  if (!choice || !box) return;
  const [chosen, visible] = [choice.getBoundingClientRect(), box.getBoundingClientRect()];
  if (chosen.top >= visible.top && chosen.bottom <= visible.bottom) return;
  box.scrollTop += chosen.top - visible.top - (visible.height - chosen.height) / 2;
}

/** The chosen day, else the first one with free times. */
function shownDay(chosen: string | null, days: string[], byDay: Map<string, number[]>): string | undefined {
  if (chosen && days.includes(chosen) && byDay.has(chosen)) return chosen;
  return days.find((day) => byDay.has(day));
}

type NoTimesProps = {
  next: number | null;
  onShow: (next: Date) => void;
  host: Props["host"];
  onAnyone: Props["onAnyone"];
};

function NoTimes({ next, onShow, host, onAnyone }: NoTimesProps) {
  const { user } = useSession();
  const at = next === null ? null : new Date(next * 1000);
  return (
    <div className="flex flex-wrap items-center gap-2.5 py-2 text-13 text-ink-2">
      <p className="min-w-0 flex-1 basis-48">
        {at
          ? `No free times on these days. The next one is on ${formatDayOfWeek(at)} at ${formatTime(at)}.`
          : host
            ? `${host.id === user?.id ? "You have" : `${host.name} has`} no free times on these days or later.`
            : "No free times on these days or later."}
      </p>
      {at ? (
        <Button size="sm" onClick={() => onShow(at)}>
          Show it
        </Button>
      ) : (
        onAnyone && (
          <Button size="sm" onClick={onAnyone}>
            Show everyone's times
          </Button>
        )
      )}
    </div>
  );
}
