import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  become,
  becomeOwner,
  createAccount,
  createPerson,
  type PersonKind,
  rolledBack,
} from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { ERASE, erase, PREVIEW, previewErasure } from "../../support/erasing.ts";
import { importLeads, leadsOf, undoImport } from "../../support/lead-imports.ts";
import { addLeadRow, changeLeads, mergeLeads, readLead } from "../../support/lead-rows.ts";

onEveryDatabase("Erasing a person is refused", (given) => {
  const codes = async (db: Session, kind: string, id: string | null) =>
    (await previewErasure(db, given().world.people.admin, kind, id)).obstacles.map(({ code }) => code);

  test("for everybody but active admins", async () => {
    const { db, world } = given();
    const lead = world.ids["lead of sales"];
    for (const kind of Object.keys(world.people) as PersonKind[]) {
      if (kind === "admin") continue;
      await rolledBack(db, async () => {
        expect(await refusalCode(db, world.people[kind], PREVIEW, ["lead", lead])).toBe("42501");
        expect(await refusalCode(db, world.people[kind], ERASE, ["lead", lead, "Lead of sales"])).toBe("42501");
      });
    }
  });

  test("for the caller's own account, and for the last active admin", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      expect(await codes(db, "account", admin.id)).toEqual(["self", "last_admin"]);
      expect(await refusal(db, admin, ERASE, ["account", admin.id, admin.email])).toMatchObject({
        code: "PT409",
        message: "You can't erase yourself. Ask another admin.",
      });
      // One of two admins erases the other and is then the last one.
      const second = await createPerson(db, "admin");
      await erase(db, admin, "account", second.id);
      expect(await codes(db, "account", admin.id)).toEqual(["self", "last_admin"]);
    });
  });

  test("while a client has open invoices, running retainers or a paid plan, and lists them", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        "update public.subscriptions set subscribed = true, stripe_subscription_id = 'sub_1' where user_id = $1",
        [owner.id],
      );
      await db.run(
        `insert into public.retainers (client_id, retainer_name, monthly_amount, status)
         values ($1, 'Paused', 100, 'paused'), ($1, 'Completed', 100, 'completed'), ($1, 'Draft', 100, 'pending')`,
        [owner.id],
      );
      const { obstacles, found } = await previewErasure(db, admin, "account", owner.id);
      expect(obstacles.map(({ code }) => code)).toEqual(["open_invoices", "running_retainers", "paid_plan"]);
      expect(obstacles[1]?.items).toHaveLength(2);
      const retainers = found.filter(({ table }) => table === "public.retainers");
      expect(retainers.map(({ treatment, count }) => [treatment, count])).toEqual([
        ["deleted", 1],
        ["kept", 1],
      ]);
      expect(obstacles[0]?.items).toMatchObject([{ label: "A-0", currency: "usd" }]);
      const said = await refusal(db, admin, ERASE, ["account", owner.id, owner.email]);
      expect(said).toMatchObject({
        code: "PT409",
        message: "These invoices aren't settled. Collect, credit or cancel them first.",
      });
      expect(JSON.parse(said.detail ?? "")).toEqual({ obstacles });
      expect(
        (await db.run("select from public.profiles where user_id = $1 and erased_at is null", [owner.id])).count,
      ).toBe(1);
    });
  });

  test("while a member of the team owns open leads", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      expect(await codes(db, "account", sales.id)).toEqual(["open_leads"]);
      await runAs(db, world.people.admin, "select public.deactivate_user($1, null, true)", [sales.id]);
      expect(await codes(db, "account", sales.id)).toEqual([]);
    });
  });

  test("without the right confirmation, for an unknown id, and for records that are not people", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, null, { first_name: "Ann", last_name: "Lee" });
      for (const typed of [null, "", "Ann", "lee"])
        expect(await refusalCode(db, admin, ERASE, ["lead", lead, typed])).toBe("22023");
      expect(await refusalCode(db, admin, ERASE, ["invoice", lead, "Ann Lee"])).toBe("22023");
      expect(await refusalCode(db, admin, ERASE, ["lead", null, "Ann Lee"])).toBe("22023");
      expect(await refusalCode(db, admin, ERASE, ["lead", randomUUID(), "Ann Lee"])).toBe("PT404");
      expect(await refusalCode(db, admin, ERASE, ["account", lead, "Ann Lee"])).toBe("PT404");
      expect(await refusalCode(db, admin, ERASE, ["lead", lead, " ann LEE "])).toBe("nothing was refused");
    });
  });

  test("the second time", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, null, { first_name: "Ann", email: "ann@twice.example" });
      const account = await createAccount(db, { email: "bob@twice.example" });
      await erase(db, admin, "lead", lead);
      await erase(db, admin, "account", account.id);
      for (const [kind, id] of [
        ["lead", lead],
        ["account", account.id],
      ] as const) {
        expect(await refusal(db, admin, PREVIEW, [kind, id])).toMatchObject({
          code: "PT409",
          message: "This person was already erased",
        });
        expect(await refusalCode(db, admin, ERASE, [kind, id, "Erased person"])).toBe("PT409");
      }
    });
  });

  test("if the lead is a tombstone, for any write by the team or its own session", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { first_name: "Ann", email: "ann@stone.example" });
      const other = await addLeadRow(db, sales, { first_name: "Bob" });
      const account = await createAccount(db, { email: "ann@stone.example", metadata: { account_type: "client" } });
      await erase(db, admin, "lead", lead);
      const refused: [string, unknown[]][] = [
        ["update public.leads set first_name = 'Ann' where id = $1", [lead]],
        ["update public.leads set email = 'ann@stone.example' where id = $1", [lead]],
        ["insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call Ann', now())", [lead]],
        [
          "insert into public.lead_activities (lead_id, kind, body, actor_id) values ($1, 'note', 'Ann called', $2)",
          [lead, sales.id],
        ],
        ["select public.merge_leads($1, $2, $3)", [randomUUID(), other, lead]],
        ["select public.merge_leads($1, $2, $3)", [randomUUID(), lead, other]],
      ];
      for (const [statement, parameters] of refused)
        expect([statement, await refusalCode(db, sales, statement, parameters)]).not.toContain("nothing was refused");
      expect(await changeLeads(db, sales, [lead], { first_name: "Ann" })).toMatchObject({ changed: 0, skipped: 1 });
      expect(
        await refusalCode(db, account, "update public.profiles set first_name = 'Ann' where user_id = $1", [
          account.id,
        ]),
      ).toBe("23514");
      // It can be archived like any lead.
      expect(await changeLeads(db, admin, [lead], { archived: true })).toMatchObject({ changed: 1 });
    });
  });
});

