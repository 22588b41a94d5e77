import Stripe from "stripe";
import * as z from "zod/mini";
import { readRefusal } from "../../../domain/refusals.ts";
import { truncateText } from "../../../domain/truncate-text.ts";
import { requireCaller } from "../_shared/caller.ts";
import type { FunctionDeps, FunctionHandler, Payments } from "../_shared/deps.ts";
import { ensureCustomer } from "../_shared/payments/customer.ts";
import { findCheckout, retrieveCheckout } from "../_shared/payments/find-checkout.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { syncCheckout } from "../_shared/payments/sync-checkout.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({ invoiceId: z.uuid() });
/**
 * Opens a payment page for one of the caller's own invoices and returns `{ url }`. The amount comes from the invoice.
 * While that page is open, another call returns the same page. 404 for an invoice that is not the caller's, 409 for a
 * paid one.
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "invoiceId must be an invoice's id");
  const { invoiceId } = parsed.data;
  // Row-level security decides whether the caller may see this invoice.
  const seen = await caller.client.from("invoices").select("id").eq("id", invoiceId).maybeSingle();
  if (seen.error) return failure(503, "unavailable", "Couldn't load the invoice. Please try again in a moment.");
  if (!seen.data) return failure(404, "not_found", "Invoice not found");
  const opened = await deps.service.rpc("open_invoice_checkout", { p_invoice_id: invoiceId, p_client_id: caller.id });
  if (opened.error) {
    const status = /^PT(\d{3})$/.exec(opened.error.code)?.[1];
    const code = readRefusal(opened.error)?.code === "invoice_paid" ? "already_paid" : "not_payable";
    return failure(Number(status ?? 500), status ? code : "unexpected_failure", opened.error.message);
  }
  const attempt = opened.data[0];
  if (!attempt) return failure(404, "not_found", "Invoice not found");
  if (attempt.replaces) await closeOutdated(deps, deps.payments, attempt.replaces);
  const url = attempt.url ?? (await openSession(deps, deps.payments, { ...attempt, invoiceId, userId: caller.id }));
  return json({ url });
};

type Attempt = {
  invoiceId: string;
  userId: string;
  attempt: number;
  amount: number;
  currency: string;
  invoice_number: string;
  description: string;
  email: string;
};

async function openSession(deps: FunctionDeps, { stripe }: Payments, attempt: Attempt): Promise<string | null> {
  const customer = await ensureCustomer(deps, stripe, { id: attempt.userId, email: attempt.email });
  const session = await createSession(stripe, sessionParams(deps.siteUrl, customer, attempt), attempt, customer);
  const { error } = await deps.service.rpc("save_checkout_session", {
    p_invoice_id: attempt.invoiceId,
    p_attempt: attempt.attempt,
    p_session_id: session.id,
    p_url: session.url ?? "",
    p_expires_at: new Date(session.expires_at * 1000).toISOString(),
  });
  if (error) throw new Error(`save_checkout_session: ${error.message}`);
  return session.url;
}

/**
 * The attempt's number is the idempotency key, so that a parallel call or a retry after a crash gets the same session.
 * The provider refuses the key if the page's texts have changed meanwhile. The first session is then found and used.
 */
async function createSession(
  stripe: Stripe,
  params: Stripe.Checkout.SessionCreateParams,
  { invoiceId, attempt }: Attempt,
  customer: string,
): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.create(params, { idempotencyKey: `invoice-${invoiceId}-${attempt}` });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const before = { invoice_id: invoiceId, attempt, session_id: null, customer_id: customer };
    const session = await findCheckout(stripe, before);
    if (!session) throw error;
    return session;
  }
}

function sessionParams(siteUrl: string, customer: string, attempt: Attempt): Stripe.Checkout.SessionCreateParams {
  const { invoiceId, amount, currency, invoice_number, description } = attempt;
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

/** Closes a page whose amount is no longer the invoice's. If it was just paid, the ledger is updated. */
async function closeOutdated(deps: FunctionDeps, payments: Payments, sessionId: string): Promise<void> {
  await payments.stripe.checkout.sessions.expire(sessionId).catch(() => undefined);
  await syncCheckout(deps, payments, await retrieveCheckout(payments.stripe, sessionId));
}
