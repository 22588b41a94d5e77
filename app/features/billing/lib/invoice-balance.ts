type Amounts = {
  status: string;
  amount: number;
  credited_amount: number;
  received_amount: number;
  refunded_amount: number;
};

/**
 * What came in, what can go back, and what was paid too much, in the currency's smallest unit. What is owed is the invoice's
 * `owed_amount`. An invoice that was paid before there was a ledger counts as paid by its amount.
 */
export function invoiceBalance({ status, amount, credited_amount, received_amount, refunded_amount }: Amounts) {
  const due = amount - credited_amount;
  const received = status === "paid" ? received_amount || due : received_amount;
  const kept = Math.max(0, received - refunded_amount);
  return {
    received,
    refundable: status === "paid" || status === "void" ? kept : 0,
    // A full refund of the one payment leaves less than the invoice: nothing is too much then.
    surplus: status === "paid" ? Math.max(0, kept - due) : status === "void" ? kept : 0,
  };
}
