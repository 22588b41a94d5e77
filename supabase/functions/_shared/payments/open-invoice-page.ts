import type Stripe from "stripe";
import { truncateText } from "../../../../domain/truncate-text.ts";
import type { FunctionDeps, Payments } from "../deps.ts";
import { closePage } from "./close-page.ts";
import { createSession } from "./create-session.ts";
import { ensureCustomer } from "./customer.ts";
import { endedMeanwhile, OpenRefused } from "./open-refused.ts";

type Attempt = {
  attempt: number;
  url: string | null;
  replaces: string | null;
  amount: number;
  currency: string;
  invoice_number: string;
  description: string;
  /** The person that the invoice names. Everyone who pays it shares their page. */
  client_id: string;
  email: string;
};

/**
 * Opens or resumes the payment page of one invoice for a person who may pay it, and returns its address. Throws
 * `OpenRefused`.
 */
export async function openInvoicePage(
  deps: FunctionDeps,
  payments: Payments,
  invoiceId: string,
  userId: string,
): Promise<string | null> {
  let attempt = await startAttempt(deps, invoiceId, userId);
  // The replaced page may have been paid just before it closed. The amount is then another one, or nothing.
  if (attempt.replaces && (await closePage(deps, payments, attempt.replaces)))
    attempt = await startAttempt(deps, invoiceId, userId);
  return attempt.url ?? (await openSession(deps, payments, attempt, invoiceId));
}

async function startAttempt({ service }: FunctionDeps, invoiceId: string, userId: string): Promise<Attempt> {
  const { data, error } = await service.rpc("open_invoice_checkout", {
    p_invoice_id: invoiceId,
    p_client_id: userId,
  });
  if (error) throw new OpenRefused(error);
  const [attempt] = data;
  if (!attempt) throw new Error("open_invoice_checkout returned nothing");
  return attempt;
}

async function openSession(
  deps: FunctionDeps,
  { stripe }: Payments,
  attempt: Attempt,
  invoiceId: string,
): Promise<string | null> {
  const customer = await ensureCustomer(deps, stripe, { id: attempt.client_id, email: attempt.email });
  const session = await createSession(
    stripe,
    sessionParams(deps.siteUrl, customer, attempt, invoiceId),
    `invoice-${invoiceId}-${attempt.attempt}`,
    { invoice_id: invoiceId, attempt: attempt.attempt, session_id: null, customer_id: customer, combined_id: null },
  );
  const { data: isOpen, error } = await deps.service.rpc("save_checkout_session", {
    p_invoice_id: invoiceId,
    p_attempt: attempt.attempt,
    p_session_id: session.id,
    p_url: session.url ?? "",
    p_expires_at: new Date(session.expires_at * 1000).toISOString(),
  });
  if (error) throw new Error(`save_checkout_session: ${error.message}`);
  if (isOpen) return session.url;
  await closePage(deps, { stripe } as Payments, session.id);
  throw endedMeanwhile();
}

function sessionParams(
  siteUrl: string,
  customer: string,
  attempt: Attempt,
  invoiceId: string,
): Stripe.Checkout.SessionCreateParams {
  const { amount, currency, invoice_number, description } = attempt;
  const metadata = { invoice_id: invoiceId, attempt: String(attempt.attempt) };
  const name = `Invoice ${invoice_number}`;
  const product_data = { name, description: truncateText(description, 500) };
  return {
    mode: "payment",
    customer,
    client_reference_id: invoiceId,
    metadata,
    payment_intent_data: { metadata, description: name },
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data } }],
    success_url: `${siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}&invoice_id=${invoiceId}`,
    cancel_url: `${siteUrl}/payment-canceled?invoice_id=${invoiceId}`,
  };
}
