import { chargeDays } from "./charge-days.ts";
import { whyNoInvoices } from "./client-status.ts";
import { formatDay } from "./format-date.ts";
import { formatMoney } from "./money.ts";
import { type RetainerOutlook, sendsNow } from "./retainer-outlook.ts";

type Ending = {
  retainer: {
    status: string;
    start_date: string;
    duration_months: number | null;
    monthly_amount: number;
    currency: string;
    invoices: number;
  };
  /** What is open now (`retainer_outlook`); null for a retainer that isn't active. */
  outlook: Pick<RetainerOutlook, "client_status" | "due"> | null;
  today: string;
  /** The last day, as someone types it. */
  last: string;
  /** The client's name. */
  client: string;
  /** The address that gets the invoices. */
  to: string;
};

/** What a retainer still sends if it ends on a day; null while that isn't known. */
export function endText({ retainer, outlook, today, last, client, to }: Ending): string | null {
  const { status, start_date: start, duration_months: months, monthly_amount: amount, currency, invoices } = retainer;
  if (status === "paused") return "It's paused, so it sends no invoices until then.";
  if (status === "pending") return "It's a draft, so it sends no invoices until then.";
  if (!outlook || !/^(19|20|21)\d\d-\d\d-\d\d$/.test(last) || last < today) return null;
  const why = whyNoInvoices(client, outlook.client_status);
  if (why) return `${why}, so it sends no invoices until that changes.`;
  const price = formatMoney({ amount, currency });
  const now = sendsNow(outlook) ? outlook.due.length : 0;
  const days = chargeDays(start, months, today, last);
  const sent =
    now > 0 && `${now === 1 ? `1 invoice of ${price} goes` : `${now} invoices of ${price} each go`} to ${to} now.`;
  return [sent, followers(days, now > 0 || invoices > 0, { price, amount, currency, to })].filter(Boolean).join(" ");
}

type Money = { price: string; amount: number; currency: string; to: string };

function followers(days: readonly string[], hasOthers: boolean, { price, amount, currency, to }: Money): string {
  const more = hasOthers ? "more " : "";
  const [day] = days;
  if (!day) return hasOthers ? "It sends no more invoices." : "It sends no invoices.";
  if (days.length === 1) return `1 ${more}invoice of ${price} goes to ${to} on ${formatDay(day)}.`;
  const all = formatMoney({ amount: amount * days.length, currency });
  return `${days.length} ${more}invoices of ${price} each go to ${to}, the last one on ${formatDay(days.at(-1) ?? day)}: ${all} in total.`;
}
