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
    // Clients have their plan there. Everyone else is redirected to their own home.
    return_url: `${deps.siteUrl}/client-dashboard`,
  });
  return json({ url: session.url });
};
