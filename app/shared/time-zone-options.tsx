import { clockNow } from "~/ui/clock-ticker.ts";
import { ZONE_REGIONS, zoneOption } from "../../domain/time-zones.ts";
import { isTimeZone } from "../../domain/zoned-time.ts";

/** The options of a select for a time zone: every zone by region, with its present time. `value` is the chosen one. */
export function TimeZoneOptions({ value }: { value: string }) {
  const now = clockNow();
  return (
    <>
      {value !== "" && <option value={value}>{isTimeZone(value) ? zoneOption(value, now) : value}</option>}
      {ZONE_REGIONS.map(([region, zones]) => (
        <optgroup key={region} label={region}>
          {zones
            .filter((zone) => zone !== value)
            .map((zone) => (
              <option key={zone} value={zone}>
                {zoneOption(zone, now)}
              </option>
            ))}
        </optgroup>
      ))}
    </>
  );
}
