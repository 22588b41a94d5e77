import { businessOf, changeRequestTypes } from "../../../../domain/change-requests.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import { PLAN_PATH, premiumPlan } from "../../../../domain/premium-plan.ts";
import { day, money } from "../invoices/format.ts";
import { ClientMail } from "./client-mail.tsx";
import { MailLayout } from "./mail-layout.tsx";
import { Action, Facts, fileNames, Heading, Note, Paragraph, QuotedText, Subheading } from "./mail-parts.tsx";
import type { MailData, MailTemplate } from "./mail-template.ts";
import type { Sender } from "./sender.ts";

const planPrice = (): string => money(premiumPlan.monthly.amount, premiumPlan.monthly.currency);
const requestUrl = ({ siteUrl }: Sender, { requestId }: MailData): string =>
  `${siteUrl}/client-dashboard?tab=communication${requestId ? `#request-${requestId}` : ""}`;
const planUrl = ({ siteUrl }: Sender): string => `${siteUrl}${PLAN_PATH}`;
const trialEnd = ({ ends }: MailData): string => `Your free trial ends on ${day(ends ?? null)}`;

/** The accounts that an email is about, each on a line. */
const accountsOf = ({ names }: MailData): string[] => names?.split("\n") ?? [];
const isSeveral = (data: MailData): boolean => accountsOf(data).length > 1;
/** 'Ember Coaching and Northside Dental'; emails that were queued before they had names say 'Your account'. */
const whoseName = (data: MailData): string => formatNames(accountsOf(data)) || "Your account";
/** Someone may have more accounts than the plan is for. */
const startedFor = (data: MailData): string =>
  data.names && !isSeveral(data) ? `Premium for ${data.names}` : "Premium";
const onFreePlan = (data: MailData): string =>
  `${whoseName(data)} ${isSeveral(data) ? "are" : "is"} on the free plan now`;
/** Why an account lost Premium that came from a colleague (private.announce_lost_plan, private.announce_plan_end). */
const WHY_LOST: Record<string, (payer: string) => string> = {
  ended: (payer) => ` came from the plan of ${payer}, which has ended.`,
  left: (payer) => ` came from ${payer}, who is no longer in the account.`,
  member: (payer) => ` came from ${payer}, who is a member now. Members can't manage Premium.`,
};
function whyLost({ why = "", payer, ...data }: MailData): string {
  const reason = payer && WHY_LOST[why]?.(payer);
  return reason ? ` ${isSeveral(data) ? "Their" : "Its"} Premium${reason}` : "";
}
const freePlan = (data: MailData): string =>
  `${onFreePlan(data)}.${whyLost(data)} You can still read ${isSeveral(data) ? "the newest 50 leads of each" : "your newest 50 leads"}, and everything else is kept. With Premium, you can use all of it again.`;
/** The payer's plan covers no account now. */
const coversNone = ({ accounts }: MailData): boolean => accounts === "none";
/** Someone who left the account (`left`) keeps their plan without it, perhaps still in its free trial. */
const keptTitle = (data: MailData): string =>
  data.left || coversNone(data) ? "Your Premium plan continues" : "Premium continues";
/** After a canceled plan was kept. Its payer may have left every account that it was for. */
const keptText = (data: MailData): string =>
  coversNone(data)
    ? `Your plan continues, but it covers none of your accounts now. ${renewal(data)} You can cancel it before that day.`
    : `Premium stays active${data.names ? ` for ${whoseName(data)}` : ""}. ${renewal(data)}`;
/** What a plan that goes on costs, and from when. */
const renewal = ({ isTrial, ends }: MailData): string =>
  isTrial
    ? `On ${day(ends ?? null)}, your free trial becomes a paid plan for ${planPrice()} a month.`
    : `It renews on ${day(ends ?? null)} for ${planPrice()} a month.`;
const giftEnd = (until: string | undefined): string =>
  until ? `Your complimentary Premium now ends on ${day(until)}` : "Your complimentary Premium has no end date now";
const NO_PAYMENTS = "Your plan has ended, and you pay nothing more.";
/** What keeps Premium after a plan (private.left_by_plan); undefined if nothing does. */
function keepsPremium(data: MailData): string | undefined {
  const { accounts, keptUntil } = data;
  const through = keptUntil ? ` through ${day(keptUntil)}` : "";
  const whose = whoseName(data);
  const several = isSeveral(data);
  if (accounts === "gift")
    return `${whose} ${several ? "have" : "has"} complimentary Premium${through}, so ${several ? "they keep" : "it keeps"} Premium.`;
  if (accounts === "premium") return `${whose} ${several ? "keep" : "keeps"} Premium${through} without this plan.`;
}
const endedText = (data: MailData): string | undefined =>
  data.accounts && [NO_PAYMENTS, keepsPremium(data)].filter(Boolean).join(" ");
