import { expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
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
      expect(await end(owner)).toEqual({ "premium-canceled": null, "premium-ended": "premium" });
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
});
