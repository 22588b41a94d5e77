import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { ZoneSelect } from "~/shared/zone-select.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Input } from "~/ui/input.tsx";
import {
  DAY_NAMES,
  MAX_SHIFTS,
  SHIFT_DAYS,
  type ShiftDay,
  type ShiftHours,
  shareText,
  shiftProblems,
} from "../../../../domain/shifts.ts";
import { type RotaValues, type ShiftPerson, saveRota, type TeamShifts } from "./api.ts";
import { hoursOf } from "./team-week.ts";

type Props = { person: ShiftPerson; shifts: TeamShifts; onClose: () => void };

/** A person's week. Leaders also set how many leads they get. */
export function HoursDialog(props: Props) {
  return (
    <FormDialog aria-describedby={undefined} onClose={props.onClose} className="max-w-xl">
      <DialogTitle>{props.person.name}'s hours</DialogTitle>
      <HoursForm {...props} />
    </FormDialog>
  );
}

function HoursForm({ person, shifts, onClose }: Props) {
  // The version that was opened, so that a change by someone else is never overwritten.
  const [seen] = useState(person.rota?.updated_at ?? null);
  const [stored] = useState(() => ({
    hours: (person.rota?.hours ?? hoursOf(shifts.working_hours)) as ShiftHours,
    zone: person.rota?.time_zone ?? shifts.time_zone,
    capacity: String(person.rota?.capacity ?? ""),
    weight: String(person.rota?.weight ?? 1),
  }));
  const [values, setValues] = useState(stored);
  const [tried, setTried] = useState(false);
  useUnsavedChanges(JSON.stringify(values) === JSON.stringify(stored) ? null : "these hours");
  const { run, busy, problem } = useAction({
    action: (next: RotaValues | null) => saveRota(person.user_id, next, seen),
    successMessage: "Hours saved",
    errorMessage: "Couldn't save the hours",
    showProblem: "inline",
    isFree: true,
    invalidates: [queryKeys.crm()],
    onSuccess: onClose,
  });
  const days = shiftProblems(values.hours);
  const problems = {
    capacity: /^([1-9]\d{0,2}|1000)?$/.test(values.capacity) ? undefined : "Enter a number from 1 to 1,000, or nothing",
    weight: /^(\d{1,2}|100)$/.test(values.weight) ? undefined : "Enter a number from 0 to 100",
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(days).length > 0 || Object.values(problems).some(Boolean)) return;
    void run({
      time_zone: values.zone,
      hours: values.hours,
      capacity: values.capacity === "" ? null : Number(values.capacity),
      weight: Number(values.weight),
    });
  };
  const setDay = (day: ShiftDay, ranges: [string, string][]) => {
    const { [day]: _, ...rest } = values.hours;
    setValues({ ...values, hours: ranges.length > 0 ? { ...rest, [day]: ranges } : rest });
  };
  const copyDay = (day: ShiftDay) =>
    setValues({ ...values, hours: Object.fromEntries(SHIFT_DAYS.map((each) => [each, values.hours[day] ?? []])) });
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Time zone">
        <ZoneSelect value={values.zone} onChange={(zone) => setValues({ ...values, zone })} />
      </Field>
      <div>
        {SHIFT_DAYS.map((day) => (
          <DayFields
            key={day}
            day={day}
            ranges={values.hours[day] ?? []}
            problem={tried ? days[day] : undefined}
            onChange={(ranges) => setDay(day, ranges)}
            onCopy={() => copyDay(day)}
          />
        ))}
      </div>
      {shifts.is_leader && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Share of new leads"
            error={tried ? problems.weight : undefined}
            hint={`${shareOf(values.weight, person, shifts)} 1 is usual, 2 is twice as many, 0 is none.`}
          >
            <Input
              inputMode="numeric"
              value={values.weight}
              onChange={(event) => setValues({ ...values, weight: event.currentTarget.value.trim() })}
            />
          </Field>
          <Field
            label="Max waiting leads"
            error={tried ? problems.capacity : undefined}
            hint="No new leads while this many wait for an answer. Leave blank for no limit."
          >
            <Input
              inputMode="numeric"
              value={values.capacity}
              onChange={(event) => setValues({ ...values, capacity: event.currentTarget.value.trim() })}
            />
          </Field>
        </div>
      )}
      <FieldError id="hours-problem">{problem}</FieldError>
      <DialogFooter>
        {shifts.is_leader && person.rota && (
          <Button variant="ghost" className="mr-auto" loading={busy} onClick={() => void run(null)}>
            Use the account's hours
          </Button>
        )}
        <DialogClose asChild>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={busy}>
          Save hours
        </Button>
      </DialogFooter>
    </form>
  );
}

