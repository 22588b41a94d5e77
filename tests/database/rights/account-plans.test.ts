import { expect, test } from "vitest";
import { type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { outcomeAs, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Plan = {
  name: string;
  role: string;
  had_plan: boolean;
  checkout: { has_trial: boolean } | null;
  premium: { payer_id: string; is_own: boolean; is_gift: boolean; may_manage: boolean } | null;
};

const plansOf = async (db: Session, who: Person) =>
  (await runAs<{ plans: Plan[] }>(db, who, "select public.account_plans() as plans")).plans;

const subscribe = (db: Session, who: Person) =>
  db.run(
    `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, stripe_customer_id,
       stripe_subscription_id, started_at)
     values ($1, true, 'premium', 'active', now() + interval '20 days', $2, $3, now())`,
    [who.id, `cus_${who.id}`, `sub_${who.id}`],
  );

/** 'opened', or why the database refuses to open a page for a subscription. */
async function opens(db: Session, who: Person, call = "public.claim_plan_checkout($1)", more: unknown[] = []) {
  await db.run("savepoint before_opening");
  try {
    await outcomeAs(db, "service", `select ${call}`, [who.id, ...more]);
    return "opened";
  } catch (error) {
    await db.run("rollback to savepoint before_opening");
    await db.run("reset role");
    return (error as { hint: string }).hint;
  }
}

/** The provider's customer whose page the person opens, or why the database refuses. */
async function pageOf(db: Session, who: Person, account?: { id: string }) {
  await db.run("savepoint before_page");
  try {
    const asked = "select public.plan_customer($1, $2) as customer";
    return (await runAs<{ customer: string | null }>(db, "service", asked, [who.id, account?.id ?? null])).customer;
  } catch (error) {
    await db.run("rollback to savepoint before_page");
    await db.run("reset role");
    return (error as { hint: string }).hint;
  }
}

/** The person alone in their account, which is a second one for people who join another. */
const joins = (db: Session, account: ClientAccount, who: Person, role: string) =>
  db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, $3)", [
    account.id,
    who.id,
    role,
  ]);

