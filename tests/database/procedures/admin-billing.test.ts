import { expect, test } from "vitest";
import { lineAmount } from "../../../domain/invoice-lines.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { outcomeAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  become,
  becomeOwner,
  createPerson,
  KINDS,
  type Person,
  type PersonKind,
  rolledBack,
} from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";

type Line = { description: string; quantity: number | string; unit_amount: number | string; is_discount?: boolean };
const line = (unit_amount: number, quantity = 1, description = "Ads"): Line => ({
  description,
  quantity,
  unit_amount,
  ...(unit_amount < 0 && { is_discount: true }),
});

const one = async <Value>(db: Session, text: string, parameters: unknown[] = []): Promise<Value> =>
  Object.values((await db.run(text, parameters)).rows[0] ?? {})[0] as Value;

/** Runs work as the admin in a transaction that is rolled back. */
const asAdmin = (given: { db: Session; world: World }, work: () => Promise<void>) =>
  rolledBack(given.db, async () => {
    await become(given.db, given.world.people.admin);
    await work();
  });

const create = (
  db: Session,
  client: string | null,
  lines: unknown[] = [line(5000)],
  more: { id?: string; due?: string | null } = {},
) =>
  one<string>(
    db,
    `select public.create_invoice($1, 'Ads', coalesce($3::date, public.agency_today() + 14), 'USD', $2::text::jsonb, coalesce($4::uuid, gen_random_uuid()))`,
    [client, JSON.stringify(lines), more.due ?? null, more.id ?? null],
  );
const invoiceOf = async (db: Session, id: string) =>
  (
    await db.run<{
      invoice_number: string;
      status: string;
      amount: number;
      credited_amount: number;
      refunded_amount: number;
      owed_amount: number;
      received_amount: number;
      updated_at: string;
    }>("select *, updated_at::text from public.invoices where id = $1", [id])
  ).rows[0];
const seenAt = async (db: Session, id: string) => (await invoiceOf(db, id))?.updated_at;
const send = async (db: Session, id: string) =>
  one<string>(db, "select public.send_invoice($1, $2::timestamptz)", [id, await seenAt(db, id)]);
const sent = async (db: Session, client: string | null, amount = 5000) => {
  const id = await create(db, client, [line(amount)]);
  await send(db, id);
  return id;
};
const letters = async (db: Session, template: string) => {
  await becomeOwner(db);
  return (
    await db.run<{ payload: Record<string, unknown> }>(
      "select payload from private.outbox where payload ->> 'template' = $1",
      [template],
    )
  ).rows;
};

const ID = "00000000-0000-4000-8000-000000000001";
const CALLS: Record<string, string> = {
  create_invoice: `select public.create_invoice('${ID}', null, null, 'usd', '[]')`,
  update_draft_invoice: `select public.update_draft_invoice('${ID}', now(), '${ID}', null, null, 'usd', '[]')`,
  delete_draft_invoice: `select public.delete_draft_invoice('${ID}', now())`,
  send_invoice: `select public.send_invoice('${ID}', now())`,
  record_invoice_payment: `select public.record_invoice_payment('${ID}', now(), 1, current_date, 'Cash')`,
  remove_invoice_payment: `select public.remove_invoice_payment('${ID}', now(), 'x')`,
  restore_invoice_payment: `select public.restore_invoice_payment('${ID}')`,
  remove_invoice_credit: `select public.remove_invoice_credit('${ID}', now(), 'x')`,
  restore_invoice_credit: `select public.restore_invoice_credit('${ID}')`,
  restore_draft_invoice: `select public.restore_draft_invoice('${ID}')`,
  open_invoice: `select public.open_invoice('${ID}', now(), current_date)`,
  void_invoice: `select public.void_invoice('${ID}', now(), 'x')`,
  credit_invoice: `select public.credit_invoice('${ID}', now(), 1, 'x')`,
  start_card_refund: `select public.start_card_refund('${ID}', now(), 1, 'x')`,
  email_invoice: `select public.email_invoice('${ID}', 'resent')`,
  duplicate_invoice: `select public.duplicate_invoice('${ID}')`,
  create_retainer: `select public.create_retainer('${ID}', 'x', null, 1, 'usd', current_date)`,
  update_retainer: `select public.update_retainer('${ID}', now(), 'x', null, 1, current_date, null, 'active')`,
  end_retainer: `select public.end_retainer('${ID}', now(), current_date)`,
  continue_retainer: `select public.continue_retainer('${ID}', now())`,
  undo_retainer_change: `select public.undo_retainer_change('${ID}', now())`,
  retainer_outlook: `select public.retainer_outlook(current_date, null, 'active', '${ID}')`,
  search_invoices: "select public.search_invoices()",
  search_retainers: "select public.search_retainers()",
  search_billable_clients: "select * from public.search_billable_clients()",
  invoice_for_admin: `select public.invoice_for_admin('${ID}')`,
  assign_change_request: `select public.assign_change_request('${ID}')`,
  answer_change_request: `select public.answer_change_request('${ID}', now(), 'x')`,
  set_change_request_status: `select public.set_change_request_status('${ID}', now(), 'closed')`,
  search_change_requests: "select public.search_change_requests()",
};

onEveryDatabase("Billing procedures", (given) => {
  test.each(Object.entries(CALLS))("%s is for admins only", async (name, call) => {
    const { db, world } = given();
    for (const kind of Object.keys(KINDS) as PersonKind[])
      await rolledBack(db, async () => {
        await become(db, world.people[kind]);
        const outcome = await db.run(call).then(
          () => "done",
          (error: { code: string }) => error.code,
        );
        if (kind !== "admin") expect([name, kind, outcome]).toEqual([name, kind, "42501"]);
        else expect(outcome).toMatch(/^search|^invoice_for/.test(name) ? /done/ : /PT404|22023/);
      });
  });
});

