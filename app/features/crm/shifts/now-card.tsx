import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { zoneText } from "../../../../domain/format-booking.ts";
import { formatTime } from "../../../../domain/format-date.ts";
import { awayUntil } from "../lib/away-text.ts";
import type { TeamShifts } from "./api.ts";
import { isAroundTheClock, type Turn, teamWeek, turns, turnTime } from "./team-week.ts";

const MAX_PEOPLE = 12;

/** Who is on shift now and until when, who follows, and the viewer's own shift. */
export function NowCard({ shifts }: { shifts: TeamShifts }) {
  if (shifts.people.length === 0) return null;
  const { start, nowAt, working } = teamWeek(shifts);
  const everyone = turns(shifts);
  const here = everyone.filter(({ person }) => person.on_shift);
  const following = everyone
    .filter(({ person, next }) => !person.on_shift && next !== null)
    .sort((one, other) => (one.next ?? 0) - (other.next ?? 0))[0];
  const isWorkingTime = working.some(([from, to]) => from <= nowAt && nowAt < to);
  const text = (minute: number) => turnTime({ start, nowAt }, minute);
  const self = everyone.find(({ person }) => person.is_self);
  return (
    <Card role="region" aria-label="On shift now" className="overflow-hidden">
      <CardHeader className="flex-wrap">
        <CardTitle>On shift now</CardTitle>
        <span className="ml-auto text-ink-3 text-xs">
          {formatTime(shifts.now, { timeZone: shifts.time_zone })}, {zoneText(shifts.time_zone)}
        </span>
      </CardHeader>
      <div className="grid grid-cols-1 gap-3 px-4 py-3 text-13">
        {here.length === 0 && (
          <p className={isWorkingTime ? "font-medium text-bad-fg" : "text-ink-2"}>
            {isWorkingTime
              ? "No one is on shift, and these are working hours. New leads stay unowned and everyone is notified."
              : "No one is on shift. These aren't working hours."}
          </p>
        )}
        {here.length > 0 && (
          <ul aria-label="People on shift" className="flex flex-wrap gap-x-6 gap-y-2.5">
            {here.slice(0, MAX_PEOPLE).map(({ person, until }) => (
              <li key={person.user_id} className="flex min-w-0 items-center gap-2">
                <PersonAvatar userId={person.user_id} name={person.name} size={32} />
                <span className="min-w-0">
                  <span className="block truncate font-medium">
                    {person.name}
                    {person.is_self && <span className="font-normal text-ink-3"> (you)</span>}
                  </span>
                  <span className="block text-ink-3 text-xs">
                    {until !== null && (isAroundTheClock(until, nowAt) ? "around the clock" : `until ${text(until)}`)}
                  </span>
                </span>
              </li>
            ))}
            {here.length > MAX_PEOPLE && (
              <li className="self-center text-ink-3">and {here.length - MAX_PEOPLE} more</li>
            )}
          </ul>
        )}
        {(following || self) && (
          <p className="text-ink-2">
            {self && !self.person.on_shift && <>{ownText(self, shifts, text)} </>}
            {following && !following.person.is_self && (
              <>
                Next is {following.person.name}, {text(following.next ?? 0)}.
              </>
            )}
          </p>
        )}
      </div>
    </Card>
  );
}

function ownText({ person, next }: Turn, shifts: TeamShifts, text: (minute: number) => string): string {
  const starts = next === null ? "You have no shifts this week or next week." : `Your next shift starts ${text(next)}.`;
  if (!person.away_until) return starts;
  return `You're away until ${awayUntil(person.away_until, shifts.time_zone)}. ${starts}`;
}
