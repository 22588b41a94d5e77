import Stripe from "stripe";
import type { Caller } from "../caller.ts";
import type { FunctionDeps, Payments } from "../deps.ts";
import { syncIntent } from "./sync-intent.ts";

export type RefundRequest = {
  /** Made by the caller. It names the refund at the provider, so that a retry sends nothing twice. */
  id: string;
  invoiceId: string;
  expectedUpdatedAt: string;
  /** In the currency's smallest unit. */
  amount: number;
  reason: string;
};

/** The database or the provider refused the refund. Nothing was sent. */
export class RefundRefused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string>;
  constructor(status: number, code: string, message: string, details: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A card payment, and how much of it this invoice still has. */
type CardPayment = { intent: string; kept: number };
type Piece = { intent: string; amount: number };

/** Sends money back to the cards that paid an invoice, second payments first, and updates the ledger. Returns the amount. */
export async function refundCards(
  deps: FunctionDeps,
  payments: Payments,
  caller: Caller,
  request: RefundRequest,
): Promise<number> {
  const earlier = await findRefunds(deps, payments.stripe, request);
  if (earlier.length > 0) return finish(deps, payments, earlier);
  const { data, error } = await caller.client.rpc("start_card_refund", {
    p_invoice_id: request.invoiceId,
    p_expected_updated_at: request.expectedUpdatedAt,
    p_amount: request.amount,
    p_reason: request.reason,
  });
  if (error) throw refusal(error);
  const pieces = await planPieces(payments.stripe, data as CardPayment[], request.amount);
  const metadata = {
    invoice_id: request.invoiceId,
    request_id: request.id,
    admin_id: caller.id,
    reason: request.reason,
  };
  const sent: Piece[] = [];
  for (const piece of pieces) {
    try {
      const asked = { payment_intent: piece.intent, amount: piece.amount, metadata };
      const { status } = await payments.stripe.refunds.create(asked, {
        idempotencyKey: `refund-${request.id}-${piece.intent}`,
      });
      if (NOT_SENT.includes(status ?? "")) throw new RefundRefused(409, "PT409", "The card didn't take the refund");
    } catch (problem) {
      if (sent.length > 0) await finish(deps, payments, sent);
      if (problem instanceof RefundRefused) throw problem;
      if (!(problem instanceof Stripe.errors.StripeInvalidRequestError)) throw problem;
      throw new RefundRefused(409, "PT409", `The payment provider refused the refund: ${problem.message}`);
    }
    sent.push(piece);
  }
  return finish(deps, payments, pieces);
}

async function finish(deps: FunctionDeps, payments: Payments, pieces: Piece[]): Promise<number> {
  for (const intent of new Set(pieces.map((piece) => piece.intent))) await syncIntent(intent, deps, payments);
  return pieces.reduce((sum, { amount }) => sum + amount, 0);
}

/** Refunds that never reach the card. */
const NOT_SENT = ["failed", "canceled"];

/** Refunds that an earlier call with this id made before its answer was lost. */
async function findRefunds({ service }: FunctionDeps, stripe: Stripe, request: RefundRequest): Promise<Piece[]> {
  const { data, error } = await service
    .from("payments")
    .select("provider_ref")
    .eq("invoice_id", request.invoiceId)
    .eq("kind", "payment")
    .like("provider_ref", "pi_%");
  if (error) throw new Error(`payments: ${error.message}`);
  const found: Piece[] = [];
  for (const intent of new Set(data.map(({ provider_ref }) => provider_ref.split("/")[0] ?? "")))
    for await (const { amount, metadata, status } of stripe.refunds.list({ payment_intent: intent, limit: 100 }))
      if (metadata?.request_id === request.id && !NOT_SENT.includes(status ?? "")) found.push({ intent, amount });
  return found;
}

/** Which payment gives how much. The provider knows best what is left of each. */
async function planPieces(stripe: Stripe, cards: CardPayment[], amount: number): Promise<Piece[]> {
  const pieces: Piece[] = [];
  let rest = amount;
  for (const { intent, kept } of cards) {
    if (rest === 0) break;
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] });
    const left = charge && typeof charge !== "string" ? charge.amount - charge.amount_refunded : 0;
    const part = Math.min(rest, kept, left);
    if (part > 0) pieces.push({ intent, amount: part });
    rest -= Math.max(0, part);
  }
  if (rest > 0)
    throw new RefundRefused(
      409,
      "PT409",
      "The payment provider has less left to refund. Reload the page and try again.",
    );
  return pieces;
}

function refusal({ code, message, hint, details }: { code: string; message: string; hint: string; details: string }) {
  const status = Number(/^PT(\d{3})$/.exec(code)?.[1] ?? (code === "42501" ? 403 : 400));
  return new RefundRefused(status, code, message, { ...(hint && { hint }), ...(details && { details }) });
}
