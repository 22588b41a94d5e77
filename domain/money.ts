/** An amount in the smallest unit of its currency (spec §9: cents, shown divided by 100). */
export type Money = { amount: number; currency: string };

/** Money with its currency, in the reader's locale (the runtime's, unless one is given). */
export function formatMoney({ amount, currency }: Money, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency: currency.toUpperCase() }).format(amount / 100);
}

/** Sums per currency, in the order in which the currencies first occur: euros are never added to dollars. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) {
    const key = currency.toLowerCase();
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
