import { afterEach, expect, test } from "vitest";
import { day, money, setAgencyLocale } from "./format.ts";

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
