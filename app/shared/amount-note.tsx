import { type AmountsShown, amountNote } from "../../domain/invoice-balance.ts";

/** Below the amount of an invoice in a list. */
export function AmountNote({ invoice }: { invoice: AmountsShown }) {
  const text = amountNote(invoice);
  return text ? <span className="block text-ink-3 text-xs">{text}</span> : null;
}