/** 'They get 2 of every 3 when everyone is on shift.', from what is typed. */
function shareOf(typed: string, person: ShiftPerson, shifts: TeamShifts): string {
  if (!/^(\d{1,2}|100)$/.test(typed)) return "";
  const others = shifts.people.filter(({ user_id }) => user_id !== person.user_id);
  const total = others.reduce((sum, { rota }) => sum + (rota?.weight ?? 1), Number(typed));
  return `They get ${shareText(Number(typed), total)} when everyone is on shift.`;
}

type DayProps = {
  day: ShiftDay;
  ranges: [string, string][];
  problem: string | undefined;
  onChange: (ranges: [string, string][]) => void;
  /** Gives every day the shifts of this one. */
  onCopy: () => void;
};

function DayFields({ day, ranges, problem, onChange, onCopy }: DayProps) {
  const name = DAY_NAMES[day];
  const isAllDay = ranges.length === 1 && ranges[0]?.[0] === "00:00" && ranges[0][1] === "24:00";
  const change = (at: number, side: 0 | 1, value: string) =>
    onChange(ranges.map((range, place) => (place === at ? (range.with(side, value) as [string, string]) : range)));
  const add = () => onChange([...ranges, ranges.length === 0 ? ["09:00", "17:00"] : [ranges.at(-1)?.[1] ?? "", ""]]);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1 border-line-soft border-b py-2 last:border-b-0">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" className="w-24 pt-2 text-13">
        {name}
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5">
        {ranges.length === 0 && <span className="pt-2 text-13 text-ink-3">Free</span>}
        {isAllDay && (
          <span className="flex items-center gap-2">
            <span className="flex-1 text-13">All day</span>
            <IconButton label={`Remove ${name} shift 1`} size="sm" onClick={() => onChange([])}>
              <X aria-hidden="true" />
            </IconButton>
          </span>
        )}
        {(isAllDay ? [] : ranges).map(([from, to], at) => (
          // Ranges have no names but their places.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a range is
          <span key={at} className="flex items-center gap-2">
            <Input
              type="time"
              aria-label={`${name} shift ${at + 1} from`}
              aria-invalid={problem ? true : undefined}
              value={from}
              onChange={(event) => change(at, 0, event.currentTarget.value)}
              className="w-30 phone:w-auto phone:flex-1"
            />
            <span className="text-13 text-ink-3">to</span>
            <Input
              type="time"
              aria-label={`${name} shift ${at + 1} to`}
              aria-invalid={problem ? true : undefined}
              // A time field has no 24:00.
              value={to === "24:00" ? "00:00" : to}
              onChange={(event) =>
                change(at, 1, event.currentTarget.value === "00:00" ? "24:00" : event.currentTarget.value)
              }
              className="w-30 phone:w-auto phone:flex-1"
            />
            <IconButton
              label={`Remove ${name} shift ${at + 1}`}
              size="sm"
              onClick={() => onChange(ranges.toSpliced(at, 1))}
            >
              <X aria-hidden="true" />
            </IconButton>
          </span>
        ))}
        <FieldError id={`${day}-problem`}>{problem}</FieldError>
        <span className="-ml-2.5 flex flex-wrap gap-1 phone:-ml-3">
          {!isAllDay && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`All day on ${name}`}
              onClick={() => onChange([["00:00", "24:00"]])}
            >
              All day
            </Button>
          )}
          {ranges.length > 0 && (
            <Button size="sm" variant="ghost" aria-label={`Copy ${name} to all days`} onClick={onCopy}>
              Copy to all days
            </Button>
          )}
        </span>
      </div>
      <IconButton
        label={`Add a shift on ${name}`}
        size="sm"
        disabled={isAllDay || ranges.length >= MAX_SHIFTS}
        onClick={add}
      >
        <Plus aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
