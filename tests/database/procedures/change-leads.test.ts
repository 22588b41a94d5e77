import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { EMAILS, NO_EMAILS } from "../../support/email-examples.ts";
import {
  addLeadRow,
  CHANGE_LEADS,
  changeLeads as change,
  readLead as read,
  undoBatch,
} from "../../support/lead-rows.ts";
import { NO_PHONES, PHONES } from "../../support/phone-examples.ts";
import { NO_WEBSITES, WEBSITES } from "../../support/website-examples.ts";

const refusedChange = (db: TestDatabase, who: Person, lead: string, changes: object, seen: number | null = null) =>
  refusalCode(db, who, CHANGE_LEADS, [randomUUID(), [lead], JSON.stringify(changes), seen]);
const kinds = async (db: TestDatabase, id: string) =>
  (
    await db.run<{ kind: string }>(
      "select kind from public.lead_activities where lead_id = $1 order by created_at, kind",
      [id],
    )
  ).rows.map(({ kind }) => kind);

onEveryDatabase("Lead changes", (given) => {
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const { rows } = await given().db.run<{ id: string; first_name: string }>(
      "select id, first_name from public.leads",
    );
    for (const { id, first_name } of rows) ids.set(first_name, id);
  });
  const lead = (name: string) => ids.get(`Lead of ${name}`) ?? "";

  test("apply to the caller's own and unowned leads, never to a colleague's", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const all = [lead("sales"), lead("otherSales"), lead("nobody")];
      expect(await change(db, sales, all, { tags: ["hot"], value_cents: 445000 })).toMatchObject({
        changed: 2,
        skipped: 1,
      });
      expect(await read(db, lead("sales"))).toMatchObject({ tags: ["hot"], version: 2 });
      expect(await read(db, lead("otherSales"))).toMatchObject({ tags: [], version: 1 });
    });
  });

  test("are undone together, except where somebody made a later change", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      const leads = [lead("sales"), lead("nobody")];
      const { batch_id } = await change(db, sales, leads, { stage: "connected" });
      expect(await kinds(db, lead("sales"))).toContain("stage_change");
      await change(db, admin, [lead("nobody")], { stage: "qualified" });
      expect(await undoBatch(db, sales, batch_id)).toEqual({ restored: 1, kept: 1 });
      expect(await read(db, lead("sales"))).toMatchObject({ stage: "new", reached: 1 });
      expect(await read(db, lead("nobody"))).toMatchObject({ stage: "qualified" });
      expect(await refusalCode(db, sales, "select public.undo_lead_batch($1)", [batch_id])).toBe("PT409");
    });
  });

  test("sent twice apply once; on an older version they are refused", async () => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      await become(db, sales);
      const batch = randomUUID();
      const send = () => db.run(CHANGE_LEADS, [batch, [lead("sales")], JSON.stringify({ add_tags: ["a"] }), null]);
      expect((await send()).rows).toEqual((await send()).rows);
      await becomeOwner(db);
      expect(await read(db, lead("sales"))).toMatchObject({ version: 2 });
      await change(db, admin, [lead("sales")], { company: "Newer" }, 2);
      expect(await refusedChange(db, sales, lead("sales"), { company: "Older" }, 2)).toBe("PT409");
    });
  });

  test("to a colleague's lead are answered like changes to an unknown lead", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const ask = (id: string, seen: number) =>
        refusal(db, sales, CHANGE_LEADS, [randomUUID(), [id], JSON.stringify({ company: "X" }), seen]);
      const none = await ask(randomUUID(), 1);
      expect(none.code).toBe("PT409");
      expect(await ask(lead("otherSales"), 1)).toEqual(none);
      expect(await ask(lead("otherSales"), 2)).toEqual(none);
    });
  });

  test("are refused with a reason", async () => {
    const { db, world } = given();
    const { "active sales": sales, "pending sales": pending, owner } = world.people;
    await rolledBack(db, async () => {
      for (const wrong of [
        {},
        { id: randomUUID() },
        { version: 9 },
        { stage: "lost" },
        { stage: "nowhere" },
        { user_id: owner.id },
        { user_id: pending.id },
        { value_cents: -1 },
      ])
        expect(await refusedChange(db, sales, lead("sales"), wrong)).toMatch(/22023|23514/);
      expect(await refusedChange(db, pending, lead("nobody"), { tags: [] })).toBe("42501");
      expect(await refusedChange(db, owner, lead("nobody"), { tags: [] })).toBe("42501");
    });
  });

  test("accept the same websites as the interface", async () => {
    const { db, world } = given();
    const sales = world.people["active sales"];
    await rolledBack(db, async () => {
      for (const website of WEBSITES)
        expect(await refusedChange(db, sales, lead("sales"), { website }), website).toBe("nothing was refused");
      for (const website of NO_WEBSITES)
        expect(await refusedChange(db, sales, lead("sales"), { website }), website).toBe("22023");
      // A website from a form stays when another field changes.
      const wrote = await addLeadRow(db, sales, { email: "web@site.example", website: "ask me" });
      await change(db, sales, [wrote], { company: "Sable" });
      expect(await read(db, wrote)).toMatchObject({ website: "ask me", company: "Sable" });
    });
  });
  test("accept the same email addresses as the interface", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const email of EMAILS)
        expect(await refusedChange(db, sales, lead("sales"), { email }), email).toBe("nothing was refused");
      for (const email of NO_EMAILS)
        expect(await refusedChange(db, sales, lead("sales"), { email }), email).toBe("22023");
      const imports = "select private.import_problem(jsonb_build_object('email', $1::text), 'new', '{}') as problem";
      for (const email of EMAILS)
        expect((await db.run<{ problem: string | null }>(imports, [email])).rows[0]?.problem, email).toBeNull();
      for (const email of NO_EMAILS)
        expect((await db.run<{ problem: string | null }>(imports, [email])).rows[0]?.problem, email).toMatch(
          /^Email: /,
        );
    });
  });
  test("accept the same phone numbers as the interface, and keep numbers from forms", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      for (const phone of PHONES)
        expect(await refusedChange(db, sales, lead("sales"), { phone }), phone).toBe("nothing was refused");
      for (const phone of NO_PHONES)
        expect(await refusedChange(db, sales, lead("sales"), { phone }), phone).toBe("22023");
      const wrote = await addLeadRow(db, sales, { email: "short@phone.example", phone: "123" });
      await change(db, sales, [wrote], { company: "Sable" });
      expect(await read(db, wrote)).toMatchObject({ phone: "123", company: "Sable" });
      await change(db, sales, [wrote], { phone: null });
      expect(await read(db, wrote)).toMatchObject({ phone: null });
    });
  });

  test("When two people claim a lead, one gets it and the other learns who", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const claim = async (who: Person) =>
        (await runAs<{ answer: object }>(db, who, "select public.claim_lead($1) as answer", [lead("nobody")])).answer;
      expect(await claim(sales)).toMatchObject({ claimed: true, owner_id: sales.id });
      expect(await claim(other)).toMatchObject({ claimed: false, owner_id: sales.id });
      expect(await claim(sales)).toMatchObject({ claimed: true });
    });
  });

  test("A claim is undone by the one who made it, as long as the lead is theirs", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const id = lead("nobody");
      const run = async (who: Person, name: "claim_lead" | "undo_claim") =>
        (await runAs<{ answer: object }>(db, who, `select public.${name}($1) as answer`, [id])).answer;
      const done = { restored: 1, kept: 0 };
      const kept = { restored: 0, kept: 1 };
      expect(await run(sales, "claim_lead")).toMatchObject({ claimed: true, is_new: true });
      expect(await run(sales, "claim_lead")).toMatchObject({ claimed: true, is_new: false });
      expect(await run(other, "undo_claim")).toEqual(kept);
      expect(await run(admin, "undo_claim")).toEqual(kept);
      expect(await run(sales, "undo_claim")).toEqual(done);
      expect(await run(sales, "undo_claim")).toEqual(kept);
      expect(await read(db, id)).toMatchObject({ user_id: null });
      await run(sales, "claim_lead");
      await change(db, admin, [id], { user_id: other.id });
      expect(await run(sales, "undo_claim")).toEqual(kept);
      expect(await read(db, id)).toMatchObject({ user_id: other.id });
    });
  });

  test.each([
    ["a logged call", "select public.log_activity(gen_random_uuid(), $1, 'call')"],
    ["a planned step", "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call back', now())"],
  ])("A claim stays after %s of the one who made it", async (_, work) => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const id = lead("nobody");
      await runAs(db, sales, "select public.claim_lead($1)", [id]);
      // Another request, so another moment.
      await db.run(
        "update public.lead_activities set created_at = now() - interval '1 minute' where lead_id = $1 and kind = 'assignment'",
        [id],
      );
      await runAs(db, sales, work, [id]);
      const { answer } = await runAs<{ answer: object }>(db, sales, "select public.undo_claim($1) as answer", [id]);
      expect(answer).toEqual({ restored: 0, kept: 1 });
      expect(await read(db, id)).toMatchObject({ user_id: sales.id });
    });
  });

  test("update the stage totals and the next step", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await change(db, sales, [lead("sales"), lead("nobody")], { stage: "proposal", value_cents: 100 });
      const totals = await db.run(
        "select owner, stage, leads::int, value_cents::int from private.lead_totals where leads <> 0 or value_cents <> 0 order by 1, 2",
      );
      const counted = await db.run(
        `select coalesce(user_id::text, '') as owner, stage, count(*)::int as leads, coalesce(sum(value_cents), 0)::int as value_cents
         from public.leads where archived_at is null and not is_spam group by 1, 2 order by 1, 2`,
      );
      expect(totals.rows).toEqual(counted.rows);
      await become(db, sales);
      const task = "insert into public.lead_tasks (lead_id, title, due_at) values ($1, $2, now() + $3::interval)";
      await db.run(task, [lead("sales"), "Later", "2 days"]);
      await db.run(task, [lead("sales"), "Sooner", "1 day"]);
      expect(await read(db, lead("sales"))).toMatchObject({ next_task_title: "Sooner" });
      await db.run("update public.lead_tasks set done_at = now() where title = 'Sooner'");
      expect(await read(db, lead("sales"))).toMatchObject({ next_task_title: "Later" });
      await db.run("delete from public.lead_tasks");
      expect(await read(db, lead("sales"))).toMatchObject({ next_task_title: null, next_task_at: null });
    });
  });
});
