import fc from "fast-check";
import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow, changeLeads, undoBatch } from "../../support/lead-rows.ts";

type Stay = { stage: string; seconds: number };

/** Lets time pass for the history of all leads, inside one transaction. */
async function pass(db: TestDatabase, seconds: number) {
  await db.run("set local session_replication_role = replica");
  const by = "- make_interval(secs => $1::int)";
  await db.run(
    `update public.leads set stage_entered_at = stage_entered_at ${by}, created_at = created_at ${by}, closed_at = closed_at ${by}`,
    [seconds],
  );
  await db.run(
    `update public.lead_activities set occurred_at = occurred_at ${by}, payload = case when payload ? 'entered_at'
       then payload || jsonb_build_object('entered_at', (payload ->> 'entered_at')::timestamptz ${by}) else payload end`,
    [seconds],
  );
  // What an undo restores.
  await db.run(
    `update private.lead_batch_rows set before = (select jsonb_object_agg(key, case when key in ('stage_entered_at', 'closed_at')
       and jsonb_typeof(value) = 'string' then to_jsonb((value #>> '{}')::timestamptz ${by}) else value end) from jsonb_each(before)),
       after = (select jsonb_object_agg(key, case when key in ('stage_entered_at', 'closed_at')
       and jsonb_typeof(value) = 'string' then to_jsonb((value #>> '{}')::timestamptz ${by}) else value end) from jsonb_each(after))`,
    [seconds],
  );
  await db.run("set local session_replication_role = origin");
}

onEveryDatabase("The stage history of a lead", (given) => {
  const sales = () => given().world.people["active sales"];
  const historyOf = async (db: TestDatabase, lead: string): Promise<Stay[]> => {
    const { page } = await runAs<{
      page: { stage_history: Stay[]; stage: string; stage_entered_at: string; now: string };
    }>(db, sales(), "select public.lead_page($1) as page", [lead]);
    const stays = page.stage_history.map(({ stage, seconds }) => ({ stage, seconds }));
    return [
      ...stays,
      { stage: page.stage, seconds: Math.round((Date.parse(page.now) - Date.parse(page.stage_entered_at)) / 1000) },
    ];
  };
  /** The medians of the lead's page, as the job computes them for it and for the board. */
  const mediansOf = async (db: TestDatabase) => {
    await db.run("select private.refresh_stage_figures()");
    return (await runAs<{ medians: Record<string, number> }>(db, sales(), "select public.stage_medians() as medians"))
      .medians;
  };

  test("leaves out undone moves, also in the medians of the team", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.leads");
      const lead = await addLeadRow(db, sales());
      await pass(db, 300);
      const { batch_id } = await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db, 12);
      await undoBatch(db, sales(), batch_id);
      await pass(db, 240);
      expect(await historyOf(db, lead)).toEqual([{ stage: "new", seconds: 552 }]);
      expect(await mediansOf(db)).toEqual({});
      await changeLeads(db, sales(), [lead], { stage: "attempting" });
      await pass(db, 60);
      await changeLeads(db, sales(), [lead], { stage: "new" });
      await pass(db, 30);
      expect(await historyOf(db, lead)).toEqual([
        { stage: "new", seconds: 552 },
        { stage: "attempting", seconds: 60 },
        { stage: "new", seconds: 30 },
      ]);
      expect(await mediansOf(db)).toEqual({ new: 552, attempting: 60 });
    });
  });

  test("leaves them out of older histories, which know only whole seconds", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales());
      await pass(db, 300);
      await changeLeads(db, sales(), [lead], { stage: "attempting" });
      await pass(db, 100);
      const { batch_id } = await changeLeads(db, sales(), [lead], { stage: "won" });
      await pass(db, 12);
      await undoBatch(db, sales(), batch_id);
      await pass(db, 40);
      await db.run("set local session_replication_role = replica");
      await db.run("update public.lead_activities set payload = payload - 'entered_at' where lead_id = $1", [lead]);
      await db.run("set local session_replication_role = origin");
      const [first, ...rest] = await historyOf(db, lead);
      expect(first?.stage).toBe("new");
      expect(Math.abs((first?.seconds ?? 0) - 300)).toBeLessThanOrEqual(1);
      expect(rest).toEqual([{ stage: "attempting", seconds: 152 }]);
    });
  });

  test("adds up to the time since arrival, whatever was moved and undone", async () => {
    const { db } = given();
    const stages = ["new", "attempting", "connected", "won"];
    const steps = fc.array(
      fc.record({ wait: fc.integer({ min: 1, max: 900 }), to: fc.constantFrom("undo", ...stages) }),
      { minLength: 1, maxLength: 8 },
    );
    await rolledBack(db, async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (order) => {
          await db.run("savepoint one_order");
          const lead = await addLeadRow(db, sales());
          // The oracle: the stays as a stack, where an undo removes the last one.
          const stack = [{ stage: "new", since: 0 }];
          let past: (typeof stack)[] = [];
          let batches: string[] = [];
          let time = 0;
          for (const { wait, to } of order) {
            await pass(db, wait);
            time += wait;
            const batch = batches.at(-1);
            if (to === "undo" && batch) {
              await undoBatch(db, sales(), batch);
              batches = batches.slice(0, -1);
              stack.splice(0, stack.length, ...(past.at(-1) ?? []));
              past = past.slice(0, -1);
            } else if (to !== "undo" && to !== stack.at(-1)?.stage) {
              past = [...past, [...stack]];
              batches.push((await changeLeads(db, sales(), [lead], { stage: to })).batch_id);
              stack.push({ stage: to, since: time });
            }
          }
          await pass(db, 5);
          time += 5;
          const history = await historyOf(db, lead);
          expect(history).toEqual(
            stack.map(({ stage, since }, at) => ({ stage, seconds: (stack[at + 1]?.since ?? time) - since })),
          );
          expect(history.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(time);
          await db.run("rollback to savepoint one_order");
        }),
        { numRuns: 25 },
      );
    });
  });
});
