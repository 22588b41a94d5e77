import { expect, test } from "vitest";
import { moveItem } from "./reason-order.ts";

const ROWS = [{ id: "a" }, { id: "b" }, { id: "c" }];

test("A reason goes one up or one down, and nothing else changes", () => {
  expect(moveItem(ROWS, "b", -1)).toEqual(["b", "a", "c"]);
  expect(moveItem(ROWS, "b", 1)).toEqual(["a", "c", "b"]);
});

test("At either end, or unknown, all stay where they are", () => {
  for (const [id, by] of [
    ["a", -1],
    ["c", 1],
    ["x", 1],
  ] as const)
    expect(moveItem(ROWS, id, by)).toEqual(["a", "b", "c"]);
});
