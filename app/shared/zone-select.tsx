import type { ComponentProps } from "react";
import { NativeSelect } from "~/ui/native-select.tsx";
import { timeText } from "../../domain/format-booking.ts";
import { listedZone, placeText, ZONE_GROUPS, zoneName } from "../../domain/time-zones.ts";
import { isTimeZone } from "../../domain/zoned-time.ts";

type Props = Omit<ComponentProps<typeof NativeSelect>, "value" | "onChange"> & {
  value: string;
  onChange: (zone: string) => void;
};

/** Chooses a time zone by its place, as on the booking pages: by region, each with the time there now. */
export function ZoneSelect({ value, onChange, ...props }: Props) {
  const now = Date.now();
  return (
    <NativeSelect {...props} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value={value}>{isTimeZone(value) ? `${zoneName(value)} (${timeText(now, value)})` : value}</option>
      {ZONE_GROUPS.map(([region, zones]) => (
        <optgroup key={region} label={region}>
          {zones
            .filter((zone) => zone !== listedZone(value))
            .map((zone) => (
              <option key={zone} value={zone}>{`${placeText(zone)} (${timeText(now, zone)})`}</option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
