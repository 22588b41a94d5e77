import { hostname } from "node:os";
import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import { dispatchOutbox } from "../../supabase/functions/_shared/outbox/dispatch-outbox.ts";
import { createReconciler } from "../../supabase/functions/_shared/payments/throttled-reconciler.ts";

export type OutboxWorker = {
  /** Asks for a round soon: something was probably enqueued just now. */
  wake: () => void;
  /** Runs a round now and waits for it. */
  drain: () => Promise<void>;
  /** Stops the timer and waits for the round that is under way. */
  stop: () => Promise<void>;
};

const POLL_INTERVAL_MS = 5_000;
const WAKE_DELAY_MS = 30;

/** The host's timer: due scheduled jobs, open payments and waiting outbox jobs, one round at a time, also when rounds fail. */
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
      // A long import is many jobs, one after the other: it does not wait for the timer.
      if (more) wake();
    } catch (error) {
      deps.log("outbox round failed", { error: error instanceof Error ? error.message : String(error) });
    }
  };
  const drain = () => {
    // Rounds wait for each other; those asked for meanwhile become one.
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
