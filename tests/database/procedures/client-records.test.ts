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
    "a colleague's record has the account and none of its money, which counts once in the list",
    inside(async (db, people) => {
      const [owner, colleague] = [people.owner, people["other client"]];
      await db.run(
        `with own as (select account_id from public.account_members where user_id = $1 and role = 'owner')
         insert into public.account_members (account_id, user_id, role) select account_id, $2, 'billing' from own`,
        [owner.id, colleague.id],
      );
      const named = await db.run<{ monthly: string; paid: string }>(
        `select (select count(*) from public.retainers where client_id = $1 and status = 'active') as monthly,
           (select count(*) from public.invoices where client_id = $1 and status = 'paid') as paid`,
        [colleague.id],
      );
      await become(db, people.admin);
      const { rows } = await db.run<{ record: { figures: Record<string, unknown>; accounts: { role: string }[] } }>(
        "select public.client_record($1) as record",
        [colleague.id],
      );
      expect(rows[0]?.record.figures).toMatchObject({
        paid_invoices: Number(named.rows[0]?.paid),
        active_retainers: Number(named.rows[0]?.monthly),
      });
      expect(rows[0]?.record.accounts.map(({ role }) => role)).toContain("billing");
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
      const all = await list("");
      expect(all.rows).toHaveLength(all.total);
      expect(all.rows.map(({ id }) => id)).toContain(people.owner.id);
      expect(all.rows.map(({ id }) => id)).not.toContain(people["active sales"].id);
      // Every page has the same total, and no client is on two pages.
      const pages = await Promise.all([0, 1].map((offset) => list("", "created", true, 1, offset)));
      expect(pages.map(({ total }) => total)).toEqual([all.total, all.total]);
      expect(new Set(pages.flatMap((page) => page.rows.map(({ id }) => id))).size).toBe(2);
      await expect(list("", "shoe size")).rejects.toMatchObject({ code: "22023" });
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
