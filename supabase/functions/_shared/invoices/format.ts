import { formatLongDay } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";

/**
 * Formats money for documents and emails. They are in English, so that everybody sees the same figures. `amount` is in
 * the smallest unit.
 */
export function money(amount: number, currency: string): string {
  return formatMoney({ amount, currency }, "en-US");
}

/** Formats a date YYYY-MM-DD in words, or a dash if there is none. */
export function day(date: string | null): string {
  return date ? formatLongDay(date) : "–";
}
