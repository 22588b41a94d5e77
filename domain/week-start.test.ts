import { afterEach, expect, test } from "vitest";
import { setViewerLocale } from "./format-locale.ts";
import { orderedDays, weekStart } from "./week-start.ts";

afterEach(() => setViewerLocale("en-US"));

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

test("weeks start on the day that the runtime knows for each region", () => {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  // Old codes are replaced by their successors, and ZZ is no region.
  const regions = codes.filter((code) => new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(code));
  expect(regions.length).toBeGreaterThan(200);
  for (const region of regions) {
    const locale = new Intl.Locale(`en-${region}`) as Intl.Locale & { getWeekInfo: () => { firstDay: number } };
    if (locale.region === region && region !== "ZZ")
      expect([region, weekStart(`en-${region}`)]).toEqual([region, locale.getWeekInfo().firstDay % 7]);
  }
});

test("a language without a region has that of most of its readers, and the viewer is the default", () => {
  expect([weekStart("en"), weekStart("de"), weekStart("ar"), weekStart("no tag!")]).toEqual([0, 1, 6, 0]);
  setViewerLocale("en-GB");
  expect([weekStart(), orderedDays()[0], orderedDays("en-US"), orderedDays("ar-EG")[0]]).toEqual([
    1,
    "mon",
    ["sun", "mon", "tue", "wed", "thu", "fri", "sat"],
    "sat",
  ]);
});
