import type Stripe from "stripe";

/** One attempt to pay an invoice, as our database has it. */
export type CheckoutAttempt = {
  invoice_id: string;
  attempt: number;
  session_id: string | null;
  customer_id: string | null;
  /** The payment of several invoices that the attempt is a share of. */
  combined_id: string | null;
};

/**
 * The provider's session of an attempt. If the attempt has no session id, the call stopped before our write. If the
 * provider has the session, it is among the customer's sessions.
 */
export async function findCheckout(
  stripe: Stripe,
  { invoice_id, attempt, session_id, customer_id, combined_id }: CheckoutAttempt,
): Promise<Stripe.Checkout.Session | null> {
  if (session_id) return retrieveCheckout(stripe, session_id);
  if (!customer_id) return null;
  for await (const session of stripe.checkout.sessions.list({ customer: customer_id, limit: 100 }))
    if (
      combined_id
        ? session.metadata?.combined_id === combined_id
        : session.metadata?.invoice_id === invoice_id && session.metadata.attempt === String(attempt)
    )
      return retrieveCheckout(stripe, session.id);
  return null;
}

/** Loads a session with everything that `checkoutEntries` reads. */
export function retrieveCheckout(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(sessionId, { expand: ["payment_intent.latest_charge"] });
}
