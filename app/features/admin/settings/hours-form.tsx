import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import type { AgencyFormProps } from "./agency-section.tsx";
import { ConflictBanner } from "./conflict-banner.tsx";
import { DayRow } from "./day-row.tsx";
import { wholeNumber } from "./field-schemas.ts";
import { Holidays } from "./holidays.tsx";
import { TimeZoneField } from "./time-zone-field.tsx";
import { isTimeZone } from "./time-zones.ts";
import { useAgencyForm } from "./use-agency-form.ts";
import { DAYS, hoursProblem, normalizeHolidays, readWeek, toWeek } from "./working-week.ts";

const schema = z
  .looseObject({
    timeZone: z.string().check(z.trim(), z.refine(isTimeZone, "Choose a time zone from the list")),
    speedMinutes: wholeNumber(1, 1440),
    holidays: z.string(),
  })
  .check(
    z.superRefine((values, context) => {
      for (const [day, [from, to]] of Object.entries(toWeek(values))) {
        const message = hoursProblem(from, to);
        if (message) context.addIssue({ code: "custom", path: [`${day}-from`], message });
      }
    }),
  );

/** When the clock of a new lead runs, and how fast it has to be answered. */
export function HoursForm({ row, onReset }: AgencyFormProps) {
  const { props, errors, busy, dirty, conflict, recheck } = useAgencyForm({
    loaded: row,
    onReset,
    schema,
    what: "Working hours",
    toRow: (values) => ({
      time_zone: values.timeZone,
      speed_to_lead_minutes: Number(values.speedMinutes),
      working_hours: toWeek(values),
      holidays: normalizeHolidays(JSON.parse(values.holidays) as string[]),
    }),
  });
  const week = readWeek(row.working_hours);
  const problems: Partial<Record<string, string>> = errors;
  return (
    <form {...props} className="grid min-w-0 gap-6">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TimeZoneField stored={row.time_zone} error={errors.timeZone} />
        <Field
          label="Speed-to-lead target, in minutes"
          error={errors.speedMinutes}
          hint="Working minutes until a new lead should have an answer."
        >
          <Input name="speedMinutes" inputMode="numeric" autoComplete="off" defaultValue={row.speed_to_lead_minutes} />
        </Field>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-13">Working hours</legend>
        {DAYS.map(([day, label]) => (
          <DayRow key={day} day={day} label={label} hours={week[day]} error={problems[`${day}-from`]} />
        ))}
      </fieldset>
      <Holidays stored={row.holidays} onChange={recheck} />
      <SaveBar label="Save working hours" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
