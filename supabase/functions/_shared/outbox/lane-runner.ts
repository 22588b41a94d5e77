import type { FunctionDeps } from "../deps.ts";
import type { Lane } from "./lanes.ts";
import { type ClaimedJob, leaseSeconds, type Outcome, runJob } from "./run-job.ts";

export type LaneTotals = Record<Outcome, number>;

export type LaneRunner = {
  lane: Lane;
  totals: LaneTotals;
  /** Looks for due jobs, unless enough jobs of this lane run already. */
  start: () => void;
  /** How many jobs run right now. */
  running: () => number;
  /** Waits until no job is due. */
  whenIdle: () => Promise<void>;
};

type Signals = {
  /** Claims nothing more. */
  stop: AbortSignal;
  /** Also ends the running jobs. */
  abort: AbortSignal;
};

/**
 * Runs the due jobs of one lane, each under a lease of its own, which is renewed while the job runs. Delivery is at least
 * once. Claims that fail are logged once until one succeeds.
 */
export function createLaneRunner(
  lane: Lane,
  deps: FunctionDeps,
  worker: string,
  { stop, abort }: Signals,
  onDone: () => void = () => {},
): LaneRunner {
  const slots = new Set<Promise<void>>();
  const totals: LaneTotals = { done: 0, failed: 0, released: 0 };
  let running = 0;
  let isFailing = false;

  const claim = async (): Promise<ClaimedJob | undefined> => {
    const { data, error } = await deps.service.rpc("claim_outbox", {
      p_worker: worker,
      p_limit: 1,
      p_lease_seconds: leaseSeconds(deps),
      p_kinds: lane.kinds,
      ...(lane.kinds.includes("mail") ? { p_provider: deps.mailProvider } : {}),
    });
    if (error && !isFailing) deps.log("outbox lane failed", { lane: lane.name, error: error.message });
    isFailing = error !== null;
    return data?.[0];
  };
  const work = async () => {
    while (!stop.aborted) {
      const job = await claim();
      if (!job) return;
      // There may be more. Another slot looks, because this one may take long.
      start();
      running += 1;
      try {
        totals[await runJob(job, deps, worker, abort)] += 1;
      } finally {
        running -= 1;
      }
      onDone();
      // Lets waiting requests run first, because the embedded database does not yield on its own.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const start = () => {
    if (stop.aborted || slots.size >= lane.parallel) return;
    const slot = work()
      .catch((error) => deps.log("outbox lane failed", { lane: lane.name, error: String(error) }))
      .finally(() => slots.delete(slot));
    slots.add(slot);
  };
  const whenIdle = async () => {
    while (slots.size > 0) await Promise.all(slots);
  };
  return { lane, totals, start, running: () => running, whenIdle };
}
