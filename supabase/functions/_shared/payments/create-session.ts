import Stripe from "stripe";
import { type CheckoutAttempt, findCheckout } from "./find-checkout.ts";

/**
 * Creates a payment page. The key is the attempt's own, so that a parallel call or a retry after a crash gets the same
 * page. The provider refuses the key if the page's texts have changed in the meantime. The first page is then found and used.
 */
export async function createSession(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
  attempt: CheckoutAttempt,
): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.create(params, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const session = await findCheckout(stripe, attempt);
    if (!session) throw error;
    return session;
  }
}
