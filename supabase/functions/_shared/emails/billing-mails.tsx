import type { ReactNode } from "react";
import { day, money } from "../invoices/format.ts";
import { Action, Heading, MailLayout, Paragraph, type Sender } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

type Props = { sender: Sender; data: MailData; title: string; children: ReactNode };

function Billing({ sender, data, title, children }: Props) {
  return (
    <MailLayout sender={sender} preview={title}>
      <Heading>{title}</Heading>
      {data.name && <Paragraph>Hello {data.name},</Paragraph>}
      {children}
      <Paragraph>Something wrong? Just reply to this email.</Paragraph>
    </MailLayout>
  );
}

const sum = ({ amount = "0", currency = "usd" }: MailData): string => money(Number(amount), currency);
const owedSum = ({ owed = "0", currency = "usd" }: MailData): string => money(Number(owed), currency);
/** The invoice's page, or the list for several. */
const pageOf = ({ siteUrl }: Sender, { invoiceId }: MailData): string =>
  invoiceId ? `${siteUrl}/invoices/${invoiceId}` : `${siteUrl}/client-dashboard?tab=invoices`;

/**
 * Emails to clients about invoices, payments, refunds, upcoming charges and their requests. Amounts are in the smallest
 * unit.
 */
export const billingMails: Record<string, MailTemplate> = {
  "invoice-issued": {
    subject: ({ agency }, data) => `Invoice ${data.number} from ${agency}: ${sum(data)}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Invoice ${data.number}: ${sum(data)}`}>
        <Paragraph>
          Here is your invoice for {data.description}
          {data.due ? `, due on ${day(data.due)}` : ""}. It is attached as a PDF file.
        </Paragraph>
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </Billing>
    ),
  },
  "invoice-reminder": {
    subject: ({ agency }, data) =>
      data.overdue === "true"
        ? `Overdue: invoice ${data.number} from ${agency}`
        : `Reminder: invoice ${data.number} from ${agency}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`${owedSum(data)} is due for invoice ${data.number}`}>
        <Paragraph>
          {data.overdue === "true"
            ? `Invoice ${data.number} (${data.description}) was due on ${day(data.due ?? null)}.`
            : `Invoice ${data.number} (${data.description}) is due on ${day(data.due ?? null)}.`}{" "}
          You can pay it online by card. If you've already paid, please ignore this email.
        </Paragraph>
        <Action href={pageOf(sender, data)}>View and pay</Action>
      </Billing>
    ),
  },
  "payment-received": {
    subject: (_, data) => `We received ${sum(data)} for ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="We received your payment">
        <Paragraph>
          Thank you. {sum(data)} for invoice {data.number} ({data.description}) arrived
          {data.paid ? ` on ${day(data.paid)}` : ""}. The paid invoice is attached as a PDF file.
        </Paragraph>
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </Billing>
    ),
  },
  "payment-failed": {
    subject: (_, data) => `Your payment for ${data.number} didn't go through`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="Your payment didn't go through">
        <Paragraph>
          Your bank declined a payment of {sum(data)} for {data.invoices ? "invoices" : "invoice"} {data.number}. The
          reason: {data.reason}
        </Paragraph>
        <Paragraph>You weren't charged. Please try again or use another card.</Paragraph>
        <Action href={pageOf(sender, data)}>Try again</Action>
      </Billing>
    ),
  },
  "invoice-canceled": {
    subject: (_, data) => `Invoice ${data.number} is canceled`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Invoice ${data.number} is canceled`}>
        <Paragraph>
          You no longer owe {sum(data)} for invoice {data.number}. The reason: {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </Billing>
    ),
  },
  "invoice-credited": {
    subject: (_, data) => `${money(Number(data.credited), data.currency ?? "usd")} credit on ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Invoice ${data.number} is now ${sum(data)}`}>
        <Paragraph>
          We credited {money(Number(data.credited), data.currency ?? "usd")} on invoice {data.number}. The reason:{" "}
          {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </Billing>
    ),
  },
  "invoice-refunded": {
    subject: (_, data) => `We refunded ${money(Number(data.refunded), data.currency ?? "usd")} for ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="Your refund is on its way">
        <Paragraph>
          We refunded {money(Number(data.refunded), data.currency ?? "usd")} for invoice {data.number}. The reason:{" "}
          {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View invoice</Action>
      </Billing>
    ),
  },
  "request-answered": {
    subject: ({ agency }) => `${agency} replied to your request`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="We replied to your request">
        {(data.answer ?? "").split(/\n+/).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <Paragraph key={at}>{paragraph}</Paragraph>
        ))}
        <Paragraph>You asked: {data.question}</Paragraph>
        <Action href={`${sender.siteUrl}/client-dashboard?tab=communication`}>View your requests</Action>
      </Billing>
    ),
  },
  "retainer-renewing": {
    subject: (_, data) => `${data.retainer} renews on ${day(data.charge ?? null)}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`${data.retainer} renews on ${day(data.charge ?? null)}`}>
        <Paragraph>
          The next month of {data.retainer} begins on {day(data.charge ?? null)}. We'll send an invoice for {sum(data)}{" "}
          on that day. You don't need to do anything now.
        </Paragraph>
        <Action href={`${sender.siteUrl}/client-dashboard?tab=retainers`}>View your retainers</Action>
      </Billing>
    ),
  },
  "trial-ending": {
    subject: (_, data) => `Your free trial ends on ${day(data.ends ?? null)}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Your free trial ends on ${day(data.ends ?? null)}`}>
        <Paragraph>
          {data.canceled === "true"
            ? "You canceled, so you won't be charged, and Premium ends on that day. You can keep it with one click."
            : "Premium continues from that day at its monthly price. To avoid the charge, cancel before then."}
        </Paragraph>
        <Action href={`${sender.siteUrl}/dashboard`}>Manage your plan</Action>
      </Billing>
    ),
  },
};
