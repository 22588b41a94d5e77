import { byMethod } from "../../../../domain/payment-method.ts";
import { day } from "../invoices/format.ts";
import { ClientMail, InvoiceStatement, pageOf, part, sum } from "./client-mail.tsx";
import { Action, Paragraph, Statement } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

const invoices = ({ invoices: several, number }: MailData): string => `${several ? "invoices" : "invoice"} ${number}`;
const dueText = ({ due }: MailData): string => (due ? `Due ${day(due)}` : "Due on receipt");
const renewal = ({ retainer, charge }: MailData): string => `${retainer} renews on ${day(charge ?? null)}`;

/** How long a refund takes, by the way that the money went back. */
const REFUND_TIMES: Record<string, string> = {
  Card: "It goes back to the card that you used and can take 5–10 days to show up.",
  "Bank transfer": "We sent it by bank transfer, which can take a few business days.",
  "Card terminal": "It goes back to your card and can take 5–10 days to show up.",
  Check: "We sent it by check.",
  Cash: "We paid it in cash.",
};
const refundTime = (method: string | undefined): string => REFUND_TIMES[method ?? ""] ?? "";

/** What a copy of an invoice that can't be paid says about it, by its state. */
const NOTHING_DUE: Record<string, string> = {
  active: "You can't pay it yet, and there's nothing to do now. We'll email you when it opens for payment.",
  paid: "It's paid. You don't owe anything.",
  "partly refunded": "It's paid, and a part of the money was sent back to you. You don't owe anything.",
  refunded: "It's paid, and all of the money was sent back to you. You don't owe anything.",
  void: "It's canceled. You don't owe anything.",
};

/** What one payment paid. Its total is one charge on the card. */
function CombinedReceipt({ sender, data }: { sender: Sender; data: MailData }) {
  const lines: { number: string; description: string; amount: number }[] = JSON.parse(data.lines ?? "[]");
  const areAttached = lines.length <= MAX_ATTACHED;
  return (
    <ClientMail
      sender={sender}
      data={data}
      title="Thanks for your payment"
      preview={`One payment for ${data.invoices} invoices.`}
    >
      <Paragraph>
        We received {sum(data)} in one payment{data.paid ? ` on ${day(data.paid)}` : ""}
        {byMethod(data.method) && ` ${byMethod(data.method)}`}. It paid {data.invoices} invoices.{" "}
        {areAttached ? "They're attached." : "You can download them in your portal."}
      </Paragraph>
      <Statement
        lines={lines.map(({ number, description, amount }) => ({
          label: number,
          note: description,
          amount: part(String(amount), data),
        }))}
        total={["Total, one charge on your card", sum(data)]}
      />
      <Action href={pageOf(sender, data)}>View invoices</Action>
    </ClientMail>
  );
}

/** As in private.enqueue_combined_receipt. */
const MAX_ATTACHED = 10;

/** What a payment was. The one that paid the rest of an invoice is less than the invoice. */
const payment = (data: MailData): string => part(data.payment ?? data.amount, data);

const paidBefore = ({ amount, payment: last = amount }: MailData): number => Number(amount) - Number(last);

const thanks = ({ restored }: MailData) => (restored ? "Your payment counts again" : "Thanks for your payment");

