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
      <Paragraph>Is something not right? Reply to this e-mail and a person looks at it.</Paragraph>
    </MailLayout>
  );
}

const sum = ({ amount = "0", currency = "usd" }: MailData): string => money(Number(amount), currency);
const pageOf = ({ siteUrl }: Sender, { invoiceId }: MailData): string => `${siteUrl}/invoices/${invoiceId}`;

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
  "payment-received": {
    subject: (_, data) => `We have received ${sum(data)} for ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="Your payment has arrived">
        <Paragraph>
          Thank you. {sum(data)} for invoice {data.number} ({data.description}) arrived
          {data.paid ? ` on ${day(data.paid)}` : ""}. The paid invoice is attached as a PDF file.
        </Paragraph>
        <Action href={pageOf(sender, data)}>View the invoice</Action>
      </Billing>
    ),
  },
  "payment-failed": {
    subject: (_, data) => `Your payment for ${data.number} did not go through`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="Your payment did not go through">
        <Paragraph>
          A payment of {sum(data)} for invoice {data.number} was refused. The card's bank says: {data.reason}
        </Paragraph>
        <Paragraph>Nothing was charged. Another card usually works.</Paragraph>
        <Action href={pageOf(sender, data)}>Try again</Action>
      </Billing>
    ),
  },
  "invoice-canceled": {
    subject: (_, data) => `Invoice ${data.number} was canceled`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Invoice ${data.number} was canceled`}>
        <Paragraph>
          Nothing is owed for invoice {data.number} over {sum(data)} any more. The reason: {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View the invoice</Action>
      </Billing>
    ),
  },
  "invoice-credited": {
    subject: (_, data) => `You owe ${money(Number(data.credited), data.currency ?? "usd")} less for ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title={`Invoice ${data.number} is now ${sum(data)}`}>
        <Paragraph>
          We have credited {money(Number(data.credited), data.currency ?? "usd")} to invoice {data.number}. The reason:{" "}
          {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View the invoice</Action>
      </Billing>
    ),
  },
  "invoice-refunded": {
    subject: (_, data) =>
      `We have sent back ${money(Number(data.refunded), data.currency ?? "usd")} for ${data.number}`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="Money is on its way back to you">
        <Paragraph>
          We have sent back {money(Number(data.refunded), data.currency ?? "usd")} for invoice {data.number}. The
          reason: {data.reason}
        </Paragraph>
        <Action href={pageOf(sender, data)}>View the invoice</Action>
      </Billing>
    ),
  },
  "request-answered": {
    subject: ({ agency }) => `${agency} has answered your request`,
    body: ({ sender, data }) => (
      <Billing sender={sender} data={data} title="We have answered your request">
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
          The next month of {data.retainer} begins on {day(data.charge ?? null)}. An invoice for {sum(data)} follows on
          that day. There is nothing to do now.
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
            ? "You have canceled, so nothing will be charged, and Premium ends on that day. You can keep it with one click."
            : "Premium goes on from that day for its monthly price. If you would rather not, cancel before: nothing is charged then."}
        </Paragraph>
        <Action href={`${sender.siteUrl}/dashboard`}>Manage your plan</Action>
      </Billing>
    ),
  },
};
