import { hostname } from "node:os";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { dispatchOutbox } from "../../supabase/functions/_shared/outbox/dispatch-outbox.ts";
import { createReconciler } from "../../supabase/functions/_shared/payments/throttled-reconciler.ts";

export type OutboxWorker = {
  /** Schedules a round soon, because something was probably just enqueued. */
  wake: () => void;
  /** Runs a round now and waits for it. */
  drain: () => Promise<void>;
  /** Stops the timer and waits for the running round. */
  stop: () => Promise<void>;
};

const POLL_INTERVAL_MS = 5_000;
const WAKE_DELAY_MS = 30;

/**
 * The host's timer. Each round runs due jobs, checks open payments and sends waiting outbox jobs. Rounds never overlap,
 * and they continue after a failure.
 */
export function startOutboxWorker(deps: FunctionDeps, everyMs = POLL_INTERVAL_MS): OutboxWorker {
  const worker = `${hostname()}-${process.pid}`;
  const reconcile = createReconciler();
  let round: Promise<void> = Promise.resolve();
  let queued = false;
  let stopped = false;
  let soon: NodeJS.Timeout | undefined;

  const wake = () => {
    if (stopped) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void drain();
    }, WAKE_DELAY_MS);
  };
  const run = async () => {
    queued = false;
    try {
      const { error } = await deps.service.rpc("run_scheduled_jobs");
      if (error) deps.log("scheduled jobs failed", { error: error.message });
      await reconcile(deps);
      const { more } = await dispatchOutbox(deps, worker);
      // A long import is many jobs in a row, so it does not wait for the timer.
      if (more) wake();
    } catch (error) {
      deps.log("outbox round failed", { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const drain = () => {
    // Rounds wait for each other. Requests for a round that arrive meanwhile share one.
    if (!queued) {
      queued = true;
      round = round.then(run);
    }
    return round;
  };
  const timer = setInterval(drain, everyMs);
  timer.unref();
  return {
    drain,
    wake,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      await round;
    },
  };
}
