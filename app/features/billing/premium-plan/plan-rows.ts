import type { AccountPlan, StoredSubscription } from "~/shared/load-subscription.ts";
import { PREMIUM_IS_FOR_OWNERS } from "~/shared/premium-path.ts";
import { formatDay } from "../../../../domain/format-date.ts";
import { formatNames } from "../../../../domain/format-list.ts";
import type { Region } from "../../../../domain/format-locale.ts";
import { formatMoney } from "../../../../domain/money.ts";
import { premiumPlan } from "../../../../domain/premium-plan.ts";

export type PlanRow = {
  key: string;
  label: string;
  title: string;
  text: string;
  note: string;
  /** Lists what Premium has. */
  features: boolean;
  /** Null for people who do not decide about the plan. */
  action: "Manage plan" | "Start free trial" | "Start Premium" | "Subscribe again" | null;
  /** What tells the action apart from those of other rows; null for the only row. */
  subject: string | null;
  /** The account that Manage plan names, for a colleague's plan. Null for the person's own plan. */
  accountId: string | null;
};

type Premium = NonNullable<AccountPlan["premium"]>;
const COVERS_NONE = "It covers none of your accounts now.";
const MANAGE_NOTE = "Card, receipts and cancellation are under Manage plan.";

/**
 * The plans of the person's accounts, and what the person can do about each. One plan is for several accounts, so these share a row.
 * None for a person who belongs to no account: only an account can start Premium.
 */
export function planRows(plan: StoredSubscription, now: Date, region: Region): PlanRow[] {
  const coversNone = plan.isOwn && !plan.accounts.some(({ premium }) => premium?.is_own);
  const shared = [...Map.groupBy(plan.accounts, planKey)];
  const isOnly = plan.accounts.length === 1 && !coversNone;
  const context = { isOnly, besideOwn: coversNone, hadPlan: plan.hadPlan, now, region };
  const rows = shared.map(([key, accounts]) => planRow(key, accounts, context));
  if (!coversNone) return rows;
  // They still pay, although no account of theirs has the plan through them.
  const own = {
    id: "",
    name: "",
    role: "owner" as const,
    had_plan: plan.hadPlan,
    checkout: null,
    premium: ownPremium(plan, region),
  };
  const row = planRow("own", [own], { ...context, isOnly: rows.length === 0 });
  return [...rows, { ...row, note: `${COVERS_NONE} ${row.note}`.trim() }];
}

/** The same for the accounts of one plan, and for those that one subscription would be for. */
function planKey({ checkout, premium }: AccountPlan, at: number): string {
  if (premium) return JSON.stringify([premium.payer_id, premium.is_gift, premium.after]);
  return checkout ? "checkout" : `free ${at}`;
}

type Context = {
  isOnly: boolean;
  /** The person has a plan of their own, too, which covers none of the accounts. */
  besideOwn: boolean;
  /** The person subscribed before. */
  hadPlan: boolean;
  now: Date;
  region: Region;
};

function planRow(key: string, accounts: AccountPlan[], context: Context): PlanRow {
  const { isOnly, besideOwn, hadPlan, now, region } = context;
  const names = formatNames(accounts.map(({ name }) => name));
  const whose = isOnly ? "Your plan" : names || "Your own plan";
  const row = {
    key,
    label: isOnly ? "Premium plan" : `Premium plan of ${names || "your own"}`,
    subject: isOnly ? null : names || "your own",
  };
  const premiums = accounts.flatMap(({ premium }) => premium ?? []);
  // Whoever manages the plan for one of its accounts manages all of it.
  const managed = accounts.find(({ premium }) => premium?.may_manage);
  const premium = managed?.premium ?? premiums[0];
  // The plan of a colleague may be for more accounts than these.
  const price = monthlyPrice(premium && !premium.is_own ? 1 : accounts.length);
  return premium
    ? {
        ...row,
        // Beside the person's own plan, a colleague's says whose it is.
        title: `${besideOwn && names && !premium.is_own ? `${premium.payer}'s plan for ${names}` : whose}: Premium`,
        ...premiumTexts(premium, price, now, region),
        accountId: (!premium.is_own && managed?.id) || null,
      }
    : { ...row, title: `${whose}: Free`, ...freeTexts(accounts, price, hadPlan), accountId: null };
}

function premiumTexts(premium: Premium, price: string, now: Date, region: Region) {
  const manages = premium.is_own
    ? MANAGE_NOTE
    : `${premium.is_ending ? `It's the plan of ${premium.payer}` : `${premium.payer} pays for it`}. ${premium.may_manage ? MANAGE_NOTE : ""}`;
  return {
    text: `${sinceText(premium.since, region)}${planTerms(premium, price, now, region)}`,
    note: premium.is_gift ? "" : manages.trim(),
    features: false,
    action: premium.may_manage ? ("Manage plan" as const) : null,
  };
}

