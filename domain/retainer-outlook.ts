import { type ClientStatus, whyNoInvoices } from "./client-status.ts";
import { formatCount } from "./format-count.ts";
import { formatDay, formatDayRange } from "./format-date.ts";
import { formatNames } from "./format-list.ts";

/** A month that a retainer charges, both days included. */
export type ChargedMonth = { from: string; until: string };

/** What saving a retainer sends, as the database decides it (`retainer_outlook`). */
export type RetainerOutlook = {
  is_first: boolean;
  client_status: ClientStatus;
  due: ChargedMonth[];
  next: ChargedMonth | null;
  others: number | null;
  last_charge: string | null;
  running: ChargedMonth | null;
  billed: ChargedMonth | null;
  ended_on: string | null;
  has_past: boolean;
};

const rangeOf = ({ from, until }: ChargedMonth) => formatDayRange(from, until);

/** Whether saving sends an invoice at once. */
export const sendsNow = (outlook: Pick<RetainerOutlook, "client_status" | "due"> | null | undefined): boolean =>
  outlook?.client_status === "active" && outlook.due.length > 0;

/**
 * The outlook in words: what is sent when it is saved, if anything is, and the rest. `price` is the amount if one is typed, `client` the
 * person's name, and `to` the address that gets the invoices. Only a new retainer says that months before it aren't billed.
 */
export function outlookText(
  outlook: RetainerOutlook,
  price: string | null,
  { client, to }: { client: string; to: string },
  isNew: boolean,
) {
  const { due, next, running, has_past: hasPast } = outlook;
  const [first] = due;
  const of = price ? ` of ${price}` : "";
  const which = outlook.is_first ? "first" : "next";
  const named = due.length > 1 ? `The invoices${of} each` : `The ${which} invoice${of}`;
  const months = formatNames(due.map(rangeOf));
  const isSent = sendsNow(outlook);
  const why = whyNoInvoices(client, outlook.client_status);
  const left = first && !next ? 0 : outlook.others === null ? null : outlook.others + (first ? 1 : 0);
  const rest = [
    (first || next) && why && `${why}, so it sends no invoices until that changes.`,
    first && !isSent && `${named} for ${months} ${due.length > 1 ? "follow" : "follows"} then.`,
    !first &&
      next &&
      `The ${which} invoice${of} for ${rangeOf(next)} ${why ? `follows then, or on ${formatDay(next.from)} if that's later` : `goes to ${to} on ${formatDay(next.from)}`}.`,
    // Missed months are billed as soon as the client is active.
    why && left !== 0 && (first || next)
      ? "Months that begin in the meantime are billed then, too."
      : first || next
        ? followers(outlook, left, outlook.is_first && due.length < 2)
        : nothing(outlook),
    (first || next) && running && !isChosen(outlook) && `The current month, ${rangeOf(running)}, isn't billed.`,
    isNew && hasPast && "Earlier months aren't billed.",
  ];
  return {
    now: isSent ? `${named} for ${months} ${due.length > 1 ? "go" : "goes"} to ${to} when you save.` : null,
    rest: rest.filter(Boolean).join(" "),
  };
}

const isChosen = ({ due, running }: RetainerOutlook) => due.some(({ from }) => from === running?.from);

/** What follows the invoice that was named. `left` is how many, null for a retainer without an end. */
function followers({ next, due, last_charge: last }: RetainerOutlook, left: number | null, isOnly: boolean): string {
  if (left === null) return "The others follow automatically on the same day of each month.";
  if (left === 0) return isOnly ? "It's the only one." : due.length > 1 ? "No others follow." : "It's the last one.";
  const day = formatDay(last ?? next?.from ?? "");
  if (left === 1) return `One more follows automatically, on ${day}.`;
  return `${formatCount(left)} more follow automatically on the same day of each month, the last one on ${day}.`;
}

function nothing({ ended_on: ended, running, billed }: RetainerOutlook): string {
  if (ended) return `Its term ended on ${formatDay(ended)}, so it sends no invoices.`;
  if (running)
    return `It sends no invoices: the current month, ${rangeOf(running)}, isn't billed, and no others follow.`;
  if (billed) return `It sends no more invoices: ${rangeOf(billed)} is already billed and is its last month.`;
  return "It sends no invoices.";
}

/** 'INV-1022 for the month from Nov 10, 2026 stays open.' Newest first, as lists have them; null for none. */
export function laterText(invoices: readonly { invoice_number: string; charge_date: string }[]): string | null {
  if (invoices.length === 0) return null;
  const named = invoices
    .toReversed()
    .map(({ invoice_number: number, charge_date: day }) => `${number} for the month from ${formatDay(day)}`);
  return `${formatNames(named)} ${named.length === 1 ? "stays open. Cancel it if it" : "stay open. Cancel them if they"} shouldn't be paid.`;
}
