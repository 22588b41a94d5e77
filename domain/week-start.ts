import { regionCode } from "./format-locale.ts";
import { SHIFT_DAYS, type ShiftDay } from "./shifts.ts";

// Regions whose weeks do not start on Monday, as in the Common Locale Data Repository. Some browsers can't tell.
const SUNDAY = new Set(
  "AG AS BD BR BS BT BW BZ CA CO DM DO ET GT GU HK HN ID IL IN IS JM JP KE KH KR LA MH MM MO MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW".split(
    " ",
  ),
);
const SATURDAY = new Set("AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY".split(" "));

/** The weekday on which weeks start: 0 for Sunday to 6 for Saturday. Without a locale, the viewer's. */
export function weekStart(locale?: string): number {
  const region = regionCode(locale);
  if (SUNDAY.has(region)) return 0;
  if (SATURDAY.has(region)) return 6;
  return region === "MV" ? 5 : 1;
}

/** The days of a week in the order of the locale. */
export function orderedDays(locale?: string): ShiftDay[] {
  const first = (weekStart(locale) + 6) % 7;
  return [...SHIFT_DAYS.slice(first), ...SHIFT_DAYS.slice(0, first)];
}
