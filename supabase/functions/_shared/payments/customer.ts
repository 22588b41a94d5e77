import type Stripe from "stripe";
import type { FunctionDeps } from "../deps.ts";

/**
 * The person's customer at the payment provider, created with the first payment. The idempotency key gives the same
 * customer to two parallel calls, and to a retry after a call that stopped before our write.
 */
export async function ensureCustomer(
  deps: FunctionDeps,
  stripe: Stripe,
  { id, email }: { id: string; email: string },
): Promise<string> {
  const { data, error } = await deps.service
    .from("subscriptions")
    .select("stripe_customer_id")
    .eq("user_id", id)
    .maybeSingle();
  if (error) throw new Error(`subscriptions: ${error.message}`);
  if (data?.stripe_customer_id) return data.stripe_customer_id;
  const customer = await stripe.customers.create(
    { email, metadata: { user_id: id } },
    // The key includes the email, because the provider refuses the same key with changed data.
    { idempotencyKey: `customer-${id}-${email}`.slice(0, 255) },
  );
  const saved = await deps.service
    .from("subscriptions")
    .upsert({ user_id: id, stripe_customer_id: customer.id }, { onConflict: "user_id" });
  if (saved.error) throw new Error(`subscriptions: ${saved.error.message}`);
  return customer.id;
}
