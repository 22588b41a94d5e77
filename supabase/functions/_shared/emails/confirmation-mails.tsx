import { Heading, MailLayout, Paragraph, type Sender } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

/**
 * These emails go to an address that anybody may have typed, so they repeat none of the input. They contain only a
 * plain name, never an address or a sentence.
 */
function greeting({ name = "" }: MailData): string {
  return /^[\p{L}\p{M}' -]{1,40}$/u.test(name) ? `Thank you, ${name}.` : "Thank you.";
}

type Props = { sender: Sender; data: MailData; preview: string; children: React.ReactNode };

function Confirmation({ sender, data, preview, children }: Props) {
  return (
    <MailLayout sender={sender} preview={preview}>
      <Heading>{greeting(data)}</Heading>
      {children}
      <Paragraph>Something to add, or a number we should call? Write to {data.agencyEmail}.</Paragraph>
      <Paragraph>It was not you? Then somebody mistyped their address, and nothing needs to be done.</Paragraph>
    </MailLayout>
  );
}

/** Confirmations to the sender of a form: it has arrived, and what happens next (spec §9: within 24 hours). */
export const confirmationMails: Record<string, MailTemplate> = {
  "contact-confirmation": {
    subject: ({ agency }) => `${agency} has your message`,
    body: ({ sender, data }) => (
      <Confirmation sender={sender} data={data} preview="A person answers within 24 hours">
        <Paragraph>Your message has arrived at {sender.agency}. A person answers it within 24 hours.</Paragraph>
      </Confirmation>
    ),
  },
  "landing-confirmation": {
    subject: ({ agency }) => `${agency} has your message`,
    body: ({ sender, data }) => (
      <Confirmation sender={sender} data={data} preview="A person answers within 24 hours">
        <Paragraph>Your message has arrived at {sender.agency}. A person answers it within 24 hours.</Paragraph>
      </Confirmation>
    ),
  },
  "application-confirmation": {
    subject: ({ agency }) => `${agency} has your application`,
    body: ({ sender, data }) => (
      <Confirmation sender={sender} data={data} preview="What happens with it now">
        <Paragraph>Your application has arrived at {sender.agency}. This is what happens with it:</Paragraph>
        <Paragraph>Within 24 hours a person answers, by the channel you picked.</Paragraph>
        <Paragraph>If it looks like a fit, we have one call about your offer, your ads and your calendar.</Paragraph>
        <Paragraph>After it you get one page: the funnel we would build, its price and its go-live day.</Paragraph>
      </Confirmation>
    ),
  },
};