/** For an entry that was removed by mistake: nobody shall expect money twice. */
const countsAgain = ({ restored }: MailData, what: "payment" | "credit" | "refund") =>
  restored && (
    <Paragraph>
      {`We had removed this ${what} by mistake, so it counts again. ${what === "credit" ? "It's not another one." : "No money moves again."}`}
    </Paragraph>
  );

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
        preview={`${dueText(data)}, for ${data.description}.`}
      >
        <Paragraph>Here's your invoice. You can pay it online by card, and the PDF is attached.</Paragraph>
        <InvoiceStatement data={data} when={dueText(data)} />
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </ClientMail>
    ),
  },
  "invoice-copy": {
    subject: ({ agency }, data) => `Copy of invoice ${data.number} from ${agency}`,
    body: ({ sender, data }) => {
      const nothing = NOTHING_DUE[data.state ?? ""];
      const when = data.state === "overdue" ? `Was due ${day(data.due ?? null)}` : dueText(data);
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
            total={nothing ? ["Due now", part("0", data)] : [when, part(data.owed, data)]}
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
        preview={data.state === "overdue" ? `It was due on ${day(data.due ?? null)}.` : `${dueText(data)}.`}
      >
        <Paragraph>You can pay it online by card. If you've already paid, please ignore this email.</Paragraph>
        <InvoiceStatement
          data={{ ...data, amount: data.owed }}
          when={data.state === "overdue" ? `Was due ${day(data.due ?? null)}` : dueText(data)}
        />
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </ClientMail>
    ),
  },
  "payment-received": {
    subject: (_, data) =>
      data.restored
        ? `Correction: your payment of ${payment(data)} for ${invoices(data)} counts again`
        : `We received ${payment(data)} for ${invoices(data)}`,
    body: ({ sender, data }) =>
      data.lines ? (
        <CombinedReceipt sender={sender} data={data} />
      ) : data.owed ? (
        <ClientMail sender={sender} data={data} title={thanks(data)} preview={`${part(data.owed, data)} is still due.`}>
          {countsAgain(data, "payment")}
          <Paragraph>
            We received {sum(data)} {byMethod(data.method)}. {part(data.owed, data)} is still due. The updated invoice
            is attached.
          </Paragraph>
          <Statement
            lines={[{ label: `Payment for invoice ${data.number}`, note: data.description ?? "", amount: sum(data) }]}
            total={[data.due ? `Still due by ${day(data.due)}` : "Still due", part(data.owed, data)]}
          />
          <Action href={pageOf(sender, data)}>View and pay</Action>
        </ClientMail>
      ) : (
        <ClientMail
          sender={sender}
          data={data}
          title={thanks(data)}
          preview={`Thank you. The paid invoice for ${data.description} is attached.`}
        >
          {countsAgain(data, "payment") || <Paragraph>We received your payment.</Paragraph>}
          <Paragraph>The paid invoice is attached.</Paragraph>
          <Statement
            lines={[
              { label: `Invoice ${data.number}`, note: data.description ?? "", amount: sum(data) },
              ...(paidBefore(data) > 0
                ? [{ label: "Paid before", note: "", amount: part(String(-paidBefore(data)), data) }]
                : []),
            ]}
            total={[data.paid ? `Paid on ${day(data.paid)} ${byMethod(data.method)}`.trim() : "Paid", payment(data)]}
          />
          <Action href={pageOf(sender, data)}>View invoice</Action>
        </ClientMail>
      ),
  },
  "payment-failed": {
    subject: (_, data) => `Your payment for ${invoices(data)} didn't go through`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title="Your payment didn't go through"
        preview="You weren't charged. Another card usually works."
      >
        <Paragraph>
          Your bank declined the payment of {sum(data)} for {invoices(data)}. The reason it gave: {data.reason}
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
          We credited {part(data.credited, data)} to invoice {data.number}.{" "}
          {data.owed && `${data.owed === "0" ? "Nothing" : part(data.owed, data)} is due now. `}The updated PDF is
          attached.
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
          ]}
          total={["New total", sum(data)]}
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
        preview={(!data.restored && refundTime(data.method)) || `For invoice ${data.number}.`}
      >
        {countsAgain(data, "refund") || (refundTime(data.method) && <Paragraph>{refundTime(data.method)}</Paragraph>)}
        <Paragraph>Reason: {data.reason}</Paragraph>
        <Statement
          lines={[{ label: `Invoice ${data.number}`, note: data.description ?? "", amount: sum(data) }]}
          total={["Refunded", part(data.refunded, data)]}
        />
        <Action href={pageOf(sender, data)}>View invoice</Action>
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
