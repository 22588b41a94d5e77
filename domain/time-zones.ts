// Time zones as people choose them: by region and place, with the time there.

import { timeText } from "./format-booking.ts";

/** The system lists some places under names that they no longer have. */
const RENAMED: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};
const REGIONS: Record<string, string> = { America: "Americas", Indian: "Indian Ocean", UTC: "Other" };
/** The agency's country comes first, from east to west. */
const HOME = "United States";
const HOME_ZONES = ["New_York", "Chicago", "Denver", "Phoenix", "Los_Angeles", "Anchorage"]
  .map((city) => `America/${city}`)
  .concat("Pacific/Honolulu");
const ZONES = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"].map((name) => RENAMED[name] ?? name))];

/** 'Los Angeles', 'Knox, Indiana' */
export const zonePlace = (zone: string) => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ") || zone;

/** 'Los Angeles (9:41 AM)' */
export const zoneOption = (zone: string, now: number): string => `${zonePlace(zone)} (${timeText(now, zone)})`;

const others = ZONES.filter((zone) => !HOME_ZONES.includes(zone));
const regions = Map.groupBy(others, (zone) => {
  const region = zone.split("/")[0] ?? zone;
  return REGIONS[region] ?? region;
});
const byPlace = (one: string, other: string) => (zonePlace(one) < zonePlace(other) ? -1 : 1);
/** Every time zone by region. */
export const ZONE_REGIONS: (readonly [region: string, zones: string[]])[] = [
  [HOME, HOME_ZONES],
  ...[...regions].map(([region, zones]) => [region, zones.sort(byPlace)] as const),
];
