import * as z from "~/shared/schema.ts";
import { SaveBar } from "~/shared/settings/save-bar.tsx";
import type { Holiday } from "../../../../domain/us-holidays.ts";
import { type AgencyFormProps, ConflictBanner, useAgencyForm } from "./agency-form.tsx";
import { HoursFields, hoursCheck, hoursFields } from "./hours-fields.tsx";
import { storeHolidays, toWeek } from "./working-week.ts";

const schema = z.looseObject(hoursFields).check(hoursCheck);

/** The working hours for new leads' clocks, and the target response time. */
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
      ...storeHolidays(JSON.parse(values.holidays) as Holiday[]),
    }),
  });
  return (
    <form {...props} className="grid min-w-0 gap-6">
      {conflict && <ConflictBanner onLoaded={onReset} />}
      <HoursFields row={row} errors={errors} onChange={recheck} />
      <SaveBar label="Save working hours" dirty={dirty} busy={busy} onDiscard={() => onReset()} />
    </form>
  );
}
