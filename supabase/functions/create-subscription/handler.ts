import { premiumPlan } from "../../../domain/premium-plan.ts";
import { requireClient } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { ensureCustomer } from "../_shared/payments/customer.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { syncSubscription } from "../_shared/payments/sync-subscription.ts";
import { failure, json } from "../_shared/respond.ts";

/**
 * Opens the page where the caller subscribes to the premium plan and returns `{ url }`. Only the first subscription
 * starts with a trial. 403 for everyone but active clients, because no one should pay for what they cannot use. 409
 * for a caller who has the plan.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireClient(request, deps);
  if (caller instanceof Response) return caller;
  const { stripe } = deps.payments;
  const customer = await ensureCustomer(deps, stripe, caller);
  const plan = await syncSubscription(deps, deps.payments, customer);
  if (plan.subscribed) return failure(409, "subscribed", "You already have the premium plan");
  const open = await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 });
  const waiting = open.data.find(({ mode, url }) => mode === "subscription" && url);
  if (waiting) return json({ url: waiting.url });
  const isFirst = plan.stripe_subscription_id === null;
  const session = await stripe.checkout.sessions.create(
    {
      mode: "subscription",
      customer,
      client_reference_id: caller.id,
      metadata: { user_id: caller.id },
      subscription_data: {
        metadata: { user_id: caller.id },
        ...(isFirst ? { trial_period_days: premiumPlan.trialDays } : {}),
      },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: premiumPlan.monthly.currency,
            unit_amount: premiumPlan.monthly.amount,
            recurring: { interval: "month" },
            product_data: { name: "Premium plan" },
          },
        },
      ],
      success_url: `${deps.siteUrl}/subscription-success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${deps.siteUrl}/subscription-canceled`,
    },
    // Two quick clicks open one page. A page that was left open is found above. After an earlier plan, the key changes.
    { idempotencyKey: `subscribe-${caller.id}-${plan.stripe_subscription_id ?? "first"}-${tenSeconds(deps.now())}` },
  );
  return json({ url: session.url });
};

function tenSeconds(now: Date): number {
  return Math.floor(now.getTime() / 10_000);
}
