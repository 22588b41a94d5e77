import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type PersonKind, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";

const figuresFor = (db: Session, id: string | null) =>
  db.run<{ figures: { invoices: number } }>("select public.client_figures($1) as figures", [id]);

onEveryDatabase("An admin and one client", (given) => {
  const inside = (run: (db: Session, people: World["people"]) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, () => run(db, world.people));
  };

  test(
    "an admin reads the figures, charges and balance that the client sees; no one else reads them",
    inside(async (db, people) => {
      const { id } = people.owner;
      const as = async (kind: PersonKind) => {
        await become(db, people[kind]);
        const { rows } = await figuresFor(db, id);
        const charges = await db.run("select * from public.list_upcoming_charges(366, $1)", [id]);
        const balance = await db.run<{ balance: unknown }>("select public.client_balance($1) as balance", [id]);
        await becomeOwner(db);
        return [rows[0]?.figures, charges.rows, balance.rows[0]?.balance];
      };
      const own = await as("owner");
      expect((own[0] as { invoices: number }).invoices).toBeGreaterThan(0);
      expect(await as("admin")).toEqual(own);
      for (const kind of ["other client", "active sales", "no role"] as const) {
        const [figures, charges, balance] = await as(kind);
        expect([figures, charges]).toMatchObject([{ invoices: 0, paid: [], active_retainers: 0 }, []]);
        expect(balance).toEqual({ due: [], later: [], setup: null });
      }
    }),
  );

  test(
    "a visit as the client is in the audit log, in the admin's name",
    inside(async (db, people) => {
      await become(db, people.admin);
      await db.run("select public.record_client_view($1)", [people.owner.id]);
      await becomeOwner(db);
      const { rows } = await db.run(
        "select actor_email, action, table_name, row_id, subject from public.audit_log order by id desc limit 1",
      );
      expect(rows).toEqual([
        {
          actor_email: people.admin.email,
          action: "view",
          table_name: "profiles",
          row_id: people.owner.id,
          subject: people.owner.email,
        },
      ]);
    }),
  );

  test(
    "a record has the money that the person sees in the portal; in the list, it counts once",
    inside(async (db, people) => {
      const [owner, colleague] = [people.owner, people["other client"]];
      await db.run(
        `with own as (select account_id from public.account_members where user_id = $1 and role = 'owner')
         insert into public.account_members (account_id, user_id, role) select account_id, $2, 'billing' from own`,
        [owner.id, colleague.id],
      );
      await become(db, people.admin);
      for (const { id } of [owner, colleague, people["new client"]]) {
        type Figures = Record<string, unknown>;
        const { rows } = await db.run<{ record: { figures: Figures; owed: Figures[] }; seen: Figures; due: Figures[] }>(
          `select public.client_record($1) as record, public.client_figures($1) as seen,
             public.client_balance($1) -> 'due' as due`,
          [id],
        );
        const { is_premium: _, premium_accounts: __, ...seen } = rows[0]?.seen ?? {};
        expect(rows[0]?.record.figures).toEqual(seen);
        const dueOf = (sums: Figures[] = []) =>
          sums.map(({ currency, amount, invoices, overdue }) => ({ currency, amount, invoices, overdue }));
        expect(dueOf(rows[0]?.record.owed)).toEqual(dueOf(rows[0]?.due));
      }
      const list = await db.run<{ found: { rows: { id: string; monthly: { amount: number }[] }[] } }>(
        "select public.search_clients('', 'company', false, 200) as found",
      );
      const listed = (list.rows[0]?.found.rows ?? []).flatMap(({ monthly }) => monthly);
      await becomeOwner(db);
      const { rows: sums } = await db.run<{ amount: string }>(
        `select coalesce(sum(retainer.monthly_amount), 0) as amount from public.retainers as retainer
         join public.user_roles as held on held.user_id = retainer.client_id and held.role = 'client'
         where retainer.status = 'active'`,
      );
      expect(listed.reduce((sum, { amount }) => sum + amount, 0)).toBe(Number(sums[0]?.amount));
    }),
  );

  test(
    "a person's record and the list say which of their accounts are archived",
    inside(async (db, people) => {
      const { id, email } = people.owner;
      await db.run(
        `update public.accounts set archived_at = now()
         where id = (select account_id from public.account_members where user_id = $1 and role = 'owner')`,
        [id],
      );
      await become(db, people.admin);
      type Accounts = { accounts: { role: string; is_archived: boolean }[] };
      const { rows } = await db.run<{ record: Accounts; found: { rows: Accounts[] } }>(
        "select public.client_record($1) as record, public.search_clients($2) as found",
        [id, email],
      );
      const archived = [{ role: "owner", is_archived: true }];
      expect(rows[0]?.record.accounts).toMatchObject(archived);
      expect(rows[0]?.found.rows).toMatchObject([{ accounts: archived }]);
    }),
  );

  test(
    "an account has been paid what its owner sees as paid, and drafts count nowhere",
    inside(async (db, people) => {
      await become(db, people.admin);
      const read = async () => {
        const { rows } = await db.run<{ account: Record<string, unknown>; person: Record<string, unknown> }>(
          `select public.account_record(member.account_id) -> 'money' as account, public.client_record($1) -> 'figures' as person
           from public.account_members as member where member.user_id = $1 and member.role = 'owner'`,
          [people.owner.id],
        );
        const { paid, paid_invoices, invoices } = rows[0]?.person ?? {};
        expect(rows[0]?.account).toMatchObject({ paid, paid_invoices });
        const { rows: agreed } = await db.run<{ amount: number; currency: string }>(
          `select sum(owed_amount)::integer as amount, currency from public.invoices
           where status = 'active' and owed_amount > 0
             and account_id = (select account_id from public.account_members where user_id = $1 and role = 'owner')
           group by currency order by currency`,
          [people.owner.id],
        );
        expect(rows[0]?.account?.["later"]).toEqual(agreed);
        return invoices;
      };
      const before = await read();
      await db.run("select public.create_invoice($1, 'Draft', null, 'usd', $2)", [
        people.owner.id,
        JSON.stringify([{ description: "Ads", quantity: 1, unit_amount: 500 }]),
      ]);
      expect(await read()).toBe(before);
      await becomeOwner(db);
      await db.run(
        `update public.invoices set status = 'active'
         where id = (select id from public.invoices where client_id = $1 and status = 'pending' and account_id is not null limit 1)`,
        [people.owner.id],
      );
      await become(db, people.admin);
      await read();
    }),
  );

  test(
    "what an admin does with an invoice is in the log of its account, also when it names a colleague",
    inside(async (db, people) => {
      const { rows: held } = await db.run<{ id: string; account_id: string }>(
        `select id, account_id from public.invoices
         where client_id = $1 and status = 'pending' and owed_amount > 1 and account_id is not null limit 1`,
        [people.owner.id],
      );
      await become(db, people.admin);
      await db.run("update public.profiles set company = 'Renamed' where user_id = $1", [people.owner.id]);
      await becomeOwner(db);
      const entries = async () =>
        (
          await db.run<{ table_name: string; subject: string }>(
            "select table_name, subject from public.audit_log where account_id = $1 and actor_id is not null order by id",
            [held[0]?.account_id],
          )
        ).rows;
      expect(await entries()).toEqual([]);
      await become(db, people.admin);
      await db.run(
        `select public.credit_invoice(invoice.id, invoice.updated_at, 1, 'One cent')
         from public.invoices as invoice where invoice.id = $1`,
        [held[0]?.id],
      );
      await becomeOwner(db);
      const found = await entries();
      expect(found.map(({ table_name }) => table_name)).toEqual(
        expect.arrayContaining(["invoices", "invoice_credits"]),
      );
      expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set([people.owner.email]));
    }),
  );

  test(
    "the list of clients has what each one owes and waits for, as their record does",
    inside(async (db, people) => {
      await become(db, people.admin);
      const list = async (query: string, ...rest: unknown[]) => {
        const { rows } = await db.run<{ found: { rows: Record<string, unknown>[]; total: number } }>(
          `select public.search_clients($1${rest.map((_, at) => `, $${at + 2}`).join("")}) as found`,
          [query, ...rest],
        );
        return rows[0]?.found ?? { rows: [], total: 0 };
      };
      const { rows } = await db.run<{ record: Record<string, unknown> }>("select public.client_record($1) as record", [
        people.owner.id,
      ]);
      const { owed, figures, open_requests } = rows[0]?.record ?? {};
      const found = await list(people.owner.email ?? "");
      expect(found.total).toBe(1);
      expect(found.rows).toMatchObject([
        {
          id: people.owner.id,
          status: "active",
          owed,
          open_requests,
          monthly: (figures as { monthly: unknown }).monthly,
        },
      ]);
      // A colleague whose account owes has no sum of their own, but the account.
      await becomeOwner(db);
      const { rows: joined } = await db.run<{ account_id: string }>(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'member' from public.account_members as member where member.user_id = $1 and member.role = 'owner'
         returning account_id`,
        [people.owner.id, people["new client"].id],
      );
      await become(db, people.admin);
      const colleague = (await list(people["new client"].email ?? "")).rows;
      expect(colleague).toMatchObject([{ owed: [], owing_account: joined[0]?.account_id }]);
      const all = await list("");
      expect(all.rows).toHaveLength(all.total);
      expect(all.rows.map(({ id }) => id)).toContain(people.owner.id);
      expect(all.rows.map(({ id }) => id)).not.toContain(people["active sales"].id);
      // Every page has the same total, and no client is on two pages.
      const pages = await Promise.all([0, 1].map((offset) => list("", "created", true, 1, offset)));
      expect(pages.map(({ total }) => total)).toEqual([all.total, all.total]);
      expect(new Set(pages.flatMap((page) => page.rows.map(({ id }) => id))).size).toBe(2);
      // Sorted by what they owe, people and accounts alike.
      type Owing = { owed: { amount: number }[] };
      const sumOf = ({ owed: sums }: Owing) => sums.reduce((sum, { amount }) => sum + amount, 0);
      const isSorted = (amounts: number[]) => expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
      const byOwed = (await list("", "owed", true, 200)).rows as unknown as Owing[];
      isSorted(byOwed.map(sumOf));
      expect(sumOf(byOwed[0] as Owing)).toBeGreaterThan(0);
      const accounts = async (sort: string) =>
        (
          await db.run<{ found: { rows: (Owing & { name: string; last_activity_at: string | null })[] } }>(
            "select public.list_accounts(p_limit => 200, p_sort => $1, p_descending => true) as found",
            [sort],
          )
        ).rows[0]?.found.rows ?? [];
      const owing = (await accounts("owed")).map(sumOf);
      isSorted(owing);
      expect(owing[0]).toBeGreaterThan(0);
      isSorted((await accounts("active")).map(({ last_activity_at: at }) => (at ? Date.parse(at) : 0)));
      const names = (await accounts("name")).map(({ name }) => name.toLowerCase());
      expect(names).toEqual([...names].sort().reverse());
      await expect(list("", "shoe size")).rejects.toMatchObject({ code: "22023" });
    }),
  );

  test(
    "someone who was removed from an account is no colleague there, and is not found by its name or their old company",
    inside(async (db, people) => {
      const [owner, colleague] = [people.owner, people["new client"]];
      await db.run("update public.profiles set company = 'Kestrel Dental' where user_id = any ($1::uuid[])", [
        [owner.id, colleague.id],
      ]);
      const { rows: own } = await db.run<{ account_id: string }>(
        `update public.accounts as account set name = 'Kestrel Clinic' from public.account_members as member
         where member.account_id = account.id and member.user_id = $1 and member.role = 'owner' returning account.id as account_id`,
        [owner.id],
      );
      // A member of this account only.
      await db.run("set constraints all deferred");
      await db.run("delete from public.account_members where user_id = $1", [colleague.id]);
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        own[0]?.account_id,
        colleague.id,
      ]);
      await become(db, people.admin);
      const found = async (query: string) => {
        const { rows } = await db.run<{ list: { rows: { id: string; company: string | null }[] }; all: string[] }>(
          `select public.search_clients($1, 'company') as list, array(select user_id::text from public.search_people($1)) as all`,
          [query],
        );
        const list = rows[0]?.list.rows ?? [];
        // Both lists of people find the same.
        expect(list.map(({ id }) => id).sort()).toEqual([...(rows[0]?.all ?? [])].sort());
        return list;
      };
      const recordOf = async (id: string | null) => {
        const { rows } = await db.run<{ record: { company: string | null; colleagues: { id: string }[] } }>(
          "select public.client_record($1) as record",
          [id],
        );
        return { company: rows[0]?.record.company, colleagues: rows[0]?.record.colleagues.map((one) => one.id) };
      };
      const listed = (id: string | null) => ({ id, company: "Kestrel Clinic" });
      const both = (await found("kestrel clinic")).map(({ id, company }) => ({ id, company }));
      expect(both).toHaveLength(2);
      expect(both).toEqual(expect.arrayContaining([listed(owner.id), listed(colleague.id)]));
      expect((await recordOf(owner.id)).colleagues).toEqual([colleague.id]);
      await db.run("select public.remove_member($1, $2)", [own[0]?.account_id, colleague.id]);
      expect(await found("kestrel")).toMatchObject([listed(owner.id)]);
      expect(await found("kestrel dental")).toEqual([]);
      expect(await recordOf(owner.id)).toMatchObject({ colleagues: [] });
      expect(await recordOf(colleague.id)).toEqual({ company: null, colleagues: [] });
      expect(await found(colleague.email)).toMatchObject([{ id: colleague.id, company: null, accounts: [] }]);
      // No one of a team has an account, and the company that they named is theirs. So is that of someone who waits for one.
      await becomeOwner(db);
      await db.run("update public.profiles set company = 'Osprey' where user_id = $1", [people["active sales"].id]);
      await db.run("update public.user_roles set status = 'pending' where user_id = $1", [colleague.id]);
      await become(db, people.admin);
      const { rows: sales } = await db.run("select user_id, company from public.search_people('osprey')");
      expect(sales).toEqual([{ user_id: people["active sales"].id, company: "Osprey" }]);
      expect(await recordOf(colleague.id)).toMatchObject({ company: "Kestrel Dental" });
      expect((await found("kestrel dental")).map(({ id }) => id)).toEqual([colleague.id]);
    }),
  );

  test(
    "the list of accounts narrows to a plan, and to accounts that owe money or owe it late",
    inside(async (db, people) => {
      await become(db, people.admin);
      type Listed = { id: string; is_premium: boolean; owed: { amount: number }[]; reasons: string[] };
      const accounts = async (plan: string, balance: string) =>
        (
          await db.run<{ found: { rows: Listed[]; total: number } }>(
            "select public.list_accounts(p_limit => 200, p_plan => $1, p_balance => $2) as found",
            [plan, balance],
          )
        ).rows[0]?.found ?? { rows: [], total: 0 };
      const all = (await accounts("", "")).rows;
      const expected = {
        free: (one: Listed) => !one.is_premium,
        premium: (one: Listed) => one.is_premium,
        owed: (one: Listed) => one.owed.length > 0,
        overdue: (one: Listed) => one.reasons.includes("overdue"),
      };
      const idsOf = (rows: Listed[]) => rows.map(({ id }) => id);
      for (const plan of ["free", "premium"] as const)
        expect(idsOf((await accounts(plan, "")).rows)).toEqual(idsOf(all.filter(expected[plan])));
      for (const balance of ["owed", "overdue"] as const) {
        const { rows, total } = await accounts("free", balance);
        expect(idsOf(rows)).toEqual(idsOf(all.filter(expected.free).filter(expected[balance])));
        expect(total).toBe(rows.length);
        expect(idsOf((await accounts("", balance)).rows)).toEqual(idsOf(all.filter(expected[balance])));
      }
      for (const [plan, balance] of [
        ["gold", ""],
        ["", "rich"],
      ] as const)
        await rolledBack(db, async () => {
          await become(db, people.admin);
          await expect(accounts(plan, balance)).rejects.toMatchObject({ code: "22023", hint: "unknown_filter" });
        });
    }),
  );

  test(
    "only active clients can be viewed, and an unknown person has no record",
    inside(async (db, people) => {
      for (const statement of [
        `select public.record_client_view('${people["active sales"].id}')`,
        "select public.record_client_view(gen_random_uuid())",
        "select public.client_record(gen_random_uuid())",
      ])
        await rolledBack(db, async () => {
          await become(db, people.admin);
          await expect(db.run(statement)).rejects.toMatchObject({ code: "PT404" });
        });
    }),
  );

  test(
    "an admin can't write in the client's name",
    inside(async (db, people) => {
      const { id, email } = people.owner;
      for (const [statement, values] of [
        [
          "insert into public.change_requests (user_id, user_email, business_name, message) values ($1, $2, 'B', 'M')",
          [id, email],
        ],
        ["update public.profiles set company = 'Other' where user_id = $1", [id]],
        ["update public.subscriptions set subscribed = true where user_id = $1", [id]],
      ] as const)
        await rolledBack(db, async () => {
          await become(db, people.admin);
          const result = await db.run(statement, [...values]).catch(({ code }: { code: string }) => code);
          expect(typeof result === "string" ? result : result.count).toSatisfy(
            (answer: unknown) => answer === "42501" || answer === 0,
          );
        });
    }),
  );
});
