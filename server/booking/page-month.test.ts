import { expect, test } from "vitest";
import { readMonth } from "./month.ts";
import { renderTimes } from "./page-month.ts";

const ZONE = "America/Los_Angeles";
const ACCOUNT = { name: "Ember & Co", email: null, phone: null };

/** The days of each shown week on a day, as text. */
function weeksOn(day: string, month: string, locale: string): string[] {
  const now = Date.parse(`${day}T20:00:00Z`);
  const page = renderTimes({
    account: ACCOUNT,
    zone: ZONE,
    isZoneFixed: false,
    month: readMonth(month, ZONE, now),
    times: [],
    next: null,
    day: null,
    now,
    horizonDays: 60,
    link: () => "",
    kept: [],
    locale,
  });
  return [...page.matchAll(/<tr>(<td>.*?)<\/tr>/g)].map(([, cells = ""]) =>
    cells
      .replace(/<[^>]+>/g, " ")
      .trim()
      .replace(/\s+/g, " "),
  );
}

test("The month of today begins with this week, and another month with its first", () => {
  for (const locale of ["en-US", "de-DE"])
    for (let day = 1; day <= 30; day += 1) {
      const weeks = weeksOn(`2026-11-${String(day).padStart(2, "0")}`, "2026-11", locale);
      expect(weeks[0]?.split(" ")).toContain(String(day));
      expect(weeks.at(-1)).toMatch(/30$/);
    }
  expect(weeksOn("2026-11-28", "2026-11", "en-US")).toEqual(["22 23 24 25 26 27 28", "29 30"]);
  expect(weeksOn("2026-11-28", "2026-12", "en-US")[0]).toBe("1 2 3 4 5");
});

test.each([
  [ACCOUNT, "Please contact Ember &amp; Co to find a time."],
  [
    { ...ACCOUNT, email: "hello@ember.example" },
    'To find a time, email <a href="mailto:hello@ember.example">hello@ember.example</a>.',
  ],
  [
    { ...ACCOUNT, email: "hello@ember.example", phone: "(503) 555-0148" },
    ' or call <a href="tel:+15035550148">(503) 555-0148</a>.',
  ],
])("A visitor who finds no time reads how to get in touch: %o", (account, text) => {
  const now = Date.parse("2026-11-28T20:00:00Z");
  const page = renderTimes({
    ...{ account, zone: ZONE, isZoneFixed: false, times: [], next: null, day: null, now, horizonDays: 60 },
    ...{ month: readMonth("2026-11", ZONE, now), link: () => "", kept: [], locale: "en-US" },
  });
  expect(page).toContain(text);
  expect(page).not.toContain("try again");
});
