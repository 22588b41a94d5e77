import { invitedTo, joinedAccount } from "../../../../domain/invitation-words.ts";
import { releasedLeadsPast } from "../../../../domain/released-leads.ts";
import { unhostedTypes } from "../../../../domain/unhosted-types.ts";
import { Action, Note, Paragraph, SpelledOut } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import { PersonMail } from "./person-mail.tsx";
import type { Sender } from "./sender.ts";

const ROLES: Record<string, string> = { admin: "an admin", sales: "a member of the sales team", client: "a client" };

const invitationOf = ({ by, business = "" }: MailData) => ({ by, account: business });

const signUpLink = ({ siteUrl }: Sender, { token }: MailData) => `${siteUrl}/auth?tab=signup&invitation=${token}`;

/** People who have a login join on the page of accounts. */
const joinLink = (sender: Sender, data: MailData) =>
  data.known === "true" ? `${sender.siteUrl}/workspace?invitation=${data.token}` : signUpLink(sender, data);

const BILLING_RIGHTS = "Billing contacts see and pay invoices, and manage the plan";
const ACCOUNT_ROLES: Record<string, string> = {
  owner: "an owner. Owners can do everything there",
  member: "a member. Members work with leads, pages and requests",
  billing: `its billing contact. ${BILLING_RIGHTS}`,
};
const MEMBER = { title: "a member", rights: "Members work with leads, pages and requests. They don't see invoices." };
const STILL_BILLED = "Members work with leads, pages and requests. They don't see the invoices of others.";
const ROLES_THERE: Record<string, typeof MEMBER> = {
  owner: {
    title: "an owner",
    rights: "Owners manage people and the plan, pay invoices, and work with leads, pages and requests.",
  },
  billing: {
    title: "a billing contact",
    rights: `${BILLING_RIGHTS}. They don't see leads.`,
  },
};
/** What a person is in an account, and what that lets them do there. */
const roleThere = ({ role = "", open, agreed }: MailData) =>
  ROLES_THERE[role] ?? (open || agreed ? { ...MEMBER, rights: STILL_BILLED } : MEMBER);
const JOINED_AS: Record<string, string> = { owner: "an owner", billing: "a billing contact" };

/** Someone who left for the team and is a client again rejoins. */
const joinedTitle = (data: MailData) => `${data.who} ${data.rejoined ? "rejoined" : "joined"} ${data.business}`;

/** '1 open lead that was yours is', within a sentence. */
const lostLeads = (count: string) =>
  count === "1" ? "1 open lead that was yours is" : `${count} open leads that were yours are`;

/** The invoices that name a person who was removed from their account. */
function invoicesLeft({ open, agreed, pays, business }: MailData): string | undefined {
  const [stay, them] =
    open === "1"
      ? [`1 open invoice of ${business} stays`, "it"]
      : [`${open} open invoices of ${business} stay`, "them"];
  const later =
    agreed === "1"
      ? `1 invoice of ${business} that can't be paid yet stays`
      : `${agreed} invoices of ${business} that can't be paid yet stay`;
  const parts = [
    open && `${stay} in your name.${pays ? ` You can still see and pay ${them}.` : ""}`,
    agreed && `${later} in your name${open ? ", too" : ""}.`,
  ];
  return parts.filter(Boolean).join(" ") || undefined;
}

