import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import { addLeadRow, changeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

const LOG = "select public.log_activity($1, $2, 'call', null, 'connected')";

onEveryDatabase("Undoing changes of leads", (given) => {
  test("also restores side effects of the change, such as the lost reason", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales);
      const { rows } = await db.run<{ id: string }>(
        "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1",
      );
      const lost = { stage: "lost", lost_reason_id: rows[0]?.id, lost_note: "Too dear" };
      await changeLeads(db, sales, [lead], lost);
      const { batch_id } = await changeLeads(db, sales, [lead], { stage: "connected" });
      expect(await readLead(db, lead)).toMatchObject({ stage: "connected", lost_reason_id: null });
      expect(await undoBatch(db, sales, batch_id)).toEqual({ restored: 1, kept: 0 });
      expect(await readLead(db, lead)).toMatchObject(lost);
    });
  });

  test("leaves no trace in the figures: stage dates, furthest stage, won date", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    const FIGURES = "select stage_entered_at, reached, closed_at from public.leads where id = $1";
    await rolledBack(db, async () => {
      for (const [stage, slip] of [
        ["attempting", "proposal"],
        ["won", "new"],
        ["won", "lost"],
      ]) {
        const lead = await addLeadRow(db, sales);
        await changeLeads(db, sales, [lead], { stage });
        // Sets the time by hand. The trigger keeps a given time.
        await db.run(
          `update public.leads set stage_entered_at = now() - interval '10 days',
             closed_at = case when stage = 'won' then now() - interval '10 days' end where id = $1`,
          [lead],
        );
        const before = (await db.run(FIGURES, [lead])).rows;
        const { rows } = await db.run<{ id: string }>(
          "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1",
        );
        const reason = slip === "lost" ? { lost_reason_id: rows[0]?.id } : {};
        const { batch_id } = await changeLeads(db, sales, [lead], { stage: slip, ...reason });
        expect((await db.run(FIGURES, [lead])).rows).not.toEqual(before);
        expect(await undoBatch(db, sales, batch_id)).toEqual({ restored: 1, kept: 0 });
        expect((await db.run(FIGURES, [lead])).rows, `${stage} ${slip}`).toEqual(before);
      }
    });
  });

  test("never removes later additions to a list", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales);
      const { batch_id } = await changeLeads(db, sales, [lead], { add_tags: ["x"] });
      await changeLeads(db, admin, [lead], { add_tags: ["important"] });
      expect(await undoBatch(db, sales, batch_id)).toEqual({ restored: 0, kept: 1 });
      expect(await readLead(db, lead)).toMatchObject({ tags: ["important", "x"] });
    });
  });

  test("never changes a lead that was reassigned to a colleague; an admin's undo does", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { company: "Old" });
      const { batch_id } = await changeLeads(db, sales, [lead], { company: "New" });
      await changeLeads(db, admin, [lead], { user_id: other.id });
      await db.run("savepoint given_away");
      expect(await undoBatch(db, sales, batch_id)).toEqual({ restored: 0, kept: 1 });
      expect(await readLead(db, lead)).toMatchObject({ company: "New", user_id: other.id });
      await db.run("rollback to savepoint given_away");
      expect(await undoBatch(db, admin, batch_id)).toEqual({ restored: 1, kept: 0 });
      expect(await readLead(db, lead)).toMatchObject({ company: "Old", user_id: other.id });
    });
  });

  test("returns a lead that the caller reassigned, until the new owner has worked with it", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const work: Record<string, (lead: string) => Promise<unknown>> = {
        nothing: async () => undefined,
        call: (lead) => runAs(db, other, LOG, [randomUUID(), lead]),
        change: (lead) => changeLeads(db, other, [lead], { goals: "More" }),
        task: (lead) =>
          runAs(db, other, "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', now())", [lead]),
      };
      for (const [what, happens] of Object.entries(work)) {
        const lead = await addLeadRow(db, sales);
        const { batch_id } = await changeLeads(db, sales, [lead], { user_id: other.id });
        await happens(lead);
        const kept = what === "nothing" ? 0 : 1;
        expect(await undoBatch(db, sales, batch_id), what).toEqual({ restored: 1 - kept, kept });
        expect(await readLead(db, lead), what).toMatchObject({ user_id: kept ? other.id : sales.id });
      }
    });
  });

  test("returns no lead to a person who left the team", async () => {
    const { db, world } = given();
    const { "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, other);
      const { batch_id } = await changeLeads(db, admin, [lead], { user_id: admin.id });
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [other.id]);
      expect(await undoBatch(db, admin, batch_id)).toEqual({ restored: 0, kept: 1 });
      expect(await readLead(db, lead)).toMatchObject({ user_id: admin.id });
    });
  });
});
