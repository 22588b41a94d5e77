import { clockTime } from "../../../../domain/lead-clock.ts";
import { Action, Heading, MailLayout, Paragraph, type Sender } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

const SOURCES: Record<string, string> = {
  website_form: "the website",
  landing_page: "a landing page",
  referral: "a referral",
  social_media: "social media",
};

type Props = { sender: Sender; data: MailData; title: string; action: string; children: React.ReactNode };

/** An email about one lead: what happened, how to reach the lead, and one button that opens the lead. */
function LeadMail({ sender, data, title, action, children }: Props) {
  const reach = [data.company, data.phone, data.email].filter(Boolean).join(" · ");
  return (
    <MailLayout sender={sender} preview={[title, reach].filter(Boolean).join(". ")}>
      <Heading>{title}</Heading>
      {children}
      {reach && <Paragraph>{reach}</Paragraph>}
      <Action href={`${sender.siteUrl}/crm?lead=${encodeURIComponent(data.leadId ?? "")}`}>{action}</Action>
    </MailLayout>
  );
}

const leadNameOf = ({ who: name = "A lead" }: MailData): string => name;
const time = (seconds: string | undefined): string => clockTime(Number(seconds ?? 0));
const ownerText = ({ owner }: MailData): string => (owner ? `It belongs to ${owner}.` : "Nobody has claimed it yet.");
const CHOICE = "You can turn this e-mail off under Settings, Notifications.";

/** The text of an escalation for its recipient: the assigned rep, the former owner, or an admin. */
function escalationText(data: MailData): string {
  const { part, rep, owner, handedOver, answering } = data;
  if (part === "owner" && answering)
    return "It has waited for twice the target. You began to answer, so it stays yours: please log the answer.";
  if (answering)
    return `It has waited for twice the target. ${owner} began to answer within the last minutes and keeps it.`;
  if (part === "rep" && handedOver) return `${owner} has not answered in twice the target. The lead is yours now.`;
  if (part === "rep") return "Nobody has answered in twice the target. You are next: please claim and answer.";
  if (part === "owner" && handedOver) return `It waited for twice the target, so it now belongs to ${rep}.`;
  if (handedOver) return `${owner} has not answered in twice the target. The lead now belongs to ${rep}.`;
  if (!rep)
    return `Nobody has answered in twice the target, and there is no other sales person to ask. ${ownerText(data)}`;
  return `Nobody has claimed or answered it in twice the target. ${rep} was asked to.`;
}

/** Emails to the sales team while a lead waits for a response. Durations are in working seconds. */
export const leadMails: Record<string, MailTemplate> = {
  "lead-arrived": {
    subject: (_, data) => `New lead: ${leadNameOf(data)}${data.company ? `, ${data.company}` : ""}`,
    body: ({ sender, data }) => (
      <LeadMail sender={sender} data={data} title={`${leadNameOf(data)} wants to hear from you`} action="Open the lead">
        <Paragraph>
          {data.returning ? "They wrote again" : "A new lead came"} through {SOURCES[data.source ?? ""] ?? "a form"}.{" "}
          {ownerText(data)} The target is an answer within {time(data.target)} working minutes.
        </Paragraph>
        <Paragraph>{CHOICE}</Paragraph>
      </LeadMail>
    ),
  },
  "lead-clock-warning": {
    subject: (_, data) => `${leadNameOf(data)} waits: ${time(data.left)} left`,
    body: ({ sender, data }) => (
      <LeadMail
        sender={sender}
        data={data}
        title={`${time(data.left)} left to answer ${leadNameOf(data)}`}
        action="Answer now"
      >
        <Paragraph>
          60 % of the target of {time(data.target)} are over. {ownerText(data)}
        </Paragraph>
        <Paragraph>{CHOICE}</Paragraph>
      </LeadMail>
    ),
  },
  "lead-clock-breached": {
    subject: (_, data) => `${leadNameOf(data)} has waited longer than ${time(data.target)}`,
    body: ({ sender, data }) => (
      <LeadMail sender={sender} data={data} title={`The target for ${leadNameOf(data)} is missed`} action="Answer now">
        <Paragraph>
          The target of {time(data.target)} is over and nobody has answered. {ownerText(data)} After twice the target
          the lead goes to the next free sales person.
        </Paragraph>
        <Paragraph>{CHOICE}</Paragraph>
      </LeadMail>
    ),
  },
  "lead-clock-escalated": {
    subject: (_, data) => `Escalated: ${leadNameOf(data)} still waits`,
    body: ({ sender, data }) => (
      <LeadMail
        sender={sender}
        data={data}
        title={`${leadNameOf(data)} still waits for an answer`}
        action="Open the lead"
      >
        <Paragraph>{escalationText(data)}</Paragraph>
      </LeadMail>
    ),
  },
};
