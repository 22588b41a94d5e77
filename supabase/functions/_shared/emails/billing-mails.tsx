import { formatNames } from "../../../../domain/format-list.ts";
import { day } from "../invoices/format.ts";
import {
  ClientMail,
  countsAgain,
  InvoiceStatement,
  invoicesOf,
  pageOf,
  part,
  sum,
  whenDue,
  withName,
} from "./client-mail.tsx";
import { Action, Paragraph, Statement } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

const renewal = ({ retainer, charge }: MailData): string => `${retainer} renews on ${day(charge ?? null)}`;

/** A line for each retainer that another person had before. */
const namesOf = ({ retainers = "" }: MailData): string[] => retainers.split("\n");
const inherited = (data: MailData): string => {
  const names = namesOf(data);
  return names.length === 1 ? `${names[0]}` : `${names.length} retainers`;
};

/** What changed about a retainer, most important first: what a subject says of one change, and a sentence each. */
function retainerChanges(data: MailData): { subject: string; sentence: string }[] {
  const { retainer, status, statusBefore, ends, endsBefore, amount, amountBefore } = data;
  const last = ends ? day(ends) : "";
  if (status === "canceled")
    return [
      {
        subject: `${retainer} was canceled`,
        sentence: `${retainer} was canceled before it started, so we won't send any invoices for it.`,
      },
    ];
  const changes = [
    status === "paused" &&
      statusBefore !== "paused" && {
        subject: `${retainer} is paused`,
        sentence: "It's paused, so we won't send invoices until it resumes.",
      },
    status === "active" &&
      statusBefore !== "active" && { subject: `${retainer} is active again`, sentence: "It's active again." },
    (ends ?? "") !== (endsBefore ?? "") &&
      (ends
        ? {
            subject: `${retainer} ends on ${last}`,
            sentence: `Its last day is ${last}${endsBefore ? `. It was ${day(endsBefore)}.` : "."}`,
          }
        : {
            subject: `${retainer} goes on after ${day(endsBefore ?? null)}`,
            sentence: `It no longer ends on ${day(endsBefore ?? null)}. It goes on without a last day.`,
          }),
    amount !== amountBefore && {
      subject: `${retainer}: ${sum(data)} a month`,
      sentence: `It's now ${sum(data)} a month. It was ${part(amountBefore, data)}.`,
    },
  ];
  return changes.filter((change) => change !== false);
}

/** The invoice that follows a change of a retainer. Nothing for one that was paused or canceled, which says so itself. */
function nextInvoice(data: MailData): string {
  if (data.status === "canceled" || data.status === "paused") return "";
  return data.charge
    ? `The next invoice comes on ${day(data.charge)}, for ${sum(data)}.`
    : "There won't be any more invoices for it. Those that we sent stay as they are.";
}

const changeTitle = (data: MailData): string => {
  const [first, ...others] = retainerChanges(data);
  return first && others.length === 0 ? first.subject : `Changes to ${data.retainer}`;
};

const toCard = (card = "the card that paid") => `It goes back to ${card} and can take 5–10 days to show up.`;
/** Whose card it was: `payer` is someone else than the reader, and `billedTo` means that the reader paid for someone else. */
const cardOf = ({ payer, billedTo }: MailData) => (payer ? `the card of ${payer}` : billedTo ? "your card" : undefined);
/** How long a refund takes, by the way that the money went back. Whoever reads it may not be the one who paid. */
const REFUND_TIMES: Record<string, (when: string, data: MailData) => string> = {
  Card: (_, data) => toCard(cardOf(data)),
  "Bank transfer": (when) => `We sent it by bank transfer${when}. That can take a few business days.`,
  "Card terminal": () => toCard(),
  Check: (when) => `We sent it by check${when}.`,
  Cash: (when) => `We paid it in cash${when}.`,
};
/** `sent` is the day on which the agency sent the money, which may be days ago. Refunds to a card have none. */
const refundTime = (data: MailData): string =>
  REFUND_TIMES[data.method ?? ""]?.(data.sent ? ` on ${day(data.sent)}` : "", data) ?? "";

/** What is left to pay after a credit, and when. An active invoice can't be paid yet. */
function owedText(data: MailData): string {
  if (!data.owed) return "";
  if (data.owed === "0") return "Nothing is due now. ";
  const amount = part(data.owed, data);
  return data.state === "active" ? `${amount} is due later. ` : `${amount} is left. ${whenDue(data)}. `;
}

