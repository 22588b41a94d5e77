import type Stripe from "stripe";
import type { FunctionDeps, Payments } from "../deps.ts";
import { chargeOf, checkoutEntries, type LedgerEntry } from "./checkout-entries.ts";

const STATUS: Record<string, string> = { open: "open", complete: "complete", expired: "expired" };

/**
 * Updates our ledger to the provider's **current** state of a session. Webhooks, the success page and the reconciler
 * all call this, because an event only says which session to check. It is safe to repeat and to run in parallel.
 * Returns the status of each of its invoices by id: none if the session does not pay our invoices.
 */
export async function syncCheckout(
  deps: FunctionDeps,
  { stripe }: Payments,
  session: Stripe.Checkout.Session,
): Promise<Record<string, string>> {
  const { invoice_id, combined_id } = session.metadata ?? {};
  if ((!invoice_id && !combined_id) || session.mode !== "payment") return {};
  const report = {
    session_id: session.id,
    status: STATUS[session.status ?? "open"] ?? "open",
    disputed: isDisputed(session),
    entries: checkoutEntries(session, await listRefunds(stripe, session)),
  };
  if (combined_id) return recordCombined(deps, { ...report, combined_id });
  const { data, error } = await deps.service.rpc("record_checkout", {
    p_checkout: { ...report, invoice_id: invoice_id ?? "", attempt: Number(session.metadata?.attempt ?? 0) },
  });
  if (error) throw new Error(`record_checkout: ${error.message}`);
  return { [invoice_id ?? ""]: data };
}

type Report = { session_id: string; status: string; disputed: boolean; entries: LedgerEntry[] };

async function recordCombined(
  { service }: FunctionDeps,
  report: Report & { combined_id: string },
): Promise<Record<string, string>> {
  const { data, error } = await service.rpc("record_combined_checkout", { p_checkout: report });
  if (error) throw new Error(`record_combined_checkout: ${error.message}`);
  return data as Record<string, string>;
}

async function listRefunds(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Stripe.Refund[]> {
  const intentId = typeof session.payment_intent === "string" ? session.payment_intent : session.payment_intent?.id;
  const refunds: Stripe.Refund[] = [];
  if (intentId && session.payment_status === "paid")
    for await (const refund of stripe.refunds.list({ payment_intent: intentId, limit: 100 })) refunds.push(refund);
  return refunds;
}

const isDisputed = (session: Stripe.Checkout.Session): boolean => chargeOf(session)?.disputed ?? false;
