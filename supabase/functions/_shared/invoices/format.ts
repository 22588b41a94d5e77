import { formatMoney } from "../../../../domain/money.ts";

/** Money on papers and in e-mails, which are English: the same figures for everybody who holds one. `amount` in the smallest unit. */
export function money(amount: number, currency: string): string {
  return formatMoney({ amount, currency }, "en-US");
}

/** A date YYYY-MM-DD in words; a dash for none. */
export function day(date: string | null): string {
  if (!date) return "–";
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));
}
