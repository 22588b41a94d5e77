import { Action, Heading, MailLayout, Paragraph } from "./mail-layout.tsx";
import type { MailTemplate } from "./mail-template.ts";

const TEN_MINUTES = "The link works once, for 10 minutes.";

/** Account emails: confirmation, recovery and changes (spec §7 Auth). */
export const authMails: Record<string, MailTemplate> = {
  "confirm-email": {
    subject: ({ agency }) => `Confirm your e-mail for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="One click and your account is ready">
        <Heading>Confirm your e-mail</Heading>
        <Paragraph>
          You created an account with {sender.agency}. Confirm that this mailbox is yours and you are in.
        </Paragraph>
        <Action href={data.link ?? ""}>Confirm my e-mail</Action>
        <Paragraph>{TEN_MINUTES} If it has run out, sign in and ask for a new one.</Paragraph>
        <Paragraph>
          You did not sign up? Then nothing needs to be done: without this click the account stays closed.
        </Paragraph>
      </MailLayout>
    ),
  },
  "reset-password": {
    subject: ({ agency }) => `Set a new password for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="Choose a new password">
        <Heading>Set a new password</Heading>
        <Paragraph>Somebody, hopefully you, asked for a new password. Choose it here:</Paragraph>
        <Action href={data.link ?? ""}>Choose a new password</Action>
        <Paragraph>{TEN_MINUTES} If it was not you, leave this e-mail alone: your password stays as it is.</Paragraph>
      </MailLayout>
    ),
  },
  "sign-in-link": {
    subject: ({ agency }) => `Sign in to ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="Your sign-in link">
        <Heading>Sign in</Heading>
        <Action href={data.link ?? ""}>Sign in</Action>
        <Paragraph>
          Or enter the code {data.code}. {TEN_MINUTES}
        </Paragraph>
      </MailLayout>
    ),
  },
  "confirm-new-email": {
    subject: ({ agency }) => `Confirm your new e-mail for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="Confirm your new e-mail">
        <Heading>Confirm your new e-mail</Heading>
        <Paragraph>The account of {data.current} is to use this mailbox from now on.</Paragraph>
        <Action href={data.link ?? ""}>Use this e-mail</Action>
        <Paragraph>{TEN_MINUTES} Until then everything stays as it was.</Paragraph>
      </MailLayout>
    ),
  },
  "email-change-notice": {
    subject: ({ agency }) => `Your e-mail at ${agency} is about to change`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="A change of e-mail was asked for">
        <Heading>A change of e-mail was asked for</Heading>
        <Paragraph>Your account is to use {data.newEmail}. The change happens when that mailbox confirms it.</Paragraph>
        <Paragraph>It was not you? Set a new password now and sign out everywhere, then write to us.</Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Set a new password</Action>
      </MailLayout>
    ),
  },
  reauthenticate: {
    subject: ({ agency }) => `Your code for ${agency}`,
    body: ({ sender, data }) => (
      <MailLayout sender={sender} preview="Your code">
        <Heading>{data.code}</Heading>
        <Paragraph>Enter this code to go on. It works once, for 10 minutes.</Paragraph>
      </MailLayout>
    ),
  },
};
