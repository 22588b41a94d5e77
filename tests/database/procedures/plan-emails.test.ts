import { expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";

onEveryDatabase("The end of a plan", (given) => {
  test("is emailed when it is canceled, kept after all and over, once for each change", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const person = await createPerson(db, "owner");
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, trial_end)
         values ($1, true, 'premium', 'active', '2100-01-05 12:00+00', '2100-01-05 12:00+00')`,
        [person.id],
      );
      const change = async (fields: string) => {
        // The provider reports every change several times.
        for (let times = 0; times < 2; times += 1)
          await db.run(`update public.subscriptions set ${fields} where user_id = $1`, [person.id]);
      };
      await change("cancel_at_period_end = true");
      await change("cancel_at_period_end = false");
      await change("cancel_at_period_end = true");
      await change("subscribed = false, subscription_status = 'inactive', cancel_at_period_end = false");
      const { rows } = await db.run<{ template: string; ends: string }>(
        `select payload ->> 'template' as template, payload #>> '{data,ends}' as ends from private.outbox
         where payload ->> 'to' = $1 and payload ->> 'template' like 'premium-%' order by created_at, dedupe_key`,
        [person.email],
      );
      expect(rows.map(({ template }) => template).sort()).toEqual([
        "premium-canceled",
        "premium-canceled",
        "premium-ended",
        "premium-kept",
      ]);
      expect(new Set(rows.map(({ ends }) => ends))).toEqual(new Set(["2100-01-05"]));
    }));

  test("says what it leaves behind: an account on the free plan, an account with another plan, or no account", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const subscribe = ({ id }: Person) =>
        db.run(
          `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end)
           values ($1, true, 'premium', 'active', '2100-01-05 12:00+00')`,
          [id],
        );
      const end = async ({ id, email }: Person) => {
        await db.run("update public.subscriptions set cancel_at_period_end = true where user_id = $1", [id]);
        await db.run(
          `update public.subscriptions set subscribed = false, subscription_status = 'inactive', cancel_at_period_end = false
           where user_id = $1`,
          [id],
        );
        const { rows } = await db.run<{ template: string; accounts: string | null }>(
          `select payload ->> 'template' as template, payload #>> '{data,accounts}' as accounts from private.outbox
           where payload ->> 'to' = $1 and payload ->> 'template' in ('premium-canceled', 'premium-ended')`,
          [email],
        );
        return Object.fromEntries(rows.map(({ template, accounts }) => [template, accounts]));
      };
      const { owner, member, billing } = await createClientAccount(db, "Shared Plan", { premium: false });
      for (const person of [owner, member, billing]) await subscribe(person);
      expect(await end(owner)).toEqual({ "premium-canceled": "premium", "premium-ended": "premium" });
      expect(await end(billing)).toEqual({ "premium-canceled": null, "premium-ended": null });
      // The owner whose own plan ended before reads that the account is on the free plan now; a member doesn't.
      const told = await db.run<{ to: string }>(
        `select payload ->> 'to' as to from private.outbox
         where payload ->> 'template' = 'premium-ended' and payload ->> 'to' = any ($1) order by payload ->> 'to' = $2`,
        [[owner.email, member.email, billing.email], billing.email],
      );
      expect(told.rows.map(({ to }) => to)).toEqual([owner.email, owner.email, billing.email]);
      expect(await end(member)).toEqual({ "premium-canceled": "none", "premium-ended": "none" });
      const gone = await createPerson(db, "new client");
      await subscribe(gone);
      await db.run("delete from public.account_members where user_id = $1", [gone.id]);
      expect(await end(gone)).toEqual({ "premium-canceled": "none", "premium-ended": "none" });
    }));

  test("names the accounts that are on the free plan afterwards, whose plan it was, and the colleague who opened its page", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { id, owner, billing } = await createClientAccount(db, "Named Free", { premium: false });
      const kept = await createClientAccount(db, "Kept");
      for (const account of [kept, await createClientAccount(db, "Another Free", { premium: false })])
        await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
          account.id,
          billing.id,
        ]);
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, started_at,
           stripe_customer_id, stripe_subscription_id)
         values ($1, true, 'premium', 'active', '2100-01-05 12:00+00', now(), 'cus_named', 'sub_named')`,
        [billing.id],
      );
      const change = (fields: string) =>
        db.run(`update public.subscriptions set ${fields} where user_id = $1`, [billing.id]);
      const said = async ({ email }: Person) =>
        (
          await db.run<{ data: Record<string, string> }>(
            `delete from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' like 'premium-%'
             returning payload -> 'data' as data`,
            [email],
          )
        ).rows.map(({ data }) => data);
      await db.run("select public.announce_plan_start($1)", [billing.id]);
      expect(await said(billing)).toMatchObject([{ names: "Another Free\nKept\nNamed Free" }]);
      const cancel = async () => {
        await change("cancel_at_period_end = true");
        const [data] = await said(billing);
        await change("cancel_at_period_end = false");
        await said(billing);
        return data;
      };
      expect(await cancel()).toMatchObject({ names: "Another Free\nNamed Free" });
      const opened = "select public.note_plan_page($1, $2)";
      const opens = (who: Person) => runAs(db, "service", opened, [who.id, id]);
      // The owner sees only one of the payer's accounts, so the page of the plan isn't theirs to open.
      expect(await refusal(db, "service", opened, [owner.id, id])).toMatchObject({ code: "42501" });
      expect(await cancel()).not.toHaveProperty("colleague");
      await db.run("delete from public.account_members where user_id = $1 and account_id <> $2", [billing.id, id]);
      await opens(owner);
      const { name } = (await db.run<{ name: string }>("select private.person_name($1) as name", [owner.id]))
        .rows[0] as { name: string };
      expect(await cancel()).toMatchObject({ names: "Named Free", colleague: name });
      await db.run("update private.plan_page_visits set opened_at = now() - interval '2 hours'");
      expect(await cancel()).not.toHaveProperty("colleague");
      await opens(owner);
      await opens(billing);
      expect(await cancel()).not.toHaveProperty("colleague");
      await change("subscribed = false, subscription_status = 'inactive'");
      expect(await said(billing)).toMatchObject([{ names: "Named Free" }]);
      expect(await said(owner)).toMatchObject([{ names: "Named Free", why: "ended", payer: billing.email }]);
    }));

  test("isn't outlasted by a plan that ends some hours later on the same day", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { owner, billing } = await createClientAccount(db, "Same Day", { premium: false });
      const subscribe = ({ id }: Person, end: string) =>
        db.run(
          `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, cancel_at_period_end)
           values ($1, true, 'premium', 'active', $2, $3)`,
          [id, end, id === billing.id],
        );
      await subscribe(owner, "2100-01-05 12:00+00");
      await subscribe(billing, "2100-01-05 20:00+00");
      const cancel = async () => {
        await db.run("update public.subscriptions set cancel_at_period_end = false where user_id = $1", [owner.id]);
        await db.run("update public.subscriptions set cancel_at_period_end = true where user_id = $1", [owner.id]);
        const { rows } = await db.run<{ data: object }>(
          `delete from private.outbox where payload ->> 'to' = $1 and payload ->> 'template' = 'premium-canceled' returning payload -> 'data' as data`,
          [owner.email],
        );
        return rows[0]?.data;
      };
      expect(await cancel()).not.toHaveProperty("accounts");
      const after = "select public.account_plans() #> '{0,premium,after}' as after";
      expect(await runAs(db, owner, after)).toEqual({ after: null });
      await db.run("update public.subscriptions set subscription_end = '2100-01-06 20:00+00' where user_id = $1", [
        billing.id,
      ]);
      expect(await cancel()).toMatchObject({ accounts: "premium", keptUntil: "2100-01-06" });
      // What has ended leaves the rest of today.
      await db.run(
        "update public.subscriptions set subscription_end = now() + interval '1 minute' where user_id = $1",
        [billing.id],
      );
      const left = `select private.left_by_plan(plan) as left from public.subscriptions as plan where user_id = $1`;
      await db.run("update public.subscriptions set subscribed = false where user_id = $1", [owner.id]);
      expect((await db.run(left, [owner.id])).rows).toMatchObject([{ left: { accounts: "premium" } }]);
    }));

  test("says that complimentary Premium goes on, and until when, on the screen and in each email", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { owner } = await createClientAccount(db, "Gifted", { premium: false });
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, subscription_end, trial_end)
         values ($1, true, 'premium', 'active', now() + interval '9 days', now() + interval '9 days')`,
        [owner.id],
      );
      const change = (fields: string) =>
        db.run(`update public.subscriptions set ${fields} where user_id = $1`, [owner.id]);
      const give = (until: string | null) =>
        db.run(
          `insert into public.premium_overrides (email, expires_at) values ($1, $2)
           on conflict (email) do update set expires_at = excluded.expires_at`,
          [owner.email, until],
        );
      const said = async () => {
        const { rows } = await db.run<{ template: string; accounts: string | null; until: string | null }>(
          `delete from private.outbox where payload ->> 'to' = $1
           returning payload ->> 'template' as template, payload #>> '{data,accounts}' as accounts, payload #>> '{data,keptUntil}' as until`,
          [owner.email],
        );
        return rows.map(({ template, accounts, until }) => [template, accounts, until]);
      };
      const shown = async () =>
        (await runAs<{ after: unknown }>(db, owner, "select public.account_plans() #> '{0,premium,after}' as after"))
          .after;
      const cancel = async () => {
        await change("cancel_at_period_end = false");
        await said();
        await change("cancel_at_period_end = true");
        await db.run(
          "select public.announce_trial_end(user_id, trial_end) from public.subscriptions where user_id = $1",
          [owner.id],
        );
        const mails = await said();
        await db.run("delete from private.outbox where dedupe_key like 'trial-ending:%'");
        return mails;
      };
      expect(await cancel()).toEqual([
        ["premium-canceled", null, null],
        ["trial-ending", null, null],
      ]);
      expect(await shown()).toBeNull();
      // It ends before the plan does.
      await give(new Date(Date.now() + 3 * 86_400_000).toISOString());
      expect((await cancel())[0]).toEqual(["premium-canceled", null, null]);
      await give("2100-01-05 12:00+00");
      expect(await cancel()).toEqual([
        ["premium-canceled", "gift", "2100-01-05"],
        ["trial-ending", "gift", "2100-01-05"],
      ]);
      expect(await shown()).toMatchObject({ is_gift: true, until: expect.stringContaining("2100-01-05") });
      await give(null);
      expect((await cancel())[0]).toEqual(["premium-canceled", "gift", null]);
      expect(await shown()).toEqual({ is_gift: true, until: null });
      await change("subscribed = false, subscription_status = 'inactive', cancel_at_period_end = false");
      expect(await said()).toEqual([["premium-ended", "gift", null]]);
    }));
});
