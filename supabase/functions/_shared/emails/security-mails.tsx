import { RESET_PATH } from "../../../../domain/reset-request.ts";
import { Action, Note, Paragraph } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { PersonMail } from "./person-mail.tsx";

const codesLeft = ({ left }: MailData): string =>
  left === "0" ? "It was the last one." : left === "1" ? "One code is left." : `${left} codes are left.`;

/** What the removal of the last authenticator app means. */
const FACTORS_LEFT: Record<string, string> = {
  true: " It was the last one, so two-step sign-in is off: your password alone is enough to sign in.",
  required: " It was the last one, so two-step sign-in is off. Your role needs it: set it up again to continue.",
};

/** Emails to people about their password and their second factor. */
export const securityMails: Record<string, MailTemplate> = {
  "password-changed": {
    subject: ({ agency }) => `Your password at ${agency} was changed`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="Your password was changed"
        preview="If this wasn't you, set a new password now."
      >
        <Paragraph>From now on, sign in with the new password.</Paragraph>
        <Paragraph>Wasn't you? Set a new password now, then reply to this email.</Paragraph>
        <Action href={`${sender.siteUrl}${RESET_PATH}`}>Set a new password</Action>
      </PersonMail>
    ),
  },
  "second-factor-added": {
    subject: ({ agency }) => `Two-step sign-in is on for your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="An authenticator app was added"
        preview="From now on, you sign in with a code from your app."
      >
        <Paragraph>From now on, you need a code from your authenticator app to sign in.</Paragraph>
        <Paragraph>Wasn't you? Someone knows your password. Reply to this email right away.</Paragraph>
      </PersonMail>
    ),
  },
  "second-factor-removed": {
    subject: ({ agency }, { off }) =>
      off
        ? `Two-step sign-in is off for your account at ${agency}`
        : `An authenticator app was removed from your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="An authenticator app was removed"
        preview="If this wasn't you, set a new password now."
      >
        <Paragraph>Codes from this app no longer work for your account.{FACTORS_LEFT[data.off ?? ""]}</Paragraph>
        <Paragraph>Wasn't you? Set a new password now, then reply to this email.</Paragraph>
        <Action href={`${sender.siteUrl}${RESET_PATH}`}>Set a new password</Action>
      </PersonMail>
    ),
  },
  "recovery-codes-created": {
    subject: ({ agency }) => `You have new recovery codes for your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="New recovery codes" preview="Earlier codes no longer work.">
        <Paragraph>Ten new recovery codes were created for your account. Earlier ones no longer work.</Paragraph>
        <Paragraph>Wasn't you? Set a new password now, then reply to this email.</Paragraph>
        <Action href={`${sender.siteUrl}/settings?section=security`}>View your security settings</Action>
      </PersonMail>
    ),
  },
  "recovery-code-used": {
    subject: ({ agency }) => `A recovery code was used to sign in at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="A recovery code was used" preview={codesLeft(data)}>
        <Paragraph>
          Someone signed in to your account with one of your recovery codes. {codesLeft(data)} Lost your phone? Remove
          its app in your security settings, and set up a new one.
        </Paragraph>
        <Action href={`${sender.siteUrl}/settings?section=security`}>View your security settings</Action>
        <Note>Wasn't you? Set a new password now, then reply to this email.</Note>
      </PersonMail>
    ),
  },
  "second-factor-reset": {
    subject: ({ agency }) => `An admin reset two-step sign-in for your account at ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="Two-step sign-in was reset"
        preview="Sign in with your password, then set it up again."
      >
        <Paragraph>
          An admin removed your authenticator apps and signed you out everywhere. Sign in with your password, then set
          up two-step sign-in again in your settings.
        </Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Sign in</Action>
        <Note>Didn't ask for this? Set a new password now, then reply to this email.</Note>
      </PersonMail>
    ),
  },
};
