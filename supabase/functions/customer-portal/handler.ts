import { requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { ensureCustomer } from "../_shared/payments/customer.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { json } from "../_shared/respond.ts";

/** Opens the provider's page where the caller manages plan and cards, and returns `{ url }`. */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const customer = await ensureCustomer(deps, deps.payments.stripe, caller);
  const session = await deps.payments.stripe.billingPortal.sessions.create({
    customer,
    // Clients have their plan there. Everyone else is redirected to their own home.
    return_url: `${deps.siteUrl}/client-dashboard`,
  });
  return json({ url: session.url });
};
