import { formatPhone, phoneProblem } from "../../../../domain/phone.ts";
import {
  adSpendOptions,
  bestContactOptions,
  interestOptions,
  timelineOptions,
} from "../../../../domain/submission-rules.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Action, Facts, Heading, isPlainName, type Line, Note, Paragraph, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

/**
 * These emails go to an address that anyone may have typed: they repeat a plain name, choices from our own lists,
 * figures, and words without links or addresses (private.repeatable_words).
 */
function greeting({ name = "" }: MailData): string {
  return isPlainName(name) ? `Thanks, ${name}.` : "Thank you.";
}

const isFigure = (typed = "") => /^[$€£]?\s?\d[\d.,\s–-]{0,18}[km]?$/i.test(typed);
const oneOf = (options: readonly string[], chosen = "") => (options.includes(chosen) ? chosen : undefined);

/** What the sender can check for typos. */
function answers(data: MailData): Line[] {
  const { company, website, bestContact, phone, target, dealSize, timeline, adSpend, interests = "" } = data;
  return [
    ["Company", company],
    ["Website", website],
    ["Best contact", oneOf(bestContactOptions, bestContact)],
    ["Phone", phone && phoneProblem(phone) === null ? formatPhone(phone) : undefined],
    ["New clients per month", isFigure(target) ? target : undefined],
    ["Average deal size", isFigure(dealSize) ? dealSize : undefined],
    ["Timeline", oneOf(timelineOptions, timeline)],
    ["Monthly ad spend", oneOf(adSpendOptions, adSpend)],
    ["Interests", interestOptions.filter((option) => interests.split(", ").includes(option)).join(", ")],
  ];
}

const CHANNELS: Record<string, string> = { Email: "email", SMS: "SMS", Phone: "phone" };

type Props = { sender: Sender; data: MailData; preview: string; children: React.ReactNode };

function Confirmation({ sender, data, preview, children }: Props) {
  return (
    <MailLayout
      sender={sender}
      preview={preview}
      reason={`You're getting this because someone entered this address in a form from ${sender.agency}.`}
    >
      <Heading>{greeting(data)}</Heading>
      {children}
      <Facts lines={answers(data)} />
      {data.words && <QuotedText>{data.words}</QuotedText>}
      {data.callsAt && (
        <>
          <Paragraph>Prefer to talk? Pick a time.</Paragraph>
          <Action href={`${sender.siteUrl}${data.callsAt}`}>Book a call</Action>
        </>
      )}
      <Paragraph>Want to correct or add something? Write to {data.agencyEmail}.</Paragraph>
      <Note>Wasn't you? Someone may have mistyped their address. You can ignore this email.</Note>
    </MailLayout>
  );
}

/** Only the agency promises a time (spec §9). What a client promises is up to the client. */
const replyText = ({ account }: Sender) =>
  account ? "A person will reply soon." : "A person will reply within 24 hours.";

const message: MailTemplate = {
  subject: ({ agency }) => `${agency} got your message`,
  body: ({ sender, data }) => (
    <Confirmation sender={sender} data={data} preview={replyText(sender)}>
      <Paragraph>
        Your message reached {sender.agency}. {replyText(sender)}
      </Paragraph>
    </Confirmation>
  ),
};

/** Confirmations to the sender of a form: it arrived, and what happens next (spec §9: within 24 hours). */
export const confirmationMails: Record<string, MailTemplate> = {
  "contact-confirmation": message,
  "landing-confirmation": message,
  "application-confirmation": {
    subject: ({ agency }) => `${agency} got your application`,
    body: ({ sender, data }) => (
      <Confirmation sender={sender} data={data} preview="A person will reply within 24 hours.">
        <Paragraph>Your application reached {sender.agency}. Here's what happens next:</Paragraph>
        <Paragraph>1. Within 24 hours, a person replies by {CHANNELS[data.bestContact ?? ""] ?? "email"}.</Paragraph>
        <Paragraph>2. If it looks like a fit, we have one call about your offer, your ads and your calendar.</Paragraph>
        <Paragraph>
          3. After the call, you get one page: the funnel we'd build, its price and its go-live date.
        </Paragraph>
      </Confirmation>
    ),
  },
};
