import { formatQuantity } from "../../../../domain/format-count.ts";
import { formatDay, formatDayRange, formatLongDay } from "../../../../domain/format-date.ts";
import { type Region, unitedStates } from "../../../../domain/format-locale.ts";
import { formatMoney } from "../../../../domain/money.ts";

/** The agency's region. An installation has one agency, so all of its emails and documents have the same. */
let agency: Region = unitedStates;

/** Called before each email and document, because an admin may have changed the setting. */
export function setAgencyLocale(locale: string | undefined): void {
  agency = locale ? { locale } : unitedStates;
}

/** Formats money for documents and emails, which are the same for every reader. `amount` is in the smallest unit. */
export function money(amount: number, currency: string): string {
  // The fonts of the PDF have neither a narrow space nor a wide yen sign.
  return formatMoney({ amount, currency }, agency).replaceAll("\u202f", "\u00a0").replace("\uffe5", "¥");
}

/** Formats the quantity of a line. */
export const count = (quantity: number): string => formatQuantity(quantity, agency).replaceAll("\u202f", "\u00a0");

/**
 * Formats the days of a service period as the screens do: 'Nov 30 – Dec 29, 2026', and a single day once. A narrow column breaks it
 * after the dash and nowhere else.
 */
export function period({ from, until }: { from: string; until: string }): string {
  return formatDayRange(from, until, agency)
    .replace(/\s/g, "\u00a0")
    .replace(/\s*–\s*/, "\u00a0– ");
}

/** Formats a date YYYY-MM-DD for a table: 'Nov 30, 2026'. */
export const shortDay = (date: string): string => formatDay(date, agency);

/** Formats a date YYYY-MM-DD in words, or a dash if there is none. The database has counted it in the agency's time zone. */
export function day(date: string | null): string {
  return date ? formatLongDay(date, agency) : "–";
}
