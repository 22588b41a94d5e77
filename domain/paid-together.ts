import { formatNames } from "./format-list.ts";

/** A payment that paid several invoices, as one of them tells it. */
export type PaidTogether = {
  payment_id: string;
  occurred_at: string;
  /** The other invoices. */
  numbers: string[];
  /** How many others the reader doesn't see. */
  more: number;
  /** The whole payment, in the currency's smallest unit; null if the reader doesn't see all of its invoices. */
  amount: number | null;
  currency: string;
};

/** 'Paid together with INV-2 and INV-3, $2,145.00 in one payment'. */
export function togetherText(
  { numbers, more, amount, currency }: PaidTogether,
  money: (sum: { amount: number; currency: string }) => string,
): string {
  const others = more === 1 ? "1 other invoice" : `${more} other invoices`;
  const names = formatNames([...numbers, ...(more > 0 ? [others] : [])]);
  return `Paid together with ${names}${amount === null ? "" : `, ${money({ amount, currency })} in one payment`}`;
}
