import { expect, test } from "vitest";
import { shiftProblems, shiftText } from "./shifts.ts";

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

test("days with the same shifts are named together", () => {
  const day: [string, string][] = [["09:00", "17:00"]];
  expect(shiftText({ mon: day, tue: day, wed: day, fri: day })).toBe("Mon–Wed 09:00–17:00 · Fri 09:00–17:00");
  expect(shiftText({})).toBe("No shifts");
});
