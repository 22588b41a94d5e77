import fc from "fast-check";
import { expect, test } from "vitest";
import {
  nextShift,
  SHIFT_DAYS,
  type ShiftHours,
  shareText,
  shiftProblems,
  shownShifts,
  storedShifts,
  weekLines,
} from "./shifts.ts";

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
  ).toEqual({ mon: { text: "Shifts on the same day can't overlap", at: 0, part: "from" } });
  expect(shiftProblems({ tue: [["09:00", "09:00"]] })).toEqual({
    tue: { text: "End the shift after its start", at: 0, part: "to" },
  });
  expect(shiftProblems({ wed: [["", "09:00"]] })).toEqual({ wed: { text: "Enter a start time", at: 0, part: "from" } });
  expect(
    shiftProblems({
      thu: [
        ["09:00", "10:00"],
        ["11:00", ""],
      ],
    }),
  ).toEqual({ thu: { text: "Enter an end time", at: 1, part: "to" } });
  expect(
    shiftProblems({ sun: Array.from({ length: 7 }, (_, at) => [`0${at}:00`, `0${at}:30`] as [string, string]) }),
  ).toEqual({
    sun: { text: "Enter up to 6 shifts" },
  });
});

test("a shift that ends before its start goes on until the next day", () => {
  const nights: ShiftHours = { fri: [["22:00", "06:00"]], sun: [["18:00", "24:00"]] };
  expect(shiftProblems(nights)).toEqual({});
  expect(storedShifts(nights)).toEqual({
    fri: [["22:00", "24:00"]],
    sat: [["00:00", "06:00"]],
    sun: [["18:00", "24:00"]],
  });
  expect(weekLines(storedShifts(nights))).toEqual(["Fri 10:00 PM – 6:00 AM", "Sun 6:00 PM – 12:00 AM"]);
  // It may overlap one of the next day, also from Sunday to Monday, or another one of its own day.
  expect(shiftProblems({ sun: [["22:00", "06:00"]], mon: [["05:00", "09:00"]] })).toEqual({
    sun: { text: "Ends after the shift on Monday starts", at: 0, part: "to" },
  });
  expect(
    shiftProblems({
      mon: [
        ["22:00", "06:00"],
        ["23:00", "24:00"],
      ],
    }),
  ).toEqual({ mon: { text: "Shifts on the same day can't overlap", at: 1, part: "from" } });
});

test("what is stored of a night is shown as one shift again, and hours around the clock stay days", () => {
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    const minutes = String((quarter % 4) * 15).padStart(2, "0");
    return `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${minutes}`;
  });
  const hours = fc.dictionary(
    fc.constantFrom(...SHIFT_DAYS),
    fc.array(fc.tuple(time, time), { minLength: 1, maxLength: 3 }),
  );
  fc.assert(
    fc.property(hours, (typed) => {
      fc.pre(Object.keys(shiftProblems(typed)).length === 0);
      const stored = storedShifts(typed);
      expect(storedShifts(shownShifts(stored))).toEqual(stored);
      for (const ranges of Object.values(stored))
        for (const [at, [from, to]] of ranges.entries()) {
          expect(from < to).toBe(true);
          expect(from >= (ranges[at - 1]?.[1] ?? "")).toBe(true);
        }
    }),
  );
  const always: ShiftHours = Object.fromEntries(SHIFT_DAYS.map((day) => [day, [["00:00", "24:00"]]]));
  expect(shownShifts(always)).toEqual(always);
  expect(shownShifts(storedShifts({ sun: [["22:00", "06:00"]] }))).toEqual({ sun: [["22:00", "06:00"]] });
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
  [2, 3, "2 of every 3 leads that go to West"],
  [2, 4, "1 of every 2 leads that go to West"],
  [0, 3, "no new leads"],
  [5, 5, "every lead that goes to West"],
])("a weight of %i of %i is %s", (weight, total, text) => expect(shareText(weight, total, "West")).toBe(text));
