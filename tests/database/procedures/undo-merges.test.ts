import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, changeLeads, mergeLeads, type Row, readLead } from "../../support/lead-rows.ts";

const UNDO = "select public.undo_lead_merge($1) as answer";
const FIGURES = "select stage_entered_at, reached, closed_at, last_activity_at from public.leads where id = $1";

type Shown = {
  batch_id: string;
  by: string;
  other_id: string | null;
  other_name: string | null;
  obstacle: string | null;
};
type Event = { kind: string; lead_id: string; actor_name: string; payload: Row };

const page = async (db: Session, who: Person, lead: string) =>
  (
    await runAs<{ page: { merge: Shown | null; merges: Shown[] } }>(db, who, "select public.lead_page($1) as page", [
      lead,
    ])
  ).page;
const timeline = async (db: Session, who: Person, lead: string) => {
  const ask = "select public.lead_timeline($1, array['merge']) as page";
  const { page: answer } = await runAs<{ page: { rows: Event[]; total: number } }>(db, who, ask, [lead]);
  expect(answer.total).toBe(answer.rows.length);
  return answer.rows;
};
const person = async (db: Session, { id }: Person) =>
  (await db.run<{ name: string }>("select private.person_name($1) as name", [id])).rows[0]?.name;

/** Changes the lead as if it had been in its stage for ten days and, if closed, closed ten days ago. */
const tenDaysAgo = (db: Session, lead: string) =>
  db.run(
    `update public.leads set stage_entered_at = now() - interval '10 days', last_activity_at = now() - interval '9 days',
       closed_at = case when stage in ('won', 'lost') then now() - interval '10 days' end where id = $1`,
    [lead],
  );
/** Moves the merge an hour back, because all times in a test's transaction are equal. */
const anHourAgo = (db: Session, batch: string) =>
  db.run("update public.lead_batches set created_at = now() - interval '1 hour' where id = $1", [batch]);

