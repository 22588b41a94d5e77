import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { outcomeAs, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import { ALWAYS, logActivity, readClocks, runClockEvent, setHours, startClock } from "../../support/lead-clocks.ts";
import { addLeadRow, changeLeads, mergeLeads, readLead } from "../../support/lead-rows.ts";

onEveryDatabase("A merged lead", (given) => {
  test("shows its owner nothing of a colleague's kept lead, and passes no changes to it", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.agency_settings set email = 'agency@example.com'");
      const keep = await addLeadRow(db, null, { first_name: "Kept" });
      const away = await addLeadRow(db, sales, { first_name: "Away", email: "away@merge.example" });
      await db.run("update public.leads set consent_at = now() where id = $1", [away]);
      const note =
        "insert into public.lead_activities (lead_id, kind, body, actor_id) values ($1, 'note', 'Hm', $2) returning id";
      const { id } = await runAs<{ id: string }>(db, sales, note, [away, sales.id]);
      await mergeLeads(db, sales, keep, away);
      const name = "select public.lead_page($1) -> 'merge' ->> 'other_name' as name";
      const pin = "insert into public.lead_pins (activity_id, lead_id) values ($1, $2)";
      const send = "select public.send_lead_email($1, $2, 'Hello', 'You')";
      expect(await runAs(db, sales, name, [away])).toEqual({ name: "Kept" });
      await changeLeads(db, admin, [keep], { user_id: other.id, first_name: "Secret" });
      expect(await runAs(db, sales, name, [away])).toEqual({ name: null });
      expect(await runAs(db, admin, name, [away])).toEqual({ name: "Secret" });
      for (const who of [sales, admin]) expect(await refusalCode(db, who, note, [away, who.id])).toBe("42501");
      expect(await refusalCode(db, sales, pin, [id, away])).toBe("42501");
      expect(await refusalCode(db, sales, send, [randomUUID(), away])).toBe("PT409");
      await runAs(db, admin, pin, [id, away]);
      const take = "delete from public.lead_pins where activity_id = $1 returning activity_id";
      expect((await outcomeAs(db, sales, take, [id])).count).toBe(0);
      expect((await outcomeAs(db, admin, take, [id])).count).toBe(1);
    });
  });

  test("counts as answered if the other lead was answered, and waits again when the merge is undone", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    const states = async (lead: string) =>
      (await readClocks(db, lead)).filter(({ state }) => state !== "dropped").map(({ state }) => state);
    for (const waitsAsKept of [true, false])
      await rolledBack(db, async () => {
        await setHours(db, ALWAYS);
        const keep = await addLeadRow(db, sales);
        const away = await addLeadRow(db, sales);
        const [waits, called] = waitsAsKept ? [keep, away] : [away, keep];
        await startClock(db, waits, 200);
        await logActivity(db, sales, called, "call", 80);
        const batch = await mergeLeads(db, sales, keep, away);
        expect(await readLead(db, keep)).toMatchObject({
          response_seconds: 120,
          answered_by: sales.id,
          clock_due_at: null,
        });
        await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
        expect([await states(waits), await states(called)]).toEqual([["running"], []]);
        expect(await readLead(db, waits)).toMatchObject({ response_seconds: null, answered_by: null });
        expect((await readLead(db, waits))?.["clock_due_at"]).not.toBeNull();
        expect(await readLead(db, called)).toMatchObject({ response_seconds: null, clock_due_at: null });
      });
  });

  test("waits again if the response is undone before the merge is", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      const keep = await addLeadRow(db, sales);
      const away = await addLeadRow(db, sales);
      await startClock(db, away, 200);
      const call = randomUUID();
      await runAs(db, sales, "select public.log_activity($1, $2, 'call')", [call, keep]);
      const batch = await mergeLeads(db, sales, keep, away);
      expect(await readLead(db, keep)).toMatchObject({ clock_due_at: null, answered_by: sales.id });
      await runAs(db, sales, "select public.undo_log_activity($1)", [call]);
      await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
      const open = async (lead: string) =>
        (await readClocks(db, lead)).filter(({ state }) => !["answered", "dropped"].includes(state)).length;
      expect([await open(keep), await open(away)]).toEqual([0, 1]);
      expect((await readLead(db, keep))?.["clock_due_at"]).toBeNull();
      expect((await readLead(db, away))?.["clock_due_at"]).not.toBeNull();
    });
  });

  test("with a paused clock escalates after the merge is undone", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      const keep = await addLeadRow(db, sales);
      const away = await addLeadRow(db, sales);
      const clock = await startClock(db, keep, 650);
      await startClock(db, away, 1_800);
      const batch = await mergeLeads(db, sales, keep, away);
      // Its three deadlines pass while the other lead's clock counts.
      for (const event of ["warned", "breached", "escalated"])
        expect(await runClockEvent(db, clock, event)).toBe(false);
      await db.run("update private.outbox set status = 'done', done_at = now() where kind = 'lead_clock'");
      await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
      const { rows } = await db.run<{ event: string }>(
        `select payload ->> 'event' as event from private.outbox
         where kind = 'lead_clock' and status = 'queued' and payload ->> 'clockId' = $1 order by run_at`,
        [clock],
      );
      expect(rows.map(({ event }) => event)).toEqual(["warned", "breached", "escalated"]);
      for (const { event } of rows) expect(await runClockEvent(db, clock, event)).toBe(true);
      expect((await readClocks(db, keep))[0]).toMatchObject({ state: "escalated" });
    });
  });

  test("does not return to an owner who left the team", async () => {
    const { db, world } = given();
    const { "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const keep = await addLeadRow(db, other);
      const away = await addLeadRow(db, admin, { email: "mine@merge.example" });
      const batch = await mergeLeads(db, admin, keep, away, { user_id: "other" });
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [other.id]);
      await runAs(db, admin, "select public.undo_lead_merge($1)", [batch]);
      expect(await readLead(db, keep)).toMatchObject({ user_id: admin.id, email: null });
    });
  });
});
