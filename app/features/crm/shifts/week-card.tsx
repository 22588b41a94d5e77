import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { addDays, dayRangeText } from "~/shared/day-range.ts";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { cn } from "~/ui/cn.ts";
import { IconButton } from "~/ui/icon-button.tsx";
import { clockText } from "../../../../domain/bookable-hours.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatTime, formatWeekdayTime } from "../../../../domain/format-date.ts";
import { coverage, ofDay, type Span, WEEK_MINUTES } from "../../../../domain/shift-week.ts";
import { DAY_NAMES } from "../../../../domain/shifts.ts";
import { orderedDays } from "../../../../domain/week-start.ts";
import type { TeamShifts } from "./api.ts";
import { type PersonWeek, teamWeek } from "./team-week.ts";

/** The answer has the holidays of this many weeks. */
const MAX_AHEAD = 8;

/** A week: a line for each person with their hours, how many work at once, and the working hours in which no one does. */
export function WeekCard({ shifts }: { shifts: TeamShifts }) {
  const [ahead, setAhead] = useState(0);
  if (shifts.people.length === 0) return null;
  const { start, nowAt, people, gaps } = teamWeek(shifts, ahead);
  const covered = coverage(people.map(({ spans }) => spans));
  const first = new Date(start).toISOString().slice(0, 10);
  const range = dayRangeText(first, addDays(first, 6));
  const title = ahead === 0 ? "This week" : ahead === 1 ? "Next week" : range;
  const today = ahead === 0 ? Math.floor(nowAt / 1_440) : -1;
  return (
    <Card role="region" aria-label={title} className="overflow-hidden">
      <CardHeader className="flex-wrap">
        <CardTitle>{title}</CardTitle>
        {ahead < 2 && <span className="num text-ink-3 text-xs phone:hidden">{range}</span>}
        {gaps.length > 0 && <Chip tone="bad">{gaps.length === 1 ? "1 gap" : `${gaps.length} gaps`}</Chip>}
        <span className="ml-auto text-ink-3 text-xs phone:hidden">{zoneText(shifts.time_zone)}</span>
        <span className="flex phone:ml-auto">
          <IconButton label="Previous week" size="sm" disabled={ahead === 0} onClick={() => setAhead(ahead - 1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <IconButton label="Next week" size="sm" disabled={ahead === MAX_AHEAD} onClick={() => setAhead(ahead + 1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </span>
      </CardHeader>
      <div className="grid gap-1 py-3">
        <Row label={null}>
          <div aria-hidden="true" className="grid grid-cols-7 text-ink-3 text-xs">
            {orderedDays().map((day, at) => (
              <span key={day} className={cn("truncate pl-1", at === today && "font-medium text-ink")}>
                {DAY_NAMES[day].slice(0, 3)}{" "}
                <span className="num phone:hidden">{Number(addDays(first, at).slice(8))}</span>
              </span>
            ))}
          </div>
        </Row>
        <ul aria-label="Shifts">
          {people.map((each) => (
            <PersonLine key={each.person.user_id} week={each} nowAt={nowAt} today={today} />
          ))}
        </ul>
        <Row label={<span className="truncate font-medium">Everyone</span>} className="pt-1">
          <Track nowAt={nowAt} className="h-5">
            {covered.map(({ span, count }) => (
              <Bar key={span[0]} span={span} className={count > 1 ? "bg-ok-dot" : "bg-ok-dot/45"} />
            ))}
            {gaps.map((span) => (
              <Bar key={span[0]} span={span} className="rounded-none bg-bad-solid" />
            ))}
          </Track>
        </Row>
        <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 px-4 pt-1.5 text-ink-3 text-xs">
          {people.some(({ person }) => person.is_self) && <Key className="bg-accent" text="You" />}
          {people.some(({ person }) => !person.is_self) && (
            <Key
              className="bg-info-dot"
              text={people.some(({ person }) => person.is_self) ? "Colleague" : "On shift"}
            />
          )}
          {people.some(({ away }) => away.length > 0) && <Key className={AWAY} text="Away" />}
          <Key className="bg-ok-dot/45" text="One person" />
          <Key className="bg-ok-dot" text="Two or more at the same time" />
          <Key className="bg-bad-solid" text="No one during working hours" />
        </p>
      </div>
      <GapList
        gaps={gaps}
        start={start}
        isCovered={covered.length > 0}
        isNow={(from) => ahead === 0 && from <= nowAt}
      />
    </Card>
  );
}

const AWAY = "bg-[repeating-linear-gradient(135deg,var(--line-strong)_0_2px,transparent_2px_5px)]";

/** A person's bars, and below them the hours of each day. A phone shows only the viewer's own hours. */
function PersonLine({
  week: { person, spans, away },
  nowAt,
  today,
}: {
  week: PersonWeek;
  nowAt: number;
  today: number;
}) {
  return (
    <li className={cn("py-1.5", person.is_self && "bg-accent-tint")}>
      <Row
        label={
          <>
            <PersonAvatar userId={person.user_id} name={person.name} size={20} />
            <span className="truncate">{person.name}</span>
            {person.is_self && <span className="shrink-0 text-ink-3 text-xs">you</span>}
          </>
        }
      >
        <div className="grid gap-1">
          <Track nowAt={nowAt} className="h-3">
            {spans.map((span) => (
              <Bar key={span[0]} span={span} className={person.is_self ? "bg-accent" : "bg-info-dot"} />
            ))}
            {away.map((span) => (
              <Bar key={span[0]} span={span} className={AWAY} />
            ))}
          </Track>
          <ul
            className={cn(
              "grid grid-cols-7 text-ink-2 text-xs",
              person.is_self ? "phone:flex phone:flex-wrap phone:gap-x-3 phone:gap-y-0.5" : "phone:sr-only",
            )}
          >
            {orderedDays().map((day, at) => (
              <li
                key={day}
                className={cn(
                  "min-w-0 pl-1 phone:flex phone:gap-1 phone:pl-0",
                  at === today && "font-medium text-ink",
                  ofDay(spans, at).length === 0 && ofDay(away, at).length === 0 && "phone:sr-only",
                )}
              >
                <span className="sr-only phone:not-sr-only">{DAY_NAMES[day].slice(0, 3)} </span>
                <DayHours spans={ofDay(spans, at)} isAway={ofDay(away, at).length > 0} />
              </li>
            ))}
          </ul>
        </div>
      </Row>
    </li>
  );
}

/** '9 AM–5 PM' for each shift of a day. A free day is blank. */
function DayHours({ spans, isAway }: { spans: Span[]; isAway: boolean }) {
  if (spans.length === 0)
    return isAway ? <span className="text-ink-3">Away</span> : <span className="sr-only">Free</span>;
  if (spans.length === 1 && spans[0]?.[0] === 0 && spans[0][1] === 1_440) return <>All day</>;
  // A column has a line for each shift. A phone has all of them in a row.
  return spans.map(([from, to], at) => (
    <span key={from} className="block phone:whitespace-nowrap">
      {clock(from)}–{clock(to)}
      {at < spans.length - 1 && <span className="sr-only phone:not-sr-only">, </span>}
    </span>
  ));
}

const pad = (part: number) => String(part).padStart(2, "0");
const clock = (minute: number) => clockText(`${pad(Math.floor(minute / 60) % 24)}:${pad(Math.round(minute % 60))}`);

const MAX_GAPS = 7;

type GapProps = { gaps: Span[]; start: number; isCovered: boolean; isNow: (from: number) => boolean };

/** The gaps in words, for everyone who can't see the bars, too. */
function GapList({ gaps, start, isCovered, isNow }: GapProps) {
  // A local time that is encoded in UTC.
  const at = (minute: number) => new Date(start + minute * 60_000);
  const text = (minute: number) => formatWeekdayTime(at(minute), { timeZone: "UTC" });
  const endText = ([from, to]: Span) =>
    Math.floor(from / 1_440) === Math.floor((to - 1) / 1_440) ? formatTime(at(to), { timeZone: "UTC" }) : text(to);
  return (
    <div className="border-line-soft border-t px-4 py-2.5 text-13">
      {gaps.length === 0 ? (
        <p className="text-ink-3">
          {isCovered ? "Someone is on shift during all working hours." : "No working hours and no shifts this week."}
        </p>
      ) : (
        <>
          <p className="font-medium text-bad-fg">No one is on shift during these working hours:</p>
          <ul className="mt-1 grid gap-0.5 text-ink-2">
            {gaps.slice(0, MAX_GAPS).map((gap) => (
              <li key={gap[0]}>
                {isNow(gap[0]) ? "Now" : text(gap[0])} – {endText(gap)}
              </li>
            ))}
          </ul>
          {gaps.length > MAX_GAPS && <p className="text-ink-3">And {gaps.length - MAX_GAPS} more.</p>}
        </>
      )}
    </div>
  );
}

type RowProps = { label: ReactNode; className?: string; children: ReactNode };

function Row({ label, className, children }: RowProps) {
  return (
    <div className={cn("grid items-start gap-x-4 gap-y-1 px-4 md:grid-cols-[11rem_minmax(0,1fr)]", className)}>
      <span className={cn("flex min-w-0 items-center gap-2 text-13", label === null && "phone:hidden")}>{label}</span>
      {children}
    </div>
  );
}

const share = (minutes: number) => `${(100 * minutes) / WEEK_MINUTES}%`;

/** Seven days from left to right, with a line at each midnight and at the present time. */
function Track({ nowAt, className, children }: { nowAt: number; className: string; children: ReactNode }) {
  return (
    <div aria-hidden="true" className={cn("relative overflow-hidden rounded-sm bg-sunken", className)}>
      {children}
      {orderedDays()
        .slice(1)
        .map((day, at) => (
          <span
            key={day}
            className="absolute inset-y-0 w-px bg-line-strong"
            style={{ left: share((at + 1) * 1_440) }}
          />
        ))}
      {nowAt >= 0 && <span className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: share(nowAt) }} />}
    </div>
  );
}

function Bar({ span: [from, to], className }: { span: Span; className: string }) {
  return (
    <span
      className={cn("absolute inset-y-0.5 min-w-0.5 rounded-xs", className)}
      style={{ left: share(from), width: share(to - from) }}
    />
  );
}

function Key({ className, text }: { className: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={cn("size-2.5 rounded-xs", className)} />
      {text}
    </span>
  );
}
