import { afterEach, expect, test } from "vitest";
import { day, money, period, setAgencyLocale } from "./format.ts";

afterEach(() => setAgencyLocale(undefined));

test.each([
  [undefined, "$1,234.50", "November 24, 2026", "¥1,000"],
  ["en-US", "$1,234.50", "November 24, 2026", "¥1,000"],
  ["en-GB", "US$1,234.50", "24 November 2026", "JP¥1,000"],
  ["de-DE", "1.234,50\u00a0$", "24 November 2026", "1.000\u00a0¥"],
  // The fonts of the PDF have neither a narrow space nor a wide yen sign.
  ["fr-FR", "1\u00a0234,50\u00a0$US", "24 November 2026", "1\u00a0000\u00a0JPY"],
  ["ja-JP", "$1,234.50", "November 24, 2026", "¥1,000"],
])("An agency in %s writes %s and %s", (locale, amount, date, yen) => {
  setAgencyLocale(locale);
  expect([money(123_450, "usd"), day("2026-11-24"), money(1_000, "jpy"), day(null)]).toEqual([amount, date, yen, "–"]);
});

test.each([
  [undefined, "2026-11-30", "2026-12-29", "Nov 30 –|Dec 29, 2026"],
  ["en-GB", "2026-09-30", "2027-09-29", "30 Sept 2026 –|29 Sept 2027"],
  ["en-CA", "2026-09-30", "2027-09-29", "Sep 30, 2026 –|Sep 29, 2027"],
  ["de-DE", "2026-11-01", "2026-11-30", "1 –|30 Nov 2026"],
  [undefined, "2026-11-30", "2026-11-30", "Nov 30, 2026"],
])("An agency in %s writes the days %s to %s in two parts at most", (locale, from, until, parts) => {
  setAgencyLocale(locale);
  expect(period({ from, until }).replace(" ", "|").replaceAll("\u00a0", " ")).toBe(parts);
});
