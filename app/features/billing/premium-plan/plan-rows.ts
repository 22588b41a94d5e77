import type { AccountPlan, StoredSubscription } from "~/shared/load-subscription.ts";
import { formatDay } from "../../../../domain/format-date.ts";
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
  action: "Manage plan" | "Start free trial" | "Subscribe again" | null;
};

type Premium = NonNullable<AccountPlan["premium"]>;
const MANAGE_NOTE = "Card, receipts and cancellation are under Manage plan.";

/**
 * The plan of each account, and what the person can do about it. None for a person who belongs to no account: only an account can
 * start Premium.
 */
export function planRows(plan: StoredSubscription, now: Date, region: Region): PlanRow[] {
  const rows = plan.accounts.map((account) => accountRow(account, plan.accounts.length === 1, now, region));
  if (!plan.isOwn || plan.accounts.some(({ premium }) => premium?.is_own)) return rows;
  // They still pay, although no account of theirs has the plan through them.
  const own = {
    name: "",
    role: "owner" as const,
    had_plan: plan.hadPlan,
    premium: ownPremium(plan),
  };
  return [...rows, accountRow(own, rows.length === 0, now, region)];
}

function accountRow(account: AccountPlan, isOnly: boolean, now: Date, region: Region): PlanRow {
  const whose = isOnly ? "Your plan" : account.name || "Your own plan";
  const row = { key: account.name, label: isOnly ? "Premium plan" : `Premium plan of ${whose}` };
  return account.premium
    ? { ...row, title: `${whose}: Premium`, ...premiumTexts(account.premium, now, region) }
    : { ...row, title: `${whose}: Free`, ...freeTexts(account) };
}

function premiumTexts(premium: Premium, now: Date, region: Region) {
  const manages = premium.is_own
    ? MANAGE_NOTE
    : `${premium.is_ending ? `It's the plan of ${premium.payer}` : `${premium.payer} pays for it`}. ${premium.may_manage ? MANAGE_NOTE : ""}`;
  return {
    text: `${sinceText(premium.since, region)}${planTerms(premium, now, region)}`,
    note: premium.is_gift ? "" : manages.trim(),
    features: false,
    action: premium.may_manage ? ("Manage plan" as const) : null,
  };
}

function freeTexts({ role, had_plan }: AccountPlan) {
  if (role === "member")
    return {
      text: "Only your account's owners and billing contacts can manage Premium.",
      note: "",
      features: true,
      action: null,
    };
  const offer = had_plan
    ? `Premium is ${monthly()} a month, and you can cancel any time.`
    : `Premium starts with a ${premiumPlan.trialDays}-day free trial. It's ${monthly()} a month after that, and you can cancel any time.`;
  const action = had_plan ? ("Subscribe again" as const) : ("Start free trial" as const);
  return { text: offer, note: "", features: true, action };
}

/** The plan of a person, beside the one that their account has through a colleague. */
const ownPremium = (plan: StoredSubscription): Premium => ({
  payer: "",
  is_own: true,
  is_gift: plan.isOverride,
  since: plan.since,
  ends_at: plan.end,
  trial_end: plan.trialEnd,
  is_ending: plan.ending,
  may_manage: !plan.isOverride,
  after: longestAfter(plan.end ?? plan.trialEnd, plan.accounts),
});

/** What an account has for longer than until this end, and the longest of it, as in private.premium_after. */
function longestAfter(end: string | null, accounts: AccountPlan[]): Premium["after"] {
  const timeOf = (until: string | null) => (until ? Date.parse(until) : Number.POSITIVE_INFINITY);
  return (
    accounts
      .flatMap(({ premium }) => premium ?? [])
      .map(({ is_gift, is_ending, ends_at, trial_end }) => ({
        is_gift,
        until: is_gift ? ends_at : is_ending ? (ends_at ?? trial_end) : null,
      }))
      .filter(({ until }) => end === null || timeOf(until) > timeOf(end))
      .toSorted((one, other) => (timeOf(one.until) < timeOf(other.until) ? 1 : -1))[0] ?? null
  );
}

/** 'Since Nov 22, 2026. ', or nothing if that is unknown. */
function sinceText(since: string | null, region: Region): string {
  return since ? `Since ${formatDay(since, region)}. ` : "";
}

/** A plan's price and term: 'Free until 28 Nov 2026, then $49.00 a month.' */
function planTerms(premium: Premium, now: Date, region: Region): string {
  const { is_gift, is_ending, ends_at, trial_end } = premium;
  if (is_gift) return ends_at ? `Complimentary through ${formatDay(ends_at, region)}.` : "Complimentary.";
  const isTrial = trial_end !== null && Date.parse(trial_end) > now.getTime();
  if (is_ending) return canceledTerms(premium, isTrial, region);
  if (isTrial) return `Free trial until ${formatDay(trial_end, region)}, then ${monthly()} a month.`;
  return ends_at ? `${monthly()} a month, renews on ${formatDay(ends_at, region)}.` : `${monthly()} a month.`;
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

/** The monthly price, such as '$49.00'. */
function monthly(): string {
  return formatMoney(premiumPlan.monthly);
}
