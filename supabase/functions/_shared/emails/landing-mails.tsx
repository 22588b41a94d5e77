import { Action, Heading, MailLayout, Paragraph } from "./mail-layout.tsx";
import type { MailTemplate } from "./mail-template.ts";

/** Emails to the agency about the domains of landing pages. */
export const landingMails: Record<string, MailTemplate> = {
  "landing-domain-missing": {
    subject: (_, { domain }) => `A record of ${domain} is missing`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview={data.problem ?? ""}>
        <Heading>{data.domain} stops in three days</Heading>
        <Paragraph>
          The record that proves this domain cannot be found any more. The page “{data.page}” is still shown there; if
          the record does not come back within three days, it no longer is.
        </Paragraph>
        <Paragraph>{data.problem}</Paragraph>
        <Action href={`${sender.siteUrl}/admin/landing-pages`}>Look at the domain</Action>
      </MailLayout>
    ),
  },
  "landing-domain-stopped": {
    subject: (_, { domain }) => `${domain} no longer shows its page`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview={data.problem ?? ""}>
        <Heading>{data.domain} has stopped</Heading>
        <Paragraph>
          For three days the record that proves this domain was missing, so “{data.page}” is no longer shown there. The
          page itself stays at its address on your own site.
        </Paragraph>
        <Paragraph>{data.problem}</Paragraph>
        <Action href={`${sender.siteUrl}/admin/landing-pages`}>Look at the domain</Action>
      </MailLayout>
    ),
  },
};
