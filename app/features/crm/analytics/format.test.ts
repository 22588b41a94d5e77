import { expect, test } from "vitest";
import { changeText, isLargeEnough } from "./format.ts";

test.each([
  [45, 30, "50%"],
  [30, 45, "33%"],
  [30, 30, "0%"],
  // Percentages of small counts are misleading.
  [34, 1, "34 vs 1"],
  [3, 9, "3 vs 9"],
  [39, 10, "290%"],
  [40, 10, "40 vs 10"],
  [170, 19, "170 vs 19"],
  [1_500, 20, "1,500 vs 20"],
])("%i after %i reads “%s”", (now, before, said) => {
  expect(changeText(now, before)).toBe(said);
});

test("Shares of fewer than ten leads are not compared", () => {
  expect([isLargeEnough(9), isLargeEnough(10)]).toEqual([false, true]);
});
