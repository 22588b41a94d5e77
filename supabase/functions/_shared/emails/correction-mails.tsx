import { ClientMail, pageOf, part, sum, whenDue } from "./client-mail.tsx";
import { Action, Paragraph, Statement } from "./mail-parts.tsx";
import type { MailTemplate } from "./mail-template.ts";

/** What was removed, as a noun in a sentence. */
type Removed = "payment" | "refund" | "credit";

/** The email about something that we removed. It has the admin's reason, and what is due now. */
const correction = (removed: Removed): MailTemplate => ({
  subject: (_, data) =>
    `Correction: we removed a ${removed} of ${part(data.removed, data)} from invoice ${data.number}`,
  body: ({ sender, data }) => {
    const amount = part(data.removed, data);
    const due = part(data.owed, data);
    const paid = Number(data.amount) - Number(data.owed);
    const isAgreed = data.state === "active";
    const isDue = Number(data.owed) > 0 && !isAgreed;
    const settled = removed === "refund" ? `We removed a refund of ${amount}` : `Invoice ${data.number} is still paid`;
    return (
      <ClientMail
        sender={sender}
        data={data}
        title={
          isAgreed
            ? `Invoice ${data.number} is ${sum(data)} again`
            : isDue
              ? `${due} is due for invoice ${data.number}`
              : settled
        }
        preview={`We removed a ${removed} of ${amount}.`}
      >
        <Paragraph>
          We removed a {removed} of {amount} from invoice {data.number}. This doesn't move any money.{" "}
          {isAgreed ? "You can't pay the invoice yet." : isDue ? `${due} is due.` : "You don't owe anything."}
        </Paragraph>
        <Paragraph>Reason: {data.reason}</Paragraph>
        <Statement
          lines={[
            { label: `Invoice ${data.number}`, note: data.description ?? "", amount: sum(data) },
            ...(paid > 0 && removed !== "refund"
              ? [{ label: "Paid so far", note: "", amount: part(String(-paid), data) }]
              : []),
          ]}
          total={isDue ? [whenDue(data), due] : [isAgreed ? "Due later" : "Due now", due]}
        />
        <Action href={pageOf(sender, data)}>{isDue ? "View and pay" : "View invoice"}</Action>
      </ClientMail>
    );
  },
});

/** Emails to clients about payments, refunds and credits that an admin removed. */
export const correctionMails: Record<string, MailTemplate> = {
  "payment-removed": correction("payment"),
  "refund-removed": correction("refund"),
  "credit-removed": correction("credit"),
};
