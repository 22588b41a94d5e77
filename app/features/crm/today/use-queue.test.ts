import { expect, test } from "vitest";
import { placeOf, successorOf } from "./use-queue.ts";

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

const day = (keys: string) =>
  keys.split(" ").map((key) => {
    const [section = "", id = "", next_task_at = ""] = key.split(":");
    return { key: `${section}:${id}`, section: section as "overdue", lead: { id, next_task_at } };
  });

test.each([
  ["stays with its row", "due_today:a:9 due_today:b:10", "due_today:a:9 due_today:b:10", 1],
  ["follows a step that becomes due", "due_today:a:9 due_today:b:10", "overdue:x:8 overdue:b:10 due_today:a:9", 1],
  ["leaves a lead whose step is another one now", "due_today:b:10 due_today:c:11", "overdue:b:8 due_today:c:11", -1],
  ["leaves a lead that is answered", "unanswered:b:10 unanswered:c:11", "unanswered:c:11 overdue:b:10", -1],
])("The cursor %s", (_, before, after, at) => {
  const rows = day(before);
  const key = rows.find(({ lead }) => lead.id === "b")?.key ?? "";
  expect(placeOf(key, rows, day(after))).toBe(at);
});