onEveryDatabase("The plan of an account", (given) => {
  test("is the same for each of its people, and only owners and billing people decide about it", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Planned", { premium: false });
      const outsider = await createPerson(db, "other client");
      for (const role of ["owner", "member", "billing"] as const)
        expect(await plansOf(db, account[role])).toMatchObject([
          { name: "Planned", role, premium: null, had_plan: false },
        ]);
      expect(await opens(db, account.member)).toBe("plan_not_yours");
      expect(await opens(db, account.billing)).toBe("opened");
      await subscribe(db, account.owner);
      const seen = async (role: "owner" | "member" | "billing") => (await plansOf(db, account[role]))[0]?.premium;
      expect(await seen("owner")).toMatchObject({ is_own: true, may_manage: true });
      expect(await seen("billing")).toMatchObject({ is_own: false, may_manage: true });
      expect(await seen("member")).toMatchObject({ is_own: false, may_manage: false });
      for (const role of ["owner", "billing"] as const) expect(await opens(db, account[role])).toBe("plan_exists");
      expect(await opens(db, account.member)).toBe("plan_not_yours");
      expect(await plansOf(db, outsider)).toMatchObject([{ premium: null }]);
      const asked = "select public.account_plans($1) as plans";
      const admin = await createPerson(db, "admin");
      const { plans } = await runAs<{ plans: Plan[] }>(db, admin, asked, [account.billing.id]);
      expect(plans).toMatchObject([{ name: "Planned", role: "billing" }]);
      expect((await runAs<{ plans: Plan[] }>(db, outsider, asked, [account.owner.id])).plans).toEqual([]);
    }));

  test("can't be bought for an account that is archived while the payment page is open", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const admin = await createPerson(db, "admin");
      const account = await createClientAccount(db, "Closing", { premium: false });
      const other = await createClientAccount(db, "Staying", { premium: false });
      const payer = account.billing;
      await db.run("insert into public.subscriptions (user_id, stripe_customer_id) values ($1, $2)", [
        payer.id,
        "cus_closing",
      ]);
      const claim = async () =>
        (
          await runAs<{ made: { claim: string } }>(db, "service", "select public.claim_plan_checkout($1) as made", [
            payer.id,
          ])
        ).made.claim;
      const archive = (isArchived: boolean) =>
        runAs(db, admin, "select public.archive_account($1, $2)", [account.id, isArchived]);
      const closedPages = async () =>
        (await db.run("select payload from private.outbox where kind = 'close_plan_page'")).rows;
      const first = await claim();
      await archive(true);
      expect(await opens(db, payer, "public.check_plan_checkout($1, $2)", [first])).toBe("plan_not_yours");
      expect(await closedPages()).toEqual([{ payload: { customer: "cus_closing" } }]);
      await archive(false);
      // A page that is about to open for the restored account needs a new start.
      expect(await opens(db, payer, "public.check_plan_checkout($1, $2)", [first])).toBe("plan_checkout_replaced");
      await joins(db, other, payer, "billing");
      const second = await claim();
      await archive(true);
      expect(await opens(db, payer, "public.check_plan_checkout($1, $2)", [second])).toBe("opened");
      expect(await closedPages()).toHaveLength(1);
    }));

  test("is not bought twice by two people at once: the page that was opened last stays", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Hurried", { premium: false });
      const claim = async (who: Person) =>
        (
          await runAs<{ made: { claim: string; has_trial: boolean } }>(
            db,
            "service",
            "select public.claim_plan_checkout($1) as made",
            [who.id],
          )
        ).made;
      const first = await claim(account.owner);
      const second = await claim(account.billing);
      const keeps = (who: Person, { claim: made }: { claim: string }) =>
        opens(db, who, "public.check_plan_checkout($1, $2)", [made]);
      expect(await keeps(account.owner, first)).toBe("plan_checkout_replaced");
      expect(await keeps(account.billing, second)).toBe("opened");
      expect([first.has_trial, second.has_trial]).toEqual([true, true]);
      await subscribe(db, account.owner);
      expect(await keeps(account.billing, second)).toBe("plan_exists");
      await db.run("update public.subscriptions set subscribed = false where user_id = $1", [account.owner.id]);
      // The account had its trial, whoever subscribes next, also after the one who paid has left.
      expect((await claim(account.billing)).has_trial).toBe(false);
      await joins(db, account, await createPerson(db, "other client"), "owner");
      await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [
        ...[account.id, account.owner.id],
      ]);
      expect((await claim(account.billing)).has_trial).toBe(false);
      expect((await plansOf(db, account.billing))[0]).toMatchObject({ had_plan: true, premium: null });
    }));

  test("of a person with two accounts is bought for the one without", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const [paid, free] = [
        await createClientAccount(db, "Paid"),
        await createClientAccount(db, "Unpaid", { premium: false }),
      ];
      await joins(db, free, paid.billing, "member");
      expect(await opens(db, paid.billing)).toBe("plan_exists");
      await db.run("update public.account_members set role = 'billing' where account_id = $1 and user_id = $2", [
        free.id,
        paid.billing.id,
      ]);
      expect(await opens(db, paid.billing)).toBe("opened");
      expect((await plansOf(db, paid.billing)).map(({ name, premium }) => [name, premium !== null])).toEqual([
        ["Paid", true],
        ["Unpaid", false],
      ]);
    }));

  test("starts with a trial on the screen if the checkout does: one subscription is for all free accounts that the person decides about", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const [fresh, former, other] = [
        await createClientAccount(db, "Fresh", { premium: false }),
        await createClientAccount(db, "Former", { premium: false }),
        await createClientAccount(db, "Other", { premium: false }),
      ];
      const who = fresh.owner;
      const offers = async () =>
        Object.fromEntries((await plansOf(db, who)).map(({ name, checkout }) => [name, checkout?.has_trial ?? null]));
      const hasTrial = async () =>
        (
          await runAs<{ made: { has_trial: boolean } }>(
            db,
            "service",
            "select public.claim_plan_checkout($1) as made",
            [who.id],
          )
        ).made.has_trial;
      expect([await offers(), await hasTrial()]).toEqual([{ Fresh: true }, true]);
      await joins(db, other, who, "member");
      await joins(db, former, who, "billing");
      expect([await offers(), await hasTrial()]).toEqual([{ Former: true, Fresh: true, Other: null }, true]);
      await db.run("insert into private.past_subscribers (account_id) values ($1)", [former.id]);
      expect([await offers(), await hasTrial()]).toEqual([{ Former: false, Fresh: false, Other: null }, false]);
      await subscribe(db, who);
      const plans = await plansOf(db, who);
      expect(plans.map(({ name, checkout, premium }) => [name, checkout, premium?.payer_id])).toEqual([
        ["Former", null, who.id],
        ["Fresh", null, who.id],
        ["Other", null, undefined],
      ]);
    }));

  test("shows the provider's page of a colleague only to people of all accounts of that colleague", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await createClientAccount(db, "Managed", { premium: false });
      const other = await createClientAccount(db, "Elsewhere", { premium: false });
      await subscribe(db, account.owner);
      const page = (who: Person) => pageOf(db, who, account);
      expect(await page(account.billing)).toBe(`cus_${account.owner.id}`);
      expect(await page(account.member)).toBe("plan_not_managed");
      await joins(db, other, account.owner, "billing");
      expect(await page(account.billing)).toBe("plan_not_managed");
      expect((await plansOf(db, account.billing))[0]?.premium).toMatchObject({ may_manage: false });
    }));

  test("opens the page of the account's own payer, also for people who pay for another one or have two paying colleagues", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const [own, olives, sams, foreign] = [
        await createClientAccount(db, "Keeper Books", { premium: false }),
        await createClientAccount(db, "Olive Grove", { premium: false }),
        await createClientAccount(db, "Sam Shop", { premium: false }),
        await createClientAccount(db, "Foreign", { premium: false }),
      ];
      const bo = own.owner;
      for (const { owner } of [own, olives, sams, foreign]) await subscribe(db, owner);
      // His plan covers the others as well, but theirs are older.
      await db.run("update public.subscriptions set started_at = now() + interval '1 minute' where user_id = $1", [
        bo.id,
      ]);
      await joins(db, olives, bo, "billing");
      await joins(db, sams, bo, "billing");
      expect(await pageOf(db, bo)).toBe(`cus_${bo.id}`);
      for (const account of [own, olives, sams]) expect(await pageOf(db, bo, account)).toBe(`cus_${account.owner.id}`);
      const synced = "select public.plan_customers($1) as customers";
      const { customers } = await runAs<{ customers: string[] }>(db, "service", synced, [bo.id]);
      expect(customers.toSorted()).toEqual([olives, sams].map(({ owner }) => `cus_${owner.id}`).toSorted());
      await runAs(db, "service", "select public.note_plan_page($1, $2)", [bo.id, sams.id]);
      const { rows } = await db.run("select payer, user_id from private.plan_page_visits");
      expect(rows).toEqual([{ payer: sams.owner.id, user_id: bo.id }]);
      // Someone who pays for nothing has no page of their own yet, and no one is led to a colleague's without naming the account.
      expect(await pageOf(db, olives.billing)).toBeNull();
      for (const account of [foreign, { id: "00000000-0000-4000-8000-000000000000" }])
        expect(await pageOf(db, bo, account)).toBe("plan_not_managed");
      await db.run("update public.account_members set role = 'member' where account_id = $1 and user_id = $2", [
        olives.id,
        bo.id,
      ]);
      expect(await pageOf(db, bo, olives)).toBe("plan_not_managed");
      // A gift has no page.
      await db.run("update public.subscriptions set subscribed = false where user_id = any ($1)", [
        [sams.owner.id, bo.id],
      ]);
      await db.run("insert into public.premium_overrides (email) values ($1)", [sams.owner.email]);
      expect(await pageOf(db, bo, sams)).toBe("plan_not_managed");
    }));
});
