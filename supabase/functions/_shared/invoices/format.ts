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
  if (!date) return "–";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
