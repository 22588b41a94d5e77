import { expect, test } from "vitest";
import { readMonth } from "./month.ts";
import { renderTimes } from "./page-month.ts";
import { loadMonth } from "./times.ts";

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
      // In its last days, the next month follows.
      expect(weeks.at(-1)).toMatch(day > 23 ? /31$/ : /30$/);
    }
  expect(weeksOn("2026-11-28", "2026-11", "en-US")).toEqual([
    "22 23 24 25 26 27 28",
    "29 30 1 2 3 4 5",
    "6 7 8 9 10 11 12",
    "13 14 15 16 17 18 19",
    "20 21 22 23 24 25 26",
    "27 28 29 30 31",
  ]);
  expect(weeksOn("2026-11-28", "2026-12", "en-US")[0]).toBe("1 2 3 4 5");
});

test("The last days of a month lead into the next one, and the month after that is next", () => {
  const at = (now: string, text: string | null, zone = ZONE) => {
    const { name, previous, next, days } = readMonth(text, zone, Date.parse(now));
    return [name, previous, next, days];
  };
  expect(at("2026-11-28T20:00:00Z", null)).toEqual(["November – December 2026", "2026-10", "2027-01", 61]);
  expect(at("2026-11-23T20:00:00Z", null)).toEqual(["November 2026", "2026-10", "2026-12", 30]);
  expect(at("2026-12-31T20:00:00Z", null)).toEqual(["December 2026 – January 2027", "2026-11", "2027-02", 62]);
  expect(at("2026-11-28T20:00:00Z", "2026-12")).toEqual(["December 2026", "2026-11", "2027-01", 31]);
});

test.each([
  ["in it", ["2026-11-30T08:00:00Z", "2026-12-30T18:00:00Z"], "November – December 2026", 2],
  ["in the next one alone", ["2026-12-01T18:00:00Z", "2026-12-30T18:00:00Z"], "December 2026", 2],
  ["much later", ["2027-02-01T18:00:00Z"], "February 2027", 1],
])("On the last days of a month, the page begins with the free times %s", async (_, free, name, count) => {
  const times = free.map((time) => Date.parse(time) / 1000);
  for (const zone of [ZONE, "Pacific/Kiritimati", "UTC"]) {
    const answer = async (from: string, to: string) => {
      expect(Date.parse(to) - Date.parse(from)).toBeLessThan(1_200 * 3_600_000);
      const found = times.filter((time) => time * 1000 >= Date.parse(from) && time * 1000 < Date.parse(to));
      return { times: found, next: found.length > 0 ? null : (times[0] ?? null) };
    };
    const found = await loadMonth(answer, () => zone, null, Date.parse("2026-11-24T09:00:00Z"));
    expect([zone, found.month.name, found.times.length]).toEqual([zone, name, count]);
  }
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
