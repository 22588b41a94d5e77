import { expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

/** The billing contact asks to be deleted, which only they and the admins read. */
const DELETION = "33333333-0000-4000-8000-000000000001";

/** What the portal answers about the money and the work of an account with two open invoices, a retainer, a request and a dashboard. */
const ANSWERS: Record<string, string> = {
  "invoices to pay": "(public.client_balance(null) #>> '{due,0,invoices}')::integer",
  "invoices in figures": "(public.client_figures(null) ->> 'invoices')::integer",
  "coming charges": "(select count(*)::integer from public.list_upcoming_charges(31, null))",
  "sees money": "(public.portal_rights(null) ->> 'sees_money')::boolean",
  "sees work": "(public.portal_rights(null) ->> 'sees_work')::boolean",
  "is billed": "(public.portal_rights(null) ->> 'is_billed')::boolean",
  "people whom invoices print": "jsonb_array_length(public.portal_rights(null) -> 'billed_to')",
  "accounts named": "jsonb_array_length(public.portal_rights(null) -> 'accounts')",
  "whom to ask": "jsonb_array_length(public.portal_rights(null) -> 'owners')",
  "requests of colleagues": "(select count(*)::integer from public.change_requests where not is_deletion)",
  "deletions asked for": "(select count(*)::integer from public.change_requests where is_deletion)",
  "answers about deletions":
    "(select count(*)::integer from public.change_request_answers where body = 'About your deletion')",
  "listed files of deletions": `jsonb_array_length(public.list_request_files(array['${DELETION}'::uuid]))`,
  "stored files of deletions": `(select count(*)::integer from storage.objects where name like '${DELETION}/%')`,
  "senders of requests": "(select count(*)::integer from jsonb_object_keys(public.portal_rights(null) -> 'senders'))",
  "senders who left": "jsonb_array_length(public.portal_rights(null) -> 'senders_left')",
  "accounts of own requests that they left": "jsonb_array_length(public.portal_rights(null) -> 'left')",
  "may pay": "public.may_pay_invoice($1)",
  "sees the recipient": "public.invoice_recipient($1) is not null",
  "sees what one payment paid": "public.invoice_paid_together($1) is not null",
  "sees who paid": "public.invoice_payers($1) is not null",
  "sees when it opened": "public.invoice_milestones($1) is not null",
};

/** Rows of the account's first owner, who is named by all of them. */
const RIGHTS = `
                                          | named | owner | member | billing | outsider | removed | archived
  invoices to pay                         | 2     | 2     | null   | 2       | null     | null    | null
  invoices in figures                     | 2     | 2     | 0      | 2       | 0        | 0       | 0
  coming charges                          | 1     | 1     | 0      | 1       | 0        | 0       | 0
  sees money                              | true  | true  | false  | true    | true     | true    | true
  sees work                               | true  | true  | true   | false   | true     | true    | true
  is billed                               | true  | false | false  | false   | true     | true    | false
  people whom invoices print              | 1     | 1     | 0      | 1       | 1        | 1       | 0
  accounts named                          | 1     | 1     | 1      | 1       | 1        | 1       | 0
  whom to ask                             | 1     | 1     | 2      | 2       | 0        | 0       | 0
  requests of colleagues                  | 2     | 2     | 2      | 0       | 0        | 1       | 0
  deletions asked for                     | 0     | 0     | 0      | 1       | 0        | 0       | 0
  answers about deletions                 | 0     | 0     | 0      | 1       | 0        | 0       | 0
  listed files of deletions               | 0     | 0     | 0      | 1       | 0        | 0       | 0
  stored files of deletions               | 0     | 0     | 0      | 1       | 0        | 0       | 0
  senders of requests                     | 1     | 2     | 2      | 0       | 0        | 0       | 0
  senders who left                        | 1     | 1     | 1      | 0       | 0        | 0       | 0
  accounts of own requests that they left | 0     | 0     | 0      | 0       | 0        | 1       | 0
  may pay                                 | true  | true  | false  | true    | false    | false   | false
  sees the recipient                      | true  | true  | false  | true    | false    | false   | false
  sees what one payment paid              | true  | true  | false  | true    | false    | false   | false
  sees who paid                           | true  | true  | false  | true    | false    | false   | false
  sees when it opened                     | true  | true  | false  | true    | false    | false   | false
  open a checkout                         | true  | true  | false  | true    | false    | false   | false
  pay several                             | true  | true  | false  | true    | false    | false   | false
  visit the dashboard                     | true  | true  | true   | false   | false    | false   | false
`;

type Account = { id: string; invoices: string[]; dashboard: string; people: Record<string, Person> };

async function fill(db: Session): Promise<Account> {
  const people: Record<string, Person> = {};
  for (const name of ["named", "owner", "member", "billing", "outsider", "removed"])
    people[name] = await createPerson(db, "new client");
  const one = async (statement: string, parameters: unknown[]) =>
    (await db.run<{ id: string }>(statement, parameters)).rows[0]?.id ?? "";
  const id = await one("select account_id as id from public.account_members where user_id = $1", [people.named?.id]);
  // Only the role in this account is measured, so the people have no other.
  await db.run("delete from public.account_members where user_id = any ($1)", [
    ["owner", "member", "billing"].map((name) => people[name]?.id),
  ]);
  for (const name of ["owner", "member", "billing", "removed"])
    await db.run(
      `insert into public.account_members (account_id, user_id, role, created_at)
       values ($1, $2, $3, now() + interval '1 minute')`,
      [id, people[name]?.id, name === "removed" ? "owner" : name],
    );
  const invoice = (number: string) =>
    one(
      `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
       values ($1, $2, 'pending', 5000, current_date + 9) returning id`,
      [people.named?.id, number],
    );
  const invoices = [await invoice("ACC-1"), await invoice("ACC-2")];
  await db.run(
    `insert into public.retainers (client_id, retainer_name, status, monthly_amount, start_date)
     values ($1, 'Care', 'active', 9000, current_date - 20)`,
    [people.named?.id],
  );
  const dashboard = await one(
    `insert into public.client_dashboards (user_id, business_name, notion_database_url)
     values ($1, 'Acme', 'https://www.notion.so/acme') returning id`,
    [people.named?.id],
  );
  await db.run(
    `insert into public.change_requests (user_id, user_email, business_name, message)
     values ($1, 'named@example.com', 'Acme', 'More leads')`,
    [people.named?.id],
  );
  await db.run(
    `insert into public.change_requests (user_id, account_id, user_email, business_name, message)
     values ($1, $2, 'removed@example.com', 'Acme', 'Fewer leads')`,
    [people.removed?.id, id],
  );
  await db.run("delete from public.account_members where account_id = $1 and user_id = $2", [id, people.removed?.id]);
  await runAs(db, people.billing as Person, "select public.ask_for_deletion($1)", [DELETION]);
  await db.run("insert into public.change_request_answers (request_id, body) values ($1, 'About your deletion')", [
    DELETION,
  ]);
  await db.run(
    "insert into storage.objects (bucket_id, name, version) values ('attachments', $1 || '/request/a.pdf', gen_random_uuid())",
    [DELETION],
  );
  return { id, invoices, dashboard, people };
}

async function answersOf(
  db: Session,
  person: Person,
  { invoices, dashboard }: Account,
): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, expression] of Object.entries(ANSWERS)) {
    const parameters = expression.includes("$1") ? [invoices[0]] : [];
    const { answer } = await runAs<{ answer: unknown }>(db, person, `select ${expression} as answer`, parameters);
    answers[name] = String(answer);
  }
  const works = async (who: Person | "service", statement: string, parameters: unknown[]) => {
    await db.run("savepoint attempt");
    try {
      await runAs(db, who, statement, parameters);
      return "true";
    } catch (error) {
      expect((error as { code?: string }).code).toBe("PT404");
      return "false";
    } finally {
      await db.run("rollback to savepoint attempt");
    }
  };
  answers["open a checkout"] = await works("service", "select public.open_invoice_checkout($1, $2)", [
    invoices[0],
    person.id,
  ]);
  answers["pay several"] = await works("service", "select public.open_combined_checkout($1, $2)", [
    invoices,
    person.id,
  ]);
  answers["visit the dashboard"] = await works(person, "select public.record_dashboard_access($1)", [dashboard]);
  return answers;
}

