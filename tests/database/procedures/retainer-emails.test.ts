import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

type Terms = { amount?: number; months?: number | null; status?: string };
type Mail = Record<string, string | null>;

onEveryDatabase("An email about a changed retainer", (given) => {
  /** A retainer of $900 that began five days ago, and what an admin does to it. */
  const within = (work: (retainer: Awaited<ReturnType<typeof retainerIn>>) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => work(await retainerIn(db)));
  };

  async function retainerIn(db: TestDatabase) {
    const { admin, owner } = given().world.people;
    const { id } = await runAs<{ id: string }>(
      db,
      admin,
      "select public.create_retainer($1, 'Care', null, 90000, 'usd', public.agency_today() - 5) as id",
      [owner.id],
    );
    const versionOf = async () =>
      (await db.run<{ at: string }>("select updated_at::text as at from public.retainers where id = $1", [id])).rows[0]
        ?.at;
    const mails = async () =>
      (
        await db.run<{ to: string; data: Mail }>(
          `select payload ->> 'to' as to, payload -> 'data' as data from private.outbox
           where payload ->> 'template' = 'retainer-changed' and status = 'queued' and run_at > now() + interval '5 seconds'
             and starts_with(dedupe_key, 'retainer-changed:' || $1)`,
          [id],
        )
      ).rows.map(({ to, data }) => {
        expect(to).toBe(owner.email);
        return data;
      });
    return {
      db,
      admin,
      owner,
      mails,
      async change({ amount = 90_000, months = null, status = "active" }: Terms) {
        await runAs(
          db,
          admin,
          "select public.update_retainer($1, $2, 'Care', null, $3, public.agency_today() - 5, $4, $5)",
          [id, await versionOf(), amount, months, status],
        );
        return mails();
      },
      async end(days: number) {
        await runAs(db, admin, "select public.end_retainer($1, $2, public.agency_today() + $3::int)", [
          id,
          await versionOf(),
          days,
        ]);
        return mails();
      },
      async continue() {
        await runAs(db, admin, "select public.continue_retainer($1, $2)", [id, await versionOf()]);
        return mails();
      },
      async undo() {
        await runAs(db, admin, "select public.undo_retainer_change($1, $2)", [id, await versionOf()]);
        return mails();
      },
      /** As the outbox does it, once the email has waited. */
      send: () =>
        db.run("update private.outbox set status = 'done' where starts_with(dedupe_key, 'retainer-changed:')"),
      rename: () => db.run("update public.retainers set retainer_name = 'Growth' where id = $1", [id]),
      pass: () => db.run("update public.retainers set status = 'completed' where id = $1", [id]),
    };
  }

  test(
    "says what it was and is, counts from what the client knows, and isn't sent when nothing is left of it",
    within(async ({ change, undo, send }) => {
      const raised = await change({ amount: 120_000 });
      expect(raised).toMatchObject([{ retainer: "Care", amount: "120000", amountBefore: "90000", status: "active" }]);
      expect(raised[0]?.["charge"]).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(await change({ amount: 120_000, status: "paused" })).toMatchObject([
        { amount: "120000", amountBefore: "90000", status: "paused", statusBefore: "active" },
      ]);
      expect(await change({})).toEqual([]);
      await change({ amount: 120_000 });
      expect(await undo()).toEqual([]);
      await change({ amount: 120_000 });
      await send();
      expect(await undo()).toMatchObject([{ amount: "90000", amountBefore: "120000" }]);
    }),
  );

  test(
    "names the last day that is set, moved or gone, and an end today",
    within(async ({ change, end, send, undo }) => {
      const [set] = await end(40);
      expect(set?.["ends"]).toMatch(/^\d{4}-/);
      expect(set?.["endsBefore"]).toBeUndefined();
      await send();
      const [moved] = await end(80);
      expect(moved?.["endsBefore"]).toBe(set?.["ends"]);
      await send();
      const [term] = await change({ months: 12 });
      expect(term?.["endsBefore"]).toBe(moved?.["ends"]);
      await send();
      const [gone] = await change({});
      expect([gone?.["ends"], gone?.["endsBefore"]]).toEqual([undefined, term?.["ends"]]);
      await send();
      const [today] = await end(0);
      expect(today).toMatchObject({ status: "completed", statusBefore: "active" });
      expect(today?.["charge"]).toBeUndefined();
      await send();
      expect(await undo()).toMatchObject([{ status: "active", statusBefore: "completed" }]);
    }),
  );

  test(
    "says that a last day is gone or the term's again, and nothing if it was set a moment ago",
    within(async (retainer) => {
      const { change, end, send, undo } = retainer;
      await end(40);
      expect(await retainer.continue()).toEqual([]);
      const [set] = await end(40);
      await send();
      const [gone] = await retainer.continue();
      expect([gone?.["ends"], gone?.["endsBefore"]]).toEqual([undefined, set?.["ends"]]);
      expect(await undo()).toEqual([]);
      await change({ months: 12 });
      await send();
      const [cut] = await end(40);
      await send();
      const [term] = await retainer.continue();
      expect([term?.["ends"], term?.["endsBefore"]]).toEqual([cut?.["endsBefore"], cut?.["ends"]]);
    }),
  );

  test(
    "isn't sent for another name, for a last day that passes, or to someone who isn't an active client",
    within(async ({ db, owner, change, rename, pass, mails }) => {
      await rename();
      expect(await mails()).toEqual([]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [owner.id]);
      expect(await change({ amount: 120_000 })).toEqual([]);
      await db.run("update public.user_roles set status = 'active' where user_id = $1", [owner.id]);
      await pass();
      expect(await mails()).toEqual([]);
    }),
  );
});
