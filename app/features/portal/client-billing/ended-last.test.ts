import { expect, test } from "vitest";
import { endedLast } from "./ended-last.ts";

test("retainers that have ended are last, and both parts keep their order", () => {
  const list = ["completed", "active", "canceled", "paused", "pending", "active"].map((status, id) => ({ status, id }));
  expect(endedLast(list).map(({ status, id }) => `${status} ${id}`)).toEqual([
    "active 1",
    "paused 3",
    "pending 4",
    "active 5",
    "completed 0",
    "canceled 2",
  ]);
});
