import * as z from "zod/mini";
import { requireAdmin } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { OpenRefused, refusedResponse } from "../_shared/payments/open-refused.ts";
import { syncSubscription } from "../_shared/payments/sync-subscription.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({ client_id: z.uuid(), ends: z.boolean() });

/**
 * For admins: cancels the plan that a client pays for at the end of its period, or keeps it after all. Returns `{ ends, until }`,
 * what the payment provider has now. A second call changes nothing. 404 (plan_not_found) without a plan there.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireAdmin(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "Send client_id and ends");
  try {
    const { data, error } = await caller.client.rpc("begin_plan_change", { p_client_id: parsed.data.client_id });
    if (error) throw new OpenRefused(error);
    const { customer, subscription } = data as { customer: string; subscription: string };
    const { subscriptions } = deps.payments.stripe;
    const failed = await subscriptions.update(subscription, { cancel_at_period_end: parsed.data.ends }).then(
      () => null,
      (problem: unknown) => ({ problem }),
    );
    const plan = await syncSubscription(deps, deps.payments, customer);
    // It may have ended just now.
    if (!plan.subscribed) return failure(404, "plan_not_found", "This plan has ended");
    if (failed) throw failed.problem;
    return json({ ends: plan.cancel_at_period_end, until: plan.subscription_end });
  } catch (error) {
    return refusedResponse(error, (code) => (code === "plan_not_found" ? 404 : 403));
  }
};
