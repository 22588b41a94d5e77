import { timeText } from "../../domain/format-booking.ts";
import { escapeHtml } from "../../domain/landing/markup.ts";
import { placeText, ZONE_GROUPS } from "../../domain/time-zones.ts";

// HTML allows to leave the end tags out. That saves a tenth of the page.
const optionOf = (zone: string, now: number, isChosen = false) =>
  `<option value="${escapeHtml(zone)}"${isChosen ? " selected" : ""}>${escapeHtml(placeText(zone))} (${timeText(now, zone)})`;

let kept = { minute: 0, options: "" };

/** All zones by region with their present time, which is worked out once a minute. */
function allOptions(now: number): string {
  const minute = Math.floor(now / 60_000);
  if (kept.minute !== minute) {
    const groups = ZONE_GROUPS.map(
      ([region, zones]) =>
        `<optgroup label="${region}">${zones.map((zone) => optionOf(zone, now)).join("")}</optgroup>`,
    );
    kept = { minute, options: groups.join("") };
  }
  return kept.options;
}

/** What the select of a time zone offers: the chosen one, then every one. */
export const zoneOptions = (zone: string, now: number) => optionOf(zone, now, true) + allOptions(now);
