type PaymentRow = { kind: string; amount: number; currency: string; occurred_at: string };
type InvoiceAmounts = {
  status: string;
  amount: number;
  currency: string;
  refunded_amount: number;
  credited_amount: number;
};

/**
 * What came in, what went back, what is still owed and what was paid too much, in the invoice's currency and in cents. An
 * invoice that was paid past the payment provider has no movements: it counts as paid by its amount.
 */
export function invoiceBalance(invoice: InvoiceAmounts, movements: readonly PaymentRow[]) {
  const sum = (kind: string) =>
    movements
      .filter((movement) => movement.kind === kind && movement.currency === invoice.currency)
      .reduce((total, { amount }) => total + amount, 0);
  const settled = invoice.status === "paid";
  const received = sum("payment") || (settled ? invoice.amount - invoice.credited_amount : 0);
  // A reversal is a refund that failed: the money stayed.
  const refunded = sum("refund") - sum("reversal") || invoice.refunded_amount;
  const due = invoice.amount - invoice.credited_amount;
  const canceled = invoice.status === "void";
  const owes = invoice.status === "pending" || invoice.status === "overdue";
  return {
    received,
    refunded,
    owed: owes ? Math.max(0, due - received + refunded) : 0,
    // A full refund of the one payment leaves less than the invoice: nothing is too much then.
    surplus: settled ? Math.max(0, received - refunded - due) : canceled ? Math.max(0, received - refunded) : 0,
  };
}
