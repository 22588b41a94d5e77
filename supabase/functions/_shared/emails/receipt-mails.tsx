import { byMethod } from "../../../../domain/payment-method.ts";
import { day } from "../invoices/format.ts";
import { ClientMail, countsAgain, invoicesOf, pageOf, part, sum, withName } from "./client-mail.tsx";
import { Action, Paragraph, Statement } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

/** What one payment paid. It may have paid invoices of other people, too, and someone else may have paid. */
function CombinedReceipt({ sender, data }: { sender: Sender; data: MailData }) {
  const lines: { number: string; description: string; billedTo?: string | null; amount: number }[] = JSON.parse(
    data.lines ?? "[]",
  );
  const areAttached = lines.length <= MAX_ATTACHED;
  return (
    <ClientMail sender={sender} data={data} title="Payment received" preview={`Payment for ${data.invoices} invoices.`}>
      <Paragraph>
        {data.isPart
          ? `We received ${sum(data)} for ${data.invoices} invoices${when(data)}. ${itsPart(data)}`
          : `We received ${sum(data)} in ${onePayment(data)}${when(data)}. It paid ${data.invoices} invoices.`}{" "}
        {areAttached
          ? `Your ${data.invoices} invoices are attached.`
          : `You can download your ${data.invoices} invoices in your portal.`}
      </Paragraph>
      <Statement
        lines={lines.map(({ number, description, billedTo, amount }) => ({
          label: number,
          note: withName(description, billedTo),
          amount: part(String(amount), data),
        }))}
        total={[data.isPart || data.payer ? `Total, ${onePayment(data)}` : "Total, one charge on the card", sum(data)]}
      />
      <Action href={pageOf(sender, data)}>View invoices</Action>
    </ClientMail>
  );
}

/** 'part of one payment of $3,645.00 by Jonas Whitfield'. Only people who see all that it paid read its amount. */
function onePayment({ isPart, whole, payer, ...data }: MailData): string {
  const payment = !isPart
    ? "one payment"
    : `part of ${whole ? `one payment of ${part(whole, data)}` : "a larger payment"}`;
  return payer ? `${payment} by ${payer}` : payment;
}

const itsPart = (data: MailData): string => `It's ${onePayment(data)}, which paid other invoices, too.`;

/** 'We received $450.50 from Jonas Whitfield on November 24, 2026.' for one invoice. */
const received = (amount: string, data: MailData): string =>
  data.isPart
    ? `We received ${amount}${when(data)}. ${itsPart(data)}`
    : `We received ${amount}${data.payer ? ` from ${data.payer}` : ""}${when(data)}.`;

/** As in private.enqueue_combined_receipt. */
const MAX_ATTACHED = 10;

/** Its amount is in the smallest unit, its day is the agency's. */
type Payment = { paid?: string | undefined; method?: string | null | undefined; amount?: number };

/** 'on November 24, 2026 with Visa ending in 4242', with a space before it. Empty if nothing is known. */
const when = ({ paid, method }: Payment): string =>
  [paid && ` on ${day(paid)}`, byMethod(method) && ` ${byMethod(method)}`].filter(Boolean).join("");

/** What a payment was. The one that paid the rest of an invoice is less than the invoice. */
const payment = (data: MailData): string => part(data.payment ?? data.amount, data);

const title = ({ restored }: MailData) => (restored ? "A payment counts again" : "Payment received");

/** The other payments of a paid invoice, and what else is between its amount and this payment. */
function otherLines(data: MailData) {
  const others: Required<Payment>[] = JSON.parse(data.others ?? "[]");
  const known = others.reduce((total, { amount }) => total + amount, 0);
  const rest = Number(data.amount) - Number(data.payment ?? data.amount) - known;
  const label = rest > 0 ? "Paid before" : data.refunded ? "Refunded" : "Overpaid";
  return [
    ...others.map((other) => ({ label: `Paid${when(other)}`, amount: other.amount })),
    ...(rest === 0 ? [] : [{ label, amount: rest }]),
  ].map((line) => ({ label: line.label, note: "", amount: part(String(-line.amount), data) }));
}

/** One for each payment. Whoever paid, it also goes to the person on the invoice, so it doesn't thank them. */
export const receiptMails: Record<string, MailTemplate> = {
  "payment-received": {
    subject: (_, data) =>
      data.twice
        ? `We received ${payment(data)} too much for ${invoicesOf(data)}`
        : data.restored
          ? `Correction: a payment of ${payment(data)} for ${invoicesOf(data)} counts again`
          : `We received ${payment(data)} for ${invoicesOf(data)}`,
    body: ({ sender, data }) =>
      data.twice ? (
        <ClientMail
          sender={sender}
          data={data}
          title="This invoice was paid twice"
          preview={`We'll refund ${payment(data)}.`}
        >
          <Paragraph>
            {`We received ${payment(data)}${when(data)}. Invoice ${data.number} was already paid by then, so we'll refund your payment. You don't need to do anything.`}
          </Paragraph>
          <Statement
            lines={[
              {
                label: `Invoice ${data.number}`,
                note: withName(data.description, data.billedTo),
                amount: payment(data),
              },
            ]}
            total={["We'll refund", payment(data)]}
          />
          <Action href={pageOf(sender, data)}>View invoice</Action>
        </ClientMail>
      ) : data.lines ? (
        <CombinedReceipt sender={sender} data={data} />
      ) : data.owed ? (
        <ClientMail sender={sender} data={data} title={title(data)} preview={`${part(data.owed, data)} is still due.`}>
          {countsAgain(data, "payment")}
          <Paragraph>
            {`${received(sum(data), data)} ${part(data.owed, data)} is still due. The updated invoice is attached.`}
          </Paragraph>
          <Statement
            lines={[
              {
                label: `Payment for invoice ${data.number}`,
                note: withName(data.description, data.billedTo),
                amount: sum(data),
              },
            ]}
            total={[stillDue(data), part(data.owed, data)]}
          />
          <Action href={pageOf(sender, data)}>View and pay</Action>
        </ClientMail>
      ) : (
        <ClientMail
          sender={sender}
          data={data}
          title={title(data)}
          preview={`The paid invoice for ${data.description} is attached.`}
        >
          {countsAgain(data, "payment") || <Paragraph>{received(payment(data), data)}</Paragraph>}
          <Paragraph>The paid invoice is attached.</Paragraph>
          <Statement
            lines={[
              { label: `Invoice ${data.number}`, note: withName(data.description, data.billedTo), amount: sum(data) },
              ...otherLines(data),
            ]}
            total={[`${otherLines(data).length > 0 ? "This payment" : "Paid"}${when(data)}`, payment(data)]}
          />
          <Action href={pageOf(sender, data)}>View invoice</Action>
        </ClientMail>
      ),
  },
};

function stillDue(data: MailData): string {
  if (!data.due) return "Still due";
  // More was due on that day than what is left.
  return data.state === "overdue" ? `Still due (was due ${day(data.due)})` : `Still due by ${day(data.due)}`;
}
