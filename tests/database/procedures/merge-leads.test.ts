import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Lead } from "../../../app/features/crm/merge/api.ts";
import { consentSide } from "../../../app/features/crm/merge/merge-fields.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, type Person, rolledBack } from "../../support/database-persons.ts";
import { addLeadRow as add, mergeLeads as merge, type Row, readLead as read } from "../../support/lead-rows.ts";

const MERGE = "select public.merge_leads($1, $2, $3, $4::text::jsonb) as answer";
const UNDO = "select public.undo_lead_merge($1) as answer";

onEveryDatabase("Merging leads", (given) => {
  test("finds duplicates by email, phone and similar name, and shows only the owner of a colleague's lead", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const nadia = {
        first_name: "Nadia",
        last_name: "Rahimi",
        email: "nadia@merge.example",
        phone: "(503) 555-0148",
        company: "Sable Interiors",
      };
      const id = await add(db, sales, nadia);
      await add(db, null, { first_name: "N.", last_name: "Rahimi", company: "Sable" });
      await add(db, sales, { first_name: "Nadia", email: "NADIA@merge.example", phone: "+1 503 555 0148" });
      await add(db, other, { first_name: "Secret", phone: "503.555.0148", company: "Hidden" });
      await add(db, sales, { first_name: "Somebody", last_name: "Else", company: "Sable" });
      await runAs(db, sales, "select 1");
      await become(db, sales);
      const { rows } = await db.run<Row>(
        "select name, same, owner_name, company, phone, may_merge from public.lead_duplicates($1)",
        [id],
      );
      expect(rows).toEqual(
        [
          {
            name: "Nadia",
            same: ["email", "phone"],
            owner_name: expect.any(String),
            company: null,
            phone: "+1 503 555 0148",
            may_merge: true,
          },
          { name: "N. Rahimi", same: ["name"], owner_name: null, company: "Sable", phone: null, may_merge: true },
          { name: null, same: ["phone"], owner_name: expect.any(String), company: null, phone: null, may_merge: false },
        ].sort((a, b) => rows.findIndex((row) => row.name === a.name) - rows.findIndex((row) => row.name === b.name)),
      );
      await become(db, admin);
      expect((await db.run<Row>("select name from public.lead_duplicates($1) where name = 'Secret'", [id])).count).toBe(
        1,
      );
      expect(await refusalCode(db, other, "select * from public.lead_duplicates($1)", [id])).toBe("PT404");
      expect(await refusalCode(db, world.people.owner, "select * from public.lead_duplicates($1)", [id])).toBe("42501");
    });
  });

  test("gives the kept lead the chosen fields, all tags and all tasks, and links the other lead to it", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const keep = await add(db, sales, {
        first_name: "Nadia",
        email: "a@merge.example",
        tags: ["a"],
        stage: "connected",
      });
      const other = await add(db, null, {
        first_name: "N.",
        last_name: "Rahimi",
        email: "b@merge.example",
        company: "Sable",
        tags: ["b"],
        stage: "proposal",
        value_cents: 500,
      });
      await db.run(
        "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', now() + interval '1 day')",
        [other],
      );
      const batch = await merge(db, sales, keep, other, { email: "other", first_name: "keep" });
      expect(await read(db, keep)).toMatchObject({
        first_name: "Nadia",
        last_name: "Rahimi",
        email: "b@merge.example",
        company: "Sable",
        tags: ["a", "b"],
        stage: "connected",
        next_task_title: "Call",
        user_id: sales.id,
        reached: 6,
      });
      expect(await read(db, other)).toMatchObject({
        merged_into: keep,
        archived_at: expect.anything(),
        next_task_title: null,
      });
      const history = await db.run<Row>(
        "select lead_id, payload ->> 'what' as what from public.lead_activities where kind = 'merge' and payload ->> 'batch_id' = $1 order by what",
        [batch],
      );
      expect(history.rows).toEqual([
        { lead_id: keep, what: "kept" },
        { lead_id: other, what: "merged" },
      ]);
      const follow = await db.run<Row>(
        "select private.resolve_merged_lead($1) as id, (select lead_id from private.find_leads(private.agency_account(), array['a@merge.example'], '{}')) as found",
        [other],
      );
      expect(follow.rows[0]).toMatchObject({ id: keep });
      expect(await refusalCode(db, sales, MERGE, [randomUUID(), keep, other, "{}"])).toBe("PT409");
    });
  });

  test("leaves the consent of the address that stays, as the dialog says", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    const consents = [null, "in person"];
    const emails = ["a@merge.example", "A@merge.example", "b@merge.example", null];
    for (const keepEmail of ["a@merge.example", null])
      for (const otherEmail of emails)
        for (const keepConsent of consents)
          for (const otherConsent of consents)
            for (const side of ["keep", "other"] as const)
              await rolledBack(db, async () => {
                const agreed = (text: string | null, day: number) =>
                  text && { consent_at: `2026-01-0${day}T00:00:00Z`, consent_text: `${text} ${day}` };
                const keep = await add(db, sales, { email: keepEmail, ...agreed(keepConsent, 1) });
                const other = await add(db, sales, { email: otherEmail, ...agreed(otherConsent, 2) });
                const pair = [await read(db, keep), await read(db, other)] as unknown as [Lead, Lead];
                await merge(db, sales, keep, other, { email: side });
                const told = consentSide(...pair, side);
                const expected = told ? pair[told === "keep" ? 0 : 1].consent_text : null;
                const asked = JSON.stringify({ keepEmail, otherEmail, keepConsent, otherConsent, side });
                expect((await read(db, keep)).consent_text ?? null, asked).toBe(expected);
              });
  });

  test("can be undone, except for later changes", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const keep = await add(db, sales, { first_name: "Nadia", email: "a@merge.example", tags: ["a"] });
      const other = await add(db, sales, {
        last_name: "Rahimi",
        email: "b@merge.example",
        company: "Sable",
        tags: ["b"],
      });
      const third = await add(db, sales, { email: "c@merge.example" });
      await merge(db, sales, other, third);
      await db.run(
        "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', now() + interval '1 day')",
        [other],
      );
      const before = await read(db, other);
      const batch = await merge(db, sales, keep, other);
      expect(await read(db, third)).toMatchObject({ merged_into: keep });
      await db.run("update public.leads set company = 'Newer' where id = $1", [keep]);
      const { answer } = await runAs<{ answer: Row }>(db, sales, UNDO, [batch]);
      expect(answer).toEqual({ restored: 2, kept: 1 });
      expect(await read(db, keep)).toMatchObject({
        last_name: null,
        company: "Newer",
        tags: ["a"],
        next_task_title: null,
      });
      const { version: _was, updated_at: _then, ...same } = before;
      expect(await read(db, other)).toMatchObject({ ...same });
      expect(await read(db, third)).toMatchObject({ merged_into: other });
      expect(await refusalCode(db, sales, UNDO, [batch])).toBe("PT409");
    });
  });

  test("continues the clock that started first, and returns it when undone", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const clock = async (lead: string, minutes: number) =>
        (
          await db.run<{ id: string }>(
            `insert into public.lead_clocks (lead_id, arrived_at, started_at, target_seconds, due_at, source)
             values ($1, now() - $2::integer * interval '1 minute', now(), 300, now() + $2::integer * interval '1 minute', 'website_form') returning id`,
            [lead, minutes],
          )
        ).rows[0]?.id;
      const open = async () =>
        (
          await db.run<Row>(
            "select id, lead_id from public.lead_clocks where state not in ('answered', 'dropped') and lead_id = any ($1) order by arrived_at",
            [[one, other]],
          )
        ).rows;
      const one = await add(db, null, { email: "a@merge.example" });
      const other = await add(db, null, { email: "b@merge.example" });
      const late = await clock(one, 2);
      const early = await clock(other, 9);
      const batch = await merge(db, admin, one, other);
      expect((await open()).map(({ lead_id }) => lead_id)).toEqual([one]);
      expect((await read(db, one)).clock_due_at).not.toBeNull();
      await runAs(db, admin, UNDO, [batch]);
      expect((await open()).map(({ lead_id }) => lead_id)).toEqual([other, one]);
      expect([late, early].every(Boolean)).toBe(true);
      await merge(db, admin, other, one);
      expect((await open()).map(({ lead_id }) => lead_id)).toEqual([other]);
    });
  });

  test("requires two different leads of the caller and valid choices", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, owner } = world.people;
    await rolledBack(db, async () => {
      const mine = await add(db, sales, { email: "a@merge.example" });
      const theirs = await add(db, other, { email: "b@merge.example" });
      const ask = (who: Person, keep: string, away: string, fields: Row = {}) =>
        refusalCode(db, who, MERGE, [randomUUID(), keep, away, JSON.stringify(fields)]);
      expect(await ask(sales, mine, theirs)).toBe("PT404");
      expect(await ask(sales, mine, mine)).toBe("22023");
      expect(await ask(owner, mine, theirs)).toBe("42501");
      const nobodys = await add(db, null, { email: "c@merge.example" });
      expect(await ask(sales, mine, nobodys, { id: "other" })).toBe("22023");
      expect(await ask(sales, mine, nobodys, { email: "both" })).toBe("22023");
      const batch = await merge(db, sales, mine, nobodys);
      expect(await refusalCode(db, other, UNDO, [batch])).toBe("PT404");
      expect((await runAs<{ answer: Row }>(db, sales, MERGE, [batch, mine, nobodys, "{}"])).answer).toEqual({
        batch_id: batch,
        kept_id: mine,
      });
    });
  });

  test("succeeds once if two people merge the same pair in opposite directions at once", async () => {
    const { db, world } = given();
    if (!db.connect) return;
    const { "active sales": sales, admin } = world.people;
    for (let round = 0; round < 10; round++) {
      const one = await add(db, null, { email: `race-a${round}@merge.example` });
      const other = await add(db, null, { email: `race-b${round}@merge.example` });
      const connections = await Promise.all([db.connect(), db.connect()]);
      const results = await Promise.allSettled(
        connections.map(async (connection, at) => {
          await connection.run("begin");
          try {
            await become(connection, at ? admin : sales);
            await connection.run(MERGE, [randomUUID(), at ? one : other, at ? other : one, "{}"]);
            await connection.run("commit");
          } catch (error) {
            await connection.run("rollback");
            throw error;
          } finally {
            connection.release();
          }
        }),
      );
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(
        results.flatMap((result) => (result.status === "rejected" ? [(result.reason as { code?: string }).code] : [])),
      ).toEqual(["PT409"]);
      const { rows } = await db.run<Row>(
        "select merged_into from public.leads where id in ($1, $2) and merged_into is not null",
        [one, other],
      );
      expect(rows).toHaveLength(1);
    }
  });
});
