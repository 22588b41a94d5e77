import { expect, test } from "vitest";
import type { AccountPlan, StoredSubscription } from "~/shared/load-subscription.ts";
import { planRows } from "./plan-rows.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const REGION = { locale: "en-US", timeZone: "UTC" };
type Premium = NonNullable<AccountPlan["premium"]>;

const PREMIUM: Premium = {
  payer: "Dana",
  is_own: true,
  is_gift: false,
  since: null,
  ends_at: "2026-12-20T12:00:00Z",
  trial_end: null,
  is_ending: true,
  may_manage: true,
  after: null,
};

const canceled = (change: Partial<Premium>): string | undefined => {
  const premium = { ...PREMIUM, ...change };
  const accounts = [{ name: "Ember", role: "owner" as const, had_plan: true, premium }];
  return planRows({ isOwn: true, accounts } as unknown as StoredSubscription, NOW, REGION)[0]?.text;
};

test.each<[Partial<Premium>, string]>([
  [{}, "Premium stays active until Dec 20, 2026, then you pay nothing more."],
  [{ is_own: false }, "Premium stays active until Dec 20, 2026."],
  [
    { after: { is_gift: true, until: null } },
    "The paid plan ends on Dec 20, 2026, then you pay nothing more. Premium stays active, because it's complimentary.",
  ],
  [
    { trial_end: "2026-12-20T12:00:00Z", after: { is_gift: true, until: "2027-03-31T23:59:59Z" } },
    "The free trial ends on Dec 20, 2026, and you pay nothing. Premium stays active through Mar 31, 2027, because it's complimentary.",
  ],
  [
    { is_own: false, after: { is_gift: false, until: null } },
    "The paid plan ends on Dec 20, 2026. Premium stays active with another plan.",
  ],
])("A canceled plan says what ends: %o", (change, text) => {
  expect(canceled(change)).toBe(`Canceled. ${text}`);
});

test.each<[Partial<Premium>[], string]>([
  [[{ is_ending: false, ends_at: "2026-12-10T12:00:00Z" }], "Premium stays active with another plan."],
  [[{ ends_at: "2026-12-10T12:00:00Z" }], ""],
  [[{ is_gift: true, is_ending: false, ends_at: "2026-12-05T12:00:00Z" }], ""],
  [
    [{ ends_at: "2026-12-10T12:00:00Z" }, { is_gift: true, is_ending: false, ends_at: "2027-03-31T12:00:00Z" }],
    "Premium stays active through Mar 31, 2027, because it's complimentary.",
  ],
])("A canceled plan beside those of colleagues says what lasts longer: %o", (others, rest) => {
  const accounts = others.map((premium) => ({
    name: "Ember",
    role: "owner" as const,
    had_plan: true,
    premium: { ...PREMIUM, is_own: false, ...premium },
  }));
  const own = {
    isOwn: true,
    ending: true,
    end: "2026-12-20T12:00:00Z",
    trialEnd: null,
    since: null,
    isOverride: false,
  };
  const texts = planRows({ ...own, accounts } as unknown as StoredSubscription, NOW, REGION).at(-1)?.text;
  expect(texts).toBe(
    rest
      ? `Canceled. The paid plan ends on Dec 20, 2026, then you pay nothing more. ${rest}`
      : "Canceled. Premium stays active until Dec 20, 2026, then you pay nothing more.",
  );
});