const endedTitle = (data: MailData): string =>
  keepsPremium(data) ? "Your plan has ended. Premium continues" : "Premium has ended";
const canceledTitle = (data: MailData): string =>
  keepsPremium(data) ? "The plan was canceled. Premium continues" : "Premium was canceled";
/** The end of a canceled plan and what it costs until then. */
function canceledText(data: MailData): string {
  const ends = day(data.ends ?? null);
  const charge = data.isTrial ? "we don't charge you" : "we don't charge you again";
  const kept = keepsPremium(data);
  if (kept) return `The ${data.isTrial ? "free trial" : "paid plan"} ends on ${ends}, and ${charge}. ${kept}`;
  const trial = data.isTrial ? `Your free trial ends on that day, and ${charge}.` : "We don't charge you again.";
  const whose = data.names ? ` for ${whoseName(data)}` : "";
  const leads = isSeveral(data) ? "Their leads and pages are kept." : "Your leads and pages stay in your account.";
  return `Premium stays active${whose} until ${ends}. ${trial}${data.accounts ? "" : ` ${leads}`}`;
}

/** Emails to clients about their requests and their plan. */
export const clientMails: Record<string, MailTemplate> = {
  "request-received": {
    subject: ({ agency }) => `${agency} got your request`,
    body: ({ sender, data }) => (
      <MailLayout
        sender={sender}
        preview="We'll reply within 24 hours."
        reason={`You're getting this because you sent a request to ${sender.agency}.`}
      >
        <Heading>We got your request</Heading>
        {data.forAccount && <Subheading>For {data.forAccount}</Subheading>}
        {data.name && <Paragraph>Hi {data.name},</Paragraph>}
        <Paragraph>We'll reply within 24 hours. You sent:</Paragraph>
        <Facts
          lines={[
            ["Type", data.type && changeRequestTypes[data.type as keyof typeof changeRequestTypes]],
            ["Business", data.business === data.forAccount ? "" : businessOf(data.business)],
          ]}
        />
        <QuotedText>{data.question ?? ""}</QuotedText>
        <Facts lines={[["You attached", fileNames(data.files)]]} />
        <Action href={requestUrl(sender, data)}>View request</Action>
        <Note>Want to add something? Just reply.</Note>
      </MailLayout>
    ),
  },
  "request-answered": {
    subject: ({ agency }, { asker }) => `${agency} replied to ${asker ? `${asker}'s` : "your"} request`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        // Who asked has left the account, so it is for an owner.
        title={`We replied to ${data.asker ? `${data.asker}'s` : "your"} request`}
        preview={(data.answer ?? "").replace(/\s+/g, " ").slice(0, 120)}
      >
        {(data.answer ?? "").split(/\n+/).map((paragraph, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
          <Paragraph key={at}>{paragraph}</Paragraph>
        ))}
        <Facts lines={[["Files in your portal", fileNames(data.files)]]} />
        <Note>{data.asker ?? "You"} wrote:</Note>
        <QuotedText>{data.question ?? ""}</QuotedText>
        <Facts lines={[[data.asker ? "Attached" : "You attached", fileNames(data.askedFiles)]]} />
        {data.asker && (
          <Paragraph>
            {data.asker} is no longer in the account. To continue, send a new request in your portal.
          </Paragraph>
        )}
        <Action href={requestUrl(sender, data)}>
          {data.asker ? "Open your portal" : data.files ? "Download and reply" : "Reply in your portal"}
        </Action>
      </ClientMail>
    ),
  },
  "premium-started": {
    subject: (_, data) => (data.trialEnds ? "Your free trial of Premium has started" : "Premium is active"),
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={data.trialEnds ? "Your free trial has started" : "Premium is active"}
        preview={data.trialEnds ? `Free until ${day(data.trialEnds)}.` : `${planPrice()} a month.`}
      >
        <Paragraph>
          {isSeveral(data) && `One plan covers ${whoseName(data)}. `}
          {data.trialEnds
            ? `${startedFor(data)} is free until ${day(data.trialEnds)}. On that day, we charge your card ${planPrice()} for the first month, unless you cancel before then. We'll email you two days before.`
            : `${startedFor(data)} is ${planPrice()} a month. It renews on ${day(data.renews ?? null)}. You can cancel any time before that day.`}
        </Paragraph>
        <Action href={planUrl(sender)}>Manage plan</Action>
      </ClientMail>
    ),
  },
  "premium-given": {
    subject: () => "You have complimentary Premium",
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title="You have complimentary Premium"
        preview={data.until ? `Through ${day(data.until)}, at no charge.` : "You pay nothing for it."}
      >
        <Paragraph>
          {data.until
            ? `${sender.agency} gives you Premium through ${day(data.until)}. You pay nothing for it.`
            : `${sender.agency} gives you Premium. You pay nothing for it, and it has no end date.`}
        </Paragraph>
        <Action href={planUrl(sender)}>View plan</Action>
      </ClientMail>
    ),
  },
  // What was said about complimentary Premium is corrected (private.set_premium_override).
  "premium-changed": {
    subject: (_, { until }) => giftEnd(until),
    body: ({ sender, data }) => (
      <ClientMail sender={sender} data={data} title={giftEnd(data.until)} preview="You pay nothing for it.">
        <Paragraph>
          {`${sender.agency} changed the end of your complimentary Premium. It ${data.until ? `now ends on ${day(data.until)}` : "has no end date now"}. It ${data.was ? `was to last through ${day(data.was)}` : "had no end date before"}. You pay nothing for it.`}
        </Paragraph>
        <Action href={planUrl(sender)}>View plan</Action>
      </ClientMail>
    ),
  },
  "premium-withdrawn": {
    subject: () => "Your complimentary Premium has ended",
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title="Your complimentary Premium has ended"
        preview={data.stays ? "You still have Premium." : "Your account is on the free plan."}
      >
        <Paragraph>
          {`${sender.agency} ended your complimentary Premium, which ${data.was ? `was to last through ${day(data.was)}` : "had no end date"}. ${data.stays ? "You still have Premium through another plan." : freePlan(data)}`}
        </Paragraph>
        <Action href={planUrl(sender)}>View plan</Action>
      </ClientMail>
    ),
  },
  // The provider doesn't say who canceled or kept a plan. A colleague may have (private.plan_page_visitor), or the agency (private.plan_admin).
  "premium-canceled": {
    subject: (_, data) =>
      keepsPremium(data) ? canceledTitle(data) : `Premium was canceled. It ends on ${day(data.ends ?? null)}`,
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={canceledTitle(data)}
        preview={data.isTrial ? "We don't charge you." : "We don't charge you again."}
      >
        <Paragraph>{canceledText(data)}</Paragraph>
        {data.byAgency && <Paragraph>{`${sender.agency} canceled it for you.`}</Paragraph>}
        {data.colleague && <Paragraph>{`${data.colleague} opened the plan's billing page shortly before.`}</Paragraph>}
        <Paragraph>
          {`Changed your mind? You can keep ${keepsPremium(data) ? "the plan" : "Premium"} until that day.`}
        </Paragraph>
        <Action href={planUrl(sender)}>Manage plan</Action>
      </ClientMail>
    ),
  },
  "premium-kept": {
    subject: (_, data) => keptTitle(data),
    body: ({ sender, data }) => (
      <ClientMail sender={sender} data={data} title={keptTitle(data)} preview={renewal(data)}>
        <Paragraph>
          {data.left
            ? `You no longer manage the plan of ${data.left}, so it doesn't have Premium through you anymore. Your own plan goes on${data.names ? ` for ${whoseName(data)}` : ""}: ${renewal(data).replace(/^[IO]/, (letter) => letter.toLowerCase())} You can cancel it before that day.`
            : keptText(data)}
        </Paragraph>
        {data.byAgency && <Paragraph>{`It was canceled. ${sender.agency} took that back.`}</Paragraph>}
        <Action href={planUrl(sender)}>Manage plan</Action>
      </ClientMail>
    ),
  },
  "premium-ended": {
    subject: (_, data) => endedTitle(data),
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={endedTitle(data)}
        preview={endedText(data) ?? `${onFreePlan(data)}.`}
      >
        <Paragraph>{endedText(data) ?? freePlan(data)}</Paragraph>
        <Action href={planUrl(sender)}>View plan</Action>
      </ClientMail>
    ),
  },
  "trial-ending": {
    subject: (_, data) => trialEnd(data),
    body: ({ sender, data }) => (
      <ClientMail
        sender={sender}
        data={data}
        title={trialEnd(data)}
        preview={data.canceled === "true" ? "You won't be charged." : `After that, it's ${planPrice()} a month.`}
      >
        <Paragraph>
          {data.canceled === "true"
            ? `The plan was canceled, so you won't be charged. ${keepsPremium(data) ?? `Premium ends on that day. To keep it, press Manage plan and undo the cancellation before then. If you do, we charge your card ${planPrice()} on that day.`}`
            : `On that day, we charge your card ${planPrice()} for the first month. If you cancel before then, you won't be charged.`}
        </Paragraph>
        <Action href={planUrl(sender)}>Manage plan</Action>
      </ClientMail>
    ),
  },
};
