import { callProcedure } from "~/shared/call-procedure.ts";
import type { InvoiceAttention } from "../lib/invoice-attention.ts";

export type Client = { id: string; name: string; company: string | null; email: string };
export type LedgerEntry = {
  id: string;
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  is_duplicate: boolean;
  occurred_at: string;
  by_hand: boolean;
  reference: string;
  method: string | null;
  note: string | null;
};
export type InvoiceEvent = {
  id: string;
  kind: "created" | "sent" | "marked_paid" | "voided" | "credited" | "refunded" | "issued";
  note: string | null;
  method: string | null;
  amount: number | null;
  created_at: string;
  actor: string | null;
};
export type AdminInvoice = {
  invoice: {
    id: string;
    client_id: string;
    invoice_number: string;
    /** As it is shown: overdue from the day after its due date. */
    status: string;
    description: string | null;
    amount: number;
    currency: string;
    due_date: string | null;
    paid_date: string | null;
    issued_at: string | null;
    created_at: string;
    updated_at: string;
    credited_amount: number;
    received_amount: number;
    refunded_amount: number;
    owed_amount: number;
    needs_attention: InvoiceAttention | null;
  };
  today: string;
  client: Client;
  lines: { id: string; description: string; quantity: number; unit_amount: number; amount: number }[];
  ledger: LedgerEntry[];
  events: InvoiceEvent[];
  retainer: { id: string; name: string; charge_date: string } | null;
  /** A payment page is open at the provider. */
  paying: boolean;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An invoice with all that belongs to it, amounts in the smallest unit. Null: there is none. Throws ServiceError. */
export async function loadAdminInvoice(invoiceId: string): Promise<AdminInvoice | null> {
  if (!UUID.test(invoiceId)) return null;
  return (await callProcedure("invoice_for_admin", { p_invoice_id: invoiceId })) as unknown as AdminInvoice | null;
}
