import { describe, expect, test } from "vitest";
import { formatDollars } from "../../../../domain/money.ts";
import { about, people, replies } from "../../../content/about-copy.ts";
import { report } from "../../../content/sample-report.ts";
import { attribution } from "../../../content/services/performance-analytics.ts";
import { adBudgets, firstMonth, firstReplies, lateAnswers } from "../../../content/stories/story-figures.ts";
import { stories } from "../../../content/stories/success-stories.ts";
import { tiers } from "../../../content/tiers.ts";
import { offerRange, placeOnScale } from "./offer-range.ts";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const median = (values: readonly number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};
const changes = (id: string) =>
  stories.find((story) => story.id === id)?.changes.map(({ before, after }) => [before, after]);

describe("stories and pictures show the same figures", () => {
  test("Kiln Aesthetics: medians and counts", () => {
    const { before, after } = firstReplies;
    expect([median(before), median(after)]).toEqual([6 * 60, 2]);
    expect(changes("kiln-aesthetics")?.[2]).toEqual([String(before.length), String(after.length)]);
  });

  test("Fieldhouse: the same spend, and its return", () => {
    const month = (name: "before" | "after") => ({
      spent: sum(adBudgets.map((ad) => ad[name].spent)),
      sold: sum(adBudgets.map((ad) => ad[name].sold)),
    });
    const [june, august] = [month("before"), month("after")];
    const share = ({ spent, sold }: typeof june) => `${Math.round((sold / spent) * 100)}%`;
    expect(changes("fieldhouse")).toEqual([
      [share(june), share(august)],
      [formatDollars(june.sold), formatDollars(august.sold)],
      [formatDollars(june.spent), formatDollars(august.spent)],
    ]);
  });

  test("Casa Verbena: paid in, sold, and their ratio", () => {
    const paid = firstMonth.fee + (30 - firstMonth.adsFrom + 1) * firstMonth.adsADay;
    const sold = firstMonth.soldOn.length * firstMonth.place;
    expect(changes("casa-verbena")).toEqual([
      ["none", `${(sold / paid).toFixed(1)}x`],
      ["0", String(firstMonth.soldOn.length)],
      [formatDollars(firstMonth.fee), formatDollars(paid)],
    ]);
  });

  test("Bright Harbor: every late answer has its hour", () => {
    const late = (rows: readonly string[]) => String(sum(rows.flatMap((row) => [...row].map(Number))));
    expect([...lateAnswers.before, ...lateAnswers.after].every((row) => row.length === 24)).toBe(true);
    expect(changes("bright-harbor")?.[0]).toEqual([late(lateAnswers.before), late(lateAnswers.after)]);
  });
});

test("The attribution adds up to the weekly report", () => {
  const of = (column: "leads" | "booked" | "showed" | "won") => String(sum(attribution.map((row) => row[column])));
  expect([of("leads"), of("booked"), of("showed"), of("won")]).toEqual(report.totals.map(({ figure }) => figure));
  expect(report.totals[3]?.note).toBe(formatDollars(sum(attribution.map(({ sold }) => sold))));
});

test("47 of 50 clients match the claimed retention", () => {
  expect(about.numbers.counts[1].counts).toContain("47 of 50");
  expect(47 / 50).toBe(0.94);
});

test("A tier's offers have a position on the price axis", () => {
  expect(tiers.map(({ offers }) => offerRange(offers))).toEqual([
    { from: 100, to: 500 },
    { from: 200, to: 750 },
    { from: 500, to: 2000 },
    { from: 2000, to: 5000 },
    { from: 5000, to: undefined },
  ]);
  expect([100, 1000, 10_000].map(placeOnScale)).toEqual([0, 50, 100]);
});

test("Every reply of the agency's inbox falls into the hours of the person who wrote it", () => {
  const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  for (const { at, by, minutes } of replies.filter((reply) => !reply.open)) {
    const [day = "", time = "", half] = at.split(" ");
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    const start = (DAYS.indexOf(day) * 24 + (hour % 12) + (half === "PM" ? 12 : 0)) * 60 + minute;
    const answered = ((start + minutes) / 60) % 24;
    const person = people.find(({ name }) => name.startsWith(by));
    expect({ at, by, isAtWork: person && answered >= person.from && answered <= person.to }).toMatchObject({
      isAtWork: true,
    });
  }
});
