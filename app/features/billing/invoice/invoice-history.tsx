import { Card, CardHeader, CardTitle } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Money } from "~/ui/money.tsx";
import { unbroken } from "~/ui/unbroken.tsx";
import { formatDay, formatMoment } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import { invoiceBalance } from "../../../../domain/invoice-balance.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { togetherText } from "../../../../domain/paid-together.ts";
import { byMethod } from "../../../../domain/payment-method.ts";
import { formatBillingTime } from "../lib/billing-time.ts";
import type { InvoiceDetails } from "./api.ts";

/** Dots for done, good and bad differ in shape as well as color. Upcoming events are hollow. */
const DOTS: Record<HistoryEntry["tone"], string> = {
  done: "rounded-full bg-mute-dot",
  good: "rounded-full bg-ok-dot",
  bad: "rounded-[2px] bg-bad-dot",
  ahead: "rounded-full border-[1.5px] border-mute-dot bg-surface",
};

/** The events of an invoice, oldest first. */
export function InvoiceTimeline({ details }: { details: InvoiceDetails }) {
  return (
    <Card role="region" aria-labelledby="invoice-history">
      <CardHeader>
        <CardTitle id="invoice-history">History</CardTitle>
      </CardHeader>
      <ol className="px-4 py-3 text-13">
        {invoiceHistory(details).map((entry) => (
          <Entry key={entry.key} entry={entry} region={{ timeZone: details.timeZone }} />
        ))}
      </ol>
    </Card>
  );
}

type EntryProps = { entry: HistoryEntry; region: Region };

function Entry({ entry: { at, isDay, title, tone, money, note }, region }: EntryProps) {
  const hasTime = at.length > 10 && !isDay;
  return (
    <li className="group relative grid grid-cols-[1fr_auto] gap-x-3 pb-4 pl-5 last:pb-0">
      <span aria-hidden="true" className="absolute top-4 bottom-[-4px] left-[3.5px] w-px bg-line group-last:hidden" />
      <span aria-hidden="true" className={cn("absolute top-[5px] left-0 size-2 forced:bg-[CanvasText]", DOTS[tone])} />
      <span className={cn("font-medium", tone === "bad" && "text-bad-fg", tone === "ahead" && "text-ink-2")}>
        {title}
      </span>
      {money && <Money cents={money.amount} currency={money.currency} />}
      <time
        dateTime={at}
        title={hasTime ? formatMoment(at, region) : undefined}
        className="col-span-2 text-ink-3 text-xs"
      >
        {hasTime ? formatBillingTime(at, region) : formatDay(at, region)}
      </time>
      {note && <p className="col-span-2 mt-1 text-ink-2 text-xs">{unbroken(note)}</p>}
    </li>
  );
}

type HistoryEntry = {
  key: string;
  /** An ISO date or timestamp. */
  at: string;
  /** The time of the day isn't known. */
  isDay?: boolean;
  title: string;
  tone: "done" | "good" | "bad" | "ahead";
  money?: { amount: number; currency: string };
  note?: string;
};

const MILESTONES = { opened: "Opened for payment", canceled: "Canceled" } as const;
const REMOVED = { payment_removed: "Payment", refund_removed: "Refund", credit_removed: "Credit" } as const;
const REVERSED = "Your bank declined it. We'll contact you about another way.";