onEveryDatabase("Erasing a person", (given) => {
  test("includes both leads of a merge, and leads with the account's address", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    for (const first of ["kept", "merged", "account"] as const)
      await rolledBack(db, async () => {
        const kept = await addLeadRow(db, sales, { first_name: "Ann", email: "ann@twins.example" });
        const merged = await addLeadRow(db, sales, { first_name: "Annie", email: "annie@twins.example" });
        const stranger = await addLeadRow(db, sales, { first_name: "Joann", email: "joann@twins.example" });
        const account = await createAccount(db, { email: "annie@twins.example", metadata: { account_type: "client" } });
        await mergeLeads(db, sales, kept, merged, {});
        const id = { kept, merged, account: account.id }[first];
        await erase(db, admin, first === "account" ? "account" : "lead", id);
        expect((await readLead(db, kept)).erased_at).not.toBeNull();
        expect((await readLead(db, merged)).erased_at).not.toBeNull();
        expect((await readLead(db, stranger)).email).toBe("joann@twins.example");
        expect(
          (await db.run("select from public.profiles where user_id = $1 and erased_at is not null", [account.id]))
            .count,
        ).toBe(1);
      });
  });

  test("ignores unconfirmed addresses, and never includes a team member because of a lead", async () => {
    const { db, world } = given();
    const { admin, "other active sales": member } = world.people;
    await rolledBack(db, async () => {
      const typed = await addLeadRow(db, null, { first_name: "Mallory", email: member.email });
      const preview = await previewErasure(db, admin, "lead", typed);
      expect(preview.accounts).toEqual([]);
      expect(preview.team_accounts).toEqual([{ id: member.id, email: member.email }]);
      await erase(db, admin, "lead", typed);
      expect(
        (await db.run("select from public.user_roles where user_id = $1 and status = 'active'", [member.id])).count,
      ).toBe(1);
      const lead = await addLeadRow(db, null, { first_name: "Ann", email: "ann@unproven.example" });
      const account = await createAccount(db, {
        email: "ann@unproven.example",
        confirmed: false,
        metadata: { account_type: "client" },
      });
      expect((await previewErasure(db, admin, "lead", lead)).accounts).toEqual([]);
      expect((await previewErasure(db, admin, "account", account.id)).leads).toEqual([]);
    });
  });

  test("is not reverted by undoing an import or a change, and the tombstone stays", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const row = { first_name: "Ann", last_name: "Lee", email: "ann@import.example" };
      const made = await importLeads(db, admin, [row]);
      const changed = await importLeads(db, admin, [{ ...row, company: "Later" }], "update");
      const [lead] = await leadsOf(db, row.email);
      const id = String(lead?.id);
      const { batch_id } = await changeLeads(db, admin, [id], { goals: "More" });
      await erase(db, admin, "lead", id);
      for (const done of [changed, made]) await undoImport(db, admin, done.id);
      expect(await refusalCode(db, admin, "select public.undo_lead_batch($1)", [batch_id])).toBe("PT409");
      expect(await readLead(db, id)).toMatchObject({ first_name: "Erased", email: null, goals: null });
      expect(await leadsOf(db, row.email)).toEqual([]);
    });
  });

  test("makes a later form a new lead, with no link to the tombstone", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const send = () =>
        runAs<{ id: string }>(db, "service", "select public.submit_contact($1::text::jsonb) as id", [
          JSON.stringify({
            submission_id: randomUUID(),
            first_name: "Ann",
            last_name: "Lee",
            email: "ann@again.example",
            goals: "More",
          }),
        ]);
      const leadsOf = async () =>
        (await db.run<{ id: string }>("select id from public.leads where email = 'ann@again.example'")).rows.map(
          ({ id }) => id,
        );
      await send();
      const [first = ""] = await leadsOf();
      await erase(db, admin, "lead", first);
      await send();
      const [second = ""] = await leadsOf();
      expect(second).not.toBe("");
      expect(second).not.toBe(first);
      const links = await db.run("select from public.leads where id = $1 and merged_into is null", [second]);
      expect(links.count).toBe(1);
      await become(db, admin);
      expect((await db.run("select * from public.lead_duplicates($1)", [second])).rows).toEqual([]);
      await becomeOwner(db);
    });
  });

  test("keeps a shared company's name until its last lead is erased, and counts it once", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const companies = async () =>
        (
          await db.run<{ company: string }>(
            "select distinct company from public.leads where company ~ '^(Share|Erased)'",
          )
        ).rows.map(({ company }) => company);
      const counted = async () =>
        await runAs<{ companies: string; total_leads: string }>(
          db,
          admin,
          "select * from public.list_admin_overview()",
        );
      const leads = [];
      for (const name of ["Ann", "Bob"])
        leads.push(
          await addLeadRow(db, null, {
            first_name: name,
            company: "Shared & Co",
            first_touch: '{"utm_campaign": "Secret"}',
          }),
        );
      const before = await counted();
      await erase(db, admin, "lead", leads[0] ?? "");
      expect(await companies()).toEqual(["Shared & Co"]);
      expect(await counted()).toEqual(before);
      await erase(db, admin, "lead", leads[1] ?? "");
      expect(await companies()).toEqual([`Erased company ${leads[1]?.slice(0, 8)}`]);
      expect(await counted()).toEqual(before);
      const named = await db.run("select from public.leads where first_touch::text like '%Secret%'");
      expect(named.count).toBe(0);
    });
  });

  test("keeps only the invoice data and names that tax law requires", async () => {
    const { db, world } = given();
    const { admin, "other client": client } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        "update public.profiles set first_name = 'Billie', last_name = 'Keptname', company = 'Keptfirm' where user_id = $1",
        [client.id],
      );
      await db.run(
        "update public.invoices set status = 'paid', received_amount = amount where client_id = $1 and status = 'pending'",
        [client.id],
      );
      await db.run("update public.retainers set status = 'canceled' where client_id = $1", [client.id]);
      const paid = (
        await db.run<{ id: string }>(
          "select id from public.invoices where client_id = $1 and status = 'paid' limit 1",
          [client.id],
        )
      ).rows[0]?.id;
      const { found } = await previewErasure(db, admin, "account", client.id);
      expect(
        found.filter(({ treatment }) => treatment === "kept").map(({ table, count }) => [table, count]),
      ).toContainEqual(["public.invoices", 2]);
      expect(found.every(({ treatment, reason }) => treatment !== "kept" || reason)).toBe(true);
      const paper = async () =>
        (await runAs<{ paper: object }>(db, "service", "select public.invoice_document($1) as paper", [paid])).paper;
      const before = await paper();
      await erase(db, admin, "account", client.id);
      expect(await paper()).toEqual({
        ...before,
        client: { name: "Billie Keptname", company: "Keptfirm", email: "", address: null, taxId: null },
      });
      const kept = await db.run("select name, company from private.archived_billing_identities where account_id = $1", [
        client.id,
      ]);
      expect(kept.rows).toEqual([{ name: "Billie Keptname", company: "Keptfirm" }]);
      expect(
        (await db.run("select from public.invoices where client_id = $1 and status = 'draft'", [client.id])).count,
      ).toBe(0);
    });
  });

  test("changes nothing if any step fails", async () => {
    const { db, world } = given();
    const { admin, "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales, { first_name: "Ann", email: "ann@half.example" });
      await createAccount(db, { email: "ann@half.example", metadata: { account_type: "client" } });
      const rows = async () => (await db.run("select * from public.leads where id = $1", [lead])).rows;
      const before = await rows();
      // The last table refuses.
      await db.run(
        `create function public.stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbled'; end $$`,
      );
      await db.run("create trigger stumble before update on auth.users for each row execute function public.stumble()");
      expect(await refusal(db, admin, ERASE, ["lead", lead, "ann@half.example"])).toMatchObject({
        message: "stumbled",
      });
      expect(await rows()).toEqual(before);
      expect((await db.run("select from private.erasures")).count).toBe(0);
    });
  });
});
