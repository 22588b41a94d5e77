import { clockTime } from "../../../../domain/lead-clock.ts";
import { formAnswers, formFacts, formWords } from "./form-facts.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Action, contactLines, Facts, Heading, Paragraph, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { leadUrl, type Sender } from "./sender.ts";

const SOURCES: Record<string, string> = {
  website_form: "the website",
  landing_page: "a landing page",
  referral: "a referral",
  social_media: "social media",
};

type Props = {
  sender: Sender;
  data: MailData;
  title: string;
  action: string;
  /** Escalations can't be turned off. */
  isOptional?: boolean;
  children: string;
};

/** An email about one lead: what happened, how to reach the lead, and one button that opens the lead. */
function LeadMail({ sender, data, title, action, isOptional = true, children }: Props) {
  const answers = formAnswers(data);
  const words = formWords(data.form, answers);
  return (
    <MailLayout
      sender={sender}
      preview={children}
      reason={`You're getting this because you work with leads at ${sender.agency}.${isOptional ? " Turn it off under Settings, Notifications." : ""}`}
    >
      <Heading>{title}</Heading>
      <Paragraph>{children}</Paragraph>
      <Facts
        lines={[["Company", data.company], ...contactLines(data).toReversed(), ...formFacts(data.form, answers)]}
      />
      {words ? <QuotedText>{words}</QuotedText> : null}
      <Action href={leadUrl(sender, data)}>{action}</Action>
    </MailLayout>
  );
}

const leadNameOf = ({ who: name = "A lead" }: MailData): string => name;

/** Working time in words: "5 minutes", "1 hour 30 minutes", "40 seconds". */
function duration(seconds: string | number | undefined): string {
  const total = Math.max(0, Number(seconds ?? 0));
  if (total < 60) return count(Math.floor(total), "second");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return [hours && count(hours, "hour"), minutes && count(minutes, "minute")].filter(Boolean).join(" ");
}

const count = (amount: number, unit: string): string => `${amount} ${unit}${amount === 1 ? "" : "s"}`;

function ownerText({ owner, mine }: MailData): string {
  if (mine) return "It's your lead.";
  return owner ? `It belongs to ${owner}.` : "No one has claimed it yet.";
}

/** What people of a free account can do: their leads are read-only. */
const freePlan = (isTheirs: boolean): string =>
  `Your account is on the free plan, so you can only read this lead here. With Premium, you can ${isTheirs ? "answer" : "claim it and answer"}.`;

/** What happens after twice the target: an owned lead moves on, and anyone can still claim an unowned one. */
function nextStep(data: MailData): string {
  const twice = duration(2 * Number(data.target ?? 0));
  if (data.readOnly) return freePlan(Boolean(data.mine));
  if (data.mine) return `After ${twice}, it goes to the next available rep.`;
  if (data.owner) return `After ${twice} without an answer, it goes to the next available rep.`;
  return `After ${twice}, we ask one rep to take it. Anyone can claim it until then.`;
}

/** The text of an escalation for its recipient: the assigned rep, the former owner, or an admin. */
function escalationText(data: MailData): string {
  const { part, rep, owner, handedOver, answering, target, waited: offered } = data;
  const waited = offered
    ? `No one has answered in ${duration(offered)}.`
    : `No one has answered in ${duration(2 * Number(target ?? 0))}, twice the target.`;
  const handOver = handOverText(data);
  if (data.readOnly) {
    const isTheirs = handedOver ? part === "rep" : part === "owner";
    return [waited, handOver, freePlan(isTheirs)].filter(Boolean).join(" ");
  }
  if (part === "owner" && answering)
    return `${waited} You've started to answer, so it stays yours. Please log your answer.`;
  if (answering) return `${waited} ${owner} started to answer in the last few minutes and keeps it.`;
  if (handOver) return `${waited} ${handOver}`;
  if (part === "rep") return `${waited} No one has claimed it either, and you're next. Please claim it and answer.`;
  if (part === "owner") return `${waited} There's no other rep to take it, so it stays yours.`;
  if (!rep) return `${waited} There's no other rep to ask. ${ownerText(data)}`;
  return `${waited} No one has claimed it either. We asked ${rep} to take it. Anyone can still claim it.`;
}