onEveryDatabase("Who can get an invoice", (given) => {
  test("is everybody but people who are only members of an account, because those see no invoices", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const member = await createPerson(db, "new client");
      await db.run("delete from public.account_members where user_id = $1", [member.id]);
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select held.account_id, $1, 'member' from public.account_members as held where held.user_id = $2 and held.role = 'owner'`,
        [member.id, owner.id],
      );
      const found = async (email: string, everyone = false) =>
        (
          await outcomeAs(db, admin, "select id from public.search_billable_clients(p_query => $1, p_everyone => $2)", [
            email,
            everyone,
          ])
        ).count;
      expect([await found(owner.email), await found(member.email), await found(member.email, true)]).toEqual([1, 0, 1]);
      await db.run("update public.account_members set role = 'billing' where user_id = $1", [member.id]);
      expect(await found(member.email)).toBe(1);
      // People of one account have its name, so their role tells them apart, and its owner comes first.
      await db.run("update public.profiles set company = 'Zébra Yard' where user_id in ($1, $2)", [
        member.id,
        owner.id,
      ]);
      await become(db, admin);
      const { rows } = await db.run("select id, role from public.search_billable_clients('zebra YARD')");
      expect(rows).toEqual([
        { id: owner.id, role: "owner" },
        { id: member.id, role: "billing" },
      ]);
    });
  });

  test("is the owner of the account, if someone looks for a person who is only a member there", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { id: account, owner } = await createClientAccount(db, "Zebra Yard");
      const member = await createPerson(db, "new client");
      await db.run("delete from public.account_members where user_id = $1", [member.id]);
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        account,
        member.id,
      ]);
      await db.run("update public.profiles set first_name = 'Rita', last_name = 'Colewell' where user_id = $1", [
        member.id,
      ]);
      await become(db, world.people.admin);
      const found = async (words: string, more = ", p_accounts => true") =>
        (
          await db.run(`select id, account_id, for_account, member from public.search_billable_clients($1${more})`, [
            words,
          ])
        ).rows;
      const instead = { id: owner.id, account_id: account, for_account: "Zebra Yard", member: "Rita Colewell" };
      expect(await found("colewell")).toEqual([instead]);
      expect(await found("colewell", "")).toEqual([]);
      // Looked for by its name, the account is there once.
      expect((await found("zebra yard")).filter(({ member }) => member !== null)).toEqual([]);
      await becomeOwner(db);
      await db.run("update public.accounts set archived_at = now() where id = $1", [account]);
      await become(db, world.people.admin);
      expect(await found("colewell")).toEqual([]);
    });
  });

  test("names a person with several accounts once for each that they can be billed for", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const [own, joined, worked] = [
        await createClientAccount(db, "Zebra Yard"),
        await createClientAccount(db, "Keeper Tiles"),
        await createClientAccount(db, "Only Work"),
      ];
      const { owner } = own;
      await db.run(
        "insert into public.account_members (account_id, user_id, role) values ($1, $3, 'billing'), ($2, $3, 'member')",
        [joined.id, worked.id, owner.id],
      );
      await become(db, admin);
      const found = async (more = "") =>
        (await db.run(`select account_id, for_account from public.search_billable_clients($1${more})`, [owner.email]))
          .rows;
      expect(await found(", p_accounts => true")).toEqual([
        { account_id: joined.id, for_account: "Keeper Tiles" },
        { account_id: own.id, for_account: "Zebra Yard" },
      ]);
      expect(await found()).toEqual([{ account_id: null, for_account: null }]);
      expect(await found(", p_accounts => true, p_everyone => true")).toEqual([
        { account_id: null, for_account: "Keeper Tiles, Only Work, Zebra Yard" },
      ]);
      // A choice that the screen doesn't offer is refused.
      const bill = (account: string) =>
        one<string>(
          db,
          `select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd', $2::text::jsonb, gen_random_uuid(), null, null, $3)`,
          [owner.id, JSON.stringify([line(1000)]), account],
        );
      const shown = await one<{ client: unknown }>(db, "select public.invoice_for_admin($1)", [await bill(joined.id)]);
      expect(shown.client).toMatchObject({
        account_id: joined.id,
        for_account: "Keeper Tiles",
        company: "Keeper Tiles",
      });
      await expect(bill(worked.id)).rejects.toMatchObject({ hint: "client_not_active" });
    });
  });

  test("comes first if their words begin with the typed ones, and so do accounts", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const [owner, other] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      const called = async ({ id }: Person, name: string) => {
        const account = await one<string>(db, "select private.account_of_client($1)", [id]);
        await db.run("update public.accounts set name = $2 where id = $1", [account, name]);
        return account;
      };
      const within = await called(owner, "Aachen Banandu");
      const begins = await called(other, "Zoë Ñandu-Yard");
      await become(db, world.people.admin);
      const found = async (search: string, typed: string) =>
        (await db.run(`select id from public.${search}($1)`, [typed])).rows.map(({ id }) => id);
      for (const typed of ["nandu", "NANDU", "ñandu"]) {
        expect(await found("search_billable_clients", typed)).toEqual([other.id, owner.id]);
        expect(await found("search_records", typed)).toEqual([begins, within]);
      }
      expect(await found("search_billable_clients", "yard nand")).toEqual([other.id]);
      // No typed sign is a wildcard.
      expect(await found("search_records", "n_ndu")).toEqual([]);
    });
  });

  test("a person of two accounts is billed in each under its name, and searches find them by it", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const jonas = await createPerson(db, "new client");
      await db.run(
        "update public.profiles set company = 'Ember Coaching LLC', first_name = 'Jonas' where user_id = $1",
        [jonas.id],
      );
      const own = await one<string>(db, "select private.account_of_client($1)", [jonas.id]);
      await db.run("update public.accounts set name = 'Ember' where id = $1", [own]);
      const second = await one<string>(db, "select private.account_of_client($1)", [owner.id]);
      await db.run("update public.accounts set name = 'Northside Dental' where id = $1", [second]);
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
        second,
        jonas.id,
      ]);
      await become(db, admin);
      const drafts = [await create(db, jonas.id), await create(db, jonas.id)];
      const retainers = [];
      for (const name of ["Care", "Ads"])
        retainers.push(
          await one<string>(db, "select public.create_retainer($1, $2, null, 1000, 'usd', current_date)", [
            jonas.id,
            name,
          ]),
        );
      await becomeOwner(db);
      for (const [table, id] of [
        ["invoices", drafts[1]],
        ["retainers", retainers[1]],
      ])
        await db.run(`update public.${table} set account_id = $1 where id = $2`, [second, id]);
      await become(db, admin);
      const ids = [...drafts, ...retainers];
      const found = async (text: string) => {
        type Listed = { rows: { id: string; client_company: string | null }[] };
        const invoices = await one<Listed>(db, "select public.search_invoices($1, p_sort => 'client')", [text]);
        const agreed = await one<Listed>(db, "select public.search_retainers($1)", [text]);
        return [...invoices.rows, ...agreed.rows]
          .filter(({ id }) => ids.includes(id))
          .map(({ client_company }) => client_company)
          .sort();
      };
      const ember = "Ember Coaching LLC";
      const northside = "Northside Dental";
      expect(await found("jonas")).toEqual([ember, ember, northside, northside]);
      expect(await found("coaching llc")).toEqual([ember, ember]);
      expect(await found("ember")).toEqual([ember, ember]);
      expect(await found("dental north")).toEqual([northside, northside]);
      const named = (id: string | undefined) =>
        one<string>(db, "select public.invoice_for_admin($1) #>> '{client,company}'", [id]);
      expect([await named(drafts[0]), await named(drafts[1])]).toEqual([ember, northside]);
      await becomeOwner(db);
      const printed = (id: string | undefined) =>
        one<string>(db, "select private.invoice_document($1) #>> '{client,company}'", [id]);
      expect([await printed(drafts[0]), await printed(drafts[1])]).toEqual([ember, northside]);
      // Emails name the account to a person of two accounts, and to nobody else.
      const mailed = async (template: string, key: string) =>
        (
          await db.run<{ account: string | null }>(
            `select payload #>> '{data,forAccount}' as account from private.outbox
             where payload ->> 'template' = $1 and dedupe_key like $2`,
            [template, `%${key}%`],
          )
        ).rows.map(({ account }) => account);
      const single = await createPerson(db, "new client");
      await become(db, admin);
      const alone = await create(db, single.id);
      await becomeOwner(db);
      for (const [id, name] of [
        [drafts[0], "Ember"],
        [drafts[1], northside],
        [alone, null],
      ] as const) {
        await db.run("select private.enqueue_invoice_mail($1, 'invoice-canceled', 'named')", [id]);
        expect(await mailed("invoice-canceled", `${id}:named`)).toEqual([name]);
        await db.run("update public.invoices set status = 'pending' where id = $1", [id]);
        await db.run("select public.announce_payment_failure($1, 'Declined')", [id]);
        expect(await mailed("payment-failed", `${id}`)).toEqual([name]);
      }
      await db.run("update public.retainers set status = 'active', charges_from = current_date where id = $1", [
        retainers[1],
      ]);
      await db.run("update public.retainers set monthly_amount = 2000 where id = $1", [retainers[1]]);
      expect(await mailed("retainer-changed", `${retainers[1]}`)).toEqual([northside]);
      await db.run("update public.retainers set start_date = current_date + 2 - interval '1 month' where id = $1", [
        retainers[1],
      ]);
      await db.run("select private.announce_retainer_charges()");
      expect(await mailed("retainer-renewing", `${retainers[1]}`)).toEqual([northside]);
      // What was billed for an account keeps its name after the person left it.
      await db.run("update public.invoices set status = 'paid', paid_date = current_date where id = $1", [drafts[1]]);
      await db.run("update public.retainers set status = 'canceled' where id = $1", [retainers[1]]);
      await db.run("delete from public.account_members where user_id = $1 and account_id = $2", [jonas.id, second]);
      expect(await printed(drafts[1])).toBe(northside);
    });
  });

  test("a person who left their account comes last and never under that business, except on what was billed there", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const left = await createPerson(db, "new client");
      await db.run("update public.profiles set company = 'Aardvark Yard', first_name = 'Zoe' where user_id = $1", [
        left.id,
      ]);
      await db.run("update public.profiles set company = 'Zoe''s Bakery' where user_id = $1", [owner.id]);
      await become(db, admin);
      const sent = await create(db, left.id);
      await send(db, sent);
      await becomeOwner(db);
      // Someone else stays there, so that the account goes on without them.
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'owner' from public.account_members as member where member.user_id = $1`,
        [left.id, owner.id],
      );
      await db.run("delete from public.account_members where user_id = $1", [left.id]);
      await become(db, admin);
      const found = async (text: string) =>
        (await db.run("select id, company, has_account from public.search_billable_clients($1)", [text])).rows;
      expect(await found("aardvark")).toEqual([]);
      expect(await found("zoe")).toEqual([
        { id: owner.id, company: "Zoe's Bakery", has_account: true },
        { id: left.id, company: null, has_account: false },
      ]);
      const draft = await create(db, left.id);
      await db.run("select public.create_retainer($1, 'Care', null, 1000, 'usd', current_date)", [left.id]);
      type Named = { client: { company: string | null; has_account: boolean } };
      const named = async (id: string) => (await one<Named>(db, "select public.invoice_for_admin($1)", [id])).client;
      expect(await named(draft)).toMatchObject({ company: null, has_account: false });
      expect(await named(sent)).toMatchObject({ company: "Aardvark Yard", has_account: true });
      type Listed = { rows: { id: string; client_id: string; client_company: string | null }[]; client?: string };
      const invoices = await one<Listed>(db, "select public.search_invoices(p_client => $1)", [left.id]);
      expect(invoices.client).toMatch(/^Zoe/);
      expect(Object.fromEntries(invoices.rows.map(({ id, client_company }) => [id, client_company]))).toMatchObject({
        [draft]: null,
        [sent]: "Aardvark Yard",
      });
      const retainers = await one<Listed>(db, "select public.search_retainers('care')");
      expect(retainers.rows.find(({ client_id }) => client_id === left.id)?.client_company).toBeNull();
      await becomeOwner(db);
      const printed = async (id: string) =>
        one<string | null>(db, "select private.invoice_document($1) #>> '{client,company}'", [id]);
      expect([await printed(draft), await printed(sent)]).toEqual([null, "Aardvark Yard"]);
      await become(db, admin);
      const listed = await one<Listed>(db, "select public.search_invoices('aardvark')");
      expect(listed.rows.map(({ id }) => id)).toContain(sent);
    });
  });
});

onEveryDatabase("A draft", (given) => {
  test("is the sum of its lines, has no number, and is created once for repeated requests", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const before = await one<number>(db, "select next_invoice_number from public.agency_settings");
      const lines = [line(-500, 1, "Discount"), line(2000, 3)];
      const id = await create(db, world.people.owner.id, lines, { id: ID });
      expect(await create(db, world.people.owner.id, lines, { id: ID })).toBe(id);
      expect(await invoiceOf(db, id)).toMatchObject({
        amount: 5500,
        status: "draft",
        invoice_number: `draft ${id}`,
        currency: "usd",
      });
      expect(await one<number>(db, "select next_invoice_number from public.agency_settings")).toBe(before);
    });
  });

  test("is dated today on paper, whenever it was written", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await create(db, world.people.owner.id);
      await becomeOwner(db);
      await db.run("update public.invoices set created_at = now() - interval '40 days' where id = $1", [id]);
      const { rows } = await db.run(
        "select public.invoice_document($1) ->> 'issued' = private.agency_day()::text as is_today",
        [id],
      );
      expect(rows).toEqual([{ is_today: true }]);
    });
  });

  test.each([
    ["no list", {}, /must be a list/],
    ["a line without a description", [line(1, 1, " ")], /Line 1 needs/],
    ["a quantity with three decimals", [line(1), line(1, 1.125)], /Line 2 needs/],
    ["a quantity of zero", [line(1, 0)], /Line 1 needs/],
    ["text as an amount", [{ ...line(1), unit_amount: "ten" }], /Line 1 needs/],
    ["a price below zero", [line(100), { ...line(-1), is_discount: false }], /Line 2: a price/],
    ["a discount above zero", [{ ...line(1), is_discount: true }], /Line 1: a price/],
    ["a discount that is neither yes nor no", [{ ...line(1), is_discount: "maybe" }], /Line 1 needs/],
    ["a discount above the amount", [line(100), line(-101)], /negative/],
    ["an amount that is too large to pay", [line(99_999_999), line(1)], /above the payment limit/],
    ["201 lines", Array.from({ length: 201 }, () => line(1)), /at most 200/],
  ])("with %s is refused", async (_, lines, message) => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      await expect(create(db, world.people.owner.id, lines as unknown[])).rejects.toMatchObject({
        code: "22023",
        message: expect.stringMatching(message),
      });
    });
  });

  test("has quantities with two decimals, whose prices are those that the editor shows", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const quantities = [0.01, 0.25, 1.5, 1.15, 2.675, 33.33, 99_999.99].map((quantity) =>
        Number(quantity.toFixed(2)),
      );
      const lines = quantities.flatMap((quantity) => [333, 1, 50, -3].map((unit) => line(unit, quantity)));
      const id = await create(db, world.people.owner.id, [...lines, line(30_000_000)]);
      const stored = await db.run<{ quantity: string; unit_amount: number; amount: number }>(
        "select quantity, unit_amount, amount from public.invoice_lines where invoice_id = $1 order by position",
        [id],
      );
      expect(stored.rows).toHaveLength(lines.length + 1);
      for (const { quantity, unit_amount, amount } of stored.rows)
        expect([quantity, unit_amount, amount]).toEqual([
          quantity,
          unit_amount,
          lineAmount(Number(quantity), unit_amount),
        ]);
      const total = stored.rows.reduce((sum, { amount }) => sum + amount, 0);
      expect(await invoiceOf(db, id)).toMatchObject({ amount: total });
      const copy = await one<string>(db, "select public.duplicate_invoice($1)", [id]);
      expect(await invoiceOf(db, copy)).toMatchObject({ amount: total });
    });
  });

  test.each(["pending sales", "inactive", "active sales", "no role"] as const)("for %s is refused", async (kind) => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      await expect(create(db, world.people[kind].id)).rejects.toMatchObject({ code: "22023" });
    });
  });

  test("is not overwritten, sent or deleted if somebody else changed it", async () => {
    const { db, world } = given();
    const { id: client } = world.people.owner;
    await asAdmin(given(), async () => {
      const id = await create(db, client);
      const seen = await seenAt(db, id);
      await becomeOwner(db);
      // Inside one transaction, all times are equal, so a later change sets its time explicitly.
      await db.run("alter table public.invoices disable trigger touch_updated_at");
      await db.run("update public.invoices set updated_at = now() + interval '1 hour' where id = $1", [id]);
      await become(db, world.people.admin);
      await db.run("savepoint before");
      for (const call of [
        db.run("select public.update_draft_invoice($1, $2::timestamptz, $3, 'Mine', null, 'usd', '[]')", [
          id,
          seen,
          client,
        ]),
      ])
        await expect(call).rejects.toMatchObject({
          code: "PT409",
          message: "Someone just changed this draft",
        });
      await db.run("rollback to before");
      // The admin's own save in another tab, and then that of a colleague.
      await becomeOwner(db);
      await db.run("update public.invoices set updated_at = now() + interval '1 ms' where id = $1", [id]);
      await become(db, world.people.admin);
      await db.run("savepoint tabs");
      const outdated = (content: string) =>
        db
          .run("select public.delete_draft_invoice($1, $2::timestamptz)", [id, seen])
          .catch((error: { message: string }) => `${content}: ${error.message}`);
      const save = async () =>
        db.run("select public.update_draft_invoice($1, $2::timestamptz, $3, 'Mine', null, 'usd', $4::text::jsonb)", [
          id,
          await seenAt(db, id),
          client,
          JSON.stringify([line(700, 2)]),
        ]);
      await save();
      await db.run("savepoint saved");
      expect(await outdated("own")).toBe("own: You just saved this draft somewhere else");
      await db.run("rollback to saved");
      await becomeOwner(db);
      const colleague = await createPerson(db, "admin");
      await db.run("update public.profiles set first_name = 'Mia', last_name = 'Olsen' where user_id = $1", [
        colleague.id,
      ]);
      await become(db, colleague);
      await save();
      await become(db, world.people.admin);
      expect(await outdated("theirs")).toBe("theirs: Mia Olsen just saved this draft");
      await db.run("rollback to tabs");
      await expect(db.run("select public.send_invoice($1, $2::timestamptz)", [id, seen])).rejects.toMatchObject({
        code: "PT409",
      });
      await db.run("rollback to before");
      await expect(db.run("select public.delete_draft_invoice($1, $2::timestamptz)", [id, seen])).rejects.toMatchObject(
        { code: "PT409" },
      );
      await db.run("rollback to before");
      await db.run(
        "select public.update_draft_invoice($1, $2::timestamptz, $3, 'Mine', null, 'eur', $4::text::jsonb)",
        [id, await seenAt(db, id), client, JSON.stringify([line(700, 2)])],
      );
      expect(await invoiceOf(db, id)).toMatchObject({
        amount: 1400,
        currency: "eur",
        description: "Mine",
        due_date: null,
      });
    });
  });

  test("has its amount in its first entry of the audit log, and with other lines one change of it", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await create(db, world.people.owner.id, [line(700), line(300)]);
      for (const lines of [
        [line(700), line(300)],
        [line(900, 2), line(50), line(-50)],
      ])
        await db.run(
          "select public.update_draft_invoice($1, $2::timestamptz, $3, 'Ads', null, 'usd', $4::text::jsonb)",
          [id, await seenAt(db, id), world.people.owner.id, JSON.stringify(lines)],
        );
      await becomeOwner(db);
      const { rows } = await db.run<{ before: number | null; after: number }>(
        `select (before ->> 'amount')::integer as before, (after ->> 'amount')::integer as after from public.audit_log
         where table_name = 'invoices' and row_id = $1 and before ->> 'amount' is distinct from after ->> 'amount' order by id`,
        [id],
      );
      expect(rows).toEqual([
        { before: null, after: 1000 },
        { before: 1000, after: 1800 },
      ]);
    });
  });

  test("is sent once, with a number and an email; a deleted draft leaves no gap", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await asAdmin(given(), async () => {
      const [first, gone, second] = [
        await create(db, owner.id),
        await create(db, owner.id),
        await create(db, owner.id),
      ];
      await db.run("select public.delete_draft_invoice($1, $2::timestamptz)", [gone, await seenAt(db, gone)]);
      const numbers = [await send(db, first), await send(db, second)].map((number) =>
        Number(number.replace("INV-", "")),
      );
      expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
      await db.run("savepoint sent");
      await expect(send(db, first)).rejects.toMatchObject({
        code: "PT409",
        message: expect.stringMatching(/already sent/),
      });
      await db.run("rollback to sent");
      expect(await letters(db, "invoice-issued")).toMatchObject([
        { payload: { to: owner.email, attachInvoice: first } },
        { payload: { to: owner.email, attachInvoice: second } },
      ]);
    });
  });

  test("skips numbers that are taken", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      await becomeOwner(db);
      const taken = await one<string>(
        db,
        `insert into public.invoices (client_id, invoice_number, amount)
         select $1, settings.invoice_prefix || private.pad_invoice_number(settings.next_invoice_number), 1
         from public.agency_settings as settings returning invoice_number`,
        [world.people.owner.id],
      );
      await become(db, world.people.admin);
      expect(await send(db, await create(db, world.people.owner.id))).not.toBe(taken);
    });
  });

  test.each([
    ["nothing to pay", [], null, /empty invoice/],
    ["a due date that has passed", [line(1)], "2020-01-01", /has passed/],
  ])("with %s cannot be sent", async (_, lines, due, message) => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await create(db, world.people.owner.id, lines, { due });
      await expect(send(db, id)).rejects.toMatchObject({ code: "22023", message: expect.stringMatching(message) });
    });
  });

  test.each(["infinity", "-infinity", "5874897-12-31", "99999-12-31"])(
    "that is due on %s is refused, because no email can say that day",
    async (due) => {
      const { db, world } = given();
      await asAdmin(given(), async () => {
        await expect(create(db, world.people.owner.id, [line(1)], { due })).rejects.toMatchObject({
          hint: expect.stringMatching(/^date_too_(far|old)$/),
          detail: "due_date",
        });
      });
    },
  );

  test("never names someone who is only a member of their account, with or without naming the account", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    await rolledBack(db, async () => {
      const member = await createPerson(db, "new client");
      const account = await one<string>(db, "select private.account_of_client($1)", [owner.id]);
      await db.run("delete from public.account_members where user_id = $1", [member.id]);
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        account,
        member.id,
      ]);
      await become(db, admin);
      for (const named of [account, null]) {
        await db.run("savepoint attempt");
        await expect(
          db.run("select public.create_invoice($1, 'Ads', null, 'usd', '[]', gen_random_uuid(), null, null, $2)", [
            member.id,
            named,
          ]),
        ).rejects.toMatchObject({ code: "22023", hint: "client_not_active" });
        await db.run("rollback to attempt");
        await expect(
          db.run("select public.create_retainer($1, 'Care', null, 1000, 'usd', current_date, p_account_id => $2)", [
            member.id,
            named,
          ]),
        ).rejects.toMatchObject({ code: "22023", hint: "client_not_active" });
        await db.run("rollback to attempt");
      }
    });
  });
});

onEveryDatabase("A sent invoice", (given) => {
  const paidByHand = async (db: Session, id: string) =>
    db.run(
      "select public.record_invoice_payment($1, $2::timestamptz, owed_amount, public.agency_today() - 1, 'Bank transfer', 'Statement 12') from public.invoices where id = $1",
      [id, await seenAt(db, id)],
    );
  const credit = async (db: Session, id: string, amount: number) =>
    one<string>(db, "select public.credit_invoice($1, $2::timestamptz, $3, 'A week late', 'Bank transfer')", [
      id,
      await seenAt(db, id),
      amount,
    ]);
  const openPage = async (db: Session, world: World, id: string) => {
    await becomeOwner(db);
    await db.run("select public.open_invoice_checkout($1, $2)", [id, world.people.owner.id]);
    await db.run("select public.save_checkout_session($1, 1, 'cs_1', 'https://pay', now() + interval '1 day')", [id]);
    await become(db, world.people.admin);
  };

  test("paid by hand writes the ledger, closes the payment page, sends a receipt, and counts in Total Paid", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await paidByHand(db, id);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", needs_attention: null, received_amount: 5000 });
      await becomeOwner(db);
      expect((await db.run("select status from private.checkouts where invoice_id = $1", [id])).rows).toEqual([
        { status: "expired" },
      ]);
      expect((await db.run("select payload from private.outbox where kind = 'close_checkout'")).rows).toMatchObject([
        { payload: { invoiceId: id, attempt: 1 } },
      ]);
      expect(await letters(db, "payment-received")).toHaveLength(1);
      await become(db, world.people.owner);
      const figures = await one<{ paid: { amount: number }[] }>(db, "select public.client_figures()");
      expect(figures.paid).toEqual([{ currency: "usd", amount: 12_000 }]);
      expect(
        (await db.run("select kind, provider_ref from public.payments where invoice_id = $1", [id])).rows,
      ).toMatchObject([{ kind: "payment", provider_ref: expect.stringMatching(/^manual:/) }]);
    });
  });

  test("paid in part by hand is owed the rest, without a warning; each part is told once and nothing is counted twice", async () => {
    const { db, world } = given();
    const pay = async (id: string, amount: number, payment: string, seen?: string) =>
      one<string>(
        db,
        "select public.record_invoice_payment($1, $2::timestamptz, $3, public.agency_today(), 'Check', ' No. 7 ', $4)",
        [id, seen ?? (await seenAt(db, id)), amount, payment],
      );
    const [first, last] = ["00000000-0000-4000-8000-0000000000a1", "00000000-0000-4000-8000-0000000000a2"];
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      const seen = await seenAt(db, id);
      expect(await pay(id, 2000, first, seen)).toBe("pending");
      // The answer was lost, and the admin tries again with the version that they saw.
      expect(await pay(id, 2000, first, seen)).toBe("pending");
      expect(await invoiceOf(db, id)).toMatchObject({
        owed_amount: 3000,
        received_amount: 2000,
        needs_attention: null,
      });
      await db.run("savepoint before");
      // Another admin still sees the invoice as it was.
      await expect(pay(id, 3000, last, "2020-01-01")).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to before");
      await expect(pay(id, 3001, last)).rejects.toMatchObject({ code: "22023" });
      await db.run("rollback to before");
      const other = await sent(db, world.people.owner.id);
      await db.run("savepoint before");
      await expect(pay(other, 2000, first)).rejects.toMatchObject({
        code: "PT409",
        message: expect.stringMatching(/ID/),
      });
      await db.run("rollback to before");
      expect(await pay(id, 3000, last)).toBe("paid");
      expect(await pay(id, 3000, last)).toBe("paid");
      const { rows } = await db.run(
        "select kind, method, note, amount from public.invoice_events where invoice_id = $1 and kind = 'marked_paid' order by created_at",
        [id],
      );
      expect(rows).toEqual([
        { kind: "marked_paid", method: "Check", note: "No. 7", amount: 2000 },
        { kind: "marked_paid", method: "Check", note: "No. 7", amount: 3000 },
      ]);
      expect(await letters(db, "payment-received")).toMatchObject([
        { payload: { attachInvoice: id, data: { amount: "2000", owed: "3000" } } },
        { payload: { attachInvoice: id, data: { amount: "5000" } } },
      ]);
      const logged = await db.run("select from public.audit_log where table_name = 'payments' and actor_id = $1", [
        world.people.admin.id,
      ]);
      expect(logged.rows).toHaveLength(2);
      expect((await db.run("select status from private.checkouts where invoice_id = $1", [id])).rows).toEqual([
        { status: "expired" },
      ]);
    });
  });

  test("loses a payment that was recorded by mistake: it stays in the ledger, counts nowhere, and is told once", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await paidByHand(db, id);
      const payment = await one<string>(db, "select id from public.payments where invoice_id = $1", [id]);
      await openPage(db, world, await sent(db, world.people.owner.id));
      const remove = async (reason = "Another client's check", seen?: string) =>
        one<string>(db, "select public.remove_invoice_payment($1, $2::timestamptz, $3)", [
          payment,
          seen ?? (await seenAt(db, id)),
          reason,
        ]);
      const refused = async (call: Promise<unknown>, hint: string) => {
        await expect(call).rejects.toMatchObject({ hint });
        await db.run("rollback to before");
      };
      await db.run("savepoint before");
      await refused(remove(" "), "required");
      await refused(remove("Late", "2020-01-01"), "outdated");
      const seen = await seenAt(db, id);
      expect(await remove()).toBe("pending");
      // The answer was lost.
      expect(await remove(undefined, seen)).toBe("pending");
      await db.run("savepoint before");
      await refused(remove("I remove it, too"), "payment_removed");
      expect(await invoiceOf(db, id)).toMatchObject({ owed_amount: 5000, received_amount: 0, paid_date: null });
      type Told = { ledger: object[]; events: { kind: string }[] };
      const { ledger, events } = await one<Told>(db, "select public.invoice_for_admin($1)", [id]);
      expect(ledger).toMatchObject([
        { kind: "removed", amount: 5000, note: "Statement 12", removal: { reason: "Another client's check" } },
      ]);
      expect(events.map(({ kind }) => kind)).toEqual(["created", "sent", "marked_paid", "payment_removed"]);
      const logged = await db.run(
        "select before ->> 'kind' as was, after ->> 'kind' as is from public.audit_log where row_id = $1 and action = 'update'",
        [payment],
      );
      expect(logged.rows).toEqual([{ was: "payment", is: "removed" }]);
      // The audit log finds it by the reason, too.
      const reasoned =
        "select count(*)::integer from public.search_audit_log($1) where row_id = $2 and action = 'update'";
      expect(await one(db, reasoned, ["another client's check", payment])).toBe(1);
      expect(await one(db, reasoned, ["another client's cheque", payment])).toBe(0);
      const mails = await letters(db, "payment-removed");
      expect(mails).toMatchObject([
        { payload: { data: { removed: "5000", owed: "5000", reason: "Another client's check" } } },
      ]);
      await become(db, world.people.owner);
      expect(await one(db, "select public.invoice_milestones($1)", [id])).toMatchObject([
        { kind: "payment_removed", amount: 5000, reason: "Another client's check" },
      ]);
      // The next payment gets its own receipt.
      await become(db, world.people.admin);
      await paidByHand(db, id);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", received_amount: 5000 });
      expect(await letters(db, "payment-received")).toHaveLength(2);
    });
  });

  test("gets a removed payment back as a new entry, once, while it still fits what is due", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await paidByHand(db, id);
      const payment = await one<string>(db, "select id from public.payments where invoice_id = $1", [id]);
      const restore = () => one<string>(db, "select public.restore_invoice_payment($1)", [payment]);
      const refusal = async () => {
        await db.run("savepoint before");
        const hint = await restore().then(
          () => "done",
          (error: { hint?: string }) => error.hint,
        );
        await db.run("rollback to before");
        return hint;
      };
      expect(await refusal()).toBe("payment_not_removed");
      await db.run("select public.remove_invoice_payment($1, $2::timestamptz, 'Mistake')", [
        payment,
        await seenAt(db, id),
      ]);
      // Meanwhile, another admin credited the invoice or canceled it.
      for (const [change, hint] of [
        ["select public.credit_invoice($1, $2::timestamptz, 100, 'Late')", "amount_too_large"],
        ["select public.void_invoice($1, $2::timestamptz, 'Twice')", "invoice_not_open"],
      ] as const) {
        await db.run("savepoint fits");
        await db.run(change, [id, await seenAt(db, id)]);
        expect(await refusal()).toBe(hint);
        await db.run("rollback to fits");
      }
      expect(await restore()).toBe("paid");
      expect(await restore()).toBe("paid");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", received_amount: 5000, owed_amount: 0 });
      const { ledger } = await one<{ ledger: Record<string, unknown>[] }>(db, "select public.invoice_for_admin($1)", [
        id,
      ]);
      expect(ledger.map(({ kind }) => kind).toSorted()).toEqual(["payment", "removed"]);
      const [back, gone] = ["payment", "removed"].map((kind) => ledger.find((entry) => entry["kind"] === kind));
      for (const field of ["amount", "method", "note", "occurred_at"]) expect(back?.[field]).toEqual(gone?.[field]);
      expect(await letters(db, "payment-received")).toHaveLength(2);
    });
  });

  test("keeps card payments, and payments after which money was sent back by hand", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await becomeOwner(db);
      const entry = { kind: "payment", amount: 2000, currency: "usd", ref: "pi_1", occurred_at: "2026-01-01" };
      await db.run("select public.record_checkout($1::text::jsonb)", [
        JSON.stringify({ session_id: "cs_1", invoice_id: id, attempt: 1, status: "complete", entries: [entry] }),
      ]);
      await become(db, world.people.admin);
      await paidByHand(db, id);
      await credit(db, id, 500);
      const { rows } = await db.run<{ id: string; kind: string; provider_ref: string }>(
        "select id, kind, provider_ref from public.payments where invoice_id = $1 order by kind, provider_ref",
        [id],
      );
      expect(rows).toHaveLength(3);
      for (const { id: entry, provider_ref } of rows.filter(({ kind }) => kind === "payment")) {
        await db.run("savepoint before");
        await expect(
          db.run("select public.remove_invoice_payment($1, $2::timestamptz, 'Late')", [entry, await seenAt(db, id)]),
        ).rejects.toMatchObject({
          hint: provider_ref === "pi_1" ? "payment_not_by_hand" : "payment_refunded",
        });
        await db.run("rollback to before");
      }
    });
  });

  test("by card is in the activity of its client, but not money that the provider reports as sent back", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await becomeOwner(db);
      const entry = { kind: "payment", amount: 2000, currency: "usd", ref: "pi_1", occurred_at: "2026-01-01" };
      const entries = [entry, { ...entry, kind: "refund", amount: 500, ref: "re_1" }];
      await db.run("select public.record_checkout($1::text::jsonb)", [
        JSON.stringify({ session_id: "cs_1", invoice_id: id, attempt: 1, status: "complete", entries }),
      ]);
      await become(db, world.people.admin);
      const { rows } = await db.run(
        `select entry.actor_id, entry.action, entry.after ->> 'kind' as kind, entry.after ->> 'amount' as amount
         from public.search_audit_log(p_table => 'payments', p_subject => $1, p_accounts => '{}') as entry where entry.after ->> 'invoice_id' = $2`,
        [world.people.owner.email, id],
      );
      expect(rows).toEqual([{ actor_id: null, action: "insert", kind: "payment", amount: "2000" }]);
    });
  });

  test("takes one of two payments that two admins record at the same moment, and removes it once", async () => {
    const { db, world } = given();
    if (!db.connect) return;
    const sessions = await Promise.all([db.connect(), db.connect()]);
    const asAdminOf = async <Result>(session: Session, work: () => Promise<Result>) => {
      await session.run("begin");
      try {
        await become(session, world.people.admin);
        const result = await work();
        await session.run("commit");
        return result;
      } catch (error) {
        await session.run("rollback");
        throw error;
      }
    };
    let id = "";
    try {
      id = await asAdminOf(sessions[0], () => sent(sessions[0], world.people.owner.id));
      const seen = await seenAt(db, id);
      const outcomes = await Promise.allSettled(
        sessions.map((session) =>
          asAdminOf(session, () =>
            session.run(
              "select public.record_invoice_payment($1, $2::timestamptz, 3000, public.agency_today(), 'Cash')",
              [id, seen],
            ),
          ),
        ),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await invoiceOf(db, id)).toMatchObject({ received_amount: 3000, owed_amount: 2000 });
      // They remove it at the same moment, too.
      const now = await seenAt(db, id);
      const removals = await Promise.allSettled(
        sessions.map((session, at) =>
          asAdminOf(session, () =>
            session.run(
              "select public.remove_invoice_payment(entry.id, $2::timestamptz, $3) from public.payments as entry where entry.invoice_id = $1",
              [id, now, `Mistake ${at}`],
            ),
          ),
        ),
      );
      expect(removals.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(await invoiceOf(db, id)).toMatchObject({ received_amount: 0, owed_amount: 5000 });
    } finally {
      for (const session of sessions) session.release();
      await db.run("delete from private.outbox where payload #>> '{data,invoiceId}' = $1", [id]);
      await db.run("delete from public.payments where invoice_id::text = $1", [id]);
      await db.run("delete from public.invoices where id::text = $1", [id]);
    }
  });

  test("is flagged when a card payment still arrives", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await paidByHand(db, id);
      await becomeOwner(db);
      await db.run("select public.record_checkout($1::text::jsonb)", [
        JSON.stringify({
          session_id: "cs_1",
          invoice_id: id,
          attempt: 1,
          status: "complete",
          entries: [
            { kind: "payment", amount: 5000, currency: "usd", ref: "pi_1", occurred_at: new Date().toISOString() },
          ],
        }),
      ]);
      expect(await invoiceOf(db, id)).toMatchObject({
        needs_attention: "paid_twice",
      });
      await become(db, world.people.admin);
      expect(await credit(db, id, 5000)).toBe("refunded");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", needs_attention: null });
    });
  });

  test("cannot be paid by hand while a card payment is in progress", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await becomeOwner(db);
      await db.run("update private.checkouts set status = 'complete' where invoice_id = $1", [id]);
      await become(db, world.people.admin);
      await expect(paidByHand(db, id)).rejects.toMatchObject({
        code: "PT409",
        message: expect.stringMatching(/just paid by card/),
      });
    });
  });

  test("is canceled with a reason, cannot be paid anymore, and flags later payments", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await openPage(db, world, id);
      await db.run("select public.void_invoice($1, $2::timestamptz, 'Sent twice')", [id, await seenAt(db, id)]);
      expect(await letters(db, "invoice-canceled")).toMatchObject([{ payload: { data: { reason: "Sent twice" } } }]);
      await db.run("savepoint canceled");
      await expect(
        db.run("select public.open_invoice_checkout($1, $2)", [id, world.people.owner.id]),
      ).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to canceled");
      await db.run("select public.record_checkout($1::text::jsonb)", [
        JSON.stringify({
          session_id: "cs_1",
          invoice_id: id,
          attempt: 1,
          status: "complete",
          entries: [
            { kind: "payment", amount: 5000, currency: "usd", ref: "pi_1", occurred_at: new Date().toISOString() },
          ],
        }),
      ]);
      expect(await invoiceOf(db, id)).toMatchObject({
        status: "void",
        needs_attention: "paid_though_canceled",
      });
    });
  });

  test("that can't be paid yet is credited in part or canceled, with its history and emails; a payment of it is refused", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await becomeOwner(db);
      await db.run("update public.invoices set status = 'active' where id = $1", [id]);
      await become(db, world.people.admin);
      await db.run("savepoint agreed");
      await expect(paidByHand(db, id)).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to agreed");
      await expect(credit(db, id, 5000)).rejects.toMatchObject({
        message: expect.stringMatching(/cancel the invoice/),
      });
      await db.run("rollback to agreed");
      expect(await credit(db, id, 1500)).toBe("credited");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "active", credited_amount: 1500, owed_amount: 3500 });
      await db.run("select public.void_invoice($1, $2::timestamptz, 'Not needed')", [id, await seenAt(db, id)]);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "void", owed_amount: 0 });
      const { events } = await one<{ events: object[] }>(db, "select public.invoice_for_admin($1)", [id]);
      expect(events.slice(-2)).toMatchObject([
        { kind: "credited", note: "A week late", amount: 1500 },
        // What the credit left.
        { kind: "withdrawn", note: "Not needed", amount: 3500 },
      ]);
      await db.run("savepoint canceled");
      await expect(credit(db, id, 1)).rejects.toMatchObject({ code: "PT409" });
      await db.run("rollback to canceled");
      expect(await letters(db, "invoice-credited")).toHaveLength(1);
      expect(await letters(db, "invoice-canceled")).toMatchObject([{ payload: { data: { reason: "Not needed" } } }]);
    });
  });

  test("that can't be paid yet opens for payment once, with a due date, its email and its history", async () => {
    const { db, world } = given();
    const { owner, admin } = world.people;
    const open = (id: string, seen: string | undefined, due: string | null) =>
      db.run("select public.open_invoice($1, $2::timestamptz, public.agency_today() + $3::int)", [id, seen, due]);
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        `insert into public.invoices (client_id, invoice_number, amount, status, due_date)
         values ($1, 'INV-AGREED', 5000, 'active', private.agency_day() - 3) returning id`,
        [owner.id],
      );
      const id = rows[0]?.id ?? "";
      const seen = await seenAt(db, id);
      expect(await letters(db, "invoice-issued")).toEqual([]);
      await become(db, admin);
      await db.run("savepoint agreed");
      const refused = async (call: Promise<unknown>, refusal: object) => {
        await expect(call).rejects.toMatchObject(refusal);
        await db.run("rollback to agreed");
      };
      await refused(open(id, seen, "-1"), { code: "22023", message: expect.stringMatching(/due date has passed/) });
      await refused(open(id, seen, null), { code: "22023", message: expect.stringMatching(/Add a due date/) });
      await refused(open(id, "2026-01-01", "9"), { code: "PT409" });
      await open(id, seen, "9");
      // The answer was lost.
      await open(id, seen, "9");
      await db.run("savepoint agreed");
      await refused(open(id, seen, "10"), { code: "PT409" });
      await refused(open(id, await seenAt(db, id), "10"), { code: "PT409" });
      expect(await invoiceOf(db, id)).toMatchObject({ status: "pending", owed_amount: 5000 });
      const { events } = await one<{ events: object[] }>(db, "select public.invoice_for_admin($1)", [id]);
      expect(events).toMatchObject([{ kind: "opened", amount: 5000 }]);
      // The client reads when, and nothing of who did it.
      await become(db, owner);
      const milestones = await one<object[]>(db, "select public.invoice_milestones($1)", [id]);
      expect(milestones).toEqual([
        { id: expect.any(String), kind: "opened", at: expect.any(String), reason: null, amount: null },
      ]);
      await become(db, admin);
      const due = await one<string>(db, "select (public.agency_today() + 9)::text");
      expect(await letters(db, "invoice-issued")).toMatchObject([
        { payload: { to: owner.email, attachInvoice: id, data: { number: "INV-AGREED", due } } },
      ]);
      expect(
        await one(db, "select count(*)::int from public.audit_log where row_id = $1 and actor_id = $2", [id, admin.id]),
      ).toBe(1);
    });
  });

  test("can be credited in part while open, and the rest is due", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await db.run("savepoint open");
      await expect(credit(db, id, 5000)).rejects.toMatchObject({
        message: expect.stringMatching(/cancel the invoice/),
      });
      await db.run("rollback to open");
      expect(await credit(db, id, 1500)).toBe("credited");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "pending", amount: 5000, credited_amount: 1500 });
      await becomeOwner(db);
      expect(
        await one<{ credited: number; total: number }>(db, "select public.invoice_document($1)", [id]),
      ).toMatchObject({ credited: 1500, total: 5000 });
      expect(
        (await db.run("select amount from public.open_invoice_checkout($1, $2)", [id, world.people.owner.id])).rows,
      ).toEqual([{ amount: 3500 }]);
      await become(db, world.people.admin);
      await paidByHand(db, id);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", received_amount: 3500, needs_attention: null });
      await db.run("savepoint paid");
      await expect(credit(db, id, 3501)).rejects.toMatchObject({
        message: expect.stringMatching(/more than the amount received/),
      });
      await db.run("rollback to paid");
      expect(await credit(db, id, 500)).toBe("refunded");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", refunded_amount: 500 });
      await become(db, world.people.owner);
      const figures = await one<{ paid: object[] }>(db, "select public.client_figures()");
      expect(figures.paid).toEqual([{ currency: "usd", amount: 10_000 }]);
    });
  });

  test("that is paid is refunded by its ledger entries, or by its amount if there are none", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      await becomeOwner(db);
      const add = (number: string) =>
        one<string>(
          db,
          `insert into public.invoices (client_id, invoice_number, status, amount, paid_date)
           values ($1, $2, 'paid', 5000, current_date - 9) returning id`,
          [world.people.owner.id, number],
        );
      const [bare, told] = [await add("OLD-1"), await add("OLD-2")];
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         values ($1, $2, 'payment', 5000, 'usd', 'pi_old', now() - interval '9 days')`,
        [told, world.people.owner.id],
      );
      await become(db, world.people.admin);
      for (const id of [bare, told]) {
        expect(await credit(db, id, 2000)).toBe("refunded");
        const { rows } = await db.run("select kind, amount from public.payments where invoice_id = $1 order by kind", [
          id,
        ]);
        expect(rows).toEqual([
          { kind: "payment", amount: 5000 },
          { kind: "refund", amount: 2000 },
        ]);
        expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", refunded_amount: 2000, needs_attention: null });
      }
    });
  });

  test.each([
    [
      "paid in the future",
      "select public.record_invoice_payment($1, $2::timestamptz, 1, current_date + 2, 'Cash')",
      /future/,
    ],
    [
      "paid without a method",
      "select public.record_invoice_payment($1, $2::timestamptz, 1, current_date - 1, '')",
      /Method is required/,
    ],
    [
      "paid with more than is owed",
      "select public.record_invoice_payment($1, $2::timestamptz, 5001, current_date - 1, 'Cash')",
      /more than the amount due/,
    ],
    [
      "paid with nothing",
      "select public.record_invoice_payment($1, $2::timestamptz, 0, current_date - 1, 'Cash')",
      /more than zero/,
    ],
    [
      "paid with a long reference",
      "select public.record_invoice_payment($1, $2::timestamptz, 1, current_date - 1, 'Cash', repeat('x', 201))",
      /longer than 200/,
    ],
    ["canceled without a reason", "select public.void_invoice($1, $2::timestamptz, '')", /Reason is required/],
    ["credited with nothing", "select public.credit_invoice($1, $2::timestamptz, 0, 'x')", /more than zero/],
  ])("cannot be %s", async (_, call, message) => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await sent(db, world.people.owner.id);
      await expect(db.run(call, [id, await seenAt(db, id)])).rejects.toMatchObject({
        message: expect.stringMatching(message),
      });
    });
  });
});

