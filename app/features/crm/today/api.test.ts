import type { Query } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { type Today, todayQuery } from "./api.ts";

type Loaded = Query<Today, Error, Today, readonly ["crm", "today", string]>;

/** How long the queue on the screen stays, in milliseconds, with a task that is due in so many. */
function reloadsAfter(dueIn: number | null, failed: { error?: Error; fetchFailureCount?: number } = {}) {
  const rows = dueIn === null ? [] : [{ call: null, next_task_at: new Date(Date.now() + dueIn).toISOString() }];
  const state = { data: { due_today: { total: rows.length, rows } }, error: null, fetchFailureCount: 0, ...failed };
  const { refetchInterval } = todayQuery("mine");
  if (typeof refetchInterval !== "function") throw new Error("It depends on the next task");
  return refetchInterval({ state } as unknown as Loaded);
}

test("Today loads again a second after its next task is due, and each minute", () => {
  expect(reloadsAfter(-5_000)).toBe(1_000);
  expect(reloadsAfter(600_000)).toBe(60_000);
  expect(reloadsAfter(null)).toBe(60_000);
});

test("While Today can't be loaded, a task that is due doesn't ask for it each second", () => {
  expect(reloadsAfter(-5_000, { fetchFailureCount: 1 })).toBe(60_000);
  expect(reloadsAfter(-5_000, { error: new Error("offline") })).toBe(60_000);
});
