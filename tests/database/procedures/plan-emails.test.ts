import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";

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
});