/** What was paid on an invoice that was credited. */
const paidBefore = (data: MailData): number => (data.owed ? Number(data.amount) - Number(data.owed) : 0);

/** What a copy of an invoice that can't be paid says about it, by its state. */
const NOTHING_DUE: Record<string, string> = {
  active: "You can't pay it yet, and there's nothing to do now. We'll email you when it opens for payment.",
  paid: "It's paid. You don't owe anything.",
  "partly refunded": "It's paid, and part of the money was sent back to you. You don't owe anything.",
  refunded: "It's paid, and all of the money was sent back to you. You don't owe anything.",
  void: "It's canceled. You don't owe anything.",
};

/**
 * Emails to clients about invoices, payments, refunds and upcoming charges. Amounts are in the smallest
 * unit.
 */
export const billingMails: Record<string, MailTemplate> = {
  "invoice-issued": {
    subject: ({ agency }, data) => `Invoice ${data.number} from ${agency}: ${sum(data)}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={`${sum(data)} for ${data.description}`}
        preview={`${whenDue(data)}, for ${data.description}.`}
      >
        <Paragraph>Here's your invoice. You can pay it online by card, and the PDF is attached.</Paragraph>
        <InvoiceStatement data={data} when={whenDue(data)} />
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </ClientMail>
    ),
  },
  "invoice-copy": {
    subject: ({ agency }, data) => `Copy of invoice ${data.number} from ${agency}`,
    body: ({ sender, data }) => {
      const nothing = NOTHING_DUE[data.state ?? ""];
      const when = whenDue(data);
      const paid = Number(data.amount) - Number(data.owed);
      return (
        <ClientMail
          sender={sender}
          data={data}
          title={
            nothing ? `A copy of invoice ${data.number}` : `${part(data.owed, data)} is due for invoice ${data.number}`
          }
          preview={nothing ?? `${when}, for ${data.description}.`}
        >
          <Paragraph>
            Here's your invoice again. {nothing ?? "You can pay it online by card."} The PDF is attached.
          </Paragraph>
          <Statement
            lines={[
              { label: `Invoice ${data.number}`, note: data.description ?? "", amount: sum(data) },
              ...(!nothing && paid > 0 ? [{ label: "Paid so far", note: "", amount: part(String(-paid), data) }] : []),
            ]}
            total={
              data.state === "void"
                ? ["Canceled", part("0", data)]
                : nothing
                  ? ["Due now", part("0", data)]
                  : [when, part(data.owed, data)]
            }
          />
          <Action href={pageOf(sender, data)}>{nothing ? "View invoice" : "View and pay"}</Action>
        </ClientMail>
      );
    },
  },
  "invoice-reminder": {
    subject: ({ agency }, data) =>
      `${data.state === "overdue" ? "Overdue" : "Reminder"}: invoice ${data.number} from ${agency}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={`${part(data.owed, data)} is due for invoice ${data.number}`}
        preview={data.state === "overdue" ? `It was due on ${day(data.due ?? null)}.` : `${whenDue(data)}.`}
      >
        <Paragraph>You can pay it online by card. If you've already paid, please ignore this email.</Paragraph>
        <InvoiceStatement data={{ ...data, amount: data.owed }} when={whenDue(data)} />
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </ClientMail>
    ),
  },
  "payment-failed": {
    subject: (_, data) => `Your payment for ${invoicesOf(data)} didn't go through`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title="Your payment didn't go through"
        preview="You weren't charged. Another card usually works."
      >
        <Paragraph>
          Your bank declined the payment of {sum(data)} for {invoicesOf(data)}. The reason it gave: {data.reason}
        </Paragraph>
        <Paragraph>You weren't charged. Another card usually works.</Paragraph>
        <Action href={pageOf(sender, data)}>Try again</Action>
      </ClientMail>
    ),
  },
  "invoice-canceled": {
    subject: (_, data) => `Invoice ${data.number} was canceled`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={`Invoice ${data.number} was canceled`}
        preview="You don't owe anything for it."
      >
        <Paragraph>
          We canceled invoice {data.number} for {sum(data)}. You don't owe anything for it.
        </Paragraph>
        <Paragraph>Reason: {data.reason}</Paragraph>
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </ClientMail>
    ),
  },
  "invoice-credited": {
    subject: (_, data) => `${part(data.credited, data)} credit on invoice ${data.number}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={`Invoice ${data.number} is now ${sum(data)}`}
        preview={`The invoice is now ${sum(data)}.`}
      >
        {countsAgain(data, "credit")}
        <Paragraph>
          We credited {part(data.credited, data)} to invoice {data.number}. {owedText(data)}The updated PDF is attached.
        </Paragraph>
        <Paragraph>Reason: {data.reason}</Paragraph>
        <Statement
          lines={[
            {
              label: `Invoice ${data.number}`,
              note: data.description ?? "",
              amount: part(String(Number(data.amount) + Number(data.credited)), data),
            },
            { label: "Credit", note: "", amount: part(String(-Number(data.credited)), data) },
            ...(paidBefore(data) > 0
              ? [
                  { label: "New total", note: "", amount: sum(data) },
                  { label: "Paid so far", note: "", amount: part(String(-paidBefore(data)), data) },
                ]
              : []),
          ]}
          total={paidBefore(data) > 0 ? ["Left to pay", part(data.owed, data)] : ["New total", sum(data)]}
        />
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </ClientMail>
    ),
  },
  "invoice-refunded": {
    subject: (_, data) =>
      data.restored
        ? `Correction: the refund of ${part(data.refunded, data)} for invoice ${data.number} counts again`
        : `We refunded ${part(data.refunded, data)} for invoice ${data.number}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={data.restored ? "Your refund counts again" : `We refunded ${part(data.refunded, data)}`}
        preview={(!data.restored && refundTime(data)) || `For invoice ${data.number}.`}
      >
        {countsAgain(data, "refund") || (refundTime(data) && <Paragraph>{refundTime(data)}</Paragraph>)}
        {data.staysPaid && (
          <Paragraph>{data.staysPaid === "second" && "A second payment went back. "}The invoice stays paid.</Paragraph>
        )}
        <Paragraph>Reason: {data.reason}</Paragraph>
        <Statement
          lines={[
            { label: `Invoice ${data.number}`, note: withName(data.description, data.billedTo), amount: sum(data) },
          ]}
          total={["Refunded", part(data.refunded, data)]}
        />
        {!data.noPage && <Action href={pageOf(sender, data)}>View invoice</Action>}
      </ClientMail>
    ),
  },
  "retainers-inherited": {
    subject: (_, data) => `You now get the invoices of ${inherited(data)}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={`You now get the invoices of ${inherited(data)}`}
        preview={`Earlier ones went to ${data.person ?? "a colleague"}.`}
      >
        <Paragraph>
          {data.person ?? "A colleague"} no longer gets new invoices of {data.accountName}. The next ones for{" "}
          {formatNames(namesOf(data))} go to you.
        </Paragraph>
        {data.open && (
          <Paragraph>
            {data.open === "1"
              ? `1 open invoice stays in the name of ${data.person ?? "your colleague"}. You can see and pay it, too.`
              : `${data.open} open invoices stay in the name of ${data.person ?? "your colleague"}. You can see and pay them, too.`}
          </Paragraph>
        )}
        {data.agreed && (
          <Paragraph>
            {data.agreed === "1" ? "1 invoice" : `${data.agreed} invoices`} that can't be paid yet{" "}
            {data.agreed === "1" ? "stays" : "stay"} in the name of {data.person ?? "your colleague"}.
          </Paragraph>
        )}
        <Action href={`${sender.siteUrl}/client-dashboard?tab=retainers`}>View your retainers</Action>
      </ClientMail>
    ),
  },
  "retainer-changed": {
    subject: (_, data) => changeTitle(data),
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={changeTitle(data)}
        preview={`${sender.agency} changed your retainer.`}
      >
        <Paragraph>
          {sender.agency} changed {data.retainer}.
        </Paragraph>
        {retainerChanges(data).map(({ sentence }) => (
          <Paragraph key={sentence}>{sentence}</Paragraph>
        ))}
        {nextInvoice(data) && <Paragraph>{nextInvoice(data)}</Paragraph>}
        <Action href={`${sender.siteUrl}/client-dashboard?tab=retainers`}>View your retainers</Action>
      </ClientMail>
    ),
  },
  "retainer-renewing": {
    subject: (_, data) => renewal(data),
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={renewal(data)}
        preview={`We'll send an invoice for ${sum(data)} that day.`}
      >
        <Paragraph>
          The next month of {data.retainer} starts on {day(data.charge ?? null)}. We'll send an invoice for {sum(data)}{" "}
          that day. There's nothing to do now.
        </Paragraph>
        <Action href={`${sender.siteUrl}/client-dashboard?tab=retainers`}>View your retainers</Action>
      </ClientMail>
    ),
  },
};
