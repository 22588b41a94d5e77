import { expect, test } from "vitest";
import { successorOf } from "./use-queue.ts";

const rows = (keys: string) => [...keys].map((key) => ({ key }));

test.each([
  ["the next row takes the place", "c", "abcde", "abde", "d"],
  ["rows that go above at the same time do not count", "c", "abcde", "de", "d"],
  ["nor do rows that arrive above", "c", "abcde", "xyabde", "d"],
  ["the next row may be gone, too", "c", "abcde", "abe", "e"],
  ["at the end, the row above takes it", "e", "abcde", "abcd", "d"],
  ["a new list begins at its top", "", "", "abc", "a"],
  ["nothing is left of a list", "c", "abc", "xyz", "x"],
])("When the current row goes, %s", (_, key, before, after, next) => {
  expect(rows(after)[successorOf(key, rows(before), rows(after))]?.key).toBe(next);
});

test("An empty list has no current row", () => {
  expect(successorOf("a", rows("a"), [])).toBe(-1);
});
