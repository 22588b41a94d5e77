import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { importLeads, leadsOf, runImport, stagedImport, undoImport } from "../../support/lead-imports.ts";
import { addLeadRow, changeLeads, readLead } from "../../support/lead-rows.ts";

/** Whether the history shows each import of the lead as undone. */
async function undoneImports(db: Session, person: Person, lead: string): Promise<boolean[]> {
  const TIMELINE = "select public.lead_timeline($1, array['import']) as timeline";
  const { timeline } = await runAs<{ timeline: { rows: { is_retracted: boolean }[] } }>(db, person, TIMELINE, [lead]);
  return timeline.rows.map(({ is_retracted }) => is_retracted);
}

onEveryDatabase("Undoing an import", (given) => {
  test("keeps a lead with activity after its second row, and removes one without", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    const rows = (email: string) => [
      { email, first_name: "Ada" },
      { email, phone: "+1 503 555 0188" },
      { email, role: "Owner" },
    ];
    for (const limit of [2, 100])
      await rolledBack(db, async () => {
        const edited = await importLeads(db, sales, rows("edited@import.example"), "update");
        const [mine] = await leadsOf(db, "edited@import.example");
        await changeLeads(db, sales, [String(mine?.id)], { company: "Sable" });
        expect(await undoImport(db, sales, edited.id, limit)).toMatchObject({ removed: 0, restored: 2, kept: 1 });
        expect(await leadsOf(db, "edited@import.example")).toHaveLength(1);
        const worked = await importLeads(db, sales, rows("worked@import.example"), "update");
        const [lead] = await leadsOf(db, "worked@import.example");
        await changeLeads(db, sales, [String(lead?.id)], { company: "Sable", goals: "More", user_id: other.id });
        expect(await undoImport(db, sales, worked.id, limit)).toMatchObject({ removed: 0, restored: 0, kept: 3 });
        expect((await leadsOf(db, "worked@import.example"))[0]).toMatchObject({ company: "Sable", user_id: other.id });
        const { id } = await importLeads(db, sales, rows("left@import.example"), "update");
        expect(await undoImport(db, sales, id, limit)).toMatchObject({ removed: 1, restored: 2, kept: 0 });
      });
  });

  test("restores nothing on a lead with another owner, nor for an owner who left", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { email: "own@import.example", company: "Old" });
      const taken = await addLeadRow(db, other, { email: "taken@import.example" });
      const first = await importLeads(db, sales, [{ email: "own@import.example", company: "New" }], "update");
      await changeLeads(db, admin, [lead], { user_id: other.id });
      expect(await undoImport(db, sales, first.id)).toMatchObject({ restored: 0, kept: 1 });
      expect(await readLead(db, lead)).toMatchObject({ company: "New" });
      expect(await undoneImports(db, admin, lead)).toEqual([false]);
      const owned = [{ email: "taken@import.example", owner: admin.email }];
      const second = await importLeads(db, admin, owned, "update");
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [other.id]);
      expect(await undoImport(db, admin, second.id)).toMatchObject({ restored: 0, kept: 1 });
      expect(await readLead(db, taken)).toMatchObject({ user_id: admin.id });
    });
  });

  test("leaves no trace in the figures of existing leads: stage dates, furthest stage, closing date", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    const FIGURES = "select stage, stage_entered_at, reached, closed_at from public.leads where id = $1";
    for (const [stage, slip] of [
      ["attempting", "proposal"],
      ["won", "new"],
      ["won", "lost"],
    ])
      await rolledBack(db, async () => {
        const email = `${stage}@figures.example`;
        const lead = await addLeadRow(db, sales, { email, stage });
        await db.run(
          `update public.leads set stage_entered_at = now() - interval '10 days',
             closed_at = case when stage = 'won' then now() - interval '10 days' end where id = $1`,
          [lead],
        );
        const before = (await db.run(FIGURES, [lead])).rows;
        const { id } = await importLeads(db, sales, [{ email, stage: slip, company: "Sable" }], "update");
        expect((await db.run(FIGURES, [lead])).rows).not.toEqual(before);
        expect(await undoneImports(db, sales, lead)).toEqual([false]);
        expect(await undoImport(db, sales, id)).toMatchObject({ restored: 1, kept: 0 });
        expect((await db.run(FIGURES, [lead])).rows, `${stage} ${slip}`).toEqual(before);
        expect(await undoneImports(db, sales, lead)).toEqual([true]);
      });
  });

  test("stops if the person who started it leaves the team, and continues for an admin", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      const { id } = await importLeads(db, sales, [{ email: "stop@import.example" }]);
      await runAs(db, sales, "select public.undo_lead_import($1)", [id]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [sales.id]);
      expect(await runImport(db, id)).toMatchObject({ status: "failed", removed: 0 });
      // The first job is done. The second one is new.
      const jobs = "select from private.outbox where kind = 'lead_import' and done_at is null";
      await db.run("update private.outbox set done_at = now() where kind = 'lead_import'");
      await runAs(db, admin, "select public.undo_lead_import($1)", [id]);
      await runAs(db, admin, "select public.undo_lead_import($1)", [id]);
      expect((await db.run(jobs)).count).toBe(1);
      expect(await undoImport(db, admin, id)).toMatchObject({ status: "undone", removed: 1 });
    });
  });

  test("An import leaves leads unowned if their owner left since the file was read", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const id = await stagedImport(db, sales, [{ email: "unowned@import.example" }], { owner_id: other.id });
      await runAs(db, sales, "select public.start_lead_import($1)", [id]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [other.id]);
      expect(await runImport(db, id)).toMatchObject({ status: "done", created: 1 });
      expect((await leadsOf(db, "unowned@import.example"))[0]).toMatchObject({ user_id: null });
    });
  });
});
