import { zoneText } from "./format-booking.ts";

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

/** Places whose names in the time zone database aren't English. */
const SPELLED: Record<string, string> = {
  "Antarctica/DumontDUrville": "Dumont d’Urville",
  "Europe/Tirane": "Tirana",
};

/** 'Los Angeles', 'Knox, Indiana' */
export const placeText = (zone: string) =>
  SPELLED[zone] ?? (zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ") || zone);

/** 'Denver, Mountain Time'; 'UTC' alone. */
export function zoneName(zone: string): string {
  const [place, name] = [placeText(zone), zoneText(zone)];
  return place === name ? name : `${place}, ${name}`;
}

/** The name under which the lists have a zone. */
export const listedZone = (zone: string): string => RENAMED[zone] ?? zone;

const others = ZONES.filter((zone) => !HOME_ZONES.includes(zone));
const regions = Map.groupBy(others, (zone) => {
  const region = zone.split("/")[0] ?? zone;
  return REGIONS[region] ?? region;
});
const byPlace = (one: string, other: string) => (placeText(one) < placeText(other) ? -1 : 1);
/** Every time zone by region, sorted by place. */
export const ZONE_GROUPS: (readonly [region: string, zones: string[]])[] = [
  [HOME, HOME_ZONES],
  ...[...regions].map(([region, zones]) => [region, zones.sort(byPlace)] as const),
];