onEveryDatabase("The invoice search", (given) => {
  type Found = {
    rows: { id: string; status: string }[];
    total: number;
    sums: object[];
    counts: Record<string, number>;
  };
  const search = (db: Session, query: string, status = "all", sort = "created", limit = 50) =>
    one<Found>(db, "select public.search_invoices($1, $2, $3, true, $4)", [query, status, sort, limit]);

  test("finds by number, description and client, word by word, with exact totals", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      const id = await create(db, world.people.owner.id, [line(5000)]);
      await db.run(
        "select public.update_draft_invoice($1, $2::timestamptz, $3, '50%_off Reels', null, 'eur', $4::text::jsonb)",
        [id, await seenAt(db, id), world.people.owner.id, JSON.stringify([line(900)])],
      );
      for (const words of ["50%_off", "REELS 50%", `reels ${world.people.owner.email}`]) {
        const found = await search(db, words);
        expect([words, found.total, found.rows[0]?.id]).toEqual([words, 1, id]);
        expect(found.sums).toEqual([
          { currency: "eur", amount: 0, received: 0, refunded: 0, owed: 0, later: 0, drafts: 900 },
        ]);
      }
      expect((await search(db, "50__off")).total).toBe(0);
      expect((await search(db, "x' or true --")).total).toBe(0);
      const all = await search(db, "", "all", "created", 2);
      expect([all.total, all.rows.length, all.counts.paid]).toEqual([16, 2, 5]);
      for (const sort of ["due", "amount", "number", "client"])
        expect((await search(db, "", "paid", sort)).total).toBe(5);
      await expect(search(db, "", "; drop table")).rejects.toMatchObject({ code: "22023" });
    });
  });

  test("reverses the order of invoices that were created at the same moment with the direction", async () => {
    const { db, world } = given();
    await asAdmin(given(), async () => {
      // All of one transaction are of one moment.
      const made: string[] = [];
      for (let number = 0; number < 4; number += 1) made.push(await sent(db, world.people.owner.id));
      const order = async (descending: boolean) => {
        const { rows } = await one<Found>(
          db,
          "select public.search_invoices(p_sort => 'created', p_descending => $1, p_limit => 200)",
          [descending],
        );
        return rows.map(({ id }) => id).filter((id) => made.includes(id));
      };
      expect(await order(false)).toEqual(made);
      expect(await order(true)).toEqual(made.toReversed());
    });
  });

  test("narrows to a client or an account, and to the days on which invoices were sent, with the counts", async () => {
    const { db, world } = given();
    const { owner, "other client": other } = world.people;
    await asAdmin(given(), async () => {
      const of = (client: string | null, from: string | null = null, until: string | null = null) =>
        one<Found & { client: string | null }>(
          db,
          "select public.search_invoices(p_client => $1, p_from => $2::date, p_until => $3::date, p_limit => 200)",
          [client, from, until],
        );
      const before = (await of(owner.id)).total;
      const id = await sent(db, owner.id);
      const draft = await create(db, owner.id);
      const ofOwner = await of(owner.id);
      expect([ofOwner.total, ofOwner.counts.all, ofOwner.client]).toEqual([before + 2, before + 2, expect.any(String)]);
      expect((await of(other.id)).rows.map((row) => row.id)).not.toContain(id);
      const account = await one<string>(db, "select account_id from public.invoices where id = $1", [id]);
      expect((await of(account)).rows.map((row) => row.id)).toEqual(expect.arrayContaining([id, draft]));
      // A colleague who pays finds the account's invoices, too.
      await becomeOwner(db);
      const colleague = await createPerson(db, "new client");
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
        account,
        colleague.id,
      ]);
      await become(db, world.people.admin);
      expect((await of(colleague.id)).total).toBe(before + 2);
      expect(await of("00000000-0000-4000-8000-000000000009")).toMatchObject({ total: 0, client: null });
      const today = await one<string>(db, "select public.agency_today()::text");
      // A draft has no day of issue.
      const ofToday = (await of(owner.id, today, today)).rows.map((row) => row.id);
      expect([ofToday.includes(id), ofToday.includes(draft)]).toEqual([true, false]);
      expect((await of(owner.id, null, "2000-01-01")).total).toBe(0);
      expect((await of(owner.id, "2100-01-01")).total).toBe(0);
    });
  });
});
