import { formatDay } from "../../../../domain/format-date.ts";
import { formatMoney } from "../../../../domain/money.ts";
import type { Later } from "./api.ts";

/** '$800.00 is due Dec 13, 2026', for active invoices, which can't be paid yet. The day is that of the first one. */
export function laterText(later: readonly Later[]): string {
  if (later.length === 0) return "You have no open invoices";
  return later.map(sumText).join("; ");
}

function sumText({ invoices, due, ...sum }: Later): string {
  const when = due ? `due ${formatDay(due)}` : "due later";
  if (invoices === 1) return `${formatMoney(sum)} is ${when}`;
  return `${formatMoney(sum)} in ${invoices} invoices, ${due ? "the first " : ""}${when}`;
}
