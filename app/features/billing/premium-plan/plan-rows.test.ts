import { expect, test } from "vitest";
import type { AccountPlan, StoredSubscription } from "~/shared/load-subscription.ts";
import { planRows } from "./plan-rows.ts";

const NOW = new Date("2026-12-01T12:00:00Z");
const REGION = { locale: "en-US", timeZone: "UTC" };
type Premium = NonNullable<AccountPlan["premium"]>;

const PREMIUM: Premium = {
  payer: "Dana",
  payer_id: "dana",
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
  const accounts = [{ id: "ember", name: "Ember", role: "owner" as const, had_plan: true, checkout: null, premium }];
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
  // Some hours later on the same day.
  [[{ ends_at: "2026-12-20T18:00:00Z" }], ""],
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
    checkout: null,
    premium: { ...PREMIUM, payer_id: "sam", is_own: false, ...premium },
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

const account = (name: string, more: Partial<AccountPlan> = {}): AccountPlan => ({
  id: `id of ${name}`,
  name,
  role: "owner",
  had_plan: false,
  checkout: { has_trial: true },
  premium: null,
  ...more,
});
const rowsOf = (...accounts: AccountPlan[]) => rowsOfPerson(true, accounts);
const rowsOfPerson = (hadPlan: boolean, accounts: AccountPlan[]) =>
  planRows(
    { isOwn: accounts.some(({ premium }) => premium?.is_own), hadPlan, accounts } as StoredSubscription,
    NOW,
    REGION,
  );

test("One subscription for several accounts is offered once, with its price for all of them", () => {
  expect(rowsOf(account("Ember"), account("Northside", { role: "billing" }))).toEqual([
    expect.objectContaining({
      title: "Ember and Northside: Free",
      text: "Premium starts with a 7-day free trial. It's $49.00 a month for both accounts together after that, and you can cancel any time.",
      note: "One plan covers all accounts that you own or are a billing contact of.",
      action: "Start free trial",
    }),
  ]);
  const [only, ...more] = rowsOf(account("Ember"), account("Northside"), account("Other"));
  expect(more).toEqual([]);
  expect(only?.text).toContain("$49.00 a month for all 3 accounts together");
});

test("An account that is new to Premium has no trial beside one that had it, as in the checkout", () => {
  const checkout = { has_trial: false };
  const [row] = rowsOf(account("Ember", { checkout, had_plan: true }), account("Northside", { checkout }));
  expect(row).toMatchObject({
    text: "Premium is $49.00 a month for both accounts together, and you can cancel any time.",
    note: "One plan covers all accounts that you own or are a billing contact of. There's no free trial, because these accounts aren't all new to Premium.",
    action: "Start Premium",
  });
  expect(rowsOf(account("Ember", { checkout, had_plan: true }))[0]).toMatchObject({
    title: "Your plan: Free",
    text: "Premium is $49.00 a month, and you can cancel any time.",
    note: "",
    action: "Subscribe again",
  });
  // A new owner never subscribed, whatever the one before did.
  expect(rowsOfPerson(false, [account("Ember", { checkout, had_plan: true })])[0]?.action).toBe("Start Premium");
});

test("A member is offered nothing, also beside an account that is theirs", () => {
  const rows = rowsOf(account("Ember"), account("Northside", { role: "member", checkout: null }));
  expect(rows.map(({ title, action }) => [title, action])).toEqual([
    ["Ember: Free", "Start free trial"],
    ["Northside: Free", null],
  ]);
  expect(rows[1]?.text).toBe("Only your account's owners and billing contacts can manage Premium.");
});

test("One plan of several accounts is one row, and that of another person another", () => {
  const premium = { ...PREMIUM, is_ending: false };
  const paid = (name: string, more: Partial<Premium> = {}) =>
    account(name, { had_plan: true, checkout: null, premium: { ...premium, ...more } });
  const rows = rowsOf(
    paid("Ember"),
    paid("Harbor", { payer: "Sam", payer_id: "sam", is_own: false, may_manage: false }),
    paid("Northside"),
  );
  expect(rows.map(({ title, text, action }) => [title, text, action])).toEqual([
    [
      "Ember and Northside: Premium",
      "$49.00 a month for both accounts together, renews on Dec 20, 2026.",
      "Manage plan",
    ],
    ["Harbor: Premium", "$49.00 a month, renews on Dec 20, 2026.", null],
  ]);
  expect(rows.map(({ accountId }) => accountId)).toEqual([null, null]);
});

test("The plan of a colleague is one row with its price, and claims nothing about their other accounts", () => {
  const sams = { ...PREMIUM, is_ending: false, payer: "Sam", payer_id: "sam", is_own: false };
  const paid = (name: string, may_manage: boolean) =>
    account(name, { had_plan: true, checkout: null, premium: { ...sams, may_manage } });
  expect(rowsOf(paid("Ember", false), paid("Northside", true))).toEqual([
    expect.objectContaining({
      title: "Ember and Northside: Premium",
      text: "$49.00 a month, renews on Dec 20, 2026.",
      note: "Sam pays for it. Card, receipts and cancellation are under Manage plan.",
      action: "Manage plan",
      accountId: "id of Northside",
    }),
  ]);
});

test("A plan that covers no account says so", () => {
  const own = {
    isOwn: true,
    ending: false,
    end: "2026-12-20T12:00:00Z",
    trialEnd: null,
    since: null,
    isOverride: false,
  };
  const lastRow = (accounts: AccountPlan[]) =>
    planRows({ ...own, accounts } as unknown as StoredSubscription, NOW, REGION).at(-1);
  const note = "It covers none of your accounts now. Card, receipts and cancellation are under Manage plan.";
  expect(lastRow([])).toMatchObject({ title: "Your plan: Premium", note });
  const sams = { ...PREMIUM, is_ending: false, payer: "Sam", payer_id: "sam", is_own: false };
  const rows = planRows(
    { ...own, accounts: [account("Ember", { premium: sams })] } as unknown as StoredSubscription,
    NOW,
    REGION,
  );
  expect(rows).toMatchObject([
    { title: "Sam's plan for Ember: Premium", label: "Premium plan of Ember", subject: "Ember" },
    { title: "Your own plan: Premium", label: "Premium plan of your own", subject: "your own", note },
  ]);
  expect(lastRow([account("Ember", { premium: { ...PREMIUM, is_ending: false } })])?.note).not.toContain("covers none");
});
