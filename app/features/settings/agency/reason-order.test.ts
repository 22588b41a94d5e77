import { expect, test } from "vitest";
import { moved } from "./reason-order.ts";

const ROWS = [
  { id: "a", position: 1 },
  { id: "b", position: 2 },
  { id: "c", position: 3 },
];

test("two neighbours change places, the others stay", () => {
  expect(moved(ROWS, "b", -1)).toEqual([
    { id: "b", position: 1 },
    { id: "a", position: 2 },
  ]);
  expect(moved(ROWS, "b", 1)).toEqual([
    { id: "c", position: 2 },
    { id: "b", position: 3 },
  ]);
});

test("nothing moves out of the list", () => {
  expect(moved(ROWS, "a", -1)).toEqual([]);
  expect(moved(ROWS, "c", 1)).toEqual([]);
  expect(moved(ROWS, "x", 1)).toEqual([]);
});

test("positions that are equal are told apart on the way", () => {
  const equal = ROWS.map((row) => ({ ...row, position: 1 }));
  expect(moved(equal, "c", -1)).toEqual([
    { id: "c", position: 2 },
    { id: "b", position: 3 },
  ]);
});
