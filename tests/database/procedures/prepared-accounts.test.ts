import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { refusal, refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, createAccount, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const LINES = JSON.stringify([{ description: "Ads", quantity: 1, unit_amount: 50_000 }]);
const DRAFT = `select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd', '${LINES}', gen_random_uuid(), null, null, $2) as id`;
const RETAINER =
  "select public.create_retainer($1, 'Care', '', 90000, 'usd', public.agency_today(), null, gen_random_uuid(), $2) as id";
const DASHBOARD = "select public.prepare_client_dashboard($1, 'Acme', 'https://www.notion.so/acme') as id";
const SET_ROLE = "select public.set_member_role($1, $2, $3)";
const SEND = "select public.send_invoice($1, (select updated_at from public.invoices where id = $1))";
const ACTIVATE = `select public.update_retainer(id, updated_at, retainer_name, '', monthly_amount, start_date, null, 'active')
  from public.retainers where id = $1`;
const JOIN = "select public.join_account($1)";
const REMOVE = "select public.remove_member($1, $2)";

const uniqueEmail = () => `${randomUUID().slice(0, 8)}@acme.example`;

async function newAccount(db: Session, admin: Person): Promise<string> {
  return (await runAs<{ made: { id: string } }>(db, admin, "select public.create_account('Acme') as made")).made.id;
}

async function prepare(db: Session, admin: Person, account: string, person: string | null = null) {
  const made = async (statement: string, parameters: unknown[]) =>
    (await runAs<{ id: string }>(db, admin, statement, parameters)).id;
  return {
    invoice: await made(DRAFT, [person, account]),
    retainer: await made(RETAINER, [person, account]),
    dashboard: await made(DASHBOARD, [account]),
  };
}

async function invite(db: Session, admin: Person, account: string, email: string, role: string): Promise<string> {
  const { id } = await runAs<{ id: string }>(db, admin, "select public.invite_member($1, $2, $3) as id", [
    account,
    email,
    role,
  ]);
  const { rows } = await db.run<{ token: string }>(
    "select payload -> 'data' ->> 'token' as token from private.outbox where dedupe_key = 'invitation:' || $1",
    [id],
  );
  return rows[0]?.token ?? "";
}

/** Signs up from an invitation, as the auth server does. */
async function signUp(db: Session, admin: Person, account: string, role: string) {
  const email = uniqueEmail();
  return createAccount(db, { email, metadata: { invitation_token: await invite(db, admin, account, email, role) } });
}

async function join(db: Session, admin: Person, account: string, person: Person, role: string): Promise<void> {
  await runAs(db, person, JOIN, [await invite(db, admin, account, person.email, role)]);
}

/** Whom the draft, the retainer and the dashboard name, and whether they belong to the account. */
async function named(db: Session, account: string, ids: { invoice: string; retainer: string; dashboard: string }) {
  const { rows } = await db.run<{ person: string | null; account_id: string }>(
    `select client_id as person, account_id from public.invoices where id = $1
     union all select client_id, account_id from public.retainers where id = $2
     union all select owner_id, account_id from public.client_dashboards where id = $3`,
    [ids.invoice, ids.retainer, ids.dashboard],
  );
  expect(rows.map(({ account_id }) => account_id)).toEqual([account, account, account]);
  return rows.map(({ person }) => person);
}

onEveryDatabase("What is prepared for an account", (given) => {
  const work = (run: (db: Session, admin: Person, account: string) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => run(db, world.people.admin, await newAccount(db, world.people.admin)));
  };

  test("names nobody, is neither sent nor begun, and names the first owner when they sign up", () =>
    work(async (db, admin, account) => {
      const ids = await prepare(db, admin, account);
      expect(await named(db, account, ids)).toEqual([null, null, null]);
      expect(await refusal(db, admin, SEND, [ids.invoice])).toMatchObject({
        code: "PT409",
        message: "No one has joined this account yet. Invite its owner, and continue when they have joined.",
        detail: JSON.stringify({ account_id: account }).replace(":", ": "),
      });
      expect(await refusalCode(db, admin, ACTIVATE, [ids.retainer])).toBe("PT409");
      expect(await refusalCode(db, admin, DASHBOARD, [account])).toBe("PT409");
      expect(
        await db.run("select from public.invoices where id = $1 and status <> 'draft'", [ids.invoice]),
      ).toMatchObject({ count: 0 });
      // People without the owner's role find it as it is.
      await signUp(db, admin, account, "billing");
      await signUp(db, admin, account, "member");
      expect(await named(db, account, ids)).toEqual([null, null, null]);
      const owner = await signUp(db, admin, account, "owner");
      expect(await named(db, account, ids)).toEqual([owner.id, owner.id, owner.id]);
      await signUp(db, admin, account, "owner");
      expect(await named(db, account, ids)).toEqual([owner.id, owner.id, owner.id]);
      await runAs(db, admin, SEND, [ids.invoice]);
      await runAs(db, admin, ACTIVATE, [ids.retainer]);
      // The invoice that was sent, and the retainer's of today.
      const { count } = await db.run(
        "select from public.invoices where account_id = $1 and client_id = $2 and status = 'pending'",
        [account, owner.id],
      );
      expect(count).toBe(2);
    }));

  test("keeps its account when the owner has one of their own, and their own dashboard stays", () =>
    work(async (db, admin, account) => {
      const person = await createPerson(db, "new client");
      const { rows } = await db.run<{ id: string }>(
        "select account_id as id from public.account_members where user_id = $1",
        [person.id],
      );
      const home = rows[0]?.id ?? "";
      // Inside one transaction, all times are equal.
      await db.run("update public.account_members set created_at = now() - interval '1 day' where account_id = $1", [
        home,
      ]);
      const own = await prepare(db, admin, home);
      const ids = await prepare(db, admin, account);
      await join(db, admin, account, person, "owner");
      expect(await named(db, home, own)).toEqual([person.id, person.id, person.id]);
      expect(await named(db, account, ids)).toEqual([person.id, person.id, null]);
      // A new one of each goes to the account that the admin chose, and without a choice to the person's first.
      const accountOf = async (chosen: string | null) => {
        const { id } = await runAs<{ id: string }>(db, admin, DRAFT, [person.id, chosen]);
        return (await db.run("select account_id as id from public.invoices where id = $1", [id])).rows[0];
      };
      expect([await accountOf(account), await accountOf(null)]).toEqual([{ id: account }, { id: home }]);
      const stranger = await createPerson(db, "new client");
      expect(await refusalCode(db, admin, DRAFT, [stranger.id, account])).toBe("22023");
      expect(await refusalCode(db, admin, DRAFT, [null, null])).toBe("22023");
      expect(await refusalCode(db, admin, DRAFT, [null, randomUUID()])).toBe("PT404");
      const closed = await newAccount(db, admin);
      await runAs(db, admin, "select public.archive_account($1, true)", [closed]);
      expect(await refusalCode(db, admin, DRAFT, [null, closed])).toBe("PT409");
    }));

  test("stays a draft while the account is archived, also with an owner", () =>
    work(async (db, admin, account) => {
      const owner = await signUp(db, admin, account, "owner");
      const { invoice, retainer } = await prepare(db, admin, account);
      await db.run("update public.retainers set status = 'paused' where account_id = $1", [account]);
      await db.run("update public.invoices set status = 'paid' where account_id = $1 and status = 'pending'", [
        account,
      ]);
      const isArchived = async () =>
        (
          await runAs<{ found: boolean }>(
            db,
            admin,
            "select (public.invoice_for_admin($1) ->> 'is_archived')::boolean as found",
            [invoice],
          )
        ).found;
      expect(await isArchived()).toBe(false);
      await runAs(db, admin, "select public.archive_account($1, true)", [account]);
      expect(await isArchived()).toBe(true);
      const refused = { code: "PT409", message: "This account is archived. Restore it first." };
      expect(await refusal(db, admin, SEND, [invoice])).toMatchObject(refused);
      expect(await refusal(db, admin, ACTIVATE, [retainer])).toMatchObject(refused);
      // Nothing new begins there, whether the account is named or is that of the person.
      for (const given of [account, null]) {
        expect(await refusal(db, admin, RETAINER, [owner.id, given])).toMatchObject(refused);
        expect(await refusal(db, admin, DRAFT, [owner.id, given])).toMatchObject(refused);
      }
      await runAs(db, admin, "select public.archive_account($1, false)", [account]);
      expect(await refusalCode(db, admin, SEND, [invoice])).toBe("nothing was refused");
    }));

  test("goes to an owner who stays when its person leaves; a sent invoice keeps its person", () =>
    work(async (db, admin, account) => {
      const first = await signUp(db, admin, account, "owner");
      const ids = await prepare(db, admin, account);
      const sent = (await runAs<{ id: string }>(db, admin, DRAFT, [null, account])).id;
      await runAs(db, admin, SEND, [sent]);
      const second = await signUp(db, admin, account, "owner");
      await runAs(db, first, REMOVE, [account, first.id]);
      expect(await named(db, account, ids)).toEqual([second.id, second.id, second.id]);
      expect((await db.run("select client_id, account_id from public.invoices where id = $1", [sent])).rows).toEqual([
        { client_id: first.id, account_id: account },
      ]);
      expect(await refusal(db, second, REMOVE, [account, second.id])).toMatchObject({
        code: "PT409",
        // The retainer began today and issued one.
        message: "2 open invoices and 1 ongoing retainer must be settled before the last person leaves",
      });
      await db.run("update public.retainers set status = 'completed' where account_id = $1", [account]);
      await db.run("update public.invoices set status = 'paid' where account_id = $1 and status = 'pending'", [
        account,
      ]);
      await runAs(db, second, REMOVE, [account, second.id]);
      const left = await db.run("select client_id from public.invoices where id = $1", [ids.invoice]);
      expect(left.rows).toEqual([{ client_id: null }]);
      const third = await signUp(db, admin, account, "owner");
      const taken = await db.run("select client_id from public.invoices where id = $1", [ids.invoice]);
      expect(taken.rows).toEqual([{ client_id: third.id }]);
    }));

  test("the dashboard stays with the account when its person leaves or is erased, and the heir has one already", () =>
    work(async (db, admin, account) => {
      const boardOf = async (id: string) =>
        (await db.run("select account_id, owner_id from public.client_dashboards where id = $1", [id])).rows[0];
      const prepareBoard = async (id: string) => (await runAs<{ id: string }>(db, admin, DASHBOARD, [id])).id;
      const priya = await signUp(db, admin, account, "owner");
      const dashboard = await prepareBoard(account);
      const home = await newAccount(db, admin);
      const jonas = await signUp(db, admin, home, "owner");
      const own = await prepareBoard(home);
      await join(db, admin, account, jonas, "owner");
      const member = await signUp(db, admin, account, "member");
      await runAs(db, priya, REMOVE, [account, priya.id]);
      expect(await boardOf(dashboard)).toEqual({ account_id: account, owner_id: null });
      expect(await boardOf(own)).toEqual({ account_id: home, owner_id: jonas.id });
      const record = "select public.account_record($1) #> '{dashboard,is_prepared}' as waits";
      expect(await runAs(db, admin, record, [account])).toEqual({ waits: false });
      const seen = "select array_agg(id order by id = $1) as ids from public.client_dashboards";
      expect(await runAs(db, jonas, seen, [dashboard])).toEqual({ ids: [own, dashboard] });
      expect(await runAs(db, member, seen, [dashboard])).toEqual({ ids: [dashboard] });
      expect(await runAs(db, priya, seen, [dashboard])).toEqual({ ids: null });
      // A second one that names nobody would be refused, and no one could leave.
      const assigned = await runAs<{ id: string }>(
        db,
        admin,
        "select public.assign_client_dashboard($1, 'More', 'https://www.notion.so/more') as id",
        [member.email],
      );
      expect(await boardOf(assigned.id)).toEqual({ account_id: account, owner_id: member.id });
      await runAs(db, member, REMOVE, [account, member.id]);
      expect(await boardOf(assigned.id)).toEqual({ account_id: null, owner_id: null });
      expect(await boardOf(dashboard)).toEqual({ account_id: account, owner_id: null });
      // Nor does it stay with nobody when its person is erased.
      const erased = await signUp(db, admin, account, "member");
      const last = await runAs<{ id: string }>(
        db,
        admin,
        "select public.assign_client_dashboard($1, 'Last', 'https://www.notion.so/last') as id",
        [erased.email],
      );
      expect(await boardOf(last.id)).toEqual({ account_id: account, owner_id: erased.id });
      const listed = `select jsonb_path_query_array(public.preview_erasure('account', $1),
        '$.found[*] ? (@.label == "Client dashboards").count') as counts`;
      expect(await runAs(db, admin, listed, [erased.id])).toEqual({ counts: [1] });
      await runAs(db, admin, "select public.erase_person('account', $1, $2)", [erased.id, erased.email]);
      expect(await boardOf(last.id)).toBeUndefined();
      expect(await boardOf(dashboard)).toEqual({ account_id: account, owner_id: null });
      // Jonas's colleagues keep his dashboard after his erasure. That of the account in which he is alone goes with him.
      const next = await signUp(db, admin, home, "owner");
      expect(await runAs(db, admin, listed, [jonas.id])).toEqual({ counts: [1] });
      await runAs(db, admin, "select public.erase_person('account', $1, $2)", [jonas.id, jonas.email]);
      expect(await boardOf(own)).toEqual({ account_id: home, owner_id: next.id });
      expect(await boardOf(dashboard)).toBeUndefined();
    }));

  test("goes to an owner when its person becomes a member; a sent invoice and the dashboard keep theirs, and billing contacts all", () =>
    work(async (db, admin, account) => {
      const first = await signUp(db, admin, account, "owner");
      const ids = await prepare(db, admin, account);
      const sent = (await runAs<{ id: string }>(db, admin, DRAFT, [null, account])).id;
      await runAs(db, admin, SEND, [sent]);
      // It begins today.
      const running = (await runAs<{ id: string }>(db, admin, RETAINER, [first.id, account])).id;
      await runAs(db, admin, ACTIVATE, [running]);
      const second = await signUp(db, admin, account, "owner");
      const billed = async () => [
        ...(await named(db, account, ids)),
        ...(
          await db.run<{ id: string }>(
            `select client_id as id from public.invoices where id = $1
             union all select client_id from public.retainers where id = $2`,
            [sent, running],
          )
        ).rows.map(({ id }) => id),
      ];
      await runAs(db, second, SET_ROLE, [account, first.id, "billing"]);
      expect(await billed()).toEqual(Array(5).fill(first.id));
      await runAs(db, second, SET_ROLE, [account, first.id, "member"]);
      expect(await billed()).toEqual([second.id, second.id, first.id, first.id, second.id]);
      // Whoever is named on purpose later keeps it, whatever else changes.
      await db.run("update public.retainers set client_id = $2 where id = $1", [running, first.id]);
      await runAs(db, second, SET_ROLE, [account, first.id, "member"]);
      expect(await billed()).toEqual([second.id, second.id, first.id, first.id, first.id]);
    }));

  test("stays with the last owner, who can't become a member", () =>
    work(async (db, admin, account) => {
      const owner = await signUp(db, admin, account, "owner");
      await signUp(db, admin, account, "member");
      const ids = await prepare(db, admin, account);
      await db.run("savepoint attempt");
      await runAs(db, admin, SET_ROLE, [account, owner.id, "member"]);
      await expect(db.run("set constraints all immediate")).rejects.toThrow("Make someone else an owner first");
      await db.run("rollback to savepoint attempt");
      expect(await named(db, account, ids)).toEqual(Array(3).fill(owner.id));
    }));

  test("tells who removes its person what stays in their name and what goes to whom; only admins read about drafts", () =>
    work(async (db, admin, account) => {
      // A draft and a retainer that hasn't begun.
      await prepare(db, admin, account);
      const first = await signUp(db, admin, account, "owner");
      const second = await signUp(db, admin, account, "owner");
      const member = await signUp(db, admin, account, "member");
      await db.run("update public.account_members set created_at = now() - interval '1 day' where user_id = $1", [
        first.id,
      ]);
      // It begins today, so it has issued an invoice.
      await runAs(db, admin, RETAINER, [first.id, account]);
      const nameOf = async ({ id }: Person) =>
        (await db.run<{ name: string }>("select private.person_name($1) as name", [id])).rows[0]?.name;
      const money = async (reader: Person, of: Person) => {
        const { people } = await runAs<{ people: { members: { id: string; money: unknown }[] } }>(
          db,
          reader,
          "select public.account_people($1) as people",
          [account],
        );
        return people.members.find(({ id }) => id === of.id)?.money;
      };
      const known = { invoices: 1, agreed: 0, retainers: 1, signs_in: true, heir: await nameOf(second) };
      expect(await money(admin, first)).toEqual({ ...known, drafts: 2 });
      expect(await money(second, first)).toEqual({ ...known, drafts: 0 });
      expect(await money(first, first)).toEqual({ ...known, drafts: 0 });
      expect(await money(member, first)).toBeNull();
      expect(await money(member, member)).toMatchObject({ invoices: 0, retainers: 0, heir: await nameOf(first) });
      await db.run("update public.invoices set status = 'active' where account_id = $1 and status = 'pending'", [
        account,
      ]);
      expect(await money(admin, first)).toMatchObject({ invoices: 0, agreed: 1 });
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [first.id]);
      expect(await money(admin, first)).toMatchObject({ signs_in: false });
      // What was told is what happens.
      await runAs(db, admin, REMOVE, [account, first.id]);
      expect(await money(admin, second)).toMatchObject({ agreed: 0, retainers: 1, drafts: 2 });
      const told = await db.run<{ to: string; data: Record<string, string> }>(
        `select payload ->> 'to' as to, payload -> 'data' as data from private.outbox
         where payload ->> 'template' = 'retainers-inherited' and payload ->> 'to' = any ($1)`,
        [[first.email, second.email, member.email]],
      );
      expect(told.rows).toEqual([{ to: second.email, data: expect.objectContaining({ person: await nameOf(first) }) }]);
      // The name is no account: the agency sends this email.
      expect(Object.keys(told.rows[0]?.data ?? {})).toEqual(
        expect.arrayContaining(["accountName", "name", "person", "retainers"]),
      );
      expect(told.rows[0]?.data).not.toHaveProperty("account");
      expect(told.rows[0]?.data["retainers"]?.split("\n")).toHaveLength(1);
      // One agreed invoice stays in the name of the one who left, who can't sign in anymore.
      expect(told.rows[0]?.data).toMatchObject({ agreed: "1" });
      expect(told.rows[0]?.data).not.toHaveProperty("open");
      const removed = await db.run<{ data: Record<string, string> }>(
        "select payload -> 'data' as data from private.outbox where payload ->> 'template' = 'member-removed' and payload ->> 'to' = $1",
        [first.email],
      );
      expect(removed.rows[0]?.data).toMatchObject({ agreed: "1" });
      expect(removed.rows[0]?.data).not.toHaveProperty("open");
      expect(removed.rows[0]?.data).not.toHaveProperty("pays");
    }));

  test("is found by the account's name, listed as not signed up yet, and never counts as owed", () =>
    work(async (db, admin, account) => {
      const name = `Zebra ${randomUUID().slice(0, 8)}`;
      await db.run("update public.accounts set name = $2 where id = $1", [account, name]);
      const ids = await prepare(db, admin, account);
      await invite(db, admin, account, "boss@zebra.example", "owner");
      const answer = async <Answer>(statement: string, parameters: unknown[] = [name]) =>
        (await runAs<{ answer: Answer }>(db, admin, `select ${statement} as answer`, parameters)).answer;
      expect(await answer("public.search_invoices($1)")).toMatchObject({
        rows: [{ id: ids.invoice, client_id: null, client_name: name, account_id: account }],
        sums: [{ amount: 0, owed: 0, drafts: 50_000 }],
      });
      expect(await answer("public.search_invoices($1, p_sort => 'client')")).toMatchObject({ total: 1 });
      expect(await answer("public.search_retainers($1)")).toMatchObject({
        rows: [{ client_id: null, client_name: name, status: "pending" }],
      });
      expect(await answer("public.invoice_for_admin($1)", [ids.invoice])).toMatchObject({
        client: { id: null, account_id: account, name, email: "boss@zebra.example" },
      });
      expect(await answer("public.account_record($1)", [account])).toMatchObject({
        prepared: { invoices: [{ id: ids.invoice, amount: 50_000 }], retainers: [{ name: "Care" }] },
        dashboard: { is_prepared: true },
      });
      expect(
        await runAs(db, admin, "select * from public.search_billable_clients($1, p_accounts => true)", [name]),
      ).toEqual({
        id: null,
        name,
        company: null,
        email: "boss@zebra.example",
        account_id: account,
        member: null,
        role: null,
        has_account: true,
        for_account: null,
        everyone_left: false,
      });
      expect(
        await runAs(db, admin, "select account_name, user_id from public.search_client_dashboards($1)", [name]),
      ).toEqual({
        account_name: name,
        user_id: "imported-user",
      });
      const { rows } = await db.run<{ document: { client: { name: string } } }>(
        "select public.invoice_document($1) as document",
        [ids.invoice],
      );
      expect(rows[0]?.document.client.name).toBe(name);
      const end =
        "select public.end_retainer(id, updated_at, public.agency_today()) from public.retainers where id = $1";
      await runAs(db, admin, end, [ids.retainer]);
      expect((await db.run("select status from public.retainers where id = $1", [ids.retainer])).rows).toEqual([
        { status: "canceled" },
      ]);
    }));
});

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  test("nobody is left out: one person joins two accounts while an admin still prepares drafts", async () => {
    const db = await open();
    const admin = await createPerson(db, "admin");
    const person = await createPerson(db, "new client");
    await db.run("begin");
    const accounts = [await newAccount(db, admin), await newAccount(db, admin)];
    const tokens: string[] = [];
    for (const account of accounts) {
      await prepare(db, admin, account);
      tokens.push(await invite(db, admin, account, person.email, "owner"));
    }
    await db.run("commit");
    const session = async (who: Person, statement: string, parameters: unknown[]) => {
      const own = await db.connect?.();
      if (!own) throw new Error("The database has one session");
      await own.run("begin");
      await become(own, who);
      try {
        await own.run(statement, parameters);
        await own.run("commit");
      } finally {
        await own.run("rollback");
        own.release();
      }
    };
    await Promise.all([
      ...tokens.map((token) => session(person, JOIN, [token])),
      ...accounts.flatMap((account) => [1, 2, 3].map(() => session(admin, DRAFT, [null, account]))),
    ]);
    const drafts = await db.run("select from public.invoices where account_id = any ($1) and client_id = $2", [
      accounts,
      person.id,
    ]);
    const boards = await db.run("select from public.client_dashboards where owner_id = $1", [person.id]);
    const waiting = await db.run(
      "select from public.client_dashboards where account_id = any ($1) and owner_id is null",
      [accounts],
    );
    expect([drafts.count, boards.count, waiting.count]).toEqual([8, 1, 1]);
    await db.close();
  });
});
