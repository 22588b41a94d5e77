import type { FunctionDeps } from "../../supabase/functions/_shared/deps.ts";
import type { KnownPayment } from "../test-payments/records.ts";

/** A card payment of our ledger, for the local payment server: it doesn't have the payments that came with the demo's data. */
export async function findPayment(service: FunctionDeps["service"], intent: string): Promise<KnownPayment | null> {
  const { data } = await service
    .from("payments")
    .select("invoice_id, amount, currency, occurred_at")
    .eq("provider_ref", intent)
    .eq("kind", "payment")
    .maybeSingle();
  if (!data) return null;
  const { invoice_id, amount, currency, occurred_at } = data;
  return { intent, invoiceId: invoice_id, amount, currency, paidAt: Math.floor(Date.parse(occurred_at) / 1000) };
}
