import type { ReactNode } from "react";
import { Action, Heading, MailLayout, Paragraph, type Sender } from "./mail-layout.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";

type Props = { sender: Sender; data: MailData; title: string; children: ReactNode };

function PersonMail({ sender, data, title, children }: Props) {
  return (
    <MailLayout sender={sender} preview={title}>
      <Heading>{title}</Heading>
      {data.name && <Paragraph>Hello {data.name},</Paragraph>}
      {children}
    </MailLayout>
  );
}

const ROLES: Record<string, string> = { admin: "an admin", sales: "a member of the sales team", client: "a client" };

/** Emails to people about their access, and to admins about people who wait for access. */
export const peopleMails: Record<string, MailTemplate> = {
  "sign-up-approved": {
    subject: ({ agency }) => `You are in: welcome to ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="Your account is approved">
        <Paragraph>An admin has approved your account. Sign in with the e-mail and password that you chose.</Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Sign in</Action>
      </PersonMail>
    ),
  },
  "sign-up-rejected": {
    subject: ({ agency }) => `Your sign-up at ${agency} was not approved`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="Your sign-up was not approved">
        <Paragraph>
          {data.reason ? `The admin wrote: ${data.reason}` : "The admin who looked at it did not name a reason."}
        </Paragraph>
        <Paragraph>If you think that this is a mistake, reply to this e-mail.</Paragraph>
      </PersonMail>
    ),
  },
  "sign-up-waiting": {
    subject: (_, data) => `${data.who} waits for your approval`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="A sign-up waits for approval">
        <Paragraph>{data.who} has signed up for the sales team and confirmed the address.</Paragraph>
        <Action href={`${sender.siteUrl}/admin?tab=approvals`}>Approve or reject</Action>
      </PersonMail>
    ),
  },
  "second-factor-added": {
    subject: ({ agency }) => `A second factor was added to your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="A second factor was added">
        <Paragraph>From now on, signing in to your account asks for a code from your authenticator app.</Paragraph>
        <Paragraph>If you did not do this, somebody knows your password. Reply to this email now.</Paragraph>
      </PersonMail>
    ),
  },
  "second-factor-removed": {
    subject: ({ agency }) => `A second factor was removed from your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="A second factor was removed">
        <Paragraph>Codes from this authenticator app no longer open your account.</Paragraph>
        <Paragraph>If you did not do this, set a new password now and reply to this email.</Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Set a new password</Action>
      </PersonMail>
    ),
  },
  "second-factor-reset": {
    subject: ({ agency }) => `Your second factor at ${agency} was removed`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="Your second factor was removed">
        <Paragraph>
          An admin removed the second factor of your account and ended your sessions. Sign in with your password, then
          set up a new second factor in your settings.
        </Paragraph>
        <Paragraph>If you did not ask for this, set a new password now and reply to this email.</Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Sign in</Action>
      </PersonMail>
    ),
  },
  invitation: {
    subject: ({ agency }) => `You are invited to ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title={`Join ${sender.agency}`}>
        <Paragraph>
          You are invited to {sender.agency} as {ROLES[data.role ?? ""] ?? "a member"}. Choose a password, confirm this
          address, and you are in. The link works for seven days.
        </Paragraph>
        <Action href={`${sender.siteUrl}/auth?tab=signup&invitation=${data.token}`}>Accept the invitation</Action>
        <Paragraph>You did not expect this? Then nothing needs to be done.</Paragraph>
      </PersonMail>
    ),
  },
};