onEveryDatabase("The money of an account", (given) => {
  test("is for its owners and billing people, and its work for owners and members", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const account = await fill(db);
      const [heading = "", ...lines] = RIGHTS.trim().split("\n");
      const kinds = heading.split("|").map((cell) => cell.trim());
      const found: Record<string, Record<string, string>> = {};
      for (const kind of kinds.filter((name) => name && name !== "archived"))
        found[kind] = await answersOf(db, account.people[kind] as Person, account);
      for (const name of Object.keys(ANSWERS).filter((one) => /deletions/.test(one)))
        expect(await runAs(db, given().world.people.admin, `select ${ANSWERS[name]} as answer`)).toEqual({ answer: 1 });
      await db.run("update public.accounts set archived_at = now() where id = $1", [account.id]);
      found.archived = await answersOf(db, account.people.owner as Person, account);
      const columns = kinds.filter(Boolean);
      for (const line of lines) {
        const [name = "", ...cells] = line.split("|").map((cell) => cell.trim());
        expect([name, ...columns.map((kind) => found[kind]?.[name])]).toEqual([name, ...cells]);
      }
    }));

  test("is asked for from the owners of its account, each of whom is named once", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const first = await createClientAccount(db, "First Asked", { premium: false });
      const second = await createClientAccount(db, "Second Asked", { premium: false });
      for (const who of [first.member, first.owner])
        await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'owner')", [
          second.id,
          who.id,
        ]);
      const { owners } = await runAs<{ owners: { email: string; accounts: string[] }[] }>(
        db,
        first.member,
        "select public.portal_rights() -> 'owners' as owners",
      );
      const asked = owners.map(({ email, accounts }) => [email, new Set(accounts)] as const);
      expect(new Map(asked)).toEqual(
        new Map([
          [first.owner.email, new Set([first.id, second.id])],
          [second.owner.email, new Set([second.id])],
        ]),
      );
      expect(owners).toHaveLength(2);
    }));

  test("is paid on one page, whoever opens it, in the name of the person on the invoice", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { invoices, people } = await fill(db);
      const open = (who: Person | undefined) =>
        runAs<{ attempt: number; client_id: string; email: string }>(
          db,
          "service",
          "select attempt, client_id, email from public.open_invoice_checkout($1, $2)",
          [invoices[0], who?.id],
        );
      const first = await open(people.billing);
      expect(first).toMatchObject({ attempt: 1, client_id: people.named?.id, email: people.named?.email });
      expect(await open(people.owner)).toEqual(first);
      const several = async (who: Person | undefined) =>
        (
          await runAs<{ page: { combined_id: string; client_id: string } }>(
            db,
            "service",
            "select public.open_combined_checkout($1, $2) as page",
            [invoices, who?.id],
          )
        ).page;
      const page = await several(people.owner);
      expect(page.client_id).toBe(people.named?.id);
      expect((await several(people.billing)).combined_id).toBe(page.combined_id);
      const report = JSON.stringify({
        session_id: "cs_account",
        combined_id: page.combined_id,
        status: "complete",
        disputed: false,
        entries: [{ kind: "payment", amount: 10_000, currency: "usd", ref: "pi_account", occurred_at: new Date() }],
      });
      for (let times = 1; times <= 2; times++)
        await runAs(db, "service", "select public.record_combined_checkout($1)", [report]);
      const { rows } = await db.run("select client_id, amount from public.payments where invoice_id = any ($1)", [
        invoices,
      ]);
      expect(rows).toEqual([1, 2].map(() => ({ client_id: people.named?.id, amount: 5000 })));
      const mails = await db.run(
        "select payload ->> 'to' as to from private.outbox where payload ->> 'template' = 'payment-received' and dedupe_key like 'combined:' || $1 || '%'",
        [page.combined_id],
      );
      expect(mails.rows).toEqual([{ to: people.named?.email }]);
      expect(
        await refusalCode(db, people.billing as Person, "select public.portal_rights($1)", [people.named?.id]),
      ).toBe("nothing was refused");
    }));

  test("prints the details of the person whom it names, who alone changes them, and colleagues read who that is", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { invoices, people } = await fill(db);
      const { named, billing } = people as { named: Person; billing: Person };
      const change = "update public.profiles set tax_id = $2 where user_id = $1 returning user_id";
      const changed = async (person: Person, of: Person, taxId: string) =>
        Boolean(await runAs(db, person, change, [of.id, taxId]));
      const billedTo = async (person: Person) =>
        (await runAs<{ id: string }>(db, person, "select public.portal_rights(null) #>> '{billed_to,0,id}' as id")).id;
      expect(await changed(billing, named, "VAT-1")).toBe(false);
      expect(await changed(named, named, "VAT-2")).toBe(true);
      for (const person of [named, billing]) {
        expect(await billedTo(person)).toBe(named.id);
        const { printed } = await runAs<{ printed: string }>(
          db,
          person,
          "select public.invoice_recipient($1) ->> 'taxId' as printed",
          [invoices[0]],
        );
        expect(printed).toBe("VAT-2");
      }
    }));

  test("stays with its account when the person who is named has another one, too", () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      const { id, invoices, people } = await fill(db);
      const other = await createPerson(db, "new client");
      const { rows } = await db.run<{ id: string }>(
        "select account_id as id from public.account_members where user_id = $1",
        [other.id],
      );
      await db.run(
        "insert into public.account_members (account_id, user_id, role, created_at) values ($1, $2, 'owner', '2020-01-01')",
        [rows[0]?.id, people.named?.id],
      );
      const { status } = await runAs<{ status: string }>(db, "service", "select public.record_checkout($1) as status", [
        JSON.stringify({
          session_id: "cs_one",
          invoice_id: invoices[0],
          attempt: 1,
          status: "complete",
          disputed: false,
          entries: [{ kind: "payment", amount: 5000, currency: "usd", ref: "pi_one", occurred_at: new Date() }],
        }),
      ]);
      expect(status).toBe("paid");
      expect(
        (await db.run("select account_id from public.payments where invoice_id = $1", [invoices[0]])).rows,
      ).toEqual([{ account_id: id }]);
    }));
});
