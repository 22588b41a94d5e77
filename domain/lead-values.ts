import { SOURCE_NAMES } from "./lead-sources.ts";
import { decimalPlaces, parseMoney } from "./money.ts";
import { splitCurrency } from "./written-currency.ts";

export type DateOrder = "mdy" | "dmy";

/**
 * Parses an amount as people write it, in the smallest unit of the leads' currency: '$1,234.50', '1.234,50 €', "1'200",
 * '4.5k'. Of two different separators, the last is the decimal one. A single separator before three digits groups
 * thousands. Null if it is not an amount, negative, or in another currency (`foreignCurrency` says which), or too large (`isTooLarge`).
 */
export function readMoney(text: string, currency: string): number | null {
  const cents = readCents(text, currency);
  return cents !== null && cents <= MAX_CENTS ? cents : null;
}

/** The most that a lead can be worth, in the smallest unit of any currency. */
export const MAX_CENTS = 99_999_999_999;

/** Whether this is an amount, and only too large for a lead. */
export const isTooLarge = (text: string, currency: string): boolean => (readCents(text, currency) ?? 0) > MAX_CENTS;

function readCents(text: string, currency: string): number | null {
  const written = splitCurrency(text, currency);
  if (!written || written.foreign) return null;
  const match = /^([\d.,]+)(k|m)?$/i.exec(written.number.replace(/[\s\u00a0\u202f'’]/gu, ""));
  const digits = match?.[1];
  if (!digits || !/\d/.test(digits)) return null;
  const comma = digits.lastIndexOf(",");
  const point = digits.lastIndexOf(".");
  let decimal = "";
  if (comma >= 0 && point >= 0) decimal = comma > point ? "," : ".";
  else if (comma >= 0 || point >= 0) {
    const sign = comma >= 0 ? "," : ".";
    const parts = digits.split(sign);
    const isThousands =
      parts.slice(1).every((part) => part.length === 3) && (parts[0]?.length ?? 0) <= 3 && parts[0] !== "";
    if (parts.length > 2 && !isThousands) return null;
    // If the smallest unit is 1/1000, three digits after a point are the format of our own exports.
    const isOurs = sign === "." && decimalPlaces(currency) === 3;
    if (parts.length === 2 && (!isThousands || match[2] || isOurs)) decimal = sign;
  }
  const [whole = "", fraction = "", ...rest] = decimal ? digits.split(decimal) : [digits];
  if (rest.length > 0 || /[.,]/.test(fraction)) return null;
  const groups = whole.split(/[.,]/);
  if (groups.length > 1 && !groups.slice(1).every((group) => group.length === 3)) return null;
  const scale = match[2] ? (match[2].toLowerCase() === "k" ? 1_000 : 1_000_000) : 1;
  return Math.round(Number(`${groups.join("") || "0"}.${fraction || "0"}`) * scale * 10 ** decimalPlaces(currency));
}

/** The currency of an amount that is not in the leads' currency: 'EUR' of '€900'. Null for other texts. */
export function foreignCurrency(text: string, currency: string): string | null {
  const written = splitCurrency(text, currency);
  return written?.foreign && readMoney(written.number, written.foreign) !== null ? written.foreign : null;
}

/**
 * Parses a typed amount of a lead, in the smallest unit of its currency: '4,450.50', '4.5k', '$1,234.50'. Null if it is not
 * an amount in this currency.
 */
export function readAmount(text: string, currency: string): number | null {
  const written = splitCurrency(text, currency);
  if (!written || written.foreign) return null;
  const amount = parseMoney(written.number, currency) ?? readMoney(written.number, currency);
  return amount === null || amount < 0 ? null : amount;
}

const DAY =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T,\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Parses a date, with an optional time, as ISO. A date alone stays one: it is a day of the account, whose zone the database
 * knows. Null if it is invalid.
 */
export function readDate(text: string, order: DateOrder): string | null {
  const match = DAY.exec(text.trim());
  if (!match) return null;
  const [, one = "", two = "", three = "", hour, minute = "00", second = "00", half, zone = "Z"] = match;
  const yearFirst = one.length === 4;
  if (!yearFirst && three.length !== 4 && three.length !== 2) return null;
  const year = yearFirst ? Number(one) : Number(three.length === 2 ? `20${three}` : three);
  const dotted = !yearFirst && text.includes(".") && !text.includes("/");
  const dayFirst = dotted || order === "dmy";
  const month = Number(yearFirst ? two : dayFirst ? two : one);
  const day = Number(yearFirst ? three : dayFirst ? one : two);
  let hours = Number(hour ?? 0);
  if (half) hours = (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1970 && year <= 2100;
  if (!real || hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const two2 = (part: number | string) => String(part).padStart(2, "0");
  const iso = `${year}-${two2(month)}-${two2(day)}`;
  if (hour === undefined) return iso;
  const offset =
    zone === "Z" || zone === "z" ? "Z" : zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
  return `${iso}T${two2(hours)}:${minute}:${second}${offset}`;
}

/** Whether days come before months in these cells. Ambiguous cells are read as in the United States. */
export function guessDateOrder(samples: readonly string[]): DateOrder {
  for (const sample of samples) {
    // Dates with dots always start with the day, so they say nothing about dates with slashes.
    const [one = "", two = ""] = sample.trim().split(/[-/]/);
    if (one.length > 2 || !/^\d+$/.test(one)) continue;
    const [isDay, isNextDay] = [Number(one) > 12, Number(two) > 12];
    // 31/31/2026 is no date in any order, so it says nothing.
    if (isDay !== isNextDay) return isDay ? "dmy" : "mdy";
  }
  return "mdy";
}

/** 'Ada Byron' and 'Byron, Ada' both have the first name Ada and the last name Byron. */
export function splitName(name: string): { first: string; last: string } {
  const [family, given, ...more] = name.split(",").map((part) => part.trim());
  if (given && more.length === 0) return { first: given, last: family ?? "" };
  const words = name.trim().split(/\s+/);
  if (words.length === 1) return { first: words[0] ?? "", last: "" };
  return { first: words.slice(0, -1).join(" "), last: words.at(-1) ?? "" };
}

const SOURCES: [RegExp, string][] = [
  [/referr|recommend|word of mouth|empfehl/i, "referral"],
  [/landing/i, "landing_page"],
  [/social|instagram|facebook|tiktok|linkedin|youtube|meta|^ig$|^fb$/i, "social_media"],
  [/web|form|site|organic|contact/i, "website_form"],
  // Other products' sources without a name of ours.
  [/^(unknown|n\/?a|none|misc(ellaneous)?|sonstige[sr]?|[-–—?]+)$/i, "other"],
  [
    /\b(google|bing|ad(s|words)?|paid|ppc|cpc|seo|search|e-?mail|newsletter|cold|outbound|phone|call|direct|walk|partner)/i,
    "other",
  ],
  [
    /\b(event|trade|conference|fair|expo|print|mailer|flyer|radio|tv|podcast|webinar|chat|yelp|list|import|crm)/i,
    "other",
  ],
];

/** Maps a source to our names. Null if it is no source that we know: a typing error must not become 'other' in silence. */
export function readSource(text: string): string | null {
  const plain = text.trim().toLowerCase().replaceAll(" ", "_");
  if (plain in SOURCE_NAMES) return plain;
  return SOURCES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
