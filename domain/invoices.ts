import { type Money, sumByCurrency } from "./money.ts";

export type InvoiceStyle = "paid" | "pending" | "overdue" | "active" | "neutral";

type Dated = { status: string; due_date: string | null };
type Paid = { status: string; amount: number; currency: string; refunded_amount?: number | null };

const STYLED = new Set(["paid", "pending", "overdue", "active"]);

/** Spec §2: paid, pending, overdue and active have their own style; any other status is neutral. */
export function invoiceStyle(status: string): InvoiceStyle {
  return STYLED.has(status) ? (status as InvoiceStyle) : "neutral";
}

/** The status to show: a pending invoice is overdue after its due date. `today` is a date, YYYY-MM-DD. */
export function shownInvoiceStatus(invoice: Dated, today: string): string {
  const late = invoice.status === "pending" && invoice.due_date !== null && invoice.due_date.slice(0, 10) < today;
  return late ? "overdue" : invoice.status;
}

/** Total Paid (spec §2): paid invoices minus refunds, per currency. */
export function totalPaid(invoices: readonly Paid[]): Money[] {
  const paid = invoices.filter((invoice) => invoice.status === "paid");
  return sumByCurrency(
    paid.map(({ amount, currency, refunded_amount }) => ({ amount: amount - (refunded_amount ?? 0), currency })),
  );
}

/** Spec §2: an invoice without a description reads 'Marketing services'. */
export function invoiceDescription(description: string | null): string {
  return description?.trim() || "Marketing services";
}
