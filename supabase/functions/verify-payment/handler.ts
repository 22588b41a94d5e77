import Stripe from "stripe";
import * as z from "zod/mini";
import { type Caller, requireCaller } from "../_shared/caller.ts";
import type { FunctionHandler } from "../_shared/deps.ts";
import { cardOf, chargeOf } from "../_shared/payments/checkout-entries.ts";
import { retrieveCheckout } from "../_shared/payments/find-checkout.ts";
import { notConfigured } from "../_shared/payments/not-configured.ts";
import { syncCheckout } from "../_shared/payments/sync-checkout.ts";
import { failure, json } from "../_shared/respond.ts";

const body = z.object({
  sessionId: z.string().check(z.minLength(1), z.maxLength(255)),
  invoiceId: z.uuid(),
});

const receiptPeople = z.object({ isYou: z.boolean(), others: z.array(z.string()) });

/**
 * Spec §7: returns `{ success }` for the page after a payment: whether it arrived. After a success also what was paid: `{ amount,
 * currency, invoices: [{ id, number, amount }] }`, what isn't settled now although it arrived: `due: [{ number, amount }]` and
 * `canceled: [number]`, what was paid before it arrived: `twice: [number]`, and who gets the receipts: `recipients: { isYou, others }`. Only the
 * provider is trusted, and only about an invoice that the caller may pay. A session of another person or another invoice
 * gets the same response as one that does not exist (403).
 */
export const handler: FunctionHandler = async (request, deps) => {
  if (!deps.payments) return notConfigured();
  const caller = await requireCaller(request, deps);
  if (caller instanceof Response) return caller;
  const parsed = z.safeParse(body, await request.json().catch(() => null));
  if (!parsed.success) return failure(400, "bad_request", "sessionId and invoiceId are required");
  const { sessionId, invoiceId } = parsed.data;
  const mayPay = await caller.client.rpc("may_pay_invoice", { p_invoice_id: invoiceId });
  if (mayPay.error) return failure(503, "unavailable", "Couldn't load the invoice. Please try again in a moment.");
  if (!mayPay.data) return failure(403, "not_allowed", "This isn't your payment");
  try {
    const session = await retrieveCheckout(deps.payments.stripe, sessionId);
    if (session.metadata?.invoice_id !== invoiceId && !session.metadata?.combined_id)
      return failure(403, "not_allowed", "This isn't your payment");
    const statuses = await syncCheckout(deps, deps.payments, session);
    if (!statuses[invoiceId]) return failure(403, "not_allowed", "This isn't your payment");
    const success = session.payment_status === "paid";
    return json({ success, ...(success && (await receiptOf(session, Object.keys(statuses), caller))) });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      return failure(403, "not_allowed", "This isn't your payment");
    throw error;
  }
};

/** The charge on the card, and the invoices that it paid, in the smallest unit. The caller reads their own rows. */
async function receiptOf(session: Stripe.Checkout.Session, ids: string[], { client }: Caller) {
  const { amount_total: amount, currency } = session;
  const combined = session.metadata?.combined_id;
  const intent = session.payment_intent;
  const payments = client.from("payments").select("id, invoice_id, amount, is_duplicate").eq("kind", "payment");
  const [invoices, shares] = await Promise.all([
    client
      .from("invoices")
      .select("id, invoice_number, status, owed_amount")
      .in("id", ids)
      .order("due_date")
      .order("id"),
    combined
      ? payments.eq("combined_id", combined)
      : payments.eq("provider_ref", (typeof intent === "string" ? intent : intent?.id) ?? ""),
  ]);
  const problem = invoices.error ?? shares.error;
  if (problem) throw new Error(`The receipt wasn't loaded: ${problem.message}`);
  const shareOf = (id: string) => shares.data?.find(({ invoice_id }) => invoice_id === id)?.amount;
  const paid = (invoices.data ?? []).flatMap(({ id, invoice_number: number }) => {
    const part = combined ? shareOf(id) : amount;
    return part ? [{ id, number, amount: part }] : [];
  });
  const recipients = await recipientsOf(
    (shares.data ?? []).map(({ id }) => id),
    client,
  );
  const method = cardOf(chargeOf(session)).method ?? "Card";
  const twice = (invoices.data ?? [])
    .filter(({ id }) => shares.data?.some(({ invoice_id, is_duplicate }) => invoice_id === id && is_duplicate))
    .map(({ invoice_number }) => invoice_number);
  return { amount, currency, method, invoices: paid, ...unsettled(invoices.data ?? []), twice, ...recipients };
}

/** An admin may have removed another payment of an invoice, or canceled it. */
function unsettled(invoices: { invoice_number: string; status: string; owed_amount: number | null }[]) {
  const due = invoices.filter(({ owed_amount }) => owed_amount);
  const canceled = invoices.filter(({ status }) => status === "void");
  return {
    due: due.map(({ invoice_number: number, owed_amount: amount }) => ({ number, amount })),
    canceled: canceled.map(({ invoice_number }) => invoice_number),
  };
}

/** Who gets the receipts. Without an answer nobody is named, because the payment went through. */
async function recipientsOf(payments: string[], client: Caller["client"]) {
  const { data } = await client.rpc("receipt_people", { p_payment_ids: payments });
  const people = z.safeParse(receiptPeople, data).data;
  return people && { recipients: people };
}
