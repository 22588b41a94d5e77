import { expect, test } from "vitest";
import { truncateText } from "./truncate-text.ts";

test.each([
  ["ab😀", 3, "ab"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀"],
  ["abc", 2, "ab"],
  ["abc", 9, "abc"],
  ["", 3, ""],
])("%j cut to %i units is %j", (text, maxLength, expected) => {
  expect(truncateText(text, maxLength)).toBe(expected);
});
