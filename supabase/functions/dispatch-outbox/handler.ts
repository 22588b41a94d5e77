import type { FunctionHandler } from "../_shared/deps.ts";
import { dispatchOutbox } from "../_shared/outbox/dispatch-outbox.ts";
import { createReconciler } from "../_shared/payments/throttled-reconciler.ts";
import { failure, json } from "../_shared/respond.ts";

const reconcile = createReconciler();

/**
 * A timer (pg_cron on hosted Supabase) calls this with the secret key. Side by side, it runs due jobs, checks open payments
 * and works through the outbox, so that none of them waits for a provider of another.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (request.headers.get("apikey") !== deps.secretKey)
    return failure(403, "not_allowed", "Only the scheduler can call this");
  const [scheduled, dispatched, reconciled] = await Promise.allSettled([
    runScheduledJobs(deps),
    dispatchOutbox(deps, `function-${crypto.randomUUID()}`),
    reconcile(deps),
  ]);
  if (scheduled.status === "rejected") return failure(500, "scheduler_failed", String(scheduled.reason));
  if (dispatched.status === "rejected") throw dispatched.reason;
  if (reconciled.status === "rejected") throw reconciled.reason;
  return json(dispatched.value);
};

async function runScheduledJobs(deps: Parameters<FunctionHandler>[1]): Promise<void> {
  const { error } = await deps.service.rpc("run_scheduled_jobs");
  if (error) throw new Error(error.message);
}
