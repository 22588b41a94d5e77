import type { ReactNode } from "react";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatWeekdayTime } from "../../../../domain/format-date.ts";
import {
  coverage,
  momentSpan,
  type Span,
  WEEK_MINUTES,
  weekSpans,
  weekStartWall,
  withoutSpans,
} from "../../../../domain/shift-week.ts";
import { DAY_NAMES, SHIFT_DAYS, type ShiftHours } from "../../../../domain/shifts.ts";
import { toWallTime } from "../../../../domain/zoned-time.ts";
import type { ShiftPerson, TeamShifts } from "./api.ts";

/** The account's hours, as shifts. */
const hoursOf = (shifts: TeamShifts): ShiftHours =>
  Object.fromEntries(Object.entries(shifts.working_hours).map(([day, pair]) => [day, [pair]]));

/** This week: a line for each person, how many work at once, and the working hours in which nobody does. */
export function WeekCard({ shifts }: { shifts: TeamShifts }) {
  if (shifts.people.length === 0) return null;
  const zone = shifts.time_zone;
  const now = Date.parse(shifts.now);
  const start = weekStartWall(now, zone);
  const spansOf = ({ rota, absences }: ShiftPerson) =>
    withoutSpans(
      weekSpans((rota?.hours as ShiftHours | undefined) ?? hoursOf(shifts), rota?.time_zone ?? zone, start, zone),
      absences.map(({ starts_at, ends_at }) => momentSpan(starts_at, ends_at, start, zone)),
    );
  const people = shifts.people.map((person) => ({ person, spans: spansOf(person) }));
  const covered = coverage(people.map(({ spans }) => spans));
  const gaps = withoutSpans(
    weekSpans(hoursOf(shifts), zone, start, zone),
    people.flatMap(({ spans }) => spans),
  );
  const nowAt = (toWallTime(now, zone) - start) / 60_000;
  return (
    <Card role="region" aria-label="This week" className="overflow-hidden">
      <CardHeader className="flex-wrap">
        <CardTitle>This week</CardTitle>
        <span className="ml-auto text-ink-3 text-xs">{zoneText(zone)}</span>
      </CardHeader>
      <div aria-hidden="true" className="grid gap-2.5 px-4 py-3">
        <Row label={null}>
          <div className="grid grid-cols-7 text-ink-3 text-xs">
            {SHIFT_DAYS.map((day) => (
              <span key={day} className="truncate pl-1">
                {DAY_NAMES[day].slice(0, 3)}
              </span>
            ))}
          </div>
        </Row>
        {people.map(({ person, spans }) => (
          <Row
            key={person.user_id}
            label={
              <>
                <PersonAvatar userId={person.user_id} name={person.name} size={20} />
                <span className="truncate">{person.name}</span>
              </>
            }
          >
            <Track nowAt={nowAt}>
              {spans.map((span) => (
                <Bar key={span[0]} span={span} className="bg-info-dot" />
              ))}
            </Track>
          </Row>
        ))}
        <Row label={<span className="truncate font-medium">Everyone</span>}>
          <Track nowAt={nowAt}>
            {covered.map(({ span, count }) => (
              <Bar key={span[0]} span={span} className={count > 1 ? "bg-ok-dot" : "bg-ok-dot/45"} />
            ))}
            {gaps.map((span) => (
              <Bar key={span[0]} span={span} className="rounded-none bg-bad-solid" />
            ))}
          </Track>
        </Row>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-3 text-xs">
          <Key className="bg-ok-dot/45" text="One person" />
          <Key className="bg-ok-dot" text="Two or more at the same time" />
          <Key className="bg-bad-solid" text="No one" />
        </p>
      </div>
      <GapList gaps={gaps} start={start} isCovered={covered.length > 0} />
    </Card>
  );
}

const MAX_GAPS = 7;

/** The gaps in words, for everyone who can't see the bars, too. */
function GapList({ gaps, start, isCovered }: { gaps: Span[]; start: number; isCovered: boolean }) {
  // A local time that is encoded in UTC.
  const text = (minute: number) => formatWeekdayTime(new Date(start + minute * 60_000), { timeZone: "UTC" });
  return (
    <div className="border-line-soft border-t px-4 py-2.5 text-13">
      {gaps.length === 0 ? (
        <p className="text-ink-3">
          {isCovered ? "Someone is on shift at all working hours." : "No working hours and no shifts this week."}
        </p>
      ) : (
        <>
          <p className="font-medium text-bad-fg">No one is on shift in these working hours:</p>
          <ul className="mt-1 grid gap-0.5 text-ink-2">
            {gaps.slice(0, MAX_GAPS).map(([from, to]) => (
              <li key={from}>
                {text(from)} – {text(to)}
              </li>
            ))}
          </ul>
          {gaps.length > MAX_GAPS && <p className="text-ink-3">And {gaps.length - MAX_GAPS} more.</p>}
        </>
      )}
    </div>
  );
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid items-center gap-x-4 gap-y-1 md:grid-cols-[10rem_minmax(0,1fr)]">
      <span className={cn("flex min-w-0 items-center gap-2 text-13", label === null && "phone:hidden")}>{label}</span>
      {children}
    </div>
  );
}

const share = (minutes: number) => `${(100 * minutes) / WEEK_MINUTES}%`;

/** Seven days from left to right, with a line at each midnight and at the present time. */
function Track({ nowAt, children }: { nowAt: number; children: ReactNode }) {
  return (
    <div className="relative h-5 overflow-hidden rounded-sm bg-sunken">
      {children}
      {SHIFT_DAYS.slice(1).map((day, at) => (
        <span key={day} className="absolute inset-y-0 w-px bg-line-strong" style={{ left: share((at + 1) * 1_440) }} />
      ))}
      <span className="absolute inset-y-0 w-0.5 bg-ink" style={{ left: share(nowAt) }} />
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
