import { PLAN_PATH } from "../../../domain/premium-plan.ts";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { ensureCustomer } from "../_shared/payments/customer.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { loadPlanCustomer } from "../_shared/payments/plan-customer.ts";
import { json } from "../_shared/respond.ts";

/**
 * Opens the provider's page where the caller manages plan and cards, and returns `{ url }`. If a colleague pays for the
 * account's plan and the caller may see all of it, it is the colleague's page.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const { stripe } = deps.payments;
  const session = await stripe.billingPortal.sessions.create({
    customer: (await loadPlanCustomer(deps, caller.id)) ?? (await ensureCustomer(deps, stripe, caller)),
    return_url: `${deps.siteUrl}${PLAN_PATH}`,
  });
  // Only the email about a cancellation reads it, so a failure keeps no one from the page.
  await deps.service.rpc("note_plan_page", { p_user_id: caller.id });
  return json({ url: session.url });
};
