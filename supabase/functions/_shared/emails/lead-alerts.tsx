import { readableAnswers } from "../../../../domain/form-answers.ts";
import {
  Action,
  Facts,
  Heading,
  type Line,
  MailLayout,
  Note,
  QuotedText,
  type Sender,
  teamUrl,
} from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

function origin({ traffic, utmSource, campaign }: MailData): string | undefined {
  const kinds: Record<string, string> = {
    paid_ads: "an ad",
    organic: "a search",
    referral: "another site",
    direct: "a direct visit",
  };
  const kind = traffic ? kinds[traffic] : undefined;
  return [kind, utmSource, campaign].filter(Boolean).join(", ") || undefined;
}

type Props = { sender: Sender; data: MailData; title: string; answers: readonly Line[]; words: string | undefined };

function Alert({ sender, data, title, answers, words }: Props) {
  const { name = "", email = "" } = data;
  const subject = encodeURIComponent(`Your message to ${sender.agency}`);
  return (
    <MailLayout
      sender={sender}
      preview={words?.replace(/\s+/g, " ").slice(0, 120) || `${name}, ${email}`}
      reason={
        sender.account
          ? `You're getting this because you own the workspace of ${sender.agency}.`
          : "You're getting this because this is the agency's address for new leads."
      }
    >
      <Heading>{title}</Heading>
      <Facts lines={[["Name", name], ["Email", email], ...answers, ["Came from", origin(data)]]} />
      {words ? <QuotedText>{words}</QuotedText> : null}
      <Action href={`mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${subject}`}>
        Reply to {name}
      </Action>
      <Note>
        {sender.account
          ? "The lead is in your workspace: "
          : "The site promises a reply within 24 hours. The lead is in the CRM: "}
        {teamUrl(sender)}
      </Note>
    </MailLayout>
  );
}

/** Alerts to the agency after a form submission (spec §7): the full input, and one button to reply. */
export const leadAlerts: Record<string, MailTemplate> = {
  "contact-alert": {
    subject: (_, { name }) => `New message from ${name}`,
    body: ({ sender, data }) => (
      <Alert
        sender={sender}
        data={data}
        title="New message from the website"
        answers={[
          ["Company", data.company],
          ["Monthly ad spend", data.adSpend],
          ["Interests", data.interests],
          ["First page seen", data.landingPage],
        ]}
        words={data.goals}
      />
    ),
  },
  "landing-alert": {
    subject: (_, { name, page }) => `New lead from ${name}: ${page}`,
    body: ({ sender, data }) => (
      <Alert
        sender={sender}
        data={data}
        title="New lead from a landing page"
        answers={[
          ["Page", data.page],
          ["Company", data.company],
          ["Phone", data.phone],
          ["Source", data.source],
          ["Campaign", data.campaign],
        ]}
        words={[data.message, data.more && readableAnswers(data.more)].filter(Boolean).join("\n\n") || undefined}
      />
    ),
  },
  "application-alert": {
    subject: (_, { name, company }) => `New application from ${name}, ${company}`,
    body: ({ sender, data }) => (
      <Alert
        sender={sender}
        data={data}
        title="New application"
        answers={[
          ["Company", data.company],
          ["Website", data.website],
          ["Role", data.role],
          ["New clients per month", data.target],
          ["Average deal size", data.dealSize],
          ["Timeline", data.timeline],
          ["Best contact", data.bestContact],
          ["Phone", data.phone],
          ["Sent from", data.page],
        ]}
        words={data.notes}
      />
    ),
  },
};
