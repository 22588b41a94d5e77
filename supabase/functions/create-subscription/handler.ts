import { requireClient } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { openPlanPage } from "../_shared/payments/open-plan-page.ts";
import { refusedResponse } from "../_shared/payments/open-refused.ts";
import { json } from "../_shared/respond.ts";

/**
 * Opens the page where the caller subscribes to the premium plan for their account and returns `{ url }`. Only the first
 * subscription of an account starts with a trial. 403 for everyone but active clients who are an owner or a billing
 * person, because no one should pay for what they cannot use. 409 if the account has the plan.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireClient(request, deps);
  if (caller instanceof Response) return caller;
  try {
    return json({ url: await openPlanPage(deps, deps.payments, caller) });
  } catch (error) {
    return refusedResponse(error, (code) => (code === "plan_not_yours" ? 403 : 409));
  }
};