/** Past and upcoming events of an invoice, oldest first. A second payment is named as such. */
export function invoiceHistory({
  invoice,
  payments,
  credits,
  milestones,
  together,
  payers,
  recipient,
}: Pick<
  InvoiceDetails,
  "invoice" | "payments" | "credits" | "milestones" | "together" | "payers" | "recipient"
>): HistoryEntry[] {
  const { status, issued_at, created_at, due_date, paid_date, currency, amount } = invoice;
  const entries: HistoryEntry[] = [{ key: "issued", at: issued_at ?? created_at, title: "Issued", tone: "done" }];
  if (due_date && status === "overdue") entries.push({ key: "due", at: due_date, title: "Was due", tone: "bad" });
  if (due_date && status === "pending") entries.push({ key: "due", at: due_date, title: "Due", tone: "ahead" });
  for (const { id, kind, at, reason, amount: removed } of milestones) {
    if (kind === "refunded") continue;
    entries.push({
      ...{ key: id, at, tone: "done" },
      // What counts nowhere has no amount beside those that count.
      title:
        kind === "opened" || kind === "canceled"
          ? MILESTONES[kind]
          : `${REMOVED[kind]} of ${formatMoney({ amount: removed ?? 0, currency })} removed`,
      ...(reason && { note: reason }),
    });
  }
  for (const credit of credits)
    entries.push({
      key: credit.id,
      at: credit.created_at,
      title: "Credited",
      tone: "done",
      money: { amount: -credit.amount, currency },
      note: credit.reason,
    });
  const { surplus } = invoiceBalance(invoice);
  const staysPaid = status === "paid" && !invoice.refund && surplus === 0;
  const wentBack = payments.some(({ is_duplicate }) => is_duplicate) ? "A second payment went back. " : "";
  for (const payment of payments) {
    const shared = together.find(({ payment_id }) => payment_id === payment.id);
    const why = milestones.find(({ id, kind }) => kind === "refunded" && id === payment.id)?.reason;
    const payer = payers.find(({ payment_id }) => payment_id === payment.id);
    // Without a payer, it was the person on the invoice.
    const whose = (payer ? payer.name : recipient?.name) ?? "you";
    const entry = paymentEntry(payment, whose, surplus > 0);
    const by = payer && payment.kind === "payment" && `Paid by ${whose}.`;
    const note = [
      shared && `${togetherText(shared, formatMoney)}.`,
      by,
      entry.note,
      payment.kind === "refund" && staysPaid && `${wentBack}The invoice stays paid.`,
    ]
      .filter(Boolean)
      .join(" ");
    entries.push({ ...entry, ...((note || why) && { note: [note, why].filter(Boolean).join(" ") }) });
  }
  const paidElsewhere = paid_date && !payments.some(({ kind }) => kind === "payment");
  if (paidElsewhere)
    entries.push({ key: "paid", at: paid_date, title: "Paid", tone: "good", money: { amount, currency } });
  return entries.sort((a, b) => Number(a.tone === "ahead") - Number(b.tone === "ahead") || moment(a) - moment(b));
}

/** `whose` money it is: 'you', or a name. `isOwed`: more is kept than the invoice asks for. */
function paymentEntry(
  { id, kind, amount, currency, is_duplicate, occurred_at, provider_ref, method }: InvoiceDetails["payments"][number],
  whose: string,
  isOwed: boolean,
): HistoryEntry {
  // Of a payment that an admin recorded, only the day is known.
  const entry = {
    ...{ key: id, at: occurred_at, money: { amount, currency } },
    isDay: provider_ref.startsWith("manual:"),
  };
  const how = byMethod(method ?? (entry.isDay ? null : "Card"));
  // An admin who records a refund by hand names no recipient.
  const recipient = entry.isDay ? "" : ` to ${whose}`;
  if (kind === "refund") return { ...entry, title: `Refunded${recipient} ${how}`.trim(), tone: "done" as const };
  if (kind === "reversal") return { ...entry, title: "Refund didn't go through", tone: "bad" as const, note: REVERSED };
  if (is_duplicate)
    return {
      ...entry,
      title: "Paid a second time",
      tone: "bad" as const,
      note: `This arrived after the invoice was paid.${isOwed ? ` We'll refund it to ${whose}.` : ""}`,
    };
  return {
    ...entry,
    title: `Payment received ${how}`.trim(),
    tone: "good" as const,
  };
}

/** A bare date counts as the end of its day, so that events on that day come first. */
function moment({ at }: HistoryEntry): number {
  return Date.parse(at.length === 10 ? `${at}T23:59:59Z` : at);
}
