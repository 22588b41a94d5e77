import type { FunctionDeps } from "../deps.ts";
import { createLaneRunner } from "./lane-runner.ts";
import { LANES } from "./lanes.ts";

/** Where no one stays to wait for a slow server: the next call, a minute later, continues. */
const CLAIM_FOR_MS = 45_000;
const NEVER = new AbortController().signal;

export type Dispatched = { done: number; failed: number; more: boolean };

/**
 * Runs due jobs of all lanes side by side, and what they add, until none is due or `stop` aborts. Failed jobs are retried
 * later. Returns how many jobs succeeded and failed, and whether more may be waiting.
 */
export async function dispatchOutbox(
  deps: FunctionDeps,
  worker: string,
  stop: AbortSignal = AbortSignal.timeout(CLAIM_FOR_MS),
): Promise<Dispatched> {
  const runners = LANES.map((lane) => createLaneRunner(lane, deps, worker, { stop, abort: NEVER }));
  const count = (outcome: "done" | "failed") => runners.reduce((sum, { totals }) => sum + totals[outcome], 0);
  let before = -1;
  while (!stop.aborted && count("done") > before) {
    before = count("done");
    for (const { start } of runners) start();
    await Promise.all(runners.map(({ whenIdle }) => whenIdle()));
  }
  return { done: count("done"), failed: count("failed"), more: stop.aborted };
}
