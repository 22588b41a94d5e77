/** An amount in the smallest unit of its currency (spec §9: cents, shown divided by 100). */
export type Money = { amount: number; currency: string };

// The payment provider's list, not the runtime's: what is shown must be what is charged. Every other currency has two places.
const WHOLE = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const THOUSANDTHS = new Set("bhd jod kwd omr tnd".split(" "));

/** How many decimal places a currency's smallest unit has: 2 for dollars, 0 for yen, 3 for dinars. */
function decimalPlaces(currency: string): 0 | 2 | 3 {
  const key = currency.toLowerCase();
  if (WHOLE.has(key)) return 0;
  return THOUSANDTHS.has(key) ? 3 : 2;
}

/** Money with its currency, in the reader's locale (the runtime's, unless one is given). */
export function formatMoney({ amount, currency }: Money, locale?: string): string {
  const places = decimalPlaces(currency);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(amount / 10 ** places);
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
