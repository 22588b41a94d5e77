import { expect, test } from "vitest";
import { nextShift, shareText, shiftProblems, weekLines } from "./shifts.ts";

test("shifts of a day end after they start, and don't overlap", () => {
  expect(
    shiftProblems({
      mon: [
        ["09:00", "12:00"],
        ["12:00", "24:00"],
      ],
    }),
  ).toEqual({});
  expect(
    shiftProblems({
      mon: [
        ["13:00", "17:00"],
        ["09:00", "13:01"],
      ],
    }),
  ).toEqual({ mon: "Shifts of a day can't overlap" });
  expect(shiftProblems({ tue: [["09:00", "09:00"]] })).toEqual({ tue: "End each shift after its start" });
  expect(shiftProblems({ wed: [["", "09:00"]] })).toEqual({ wed: "End each shift after its start" });
  expect(
    shiftProblems({ sun: Array.from({ length: 7 }, (_, at) => [`0${at}:00`, `0${at}:30`] as [string, string]) }),
  ).toEqual({
    sun: "Enter up to 6 shifts",
  });
});

test("a shift that is added to a day is valid as long as the day has time for it", () => {
  for (let end = 1; end <= 1440; end += 1) {
    const last: [string, string] = [
      "00:00",
      `${String(Math.floor(end / 60)).padStart(2, "0")}:${String(end % 60).padStart(2, "0")}`,
    ];
    const next = nextShift([last]);
    if (end > 1320) expect(next).toEqual(["", ""]);
    else expect(shiftProblems({ mon: [last, next] })).toEqual({});
  }
  expect(nextShift([["09:00", ""]])).toEqual(["", ""]);
});

test("days with the same shifts are named together", () => {
  const day: [string, string][] = [["09:00", "17:00"]];
  expect(weekLines({ mon: day, tue: day, wed: day, fri: day })).toEqual([
    "Mon–Wed 9:00 AM – 5:00 PM",
    "Fri 9:00 AM – 5:00 PM",
  ]);
  expect(weekLines({ sat: [["00:00", "24:00"]], sun: [["00:00", "23:59"]] })).toEqual(["Sat–Sun around the clock"]);
  expect(
    weekLines({
      mon: [
        ["09:00", "12:00"],
        ["13:00", "24:00"],
      ],
    }),
  ).toEqual(["Mon 9:00 AM – 12:00 PM, 1:00 PM – 12:00 AM"]);
  expect(weekLines({})).toEqual([]);
});

test.each([
  [2, 3, "2 of every 3 new leads"],
  [2, 4, "1 of every 2 new leads"],
  [0, 3, "no new leads"],
  [5, 5, "every new lead"],
])("a weight of %i of %i is %s", (weight, total, text) => expect(shareText(weight, total)).toBe(text));
