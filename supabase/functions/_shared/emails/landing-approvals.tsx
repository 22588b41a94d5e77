import { MailLayout } from "./mail-layout.tsx";
import { Action, Heading, Paragraph, QuotedText } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

const pageUrl = ({ siteUrl }: Sender, { workspace = "", pageId = "" }: MailData) =>
  `${siteUrl}/workspace/${workspace}/pages/${pageId}`;

const reasonOf = ({ business }: MailData) => `You're getting this because you asked to publish a page of ${business}.`;

/** Emails of the agency about pages that a client wants to publish: to its admins, and back to the person who asked. */
export const landingApprovals: Record<string, MailTemplate> = {
  "landing-approval-requested": {
    subject: (_, { business, page }) => `${business} wants to publish “${page}”`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview="It goes live when an admin approves it."
        reason={`You're getting this because you're an admin of ${sender.agency}.`}
      >
        <Heading>
          {data.business} wants to publish “{data.page}”
        </Heading>
        <Paragraph>
          {data.by} asked{data.since ? ` to restore version ${data.since}` : ""}. The page goes live when an admin
          approves it. You can also decline it and say what has to change.
        </Paragraph>
        <Action href={`${sender.siteUrl}/admin/landing-pages?accounts=*waiting`}>Review the page</Action>
      </MailLayout>
    ),
  },
  "landing-approval-approved": {
    subject: (_, { page }) => `“${page}” is live`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="We published it as you sent it." reason={reasonOf(data)}>
        <Heading>“{data.page}” is live</Heading>
        <Paragraph>
          We approved the page and published it as you sent it. Edits that you made since then are still in the draft.
        </Paragraph>
        <Action href={pageUrl(sender, data)}>Open the page</Action>
      </MailLayout>
    ),
  },
  "landing-approval-declined": {
    subject: (_, { page }) => `“${page}” needs a change before it goes live`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview={(data.note ?? "").replace(/\s+/g, " ").slice(0, 120)}
        reason={reasonOf(data)}
      >
        <Heading>“{data.page}” needs a change</Heading>
        <Paragraph>We haven't published the page yet. This has to change first:</Paragraph>
        <QuotedText>{data.note ?? ""}</QuotedText>
        <Paragraph>Edit the page and send it again. Visitors don't see it until then.</Paragraph>
        <Action href={pageUrl(sender, data)}>Edit the page</Action>
      </MailLayout>
    ),
  },
};