function freeTexts(accounts: AccountPlan[], price: string, hadPlan: boolean) {
  const checkout = accounts[0]?.checkout;
  if (!checkout) return { text: PREMIUM_IS_FOR_OWNERS, note: "", features: true, action: null };
  return {
    text: offerText(checkout, price),
    note: offerNote(accounts),
    features: true,
    action: offerAction(accounts, hadPlan),
  };
}

type Checkout = NonNullable<AccountPlan["checkout"]>;

/** What the payment page will charge, and when. */
const offerText = ({ has_trial }: Checkout, price: string): string =>
  has_trial
    ? `Premium starts with a ${premiumPlan.trialDays}-day free trial. It's ${price} after that, and you can cancel any time.`
    : `Premium is ${price}, and you can cancel any time.`;

function offerNote(accounts: AccountPlan[]): string {
  if (accounts.length === 1) return "";
  const covered = "One plan covers all accounts that you own or are a billing contact of.";
  const isMixed = accounts.some(({ checkout, had_plan }) => checkout?.has_trial === false && !had_plan);
  return isMixed ? `${covered} There's no free trial, because these accounts aren't all new to Premium.` : covered;
}

/** Whoever never subscribed doesn't do it again, whatever others did for the account. */
function offerAction(accounts: AccountPlan[], hadPlan: boolean) {
  if (accounts[0]?.checkout?.has_trial) return "Start free trial" as const;
  return hadPlan && accounts.every(({ had_plan }) => had_plan)
    ? ("Subscribe again" as const)
    : ("Start Premium" as const);
}

/** The plan of a person, beside the one that their account has through a colleague. */
const ownPremium = (plan: StoredSubscription, region: Region): Premium => ({
  payer: "",
  payer_id: "",
  is_own: true,
  is_gift: plan.isOverride,
  since: plan.since,
  ends_at: plan.end,
  trial_end: plan.trialEnd,
  is_ending: plan.ending,
  may_manage: !plan.isOverride,
  after: longestAfter(plan.end ?? plan.trialEnd, plan.accounts, region),
});

/** What an account has on later days than this end, and the longest of it, as in private.premium_after. */
function longestAfter(end: string | null, accounts: AccountPlan[], region: Region): Premium["after"] {
  const timeOf = (until: string | null) => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
  const isSameDay = (until: string | null) =>
    until !== null && end !== null && formatDay(until, region) === formatDay(end, region);
  return (
    accounts
      .flatMap(({ premium }) => premium ?? [])
      .map(({ is_gift, is_ending, ends_at, trial_end }) => ({
        is_gift,
        until: is_gift ? ends_at : is_ending ? (ends_at ?? trial_end) : null,
      }))
      .filter(({ until }) => end === null || (timeOf(until) > timeOf(end) && !isSameDay(until)))
      .toSorted((one, other) => (timeOf(one.until) < timeOf(other.until) ? 1 : -1))[0] ?? null
  );
}

/** 'Since Nov 22, 2026. ', or nothing if that is unknown. */
function sinceText(since: string | null, region: Region): string {
  return since ? `Since ${formatDay(since, region)}. ` : "";
}

/** A plan's price and term: 'Free until 28 Nov 2026, then $49.00 a month.' */
function planTerms(premium: Premium, price: string, now: Date, region: Region): string {
  const { is_gift, is_ending, ends_at, trial_end } = premium;
  if (is_gift) return ends_at ? `Complimentary through ${formatDay(ends_at, region)}.` : "Complimentary.";
  const isTrial = trial_end !== null && Date.parse(trial_end) > now.getTime();
  if (is_ending) return canceledTerms(premium, isTrial, region);
  if (isTrial) return `Free trial until ${formatDay(trial_end, region)}, then ${price}.`;
  return ends_at ? `${price}, renews on ${formatDay(ends_at, region)}.` : `${price}.`;
}

function canceledTerms({ is_own, ends_at, after }: Premium, isTrial: boolean, region: Region): string {
  if (!ends_at) return "Canceled.";
  const nothingMore = is_own ? (isTrial ? ", and you pay nothing" : ", then you pay nothing more") : "";
  if (!after) return `Canceled. Premium stays active until ${formatDay(ends_at, region)}${nothingMore}.`;
  const ends = `Canceled. The ${isTrial ? "free trial" : "paid plan"} ends on ${formatDay(ends_at, region)}${nothingMore}.`;
  const until = after.until ? ` through ${formatDay(after.until, region)}` : "";
  return after.is_gift
    ? `${ends} Premium stays active${until}, because it's complimentary.`
    : `${ends} Premium stays active${until} with another plan.`;
}

/** '$49.00 a month', once for all accounts of a plan. */
function monthlyPrice(accounts: number): string {
  const price = `${formatMoney(premiumPlan.monthly)} a month`;
  if (accounts === 1) return price;
  return accounts === 2 ? `${price} for both accounts together` : `${price} for all ${accounts} accounts together`;
}
