import { timeText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";

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
const placeText = (zone: string) => zone.split("/").slice(1).reverse().join(", ").replaceAll("_", " ") || zone;

// HTML allows to leave the end tags out. That saves a tenth of the page.
const optionOf = (zone: string, now: number, isChosen = false) =>
  `<option value="${escapeHtml(zone)}"${isChosen ? " selected" : ""}>${escapeHtml(placeText(zone))} (${timeText(now, zone)})`;

const others = ZONES.filter((zone) => !HOME_ZONES.includes(zone));
const regions = Map.groupBy(others, (zone) => {
  const region = zone.split("/")[0] ?? zone;
  return REGIONS[region] ?? region;
});
const byPlace = (one: string, other: string) => (placeText(one) < placeText(other) ? -1 : 1);
const SORTED: (readonly [region: string, zones: string[]])[] = [
  [HOME, HOME_ZONES],
  ...[...regions].map(([region, zones]) => [region, zones.sort(byPlace)] as const),
];

let kept = { minute: 0, options: "" };

/** All zones by region with their present time, which is worked out once a minute. */
function allOptions(now: number): string {
  const minute = Math.floor(now / 60_000);
  if (kept.minute !== minute) {
    const groups = SORTED.map(
      ([region, zones]) =>
        `<optgroup label="${region}">${zones.map((zone) => optionOf(zone, now)).join("")}</optgroup>`,
    );
    kept = { minute, options: groups.join("") };
  }
  return kept.options;
}

/** What the select of a time zone offers: the chosen one, then every one. */
export const zoneOptions = (zone: string, now: number) => optionOf(zone, now, true) + allOptions(now);
