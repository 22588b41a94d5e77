/** The amounts of an invoice, in the currency's smallest unit. `received` counts an invoice that was paid before the ledger existed. */
export type InvoiceSums = {
  status: string;
  total: number;
  credited: number;
  received: number;
  refunded: number;
  /** What the database says is owed. */
  owed: number;
};

export type TotalLine = readonly [label: string, cents: number];

/** What stands above the total of an invoice with discounts: the sum without them, and their own. `amounts` are those of its lines. */
export function discountLines(amounts: readonly number[]): TotalLine[] {
  const sum = (part: readonly number[]) => part.reduce((all, amount) => all + amount, 0);
  const discount = sum(amounts.filter((amount) => amount < 0));
  return discount === 0
    ? []
    : [
        ["Subtotal", sum(amounts) - discount],
        ["Discount", discount],
      ];
}

/** Why less is due than the lines above say, or more. */
const DIFFERENCES: Record<string, string> = { void: "Void", draft: "Not sent yet" };

/**
 * The lines from the total to the amount due, which add up to it, and what happened to the money afterward. Money that goes back on an
 * open invoice is owed again. On a paid or canceled one it isn't, so it comes after the amount due.
 */
export function invoiceTotals({ status, total, credited, received, refunded, owed }: InvoiceSums) {
  const isSettled = status === "paid" || status === "void";
  const known: TotalLine[] = [
    ["Total", total],
    ["Credited", -credited],
    ["Paid", -received],
    ["Refunded", isSettled ? 0 : Math.min(refunded, received)],
  ];
  const rest = owed - known.reduce((sum, [, cents]) => sum + cents, 0);
  const lines: TotalLine[] = [
    ...known.filter(([label, cents]) => label === "Total" || cents !== 0),
    ...(rest === 0 ? [] : [[DIFFERENCES[status] ?? (rest > 0 ? "Overpaid" : "Settled"), rest] as const]),
    ["Amount due", owed],
  ];
  const after: TotalLine[] =
    isSettled && refunded > 0
      ? [
          ["Refunded", -refunded],
          ["Paid, less refunds", received - refunded],
        ]
      : [];
  return { lines, after };
}
