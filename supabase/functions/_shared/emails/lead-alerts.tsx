import { Link } from "@react-email/components";
import { mailLink } from "../../../../domain/mail-link.ts";
import { formFacts, formWords } from "./form-facts.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Action, contactLines, Facts, Heading, Note, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { leadUrl, type Sender, teamUrl } from "./sender.ts";

type Props = { sender: Sender; data: MailData; form: string; title: string };

function Alert({ sender, data, form, title }: Props) {
  const { name = "", email = "" } = data;
  const words = formWords(form, data);
  const subject = encodeURIComponent(`Your ${form === "application" ? "application" : "message"} to ${sender.agency}`);
  return (
    <MailLayout
      sender={sender}
      preview={words?.replace(/\s+/g, " ").slice(0, 120) || `${name}, ${email}`}
      reason={
        sender.account
          ? `You're getting this because you own the workspace of ${sender.agency}.${form === "landing" ? " Turn it off under Settings, Notifications." : ""}`
          : "You're getting this because this is the agency's address for new leads."
      }
    >
      <Heading>{title}</Heading>
      <Facts lines={[["Name", name], ...contactLines(data), ["Company", data.company], ...formFacts(form, data)]} />
      {words ? <QuotedText>{words}</QuotedText> : null}
      <Action href={`${mailLink(email)}?subject=${subject}`}>Reply to {name}</Action>
      <Note>
        {sender.account ? "" : "The site promises a reply within 24 hours. "}
        <Link
          href={data.leadId ? leadUrl(sender, data) : teamUrl(sender)}
          style={{ color: "inherit", textDecoration: "underline" }}
        >
          Open the lead
        </Link>
      </Note>
    </MailLayout>
  );
}

/** Alerts to the account after a form submission (spec §7): the full input, and one button to reply. */
export const leadAlerts: Record<string, MailTemplate> = {
  "contact-alert": {
    subject: (_, { name }) => `New message from ${name}`,
    body: (props) => <Alert {...props} form="contact" title="New message from the website" />,
  },
  "landing-alert": {
    subject: (_, { name, page }) => `New lead from ${name}: ${page}`,
    body: (props) => <Alert {...props} form="landing" title="New lead from a landing page" />,
  },
  "application-alert": {
    subject: (_, { name, company }) => `New application from ${name}, ${company}`,
    body: (props) => <Alert {...props} form="application" title="New application" />,
  },
};
