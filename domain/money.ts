import { numberLocale, type Region, unitedStates } from "./format-locale.ts";
import { splitCurrency } from "./written-currency.ts";

/** An amount in the smallest unit of its currency (spec §9: cents, shown divided by 100). */
export type Money = { amount: number; currency: string };

// The payment provider's list, not the runtime's, because the shown amount must be the charged amount. Every other
// currency has two places.
const ZERO_DECIMALS = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const THREE_DECIMALS = new Set("bhd jod kwd omr tnd".split(" "));

/** How many decimal places a currency's smallest unit has: 2 for dollars, 0 for yen, 3 for dinars. */
export function decimalPlaces(currency: string): 0 | 2 | 3 {
  const key = currency.toLowerCase();
  if (ZERO_DECIMALS.has(key)) return 0;
  return THREE_DECIMALS.has(key) ? 3 : 2;
}

/** '$5,000.00': exact, with its currency (spec §9). */
export function formatMoney({ amount, currency }: Money, region?: Region): string {
  const places = decimalPlaces(currency);
  return inCurrency(currency, { minimumFractionDigits: places, maximumFractionDigits: places }, region).format(
    amount / 10 ** places,
  );
}

/** '$20,000': whole units, for cards and totals. The exact amount is on its own page. */
export function formatWholeMoney({ amount, currency }: Money, region?: Region): string {
  return inCurrency(currency, { maximumFractionDigits: 0 }, region).format(amount / 10 ** decimalPlaces(currency));
}

/** '$199,000': three digits, for sums that are estimates. */
export const formatEstimate = ({ amount, currency }: Money): string =>
  inCurrency(currency, { maximumSignificantDigits: 3 }).format(amount / 10 ** decimalPlaces(currency));

/** '$20,000': whole dollars, for the site's prices and examples. Its pages are built once for all readers. */
export const formatDollars = (dollars: number): string =>
  formatWholeMoney({ amount: dollars * 100, currency: "usd" }, unitedStates);

/** '$5,000' and '$5,000.50': exact, without zero decimals, for sentences. */
export function formatCompactMoney({ amount, currency }: Money, region?: Region): string {
  const places = decimalPlaces(currency);
  const digits = amount % 10 ** places === 0 ? 0 : places;
  return inCurrency(currency, { minimumFractionDigits: digits, maximumFractionDigits: places }, region).format(
    amount / 10 ** places,
  );
}

const inCurrency = (currency: string, digits: Intl.NumberFormatOptions, { locale }: Region = {}) =>
  new Intl.NumberFormat(numberLocale(locale), { style: "currency", currency: currency.toUpperCase(), ...digits });

/**
 * Parses a typed amount in the currency's smallest unit: '1,200.50' is 120050 in dollars. Commas group thousands; a
 * single one before two digits is a decimal sign, also after groups with points: '1.200,50'. Null if it is not an amount, has
 * more decimals than the currency, or names another currency.
 */
export function parseMoney(typed: string, currency: string): number | null {
  const places = decimalPlaces(currency);
  const written = splitCurrency(typed, currency);
  if (!written || written.foreign) return null;
  const plain = written.number.replace(/\s/g, "");
  const grouped = /^-?\d{1,3}(,\d{3})*(\.\d+)?$/.test(plain)
    ? plain.replaceAll(",", "")
    : (/^-?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(plain) ? plain.replaceAll(".", "") : plain).replace(/,(\d{1,2})$/, ".$1");
  const parts = /^(-?)(\d{1,9})(?:\.(\d*))?$/.exec(grouped);
  if (!parts) return null;
  const [, sign, whole = "0", decimals = ""] = parts;
  if (decimals.length > places) return null;
  const amount = Number(whole + decimals.padEnd(places, "0"));
  return sign && amount > 0 ? -amount : amount;
}

/** The largest amount that the payment provider takes, in the smallest unit. */
export const MAX_AMOUNT = 99_999_999;

const DECIMALS = { 0: "Use no decimals", 2: "Use at most two decimals", 3: "Use at most three decimals" };

/** Why a typed amount isn't one that can be paid: too many decimals, above the maximum, or, with an example, not a number. */
export function amountProblem(typed: string, currency: string, example: string): string {
  const amount = parseMoney(typed, currency);
  const plain = splitCurrency(typed, currency)?.number.replace(/[\s,]/g, "") ?? "";
  const [, whole = "", decimals = ""] = /^-?(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (Math.abs(amount ?? 0) > MAX_AMOUNT || (amount === null && whole.length > 9))
    return `At most ${formatMoney({ amount: MAX_AMOUNT, currency })}`;
  const places = decimalPlaces(currency);
  return amount === null && decimals.length > places ? DECIMALS[places] : `An amount such as ${example}`;
}

/** Formats an amount for an input field, without symbol or grouping: 120050 in dollars is '1200.50'. */
export function formatInputAmount({ amount, currency }: Money): string {
  const places = decimalPlaces(currency);
  return (amount / 10 ** places).toFixed(places);
}

/** Sums per currency, in order of first occurrence. Euros are never added to dollars. */
export function sumByCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of amounts) {
    const key = currency.toLowerCase();
    sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
