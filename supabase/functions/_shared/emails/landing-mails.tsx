import { MailLayout } from "./mail-layout.tsx";
import { Action, Heading, Paragraph } from "./mail-parts.tsx";
import type { MailTemplate } from "./mail-template.ts";
import { pagesUrl, type Sender } from "./sender.ts";

const reasonOf = ({ agency, account }: Sender) =>
  account
    ? `You're getting this because you own the workspace of ${agency}.`
    : `You're getting this because you're an admin of ${agency}.`;

/** Where the page still is after its domain stopped. A client has no site of its own here. */
const stillLiveAt = ({ account, siteUrl }: Sender) =>
  account ? `its address on ${siteUrl.replace(/^https?:\/\//, "")}` : "its address on your site";

/** Emails to the agency or to a client's owners about the domains of landing pages. */
export const landingMails: Record<string, MailTemplate> = {
  "landing-domain-missing": {
    subject: (_, { domain }) => `${domain} is missing a DNS record`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="The page goes offline there in three days." reason={reasonOf(sender)}>
        <Heading>{data.domain} stops working in three days</Heading>
        <Paragraph>
          We can't find the DNS record that proves this domain is yours. “{data.page}” is still live there. Restore the
          record within three days to keep it live.
        </Paragraph>
        <Paragraph>{data.problem}</Paragraph>
        <Action href={pagesUrl(sender)}>Check the domain</Action>
      </MailLayout>
    ),
  },
  "landing-domain-stopped": {
    subject: (_, { domain }) => `${domain} no longer shows its page`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={`The page is still live at ${stillLiveAt(sender)}.`}
        reason={reasonOf(sender)}
      >
        <Heading>{data.domain} has stopped working</Heading>
        <Paragraph>
          The DNS record that proves this domain is yours was missing for three days, so “{data.page}” is no longer live
          there. It's still live at {stillLiveAt(sender)}.
        </Paragraph>
        <Paragraph>{data.problem}</Paragraph>
        <Action href={pagesUrl(sender)}>Check the domain</Action>
      </MailLayout>
    ),
  },
};