onEveryDatabase("Undoing a merge", (given) => {
  test("appears on both pages and in both histories, with its author and the other lead", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      const keep = await addLeadRow(db, sales, { first_name: "Nadia", last_name: "Rahimi" });
      const other = await addLeadRow(db, sales, { first_name: "N.", last_name: "Rahimi" });
      expect(await page(db, sales, keep)).toMatchObject({ merge: null, merges: [] });
      const batch_id = await mergeLeads(db, sales, keep, other);
      const by = await person(db, sales);
      const shown = { batch_id, by, obstacle: null };
      expect(await page(db, sales, keep)).toMatchObject({
        merge: null,
        merges: [{ ...shown, other_id: other, other_name: "N. Rahimi" }],
      });
      expect(await page(db, admin, other)).toMatchObject({
        merge: { ...shown, other_id: keep, other_name: "Nadia Rahimi" },
        merges: [],
      });
      // The kept lead's history includes the other's, so it appears there once.
      expect(await timeline(db, sales, keep)).toMatchObject([
        {
          lead_id: keep,
          actor_name: by,
          payload: { what: "kept", other_id: other, other_name: "N. Rahimi", obstacle: null },
        },
      ]);
      expect(await timeline(db, sales, other)).toMatchObject([
        { lead_id: other, actor_name: by, payload: { what: "merged", other_id: keep, other_name: "Nadia Rahimi" } },
      ]);
      await runAs(db, admin, UNDO, [batch_id]);
      expect(await page(db, sales, keep)).toMatchObject({ merge: null, merges: [] });
      expect(await page(db, sales, other)).toMatchObject({ merge: null, merges: [] });
      for (const [lead, its, name] of [
        [keep, other, "N. Rahimi"],
        [other, keep, "Nadia Rahimi"],
      ] as const) {
        const events = await timeline(db, sales, lead);
        expect(events).toHaveLength(2);
        const named = { other_id: its, other_name: name, obstacle: "These leads were already unmerged" };
        for (const event of events) expect(event.payload).toMatchObject({ ...named, undone_at: expect.any(String) });
        const undone = events.find(({ payload }) => payload.what === "undone");
        expect(undone).toMatchObject({ actor_name: await person(db, admin) });
      }
    });
  });

  test("is allowed for the person who merged, in any session, and for admins", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin, owner, inactive, anon } = world.people;
    await rolledBack(db, async () => {
      const keep = await addLeadRow(db, null, { first_name: "Nadia" });
      const away = await addLeadRow(db, null);
      const batch = await mergeLeads(db, sales, keep, away);
      const only = "Only an admin or the person who merged these leads can unmerge them";
      expect((await page(db, other, keep)).merges).toMatchObject([{ obstacle: only }]);
      expect((await page(db, admin, keep)).merges).toMatchObject([{ obstacle: null }]);
      expect(await refusal(db, other, UNDO, [batch])).toMatchObject({ code: "PT404", message: only });
      // The same answer as for an unknown merge.
      expect(await refusal(db, other, UNDO, [randomUUID()])).toMatchObject({ code: "PT404", message: only });
      for (const who of [owner, inactive, world.people["pending sales"], anon])
        expect(await refusalCode(db, who, UNDO, [batch])).toBe("42501");
      await runAs(db, sales, UNDO, [batch]);
      expect(await refusal(db, sales, UNDO, [batch])).toMatchObject({
        code: "PT409",
        message: "These leads were already unmerged",
      });
    });
  });

  test("is refused with the reason: merged further, or owned by a colleague", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const [a, b, c] = [await addLeadRow(db, sales), await addLeadRow(db, sales), await addLeadRow(db, sales)];
      const first = await mergeLeads(db, sales, b, c);
      const second = await mergeLeads(db, sales, a, b);
      const further = "The merged lead has since been merged into another lead. Undo that merge first";
      expect((await page(db, sales, c)).merge).toMatchObject({ other_id: a, obstacle: further });
      expect(await refusal(db, sales, UNDO, [first])).toMatchObject({ code: "PT409", message: further });
      await changeLeads(db, admin, [a], { user_id: other.id });
      const theirs = "One of these leads now belongs to a colleague. An admin can unmerge them";
      expect((await page(db, sales, b)).merge).toMatchObject({ other_id: null, other_name: null, obstacle: theirs });
      expect(await refusal(db, sales, UNDO, [second])).toMatchObject({ code: "PT409", message: theirs });
      // The other rep's lead shows its merges, because they are its history.
      expect((await page(db, other, a)).merges).toMatchObject([{ other_id: null, other_name: expect.any(String) }]);
      await runAs(db, admin, UNDO, [second]);
      await runAs(db, admin, UNDO, [first]);
      for (const lead of [a, b, c]) expect(await readLead(db, lead)).toMatchObject({ merged_into: null });
    });
  });

  test("leaves no trace in the figures: stage dates, furthest stage, closing date, last activity", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const reason = (
        await db.run<{ id: string }>(
          "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1",
        )
      ).rows[0]?.id;
      for (const [mine, theirs] of [
        ["attempting", "proposal"],
        ["new", "won"],
        ["won", "lost"],
        ["lost", "won"],
      ]) {
        const lead = async (stage: string | undefined) =>
          addLeadRow(db, sales, { stage, ...(stage === "lost" && { lost_reason_id: reason, lost_note: "Why" }) });
        const [keep, other] = [await lead(mine), await lead(theirs)];
        await tenDaysAgo(db, keep);
        await db.run("update public.leads set last_activity_at = now() where id = $1", [other]);
        const before = (await db.run(FIGURES, [keep])).rows;
        const batch = await mergeLeads(db, sales, keep, other, { stage: "other" });
        // The kept lead keeps the other's stage dates for that time.
        const { rows: merged } = await db.run<Row>(FIGURES, [keep]);
        const { rows: its } = await db.run<Row>(FIGURES, [other]);
        expect(merged[0]).toMatchObject({ stage_entered_at: its[0]?.stage_entered_at, closed_at: its[0]?.closed_at });
        expect(await runAs(db, sales, UNDO, [batch])).toEqual({ answer: { restored: 2, kept: 0 } });
        expect((await db.run(FIGURES, [keep])).rows, `${mine} ${theirs}`).toEqual(before);
        expect(await readLead(db, keep)).toMatchObject({ stage: mine, lost_note: mine === "lost" ? "Why" : null });
      }
    });
  });

  test("keeps later stage changes and the furthest stage", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const keep = await addLeadRow(db, sales, { stage: "attempting" });
      const other = await addLeadRow(db, sales, { stage: "proposal" });
      await tenDaysAgo(db, keep);
      const batch = await mergeLeads(db, sales, keep, other);
      await anHourAgo(db, batch);
      await changeLeads(db, sales, [keep], { stage: "qualified" });
      const { stage_entered_at: since } = await readLead(db, keep);
      expect(await runAs(db, sales, UNDO, [batch])).toEqual({ answer: { restored: 2, kept: 0 } });
      const qualified = (
        await db.run<{ position: number }>("select position from public.pipeline_stages where key = 'qualified'")
      ).rows[0]?.position;
      expect(await readLead(db, keep)).toMatchObject({
        stage: "qualified",
        stage_entered_at: since,
        reached: qualified,
      });
      const chosen = await mergeLeads(db, sales, keep, other, { stage: "other" });
      await anHourAgo(db, chosen);
      await changeLeads(db, sales, [keep], { stage: "won" });
      expect(await runAs(db, sales, UNDO, [chosen])).toEqual({ answer: { restored: 2, kept: 1 } });
      expect(await readLead(db, keep)).toMatchObject({ stage: "won", closed_at: expect.anything() });
    });
  });
});
