import { useId, useMemo, useState } from "react";
import { Field } from "~/ui/field.tsx";
import { Input } from "~/ui/input.tsx";
import { clockIn, isTimeZone, listTimeZones } from "./time-zones.ts";

/** The agency's time zone, searched by typing a city; says what time it is there, which shows a wrong choice at once. */
export function TimeZoneField({ stored, error }: { stored: string; error: string | undefined }) {
  const list = useId();
  const zones = useMemo(listTimeZones, []);
  const [typed, setTyped] = useState(stored);
  const now = isTimeZone(typed) ? `It is ${clockIn(typed, new Date())} there now.` : "Type a city, such as Berlin.";
  return (
    <Field label="Time zone" error={error} hint={`Rules working hours, due dates and schedules. ${now}`}>
      <Input
        name="timeZone"
        list={list}
        autoComplete="off"
        spellCheck={false}
        defaultValue={stored}
        onChange={(event) => setTyped(event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll("_", " ")}
          </option>
        ))}
      </datalist>
    </Field>
  );
}
