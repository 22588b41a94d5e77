import type { ReactNode } from "react";
import { formatNames } from "../../../../domain/format-list.ts";
import { day, money } from "../invoices/format.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Heading, Note, Paragraph, Statement, Subheading } from "./mail-parts.tsx";
import type { MailData } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

type Props = { sender: Sender; data: MailData; title: string; preview: string; children: ReactNode };

/** The layout of emails to clients. Someone with several accounts reads which one it is about (`forAccount`). */
export function ClientMail({ sender, data, title, preview, children }: Props) {
  return (
    <MailLayout
      sender={sender}
      preview={preview}
      reason={`You're getting this because you're a client of ${sender.agency}.`}
    >
      <Heading>{title}</Heading>
      {data.forAccount && <Subheading>For {data.forAccount}</Subheading>}
      {data.name && <Paragraph>Hi {data.name},</Paragraph>}
      {children}
      <Note>Something wrong? Just reply.</Note>
    </MailLayout>
  );
}

/** The invoice's amount. */
export const sum = ({ amount = "0", currency = "usd" }: MailData): string => money(Number(amount), currency);
/** Another amount in the invoice's currency. */
export const part = (amount: string | undefined, { currency = "usd" }: MailData): string =>
  money(Number(amount), currency);
/** The invoice's page, or the list for several. */
export const pageOf = ({ siteUrl }: Sender, { invoiceId }: MailData): string =>
  invoiceId ? `${siteUrl}/invoices/${invoiceId}` : `${siteUrl}/client-dashboard?tab=invoices`;

/** An invoice with its amount, as on paper: what it is for, and when it is due or was paid. */
export function InvoiceStatement({ data, when }: { data: MailData; when: string }) {
  const { number = "", description = "" } = data;
  return (
    <Statement
      lines={[{ label: `Invoice ${number}`, note: description, amount: sum(data) }]}
      total={[when, sum(data)]}
    />
  );
}

/** 'Due December 12, 2026', or 'Was due' once that day has passed. */
export const whenDue = ({ due, state }: MailData): string =>
  due ? `${state === "overdue" ? "Was due" : "Due"} ${day(due)}` : "Due on receipt";

/** 'invoice UF-1', or 'invoices UF-1 and UF-2'. */
export const invoicesOf = ({ invoices: several, number }: MailData): string =>
  several ? `invoices ${formatNames((number ?? "").split(", "))}` : `invoice ${number}`;

/** For an entry that was removed by mistake: no one shall expect money twice. */
export const countsAgain = ({ restored }: MailData, what: "payment" | "credit" | "refund") =>
  restored && (
    <Paragraph>
      {`We had removed this ${what} by mistake, so it counts again. ${what === "credit" ? "It isn't a second one." : "This doesn't move any money."}`}
    </Paragraph>
  );

/** 'Ads, October (billed to Priya Raman)' for a reader who paid someone else's invoice. */
export const withName = (description: string | undefined, billedTo: string | null | undefined): string =>
  [description, billedTo && `(billed to ${billedTo})`].filter(Boolean).join(" ");
