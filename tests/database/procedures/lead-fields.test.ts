import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { cellProblem, type LeadColumn } from "../../../domain/lead-columns.ts";
import { LEAD_FIELDS } from "../../../domain/lead-fields.ts";
import { outcomeAs, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { erase } from "../../support/erasing.ts";
import { importLeads, leadsOf, undoImport } from "../../support/lead-imports.ts";
import { changeLeads, mergeLeads, readLead, undoBatch } from "../../support/lead-rows.ts";

/** Values of a field: the initial one, the changed one, and another lead's. */
type Values = { first: string; second: string; others: string };

/** Facts that are free text. A new one in the list is tested everywhere. */
const TEXTS = LEAD_FIELDS.filter(({ kind, isFact }) => isFact && (kind === "word" || kind === "text")).map(
  ({ field, maxLength }) => ({ field: field as string, maxLength: Number(maxLength), values: valuesOf(field) }),
);

function valuesOf(field: string): Values {
  if (field === "email") return { first: "a@way.example", second: "b@way.example", others: "c@way.example" };
  if (field === "phone") return { first: "+1 503 555 0141", second: "+1 503 555 0142", others: "+1 503 555 0143" };
  if (field === "website")
    return { first: "one.example", second: "https://two.example/shop", others: "http://other.example" };
  return { first: `${field} one`, second: `${field} two`, others: `${field} other` };
}

onEveryDatabase("Every text field of a lead", (given) => {
  const create = async (db: Session, who: Person, fields: Record<string, unknown>) => {
    const id = randomUUID();
    const lead = JSON.stringify({ company: "Way", ...fields, tags: ["way"], anyway: true });
    await runAs(db, who, "select public.create_lead($1, $2::text::jsonb)", [id, lead]);
    return id;
  };
  const found = async (db: Session, who: Person, field: string, is: string, value: string) => {
    const filter = { op: "and", rules: [{ field, is, value }] };
    const { rows } = await outcomeAs<{ row: Record<string, unknown> }>(
      db,
      who,
      "select row from public.export_leads($1, null, 10) as row",
      [JSON.stringify(filter)],
    );
    return rows.map(({ row }) => row);
  };

  test.each(TEXTS)("works everywhere: $field", async ({ field, values: { first, second, others } }) => {
    const { db, world } = given();
    const { "active sales": sales, admin } = world.people;
    await rolledBack(db, async () => {
      const readField = async (id: string) => (await readLead(db, id))[field];
      // Created, changed and undone. Each change increases the version.
      const lead = await create(db, sales, { [field]: ` ${first} ` });
      expect(await readField(lead)).toBe(first);
      const { version } = await readLead(db, lead);
      const change = await changeLeads(db, sales, [lead], { [field]: second });
      expect(await readLead(db, lead)).toMatchObject({ [field]: second, version: Number(version) + 1 });
      expect(await undoBatch(db, sales, change.batch_id)).toEqual({ restored: 1, kept: 0 });
      expect(await readField(lead)).toBe(first);
      // Found and exported.
      expect(await found(db, sales, field, "eq", first.toUpperCase())).toMatchObject([{ id: lead, [field]: first }]);
      expect(await found(db, sales, field, "contains", first)).toMatchObject([{ id: lead }]);
      // Shown on the lead's page and in the day's list.
      const { page } = await runAs<{ page: object }>(db, sales, "select public.lead_page($1) as page", [lead]);
      expect(page).toMatchObject({ [field]: first });
      const { today } = await runAs<{ today: { no_next_step: { rows: { id: string }[] } } }>(
        db,
        sales,
        "select public.crm_today() as today",
      );
      expect(today.no_next_step.rows.find(({ id }) => id === lead)).toMatchObject({ [field]: first });
      // Merged and unmerged.
      const other = await create(db, sales, { [field]: others });
      const merge = await mergeLeads(db, sales, lead, other, { [field]: "other" });
      expect(await readField(lead)).toBe(others);
      await runAs(db, sales, "select public.undo_lead_merge($1)", [merge]);
      expect([await readField(lead), await readField(other)]).toEqual([first, others]);
      // Erased.
      await erase(db, admin, "lead", lead);
      expect([first, second]).not.toContain(await readField(lead));
    });
  });

  test.each(TEXTS)("is filled by files and forms: $field", async ({ field, maxLength, values: { first, second } }) => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    const key = field === "email" ? first : "file@way.example";
    await rolledBack(db, async () => {
      const { done } = await importLeads(db, sales, [{ email: key, [field]: first }]);
      expect(done).toMatchObject({ created: 1 });
      expect(await leadsOf(db, key)).toMatchObject([{ [field]: first }]);
      if (field !== "email") {
        const again = await importLeads(db, sales, [{ email: key, [field]: second }], "update");
        expect(await leadsOf(db, key)).toMatchObject([{ [field]: second }]);
        expect(await undoImport(db, sales, again.id)).toMatchObject({ restored: 1, kept: 0 });
        expect(await leadsOf(db, key)).toMatchObject([{ [field]: first }]);
      }
      const tooLong = "x".repeat(maxLength + 1);
      const { rows } = await db.run<{ problem: string | null }>(
        "select private.import_problem(jsonb_build_object('company', 'Way', $1::text, $2::text), 'new', '{}') as problem",
        [field, tooLong],
      );
      expect(rows[0]?.problem).toMatch(field === "email" ? /valid address/ : /longer than/);
      // The columns step says the same of a sample.
      const cell = { header: field, text: tooLong, field: field as LeadColumn };
      const said = cellProblem(cell, { dates: "mdy", currency: "usd" });
      expect(said).toMatch(field === "email" ? /not an email/ : field === "phone" ? /not a phone/ : /longer than/);
      // A form fills only blank fields. The file's lead is deleted, because a phone number would find it.
      await db.run("delete from public.leads where email = $1", [key]);
      const file = (value: string) =>
        db.run(`select private.upsert_lead(private.agency_account(), $1, '{}', null, false, '{"contact_id": "way"}')`, [
          JSON.stringify({ email: "form@way.example", [field]: value }),
        ]);
      const formKey = field === "email" ? first : "form@way.example";
      await file(first);
      if (field !== "email") await file(second);
      expect(await leadsOf(db, formKey)).toMatchObject([{ [field]: first }]);
    });
  });
});