/** Emails to people about their access, and to admins about people who wait for access. */
export const peopleMails: Record<string, MailTemplate> = {
  "sign-up-approved": {
    subject: ({ agency }) => `Welcome to ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="Your account is approved" preview="Your account is approved.">
        <Paragraph>An admin approved your account. Sign in with your email and password.</Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Sign in</Action>
      </PersonMail>
    ),
  },
  "sign-up-rejected": {
    subject: ({ agency }) => `Your sign-up at ${agency} wasn't approved`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="Your sign-up wasn't approved"
        preview={data.reason ? "The admin gave a reason." : "The admin didn't give a reason."}
      >
        <Paragraph>{data.reason ? `The admin wrote: ${data.reason}` : "The admin didn't give a reason."}</Paragraph>
        <Paragraph>Think it's a mistake? Just reply.</Paragraph>
      </PersonMail>
    ),
  },
  "sign-up-waiting": {
    subject: (_, data) => `${data.who} is waiting for approval`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="A new sign-up needs your approval"
        preview="They signed up for the sales team."
        reason={`You're getting this because you're an admin of ${sender.agency}. Turn it off under Settings, Notifications.`}
      >
        <Paragraph>
          {data.who}
          {data.email && data.email !== data.who ? ` (${data.email})` : ""} signed up for the sales team and confirmed
          their email.
        </Paragraph>
        <Action href={`${sender.siteUrl}/admin?tab=approvals`}>Approve or reject</Action>
      </PersonMail>
    ),
  },
  "won-deal-handed-off": {
    subject: (_, data) => `Won: ${data.who}. Set up the client`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`Deal won: ${data.who}`}
        preview={`${data.by} asks you to set up the client.`}
        reason={`You're getting this because you're an admin of ${sender.agency}.`}
      >
        <Paragraph>
          {data.by} won {data.who}
          {data.company ? ` (${data.company})` : ""} and asks you to set up the account, dashboard and retainer.
        </Paragraph>
        <Action href={`${sender.siteUrl}/crm/leads/${data.leadId}?setup=1`}>Set up client</Action>
      </PersonMail>
    ),
  },
  "access-ended": {
    subject: ({ agency }) => `Your access to ${agency} has ended`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title="Your access has ended"
        preview="You were signed out on all devices."
      >
        <Paragraph>An admin ended your access to {sender.agency}. You were signed out on all devices.</Paragraph>
        <Paragraph>Think it's a mistake? Just reply.</Paragraph>
      </PersonMail>
    ),
  },
  "access-restored": {
    subject: ({ agency }) => `You have access to ${agency}`,
    body: ({ sender, data }) => (
      <PersonMail sender={sender} data={data} title="You have access" preview="Sign in with your email address.">
        <Paragraph>
          An admin reactivated your account at {sender.agency}. You can sign in with this email address.
        </Paragraph>
        <Action href={`${sender.siteUrl}/auth`}>Sign in</Action>
      </PersonMail>
    ),
  },
  "member-joined": {
    subject: (_, data) => joinedTitle(data),
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={joinedTitle(data)}
        preview={data.rejoined ? "They're a client again." : "They accepted an invitation."}
        reason={`You're getting this because you own ${data.business} at ${sender.agency}.`}
      >
        <Paragraph>
          {data.rejoined
            ? `${data.who} is a client of ${sender.agency} again and `
            : `${data.who} accepted ${data.invited ? "your" : "an"} invitation to ${data.business} and `}
          is {JOINED_AS[data.role ?? ""] ?? "a member"}
          {data.rejoined && ` of ${data.business}`}.{data.premium && ` ${data.business} has Premium through them now.`}
        </Paragraph>
        <Action href={`${sender.siteUrl}/workspace/${data.slug}/team`}>View people</Action>
      </PersonMail>
    ),
  },
  "member-left": {
    subject: (_, data) => `${data.who} left ${data.business}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`${data.who} left ${data.business}`}
        preview="They no longer have access."
        reason={`You're getting this because you own ${data.business} at ${sender.agency}.`}
      >
        <Paragraph>
          {data.who} left {data.business} and no longer has access.
          {data.leads && ` ${releasedLeadsPast(Number(data.leads))}`}
        </Paragraph>
        {data.unhosted && <Paragraph>{unhostedTypes(data.unhosted.split("\n"))}</Paragraph>}
        <Action href={`${sender.siteUrl}/workspace/${data.slug}/team`}>View people</Action>
      </PersonMail>
    ),
  },
  "member-role": {
    subject: (_, data) => `You're now ${roleThere(data).title} of ${data.business}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`You're now ${roleThere(data).title} of ${data.business}`}
        preview={roleThere(data).rights}
      >
        <Paragraph>
          {data.by ?? sender.agency} changed your role. {roleThere(data).rights}
        </Paragraph>
        {invoicesLeft(data) && <Paragraph>{invoicesLeft(data)}</Paragraph>}
        {data.role === "billing" ? (
          <Action href={`${sender.siteUrl}/client-dashboard?tab=invoices`}>View invoices</Action>
        ) : (
          <Action href={`${sender.siteUrl}/workspace/${data.slug}`}>Open workspace</Action>
        )}
      </PersonMail>
    ),
  },
  "rep-lent": {
    subject: (_, data) => `You now work with the leads of ${data.business}, too`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`You now work with the leads of ${data.business}, too`}
        preview="Their leads are on your Today."
      >
        <Paragraph>
          {data.by ?? sender.agency} added you to {data.business}. Today now shows the leads there that are yours or
          unassigned, marked with the name of the account.
          {data.leads && ` ${lostLeads(data.leads)} unassigned now, because you had been removed shortly before.`}
        </Paragraph>
        <Action href={`${sender.siteUrl}/workspace/${data.slug}`}>Open workspace</Action>
      </PersonMail>
    ),
  },
  "loan-ended": {
    subject: (_, data) => `You no longer work with the leads of ${data.business}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`You no longer work with the leads of ${data.business}`}
        preview="They disappear from your Today."
      >
        <Paragraph>
          {data.by ?? sender.agency} removed you from {data.business}, so its leads disappear from your Today.
          {data.leads && ` ${releasedLeadsPast(Number(data.leads))}`} Your work at {sender.agency} doesn't change.
        </Paragraph>
      </PersonMail>
    ),
  },
  "member-removed": {
    subject: (_, data) => `You no longer belong to ${data.business}`,
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`You no longer belong to ${data.business}`}
        preview="You can't open it anymore."
      >
        <Paragraph>
          You were removed from {data.business}, so you can't open it anymore.{" "}
          {data.others === "true"
            ? "Your login and your other accounts stay as they are."
            : "Your login stays as it is."}
        </Paragraph>
        {invoicesLeft(data) && <Paragraph>{invoicesLeft(data)}</Paragraph>}
        <Paragraph>
          Think it's a mistake? Ask {data.owned === "true" ? "an owner" : sender.agency} for a new invitation.
        </Paragraph>
        {invoicesLeft(data) && data.pays && (
          <Action href={`${sender.siteUrl}/client-dashboard?tab=invoices`}>View invoices</Action>
        )}
      </PersonMail>
    ),
  },
  invitation: {
    subject: ({ agency }, { by }) => (by ? `${by} invited you to ${agency}` : `You're invited to ${agency}`),
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`Join ${sender.agency}`}
        preview="Choose a password to get started."
        reason={`You're getting this because ${data.by ?? "an admin"} of ${sender.agency} invited this address.`}
      >
        <Paragraph>
          {data.by ? `${data.by} invited you` : "You're invited"} to join {sender.agency} as{" "}
          {ROLES[data.role ?? ""] ?? "a member"}. Choose a password to get started.
        </Paragraph>
        <Action href={signUpLink(sender, data)}>Accept invitation</Action>
        <Note>The invitation expires in seven days.</Note>
        <Note>Weren't expecting this? You can ignore it.</Note>
        <SpelledOut href={signUpLink(sender, data)} />
      </PersonMail>
    ),
  },
  "account-invitation": {
    subject: (_, data) => invitedTo(invitationOf(data)),
    body: ({ sender, data }) => (
      <PersonMail
        sender={sender}
        data={data}
        title={`Join ${joinedAccount(invitationOf(data))}`}
        preview={data.known === "true" ? "Sign in to join." : "Choose a password to get started."}
        reason={`You're getting this because ${data.by ?? "we"} invited this address to ${joinedAccount(invitationOf(data))} at ${sender.agency}.`}
      >
        <Paragraph>
          {invitedTo(invitationOf(data))} as {ACCOUNT_ROLES[data.role ?? ""] ?? "a member"}.{" "}
          {data.known === "true"
            ? "Sign in with this address to join. Your current accounts stay as they are."
            : "Choose a password to get started."}
        </Paragraph>
        <Action href={joinLink(sender, data)}>Accept invitation</Action>
        <Note>The invitation expires in seven days and works only for this address.</Note>
        <Note>Weren't expecting this? You can ignore it.</Note>
        <SpelledOut href={joinLink(sender, data)} />
      </PersonMail>
    ),
  },
};
