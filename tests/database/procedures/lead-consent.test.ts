import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createClientAccount, enter } from "../../support/client-accounts.ts";
import { outcomeAs, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import { importLeads } from "../../support/lead-imports.ts";
import { addLeadRow, CHANGE_LEADS, changeLeads, mergeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

const SEND = "select public.send_lead_email($1, $2, 'Hello', 'You')";

onEveryDatabase("A lead's consent", (given) => {
  test("is recorded by hand with its source, appears in the history, and can be withdrawn and undone", async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.agency_settings set email = 'agency@example.com'");
      const lead = await addLeadRow(db, sales, { email: "yes@consent.example" });
      const text = "Agreed to calls and messages, given on the phone";
      expect(await refusalCode(db, sales, SEND, [randomUUID(), lead])).toBe("22023");
      const given = await changeLeads(db, sales, [lead], { consent: " on the phone " });
      expect(await readLead(db, lead)).toMatchObject({ consent_at: expect.anything(), consent_text: text, version: 2 });
      await runAs(db, sales, SEND, [randomUUID(), lead]);
      const taken = await changeLeads(db, sales, [lead], { consent: null });
      expect(await readLead(db, lead)).toMatchObject({ consent_at: null, consent_text: null });
      expect(await undoBatch(db, sales, taken.batch_id)).toEqual({ restored: 1, kept: 0 });
      expect(await readLead(db, lead)).toMatchObject({ consent_text: text });
      expect(await undoBatch(db, sales, given.batch_id)).toEqual({ restored: 1, kept: 0 });
      const { rows } = await db.run(
        `select actor_id, payload, count(*)::int as times from public.lead_activities
         where lead_id = $1 and kind = 'consent' group by 1, 2 order by 3, 2 desc`,
        [lead],
      );
      expect(rows).toEqual(
        expect.arrayContaining([
          { actor_id: sales.id, payload: { given: true, text }, times: 2 },
          { actor_id: sales.id, payload: { given: false }, times: 2 },
        ]),
      );
      const ask = (leads: string[], consent: unknown) =>
        refusalCode(db, sales, CHANGE_LEADS, [randomUUID(), leads, JSON.stringify({ consent }), null]);
      for (const wrong of ["", "  ", "x".repeat(201), 5, {}]) expect(await ask([lead], wrong)).toBe("22023");
      expect(await ask([lead, await addLeadRow(db, sales)], "by e-mail")).toBe("22023");
      expect((await changeLeads(db, other, [lead], { consent: "by e-mail" })).changed).toBe(0);
    });
  });

  test("that ends with its email address is told as such, and so is its return", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, {
        ...{ email: "one@consent.example", consent_at: "2026-01-02T03:04:05Z", consent_text: "A form" },
      });
      const { batch_id } = await changeLeads(db, sales, [lead], { email: "two@consent.example" });
      expect(await readLead(db, lead)).toMatchObject({ consent_at: null });
      await undoBatch(db, sales, batch_id);
      expect(await readLead(db, lead)).toMatchObject({ email: "one@consent.example", consent_text: "A form" });
      await changeLeads(db, sales, [lead], { consent: null });
      const { rows } = await db.run(
        "select payload from public.lead_activities where lead_id = $1 and kind = 'consent' order by payload::text",
        [lead],
      );
      const payloads = rows.map(({ payload }) => payload);
      expect(payloads).toHaveLength(3);
      expect(payloads).toEqual(
        expect.arrayContaining([
          { given: false, because: "email" },
          { given: true, because: "undone", text: "A form" },
          { given: false },
        ]),
      );
    });
  });

  test("can be withdrawn on the free plan, and that undone, but nothing else can be changed there", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const free = await createClientAccount(db, "Free Consent", { premium: false });
      const lead = await addLeadRow(db, null, {
        ...{ account_id: free.id, consent_at: "2026-01-02T03:04:05Z", consent_text: "A form" },
      });
      const attempt = async (who: Person, text: string, values: unknown[]) => {
        await db.run("savepoint attempt");
        await enter(db, who, free.slug);
        const answer = await db.run<{ answer: Record<string, unknown> }>(text, values).then(
          ({ rows }) => rows[0]?.answer,
          (error) => (error as { hint?: string }).hint,
        );
        if (typeof answer === "string") await db.run("rollback to savepoint attempt");
        await becomeOwner(db);
        return answer;
      };
      const change = (who: Person, changes: object, batch: string = randomUUID()) =>
        attempt(who, CHANGE_LEADS, [batch, [lead], JSON.stringify(changes), null]);
      for (const changes of [{ consent: "on the phone" }, { consent: null, company: "Acme" }, { company: null }, {}])
        expect(await change(free.owner, changes), JSON.stringify(changes)).toBe("premium_only");
      expect(await change(free.billing, { consent: null })).toBe("account_left");
      expect(await readLead(db, lead)).toMatchObject({ consent_text: "A form" });
      for (const who of [free.owner, free.member]) {
        const batch = randomUUID();
        expect(await change(who, { consent: null }, batch)).toMatchObject({ changed: 1 });
        expect(await readLead(db, lead)).toMatchObject({ consent_at: null, consent_text: null });
        expect(await attempt(who, "select public.undo_lead_batch($1) as answer", [batch])).toMatchObject({
          restored: 1,
        });
        expect(await readLead(db, lead)).toMatchObject({ consent_text: "A form" });
      }
      // What they changed while they had Premium stays as it is.
      const earlier = randomUUID();
      await db.run("insert into public.premium_overrides (email) values ($1)", [free.owner.email]);
      expect(await change(free.owner, { company: "Acme" }, earlier)).toMatchObject({ changed: 1 });
      await db.run("delete from public.premium_overrides where email = $1", [free.owner.email]);
      expect(await attempt(free.owner, "select public.undo_lead_batch($1) as answer", [earlier])).toBe("premium_only");
    });
  });

  test("that is on record is never replaced by another, and lists say that it is given", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { email: "proof@consent.example" });
      await db.run(
        "update public.leads set consent_at = '2026-01-02T03:04:05Z', consent_text = 'A form' where id = $1",
        [lead],
      );
      expect(await changeLeads(db, sales, [lead], { consent: "on the phone" })).toMatchObject({ changed: 0 });
      expect(await readLead(db, lead)).toMatchObject({ consent_text: "A form" });
      const filter = { op: "and", rules: [{ field: "email", is: "eq", value: "proof@consent.example" }] };
      const { answer } = await runAs<{ answer: { rows: { consent_at: string }[] } }>(
        db,
        sales,
        "select public.list_leads('all', $1::text::jsonb) as answer",
        [JSON.stringify(filter)],
      );
      expect(answer.rows.map(({ consent_at }) => Date.parse(consent_at))).toEqual([Date.UTC(2026, 0, 2, 3, 4, 5)]);
    });
  });

  test("from a form is for the address in the form, not for a lead found by its phone number", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const phone = "+1 503 555 0142";
      const lead = await addLeadRow(db, sales, { email: "quiet@consent.example", phone });
      const person = { email: "", first_name: "Ada", phone };
      const write = (email: string) =>
        db.run(
          "select private.upsert_lead(private.agency_account(), $1::text::jsonb, null, 'Agreed in the form', false, '{}'::jsonb) as id",
          [JSON.stringify({ ...person, email })],
        );
      expect((await write("other@consent.example")).rows).toEqual([{ id: lead }]);
      expect(await readLead(db, lead)).toMatchObject({ email: "quiet@consent.example", consent_at: null });
      expect(await refusalCode(db, sales, SEND, [randomUUID(), lead])).toBe("22023");
      await write("QUIET@consent.example");
      expect(await readLead(db, lead)).toMatchObject({ consent_text: "Agreed in the form" });
      const blank = await addLeadRow(db, sales, { phone: "+1 503 555 0143" });
      Object.assign(person, { phone: "+1 503 555 0143" });
      await write("new@consent.example");
      expect(await readLead(db, blank)).toMatchObject({
        email: "new@consent.example",
        consent_text: "Agreed in the form",
      });
    });
  });

  test("ends when the address changes in any way, and returns with the address", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const agreed = { email: "yes@consent.example", phone: "+1 503 555 0177", consent_at: "2026-01-01T00:00:00Z" };
      const lead = await addLeadRow(db, sales, agreed);
      const { batch_id } = await changeLeads(db, sales, [lead], { email: "never@consent.example" });
      expect(await readLead(db, lead)).toMatchObject({ consent_at: null });
      expect(await refusalCode(db, sales, SEND, [randomUUID(), lead])).toBe("22023");
      await undoBatch(db, sales, batch_id);
      expect((await readLead(db, lead)).consent_at).not.toBeNull();
      await changeLeads(db, sales, [lead], { email: "YES@consent.example" });
      expect((await readLead(db, lead)).consent_at).not.toBeNull();
      await changeLeads(db, sales, [lead], { email: "both@consent.example", consent: "by e-mail" });
      expect(await readLead(db, lead)).toMatchObject({ consent_text: expect.stringContaining("by e-mail") });
      await importLeads(db, sales, [{ email: "file@consent.example", phone: agreed.phone }], "update");
      expect(await readLead(db, lead)).toMatchObject({ email: "file@consent.example", consent_at: null });
      await db.run("update public.leads set consent_at = now() where id = $1", [lead]);
      const rest = "update public.leads set email = 'rest@consent.example' where id = $1 returning consent_at";
      expect((await outcomeAs(db, sales, rest, [lead])).rows).toEqual([{ consent_at: null }]);
    });
  });

  test("follows the address that a merge keeps", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const yes = () => addLeadRow(db, sales, { email: "yes@consent.example", consent_at: "2026-01-01T00:00:00Z" });
      const no = () => addLeadRow(db, sales, { email: "no@consent.example" });
      const merged = async (keep: string, other: string, email: "keep" | "other") => {
        await mergeLeads(db, sales, keep, other, { email });
        return (await readLead(db, keep)).consent_at !== null;
      };
      expect(await merged(await yes(), await no(), "keep")).toBe(true);
      expect(await merged(await yes(), await no(), "other")).toBe(false);
      expect(await merged(await no(), await yes(), "keep")).toBe(false);
      expect(await merged(await no(), await yes(), "other")).toBe(true);
      expect(await merged(await addLeadRow(db, sales), await yes(), "other")).toBe(true);
    });
  });
});
