import { Text } from "@react-email/components";
import { Action, Heading, MailLayout, Paragraph, type Sender } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

type Line = readonly [label: string, value: string | undefined];

/** One answer per line. Empty answers are left out. */
function Answers({ lines }: { lines: readonly Line[] }) {
  return lines
    .filter(([, value]) => value)
    .map(([label, value]) => (
      <Text key={label} style={{ color: "#33343a", fontSize: 15, lineHeight: "22px", margin: "0 0 6px" }}>
        <span style={{ color: "#5c5d64" }}>{label}: </span>
        {value}
      </Text>
    ));
}

/** A person's own words with their line breaks, behind a vertical rule. */
function QuotedText({ children }: { children: string }) {
  const style = { borderLeft: "3px solid #f96c1b", color: "#0b0c10", fontSize: 16, lineHeight: "26px" };
  return (
    <Text style={{ ...style, margin: "16px 0 20px", padding: "0 0 0 16px", whiteSpace: "pre-wrap" }}>{children}</Text>
  );
}

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
    <MailLayout sender={sender} preview={words?.slice(0, 120) || `${name}, ${email}`}>
      <Heading>{title}</Heading>
      <Answers lines={[["Name", name], ["Email", email], ...answers, ["Came through", origin(data)]]} />
      {words ? <QuotedText>{words}</QuotedText> : null}
      <Action href={`mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${subject}`}>Answer {name}</Action>
      <Paragraph>The promise on the site is an answer within 24 hours. The lead is at {sender.siteUrl}/crm</Paragraph>
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
        title="A new message from the website"
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
        title="A form on a landing page"
        answers={[
          ["Page", data.page],
          ["Company", data.company],
          ["Phone", data.phone],
          ["Source", data.source],
          ["Campaign", data.campaign],
        ]}
        words={[data.message, data.more].filter(Boolean).join("\n\n") || undefined}
      />
    ),
  },
  "application-alert": {
    subject: (_, { name, company }) => `New application from ${name}, ${company}`,
    body: ({ sender, data }) => (
      <Alert
        sender={sender}
        data={data}
        title="A new application"
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