/** Who has the lead since the escalation; empty if it was handed over to no one. */
function handOverText({ part, rep, owner, handedOver }: MailData): string {
  if (!handedOver) return "";
  if (part === "rep") return `${owner} had it, and the lead is yours now.`;
  return part === "owner" ? `It now belongs to ${rep}.` : `${owner} had it, and it now belongs to ${rep}.`;
}

const answerLabel = ({ readOnly }: MailData): string => (readOnly ? "Open lead" : "Answer now");

const subjectOf = (data: MailData): string => `New lead: ${leadNameOf(data)}${data.company ? `, ${data.company}` : ""}`;
const threadOf = ({ leadId = "" }: MailData, isFirst = false) => ({ key: `lead-${leadId}`, isFirst });

/** Only the first email of a new lead starts the thread. All others answer it. */
const FOLLOW_UP = {
  subject: (_: Sender, data: MailData) => `Re: ${subjectOf(data)}`,
  thread: (data: MailData) => threadOf(data),
};

/**
 * Emails to the sales team while a lead waits for a response. All emails about one lead are one thread with one
 * subject. Durations are in working seconds.
 */
export const leadMails: Record<string, MailTemplate> = {
  "lead-arrived": {
    subject: (_, data) => `${data.returning ? "Re: " : ""}${subjectOf(data)}`,
    thread: (data) => threadOf(data, !data.returning),
    body: ({ sender, data }) => (
      <LeadMail sender={sender} data={data} title={`${leadNameOf(data)} wants to hear from you`} action="Open lead">
        {`${data.returning ? "They wrote again" : "They got in touch"} through ${SOURCES[data.source ?? ""] ?? "a form"}. ${ownerText(data)} ${data.readOnly ? freePlan(Boolean(data.mine)) : `Please answer within ${duration(data.target)}. Only working hours count.`}`}
      </LeadMail>
    ),
  },
  "lead-clock-warning": {
    ...FOLLOW_UP,
    body: ({ sender, data }) => (
      <LeadMail
        sender={sender}
        data={data}
        title={`${clockTime(Number(data.left ?? 0))} left to answer ${leadNameOf(data)}`}
        action={answerLabel(data)}
      >
        {`${usedText(data)} ${ownerText(data)}${data.readOnly ? ` ${freePlan(Boolean(data.mine))}` : ""}`}
      </LeadMail>
    ),
  },
  "lead-clock-breached": {
    ...FOLLOW_UP,
    body: ({ sender, data }) => (
      <LeadMail sender={sender} data={data} title={`${leadNameOf(data)} is still waiting`} action={answerLabel(data)}>
        {`No one has answered within ${duration(data.target)}. ${ownerText(data)} ${nextStep(data)}`}
      </LeadMail>
    ),
  },
  "lead-clock-escalated": {
    ...FOLLOW_UP,
    body: ({ sender, data }) => (
      <LeadMail
        sender={sender}
        data={data}
        title={`${data.waited ? "" : "Escalated: "}${leadNameOf(data)} is still waiting`}
        action="Open lead"
        isOptional={false}
      >
        {escalationText(data)}
      </LeadMail>
    ),
  },
};

/** "3 of your 5 minutes are up." for whole minutes, and without figures for all other targets. */
function usedText({ target = "0", left = "0", mine }: MailData): string {
  const used = Number(target) - Number(left);
  if (Number(target) % 60 || used < 120 || Number(target) > 3600) return "Most of the time to answer is up.";
  return `${Math.floor(used / 60)} of ${mine ? "your" : "the"} ${Number(target) / 60} minutes are up.`;
}
