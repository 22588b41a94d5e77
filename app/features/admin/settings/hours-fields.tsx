import { useEffect, useId, useState } from "react";
import * as z from "~/shared/schema.ts";
import { ZoneSelect } from "~/shared/zone-select.tsx";
import { Checkbox } from "~/ui/checkbox.tsx";
import { Field, FieldError } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { isTimeZone } from "../../../../domain/zoned-time.ts";
import { wholeNumber } from "./field-schemas.ts";
import { Holidays } from "./holidays.tsx";
import { DAYS, type Day, hoursProblem, readWeek, toWeek, type WorkingWeek } from "./working-week.ts";

/** The fields of working hours. A day's times count only while it is open. */
export const hoursFields = {
  timeZone: z.string().check(z.trim(), z.refine(isTimeZone, "Choose a time zone from the list")),
  speedMinutes: wholeNumber(1, 1440),
  holidays: z.string(),
};

/** Refuses a day that ends before it starts. */
export const hoursCheck = z.superRefine<Record<string, unknown>>((values, context) => {
  for (const [day, [from, to]] of Object.entries(toWeek(values))) {
    const message = hoursProblem(from, to);
    if (message) context.addIssue({ code: "custom", path: [`${day}-from`], message });
  }
});

type Props = {
  row: {
    time_zone: string;
    speed_to_lead_minutes: number;
    working_hours: unknown;
    holidays: string[];
    /** Absent where days have no names of their own. */
    holiday_names?: unknown;
  };
  errors: Partial<Record<string, string>>;
  /** Tells the form about changes without an input event. */
  onChange: () => void;
};

/** Time zone, target, working week and holidays, of the agency or of a client's account. */
export function HoursFields({ row, errors, onChange }: Props) {
  const week = readWeek(row.working_hours);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeZoneField stored={row.time_zone} error={errors.timeZone} />
        <Field
          label="Speed-to-lead target (minutes)"
          error={errors.speedMinutes}
          hint="How soon a new lead should get a reply, in working minutes."
        >
          <Input name="speedMinutes" inputMode="numeric" autoComplete="off" defaultValue={row.speed_to_lead_minutes} />
        </Field>
      </div>
      <WeekFields week={week} errors={errors} onChange={onChange} />
      <Holidays
        dates={row.holidays}
        names={row.holiday_names}
        isNamed={"holiday_names" in row}
        zone={row.time_zone}
        onChange={onChange}
      />
    </>
  );
}

/** The open days with one pair of times for all, as most weeks are, or with times of their own. */
function WeekFields({ week, errors, onChange }: { week: WorkingWeek } & Pick<Props, "errors" | "onChange">) {
  const [shared, setShared] = useState(() => sharedHours(week));
  const [last, setLast] = useState(week);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hidden fields change without an input event
  useEffect(onChange, [shared]);
  const [from, to] = shared ?? [];
  const problemId = useId();
  const problem = DAYS.map(([day]) => errors[`${day}-from`]).find(Boolean);
  return (
    <fieldset
      className="min-w-0"
      onInput={(event) => {
        const values = new FormData((event.target as HTMLInputElement).form ?? undefined);
        setLast(toWeek(Object.fromEntries(values)));
      }}
    >
      <legend className="mb-1 font-medium text-13">Working hours</legend>
      <Checkbox
        label="Same hours every day"
        checked={shared !== null}
        onChange={({ target }) => {
          if (!target.checked && shared)
            setLast((open) => Object.fromEntries(Object.keys(open).map((day) => [day, shared])));
          setShared(target.checked ? (Object.values(last)[0] ?? STANDARD_HOURS) : null);
        }}
        className="mb-1 min-h-9 phone:min-h-11"
      />
      {shared === null ? (
        DAYS.map(([day, label]) => (
          <DayRow key={day} day={day} label={label} hours={last[day]} error={errors[`${day}-from`]} />
        ))
      ) : (
        <>
          <div className="mb-2 flex items-center gap-2">
            <Input
              type="time"
              aria-label="Open from"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? problemId : undefined}
              defaultValue={from}
              onChange={({ target }) => setShared([target.value, to ?? ""])}
              className="w-30 phone:w-auto phone:flex-1 phone:px-2"
            />
            <span className="text-13 text-ink-3">to</span>
            <Input
              type="time"
              aria-label="Open until"
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? problemId : undefined}
              defaultValue={to}
              onChange={({ target }) => setShared([from ?? "", target.value])}
              className="w-30 phone:w-auto phone:flex-1 phone:px-2"
            />
          </div>
          <FieldError id={problemId}>{problem}</FieldError>
          <div className="flex flex-wrap gap-x-4">
            {DAYS.map(([day, label]) => (
              <span key={day}>
                <Checkbox
                  name={day}
                  label={label}
                  defaultChecked={Boolean(last[day])}
                  className="min-h-9 phone:min-h-11"
                />
                <input type="hidden" name={`${day}-from`} value={from} />
                <input type="hidden" name={`${day}-to`} value={to} />
              </span>
            ))}
          </div>
        </>
      )}
    </fieldset>
  );
}

const STANDARD_HOURS: [string, string] = ["09:00", "18:00"];

/** The hours of all open days if they are the same; null if a day has its own. */
function sharedHours(week: WorkingWeek): [string, string] | null {
  const [first = STANDARD_HOURS, ...others] = Object.values(week);
  return others.every(([from, to]) => from === first[0] && to === first[1]) ? first : null;
}

type DayRowProps = { day: Day; label: string; hours: [string, string] | undefined; error: string | undefined };

function DayRow({ day, label, hours, error }: DayRowProps) {
  const id = useId();
  const shared = {
    type: "time",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? id : undefined,
  } as const;
  return (
    <div className="group border-line-soft border-b py-1.5 last:border-b-0">
      <div className="flex min-h-9 items-center gap-3 phone:min-h-11 phone:flex-wrap phone:gap-x-2 phone:gap-y-1">
        <Checkbox name={day} label={label} defaultChecked={Boolean(hours)} className="w-32 phone:w-28" />
        <span className="text-13 text-ink-3 group-has-[[type=checkbox]:checked]:hidden">Closed</span>
        <span className="flex min-w-0 items-center gap-2 group-has-[[type=checkbox]:not(:checked)]:hidden phone:w-full phone:pb-2">
          <Input
            {...shared}
            name={`${day}-from`}
            aria-label={`${label} from`}
            defaultValue={hours?.[0] ?? "09:00"}
            className="w-30 phone:w-auto phone:flex-1 phone:px-2"
          />
          <span className="text-13 text-ink-3">to</span>
          <Input
            {...shared}
            name={`${day}-to`}
            aria-label={`${label} to`}
            defaultValue={hours?.[1] ?? "18:00"}
            className="w-30 phone:w-auto phone:flex-1 phone:px-2"
          />
        </span>
      </div>
      <FieldError id={id}>{error}</FieldError>
    </div>
  );
}

/** A time zone. The places show their present time, which makes a wrong choice obvious. */
function TimeZoneField({ stored, error }: { stored: string; error: string | undefined }) {
  const [zone, setZone] = useState(stored);
  return (
    <Field label="Time zone" error={error} hint="Used for working hours, due dates and schedules.">
      <ZoneSelect name="timeZone" value={zone} onChange={setZone} />
    </Field>
  );
}
