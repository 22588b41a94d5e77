import { CalendarOff, Clock, Users } from "lucide-react";
import { useState } from "react";
import { Link as RouterLink } from "react-router";
import { PersonAvatar } from "~/shared/avatars/person-avatar.tsx";
import { Button } from "~/ui/button.tsx";
import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { Chip } from "~/ui/chip.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Link } from "~/ui/link.tsx";
import { formatCount } from "../../../../domain/format-count.ts";
import { formatDayTime } from "../../../../domain/format-date.ts";
import { type ShiftHours, weekLines } from "../../../../domain/shifts.ts";
import { zoneName } from "../../../../domain/time-zones.ts";
import { awayDays, awayUntil, daysOfAbsence } from "../lib/away-text.ts";
import type { ShiftPerson, TeamShifts } from "./api.ts";
import { AwayButton, RemoveAbsence, weekOfCall } from "./away-button.tsx";
import { HoursDialog } from "./hours-dialog.tsx";
import { NO_SHARE, poolShares } from "./pool-shares.ts";

/** The team with everyone's hours and absences. */
export function PeopleCard({ shifts }: { shifts: TeamShifts }) {
  const [edited, setEdited] = useState<string | null>(null);
  const person = shifts.people.find(({ user_id }) => user_id === edited);
  return (
    <Card role="region" aria-label="People" className="overflow-hidden">
      <CardHeader>
        <CardTitle>People</CardTitle>
      </CardHeader>
      {shifts.people.length === 0 && (
        <EmptyState
          icon={<Users aria-hidden="true" />}
          title="No one yet"
          text="People who answer leads appear here."
        />
      )}
      <ul>
        {shifts.people.map((each) => (
          <PersonRow key={each.user_id} person={each} shifts={shifts} onEdit={() => setEdited(each.user_id)} />
        ))}
      </ul>
      {person && <HoursDialog person={person} shifts={shifts} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function PersonRow({ person, shifts, onEdit }: { person: ShiftPerson; shifts: TeamShifts; onEdit: () => void }) {
  const { rota } = person;
  const zone = rota?.time_zone ?? shifts.time_zone;
  const weight = rota?.weight ?? 1;
  const shares = poolShares(person.user_id, weight, shifts).filter(({ isEven }) => !isEven);
  const limits = [
    ...(weight === 0 ? [`Gets ${NO_SHARE}`] : shares.map(({ text }) => `Gets ${text} while everyone there is free`)),
    rota?.capacity && `up to ${rota.capacity} waiting leads`,
    person.waiting > 0 && `${person.waiting} waiting now`,
  ].filter(Boolean);
  return (
    <li
      aria-label={person.name}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line-soft border-b px-4 py-3 last:border-b-0"
    >
      <PersonAvatar userId={person.user_id} name={person.name} size={32} />
      <div className="min-w-0 flex-1 basis-56 text-13">
        <p className="flex flex-wrap items-center gap-2">
          <span className="truncate font-medium text-sm">{person.name}</span>
          <ShiftChip person={person} zone={shifts.time_zone} />
        </p>
        <p className="text-pretty text-ink-3">
          {rota ? weekLines(rota.hours as ShiftHours).join(" · ") || "No shifts" : "The account's hours"} ·{" "}
          {zoneName(zone)}
        </p>
        {limits.length > 0 && <p className="text-ink-3">{limits.join(" · ")}</p>}
        {person.absences.map((absence) => (
          <p key={absence.id} className="flex flex-wrap items-center gap-1.5 text-ink-3">
            <CalendarOff aria-hidden="true" className="size-3.5 shrink-0" />
            {/* A later absence has whole days of the person's zone, which is above. */}
            {Date.parse(absence.starts_at) > Date.parse(shifts.now)
              ? `Away ${awayDays(...daysOfAbsence(absence, zone))}`
              : `Away until ${awayUntil(absence.ends_at, shifts.time_zone)}`}
            {absence.first_call && (
              <Link asChild>
                <RouterLink to={weekOfCall(absence.first_call, person)}>
                  {formatCount(absence.calls)} booked {absence.calls === 1 ? "call" : "calls"} then
                </RouterLink>
              </Link>
            )}
            {person.edits_absences && <RemoveAbsence absence={absence} person={person} zone={zone} />}
          </p>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {person.edits_absences && <AwayButton person={person} now={shifts.now} zone={zone} />}
        {(shifts.is_leader || person.is_self) && (
          <Button
            size="sm"
            icon={<Clock aria-hidden="true" />}
            aria-label={`Edit hours of ${person.name}`}
            onClick={onEdit}
          >
            Edit hours
          </Button>
        )}
      </div>
    </li>
  );
}

function ShiftChip({ person, zone }: { person: ShiftPerson; zone: string }) {
  if (person.away_until)
    return <Chip tone="warn">Away until {formatDayTime(person.away_until, { timeZone: zone })}</Chip>;
  return person.on_shift ? <Chip tone="ok">On shift</Chip> : <Chip>Off shift</Chip>;
}
