import { expect, test } from "vitest";
import { cutText } from "./cut-text.ts";

test.each([
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀"],
  ["abc", 2, "ab"],
  ["abc", 9, "abc"],
  ["", 3, ""],
])("%j of at most %i units is %j", (text, most, expected) => {
  expect(cutText(text, most)).toBe(expected);
});
