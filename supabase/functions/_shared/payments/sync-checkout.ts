import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { checkoutEntries } from "./checkout-entries.ts";

const STATUS: Record<string, string> = { open: "open", complete: "complete", expired: "expired" };

/**
 * Updates our ledger to the provider's **current** state of a session. Webhooks, the success page and the reconciler
 * all call this, because an event only says which session to check. It is safe to repeat and to run in parallel.
 * Returns the invoice's status, or null if the session does not pay one of our invoices.
 */
export async function syncCheckout(
  deps: FunctionDeps,
  { stripe }: Payments,
  session: Stripe.Checkout.Session,
): Promise<string | null> {
  const invoiceId = session.metadata?.invoice_id;
  if (!invoiceId || session.mode !== "payment") return null;
  const intentId = typeof session.payment_intent === "string" ? session.payment_intent : session.payment_intent?.id;
  const refunds: Stripe.Refund[] = [];
  if (intentId && session.payment_status === "paid")
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) refunds.push(refund);
  const { data, error } = await deps.service.rpc("record_checkout", {
    p_checkout: {
      session_id: session.id,
      invoice_id: invoiceId,
      attempt: Number(session.metadata?.attempt ?? 0),
      status: STATUS[session.status ?? "open"] ?? "open",
      disputed: isDisputed(session),
      entries: checkoutEntries(session, refunds),
    },
  });
  if (error) throw new Error(`record_checkout: ${error.message}`);
  return data;
}

function isDisputed({ payment_intent: intent }: Stripe.Checkout.Session): boolean {
  const charge = intent && typeof intent !== "string" ? intent.latest_charge : null;
  return charge !== null && typeof charge === "object" && charge.disputed;
}
