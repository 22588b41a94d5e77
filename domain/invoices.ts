type Dated = { status: string; due_date: string | null };

/** What clients see as an invoice's status, and what it means. They never see drafts. The last two are `invoices.refund`. */
export const CLIENT_INVOICE_STATUSES = {
  active: "agreed, but you can't pay it yet. There's nothing to do until we email you that it's open.",
  pending: "sent and waiting for payment by its due date.",
  overdue: "the due date has passed. The day ends in our agency's time zone, not yours.",
  paid: "settled. You don't owe anything.",
  void: "canceled. You don't owe anything, whatever amount it shows.",
  "partly refunded": "paid, and part of the money was sent back to you. The invoice shows how much.",
  refunded: "paid, and all of the money was sent back to you. You don't owe anything.",
};

/** The status to show: a pending invoice is overdue after its due date. `today` is a date, YYYY-MM-DD. */
export function shownInvoiceStatus(invoice: Dated, today: string): string {
  const late = invoice.status === "pending" && invoice.due_date !== null && invoice.due_date.slice(0, 10) < today;
  return late ? "overdue" : invoice.status;
}

/** Spec §2: an invoice without a description reads 'Marketing services'. */
export function invoiceDescription(description: string | null): string {
  return description?.trim() || "Marketing services";
}

/** What an invoice is called at its top, on paper and in the preview of a draft. */
export function invoiceHeading({ status, refund }: { status: string; refund?: string | null }): string {
  if (refund === "refunded") return "Refunded invoice";
  if (refund) return "Partly refunded invoice";
  if (status === "draft") return "Draft invoice";
  if (status === "void") return "Void invoice";
  if (status === "overdue") return "Overdue invoice";
  if (status === "paid") return "Paid invoice";
  return "Invoice";
}

/** The title above the lines. Without a description, or with a single line of the same text, there is none. */
export function invoiceTitle(description: string | null, lines: readonly { description: string }[]): string | null {
  const text = description?.trim();
  return text && !(lines.length === 1 && lines[0]?.description.trim() === text) ? text : null;
}

/** A tax or VAT number as invoices print it, or nothing. */
export function taxLine(taxId: string | null | undefined): string | null {
  return taxId?.trim() ? `Tax ID: ${taxId.trim()}` : null;
}

/** A draft has no number: the database keeps its ID in that place until the invoice is sent. */
export function invoiceName({ id, invoice_number }: { id: string; invoice_number: string | null }): string {
  return invoice_number === null || invoice_number === `draft ${id}` ? "Draft" : invoice_number;
}

/** Whether the invoice can be paid now. An overdue invoice is a pending one past its date. */
export function isPayable(status: string): boolean {
  return status === "pending" || status === "overdue";
}

/** What the client can pay now. An active invoice is owed only once it opens for payment. The ledger adds up the same. */
export function balanceDue({ status, owed_amount }: { status: string; owed_amount: number }): number {
  return isPayable(status) ? owed_amount : 0;
}

/** Whether the client owes it, now or once it opens for payment. Then it can be credited or canceled. */
export function isUnsettled(status: string): boolean {
  return isPayable(status) || status === "active";
}

/** The number of calendar days between two dates, YYYY-MM-DD. Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000);
}
