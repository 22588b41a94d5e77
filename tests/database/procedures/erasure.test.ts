import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import { erase, previewErasure } from "../../support/erasing.ts";
import { importLeads } from "../../support/lead-imports.ts";
import { addLeadRow, changeLeads } from "../../support/lead-rows.ts";
import { addMarkedPerson } from "../../support/marked-person.ts";
import { findInDump, plantMarker } from "../../support/plant-marker.ts";
import { readFigures } from "../../support/read-figures.ts";

/** Columns that hold a word of the product or a key, because of their own constraints. */
const NOT_PLANTED = [
  "auth.flow_state.code_challenge_method",
  "auth.sessions.aal",
  "private.client_setups.outcome",
  "private.email_links.kind",
  "private.lead_counts.kind",
  "private.outbox.failure",
  "private.outbox.kind",
  "private.outbox.status",
  "public.accounts.logo",
  "public.client_dashboards.user_id",
  "public.contacts.source",
  "public.invoices.currency",
  "public.landing_brands.accent",
  "public.landing_brands.corner",
  "public.landing_brands.ink",
  "public.landing_brands.page",
  "public.lead_tasks.kind",
  "public.notification_choices.kind",
  "public.rotas.time_zone",
];

/** Rules that match no row of the marked person. */
const NOT_MET = ["private.dashboard_import_entries", "private.settings", "public.lead_views", "public.retainers"];

onEveryDatabase("Erasing a person", (given) => {
  test.each(["lead", "twin", "account"] as const)("leaves nothing of them behind, if found as %s", async (found) => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const person = await addMarkedPerson(db, world);
      const kind = found === "account" ? "account" : "lead";
      const id = found === "account" ? (person.account.id ?? "") : person[found];
      expect(await plantMarker(db, kind, id)).toEqual(NOT_PLANTED);
      const preview = await previewErasure(db, admin, kind, id);
      expect(preview.obstacles).toEqual([]);
      expect(preview.leads).toHaveLength(3);
      expect(preview.accounts).toEqual([{ id: person.account.id, email: person.account.email }]);
      await erase(db, admin, kind, id);
      expect(await findInDump(db)).toEqual([]);
    });
  });

  test("lists every kind of erased data in a dry run, and changes nothing", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { lead } = await addMarkedPerson(db, world);
      const before = await findInDump(db);
      const { found } = await previewErasure(db, world.people.admin, "lead", lead);
      expect(await findInDump(db)).toEqual(before);
      const { rows } = await db.run<{ table_name: string }>(
        "select distinct table_name from private.erasure_rules() where label is not null and treatment <> 'kept' and table_name not like 'auth.mfa%'",
      );
      const met = new Set(found.map(({ table }) => table));
      const missed = rows.map((row) => row.table_name).filter((name) => !met.has(name) && !NOT_MET.includes(name));
      expect(missed).toEqual([]);
      expect(found.every(({ count, label }) => count > 0 && label !== "")).toBe(true);
    });
  });

  test("keeps sums, counts and response figures exactly the same", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales, "other active sales": other } = world.people;
    await rolledBack(db, async () => {
      const { lead } = await addMarkedPerson(db, world);
      await runAs(db, sales, "select public.claim_lead($1)", [lead]);
      const before = await readFigures(db, [admin, sales, other]);
      await erase(db, admin, "lead", lead);
      expect(await readFigures(db, [admin, sales, other])).toEqual(before);
    });
  });

  test("keeps a colleague with the same phone number, and an admin's changes to others", async () => {
    const { db, world } = given();
    const { admin, owner, "active sales": sales, "other client": other } = world.people;
    await rolledBack(db, async () => {
      const phone = "+1 503 555 0142";
      const ann = await addLeadRow(db, sales, {
        first_name: "Ann",
        last_name: "One",
        email: "ann.one@example.com",
        phone,
      });
      await importLeads(db, sales, [{ first_name: "Bob", last_name: "Two", phone }], "create");
      await runAs(db, admin, "select public.deactivate_user($1)", [other.id]);
      const rowsOfBob = "select fields, lead_id from private.lead_import_rows where fields ->> 'first_name' = 'Bob'";
      const doneToOther =
        "select before, after from public.audit_log where table_name = 'user_roles' and row_id like $1";
      const before = [await db.run(rowsOfBob), await db.run(doneToOther, [`${other.id}%`])];
      expect(before.map(({ count }) => count > 0)).toEqual([true, true]);
      await erase(db, admin, "lead", ann);
      // Another admin erases the admin who did it.
      await runAs(
        db,
        "service",
        "insert into public.user_roles (user_id, role, status) values ($1, 'admin', 'active')",
        [owner.id],
      );
      await erase(db, owner, "account", admin.id as string);
      expect([await db.run(rowsOfBob), await db.run(doneToOther, [`${other.id}%`])]).toEqual(before);
      const named = "select from public.audit_log where actor_email = $1";
      expect((await db.run(named, [admin.email])).count).toBe(0);
    });
  });

  test("clears what the history of another lead kept of their address", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const ann = await addLeadRow(db, sales, { first_name: "Ann", email: "ann.right@example.com" });
      const wrong = await addLeadRow(db, sales, { first_name: "Bob" });
      await changeLeads(db, sales, [wrong], { email: "Ann.Right@example.com" });
      await changeLeads(db, sales, [wrong], { email: "bob@example.com", company: "Acme" });
      await changeLeads(db, sales, [wrong], { company: "Acme Inc" });
      await erase(db, admin, "lead", ann);
      const { rows } = await db.run<{ payload: object }>(
        "select payload from public.lead_activities where lead_id = $1 and kind = 'edit'",
        [wrong],
      );
      expect(rows.filter(({ payload }) => JSON.stringify(payload) === "{}")).toHaveLength(2);
      expect(JSON.stringify(rows)).toContain("Acme Inc");
      expect(JSON.stringify(rows).toLowerCase()).not.toContain("ann.right");
    });
  });

  test("adds one audit log entry with the eraser and a number, and no other name", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const { lead } = await addMarkedPerson(db, world);
      const last = (await db.run<{ id: string }>("select max(id)::text as id from public.audit_log")).rows[0]?.id;
      const { erasure_id } = await erase(db, admin, "lead", lead);
      const { rows } = await db.run(
        "select actor_id, action, table_name, row_id, subject, before, after from public.audit_log where id > $1",
        [last],
      );
      expect(rows).toEqual([
        {
          actor_id: admin.id,
          action: "insert",
          table_name: "erasures",
          row_id: erasure_id,
          subject: null,
          before: null,
          after: { kind: "lead", tombstone: lead, leads: 3, accounts: 1 },
        },
      ]);
    });
  });
});
