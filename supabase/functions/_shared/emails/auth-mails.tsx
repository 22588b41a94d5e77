import { RESET_PATH } from "../../../../domain/reset-request.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Action, Code, Heading, Note, Paragraph, SpelledOut } from "./mail-parts.tsx";
import type { MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

const TEN_MINUTES = "The link works once and expires in 10 minutes.";
const reasonOf = ({ agency }: Sender) => `You're getting this because someone used this address at ${agency}.`;

/** Account emails: confirmation, recovery and changes (spec §7 Auth). */
export const authMails: Record<string, MailTemplate> = {
  "confirm-email": {
    subject: ({ agency }) => `Confirm your email for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="One click, and your account is ready." reason={reasonOf(sender)}>
        <Heading>Confirm your email</Heading>
        <Paragraph>Thanks for signing up. Confirm that this address is yours to open your account.</Paragraph>
        <Action href={data.link ?? ""}>Confirm my email</Action>
        <Note>The link works once and expires in 24 hours. After that, sign in to get a new one.</Note>
        <Note>Didn't sign up? Ignore this email. The account stays closed without this click.</Note>
        <SpelledOut href={data.link ?? ""} />
      </MailLayout>
    ),
  },
  "reset-password": {
    subject: ({ agency }) => `Set a new password for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview={TEN_MINUTES} reason={reasonOf(sender)}>
        <Heading>Set a new password</Heading>
        <Paragraph>
          Someone asked to reset the password for {data.email ?? "your account"}. If it was you, choose a new one:
        </Paragraph>
        <Action href={data.link ?? ""}>Choose a new password</Action>
        <Note>{TEN_MINUTES}</Note>
        <Note>Wasn't you? Ignore this email. Your password stays the same.</Note>
        <SpelledOut href={data.link ?? ""} />
      </MailLayout>
    ),
  },
  "sign-in-link": {
    subject: ({ agency }) => `Sign in to ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview={TEN_MINUTES} reason={reasonOf(sender)}>
        <Heading>Sign in</Heading>
        <Paragraph>Use this link to sign in, or enter the code.</Paragraph>
        <Code>{data.code}</Code>
        <Action href={data.link ?? ""}>Sign in</Action>
        <Note>{TEN_MINUTES}</Note>
        <Note>Wasn't you? Ignore this email. No one can sign in without it.</Note>
        <SpelledOut href={data.link ?? ""} />
      </MailLayout>
    ),
  },
  "confirm-new-email": {
    subject: ({ agency }) => `Confirm your new email for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="Your old address works until you confirm." reason={reasonOf(sender)}>
        <Heading>Confirm your new email</Heading>
        <Paragraph>You asked to change the email of your account from {data.current} to this address.</Paragraph>
        <Action href={data.link ?? ""}>Use this email</Action>
        <Note>{TEN_MINUTES} Until you confirm, you sign in with the old address.</Note>
        <Note>Wasn't you? Ignore this email. Nothing changes without this click.</Note>
        <SpelledOut href={data.link ?? ""} />
      </MailLayout>
    ),
  },
  "email-change-notice": {
    subject: ({ agency }) => `Your email at ${agency} is about to change`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview="If this wasn't you, set a new password now."
        reason={`You're getting this because you have an account at ${sender.agency}.`}
      >
        <Heading>Someone asked to change your email</Heading>
        <Paragraph>
          The new address is {data.newEmail}. The change takes effect when that address confirms it.
        </Paragraph>
        <Paragraph>
          If it was you, you don't need to do anything. If not, set a new password now. That cancels the change and
          signs out everyone else.
        </Paragraph>
        <Action href={`${sender.siteUrl}${RESET_PATH}`}>Set a new password</Action>
      </MailLayout>
    ),
  },
  "email-changed": {
    subject: ({ agency }) => `Your email at ${agency} was changed`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview="If this wasn't you, reply to this email right away."
        reason={`You're getting this because this was the email of an account at ${sender.agency}.`}
      >
        <Heading>Your email was changed</Heading>
        <Paragraph>The new address is {data.newEmail}. From now on, sign in with it.</Paragraph>
        <Paragraph>Wasn't you? Someone else may have access to your account. Reply to this email right away.</Paragraph>
      </MailLayout>
    ),
  },
  reauthenticate: {
    subject: ({ agency }) => `Your code for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="It works once and expires in 10 minutes." reason={reasonOf(sender)}>
        <Heading>Your code</Heading>
        <Paragraph>Enter this code to continue. It works once and expires in 10 minutes.</Paragraph>
        <Code>{data.code}</Code>
        <Note>Didn't ask for it? Ignore this email, and don't share the code.</Note>
      </MailLayout>
    ),
  },
};
