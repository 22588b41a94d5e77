import { type FormEvent, useRef, useState } from "react";
import { queryKeys } from "~/shared/query-keys.ts";
import { useAction } from "~/shared/use-action.ts";
import { ZoneSelect } from "~/shared/zone-select.tsx";
import { Button } from "~/ui/button.tsx";
import { DialogClose, DialogFooter, DialogTitle } from "~/ui/dialog.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { FormDialog, useUnsavedChanges } from "~/ui/form-dialog.tsx";
import { Input } from "~/ui/input.tsx";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter.ts";
import { useFocusInvalid } from "~/ui/use-focus-invalid.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { type ShiftDay, type ShiftHours, shiftProblems, shownShifts, storedShifts } from "../../../../domain/shifts.ts";
import { orderedDays } from "../../../../domain/week-start.ts";
import { type RotaValues, type ShiftPerson, saveRota, type TeamShifts } from "./api.ts";
import { DayFields } from "./day-fields.tsx";
import { NO_SHARE, poolShares } from "./pool-shares.ts";
import { hoursOf } from "./team-week.ts";

type Props = { person: ShiftPerson; shifts: TeamShifts; onClose: () => void };

/** A person's week. Leaders also set how many leads they get. */
export function HoursDialog(props: Props) {
  return (
    <FormDialog aria-describedby={undefined} onClose={props.onClose} className="max-w-2xl">
      <DialogTitle>{props.person.name}'s hours</DialogTitle>
      <HoursForm {...props} />
    </FormDialog>
  );
}

function HoursForm({ person, shifts, onClose }: Props) {
  // The version that was opened, so that a change by someone else is never overwritten.
  const [seen] = useState(person.rota?.updated_at ?? null);
  const [stored] = useState(() => ({
    hours: shownShifts((person.rota?.hours ?? hoursOf(shifts.working_hours)) as ShiftHours),
    zone: person.rota?.time_zone ?? shifts.time_zone,
    capacity: String(person.rota?.capacity ?? ""),
    weight: String(person.rota?.weight ?? 1),
  }));
  const [values, setValues] = useState(stored);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const focusInvalid = useFocusInvalid(form);
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
    capacity: /^([1-9]\d{0,2}|1000)?$/.test(values.capacity)
      ? undefined
      : "Enter a number from 1 to 1,000, or leave it blank",
    weight: /^(\d{1,2}|100)$/.test(values.weight) ? undefined : "Enter a number from 0 to 100",
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(days).length > 0 || Object.values(problems).some(Boolean)) return focusInvalid();
    void run({
      time_zone: values.zone,
      hours: storedShifts(values.hours),
      capacity: values.capacity === "" ? null : Number(values.capacity),
      weight: Number(values.weight),
    });
  };
  const setDay = (day: ShiftDay, ranges: [string, string][]) => {
    const { [day]: _, ...rest } = values.hours;
    setValues({ ...values, hours: ranges.length > 0 ? { ...rest, [day]: ranges } : rest });
  };
  const copyDay = (day: ShiftDay, days: readonly ShiftDay[]) =>
    setValues({
      ...values,
      hours: { ...values.hours, ...Object.fromEntries(days.map((each) => [each, values.hours[day] ?? []])) },
    });
  return (
    <form ref={form} noValidate onSubmit={submit} onKeyDown={submitOnModEnter} className="grid gap-4">
      <Field label="Time zone">
        <ZoneSelect value={values.zone} onChange={(zone) => setValues({ ...values, zone })} />
      </Field>
      <div>
        <p className="pb-1 text-13 text-ink-2">A shift that ends before its start ends on the next day.</p>
        {orderedDays().map((day) => (
          <DayFields
            key={day}
            day={day}
            ranges={values.hours[day] ?? []}
            problem={tried ? days[day] : undefined}
            onChange={(ranges) => setDay(day, ranges)}
            onCopy={(days) => copyDay(day, days)}
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
            hint="No new leads while this many are waiting for an answer. Leave blank for no limit."
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

/** 'While everyone in the pool is free, they get 2 of every 3 leads that go to West.', from what is typed. */
function shareOf(typed: string, person: ShiftPerson, shifts: TeamShifts): string {
  if (!/^(\d{1,2}|100)$/.test(typed)) return "";
  if (Number(typed) === 0) return `They get ${NO_SHARE}.`;
  const shares = poolShares(person.user_id, Number(typed), shifts).map(({ text }) => text);
  if (shares.length === 0)
    return "Counts when people take turns for booked calls, and when a late lead goes to someone else.";
  return `While everyone in the pool is free, they get ${formatNames(shares)}.`;
}
