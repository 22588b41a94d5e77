import type { FunctionHandler } from "../_shared/deps.ts";
import { dispatchOutbox } from "../_shared/outbox/dispatch-outbox.ts";
import { createReconciler } from "../_shared/payments/throttled-reconciler.ts";
import { failure, json } from "../_shared/respond.ts";

const reconcile = createReconciler();

/**
 * A timer (pg_cron on hosted Supabase) calls this with the secret key. It sends waiting outbox jobs, runs due jobs, and
 * checks open payments.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (request.headers.get("apikey") !== deps.secretKey)
    return failure(403, "not_allowed", "Only the scheduler can call this");
  const { error } = await deps.service.rpc("run_scheduled_jobs");
  if (error) return failure(500, "scheduler_failed", error.message);
  await reconcile(deps);
  return json(await dispatchOutbox(deps, `function-${crypto.randomUUID()}`));
};
