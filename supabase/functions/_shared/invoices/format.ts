import { formatLongDay } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** Formats money for documents and emails, which are the same for every reader. `amount` is in the smallest unit. */
export function money(amount: number, currency: string): string {
  return formatMoney({ amount, currency });
}

/** Formats a date YYYY-MM-DD in words, or a dash if there is none. */
export function day(date: string | null): string {
  return date ? formatLongDay(date) : "–";
}
