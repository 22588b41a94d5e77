import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, type PersonKind, rolledBack } from "../../support/database-persons.ts";

const overview = "select * from public.list_admin_overview()";

type Work = {
  overdue: { currency: string; amount: number; invoices: number }[];
  open_requests: number;
  to_open: number;
};

onEveryDatabase("The admin dashboard's figures", (given) => {
  test("count people, pending sign-ups, leads and companies, without archived leads and spam", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(`insert into public.leads (company, archived_at, is_spam) values
        (null, null, false), ('  ', null, false), ('Beta', null, false), ('Old', now(), false), ('Spam', null, true)`);
      await become(db, world.people.admin);
      const { rows } = await db.run(overview);
      const figures = Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
      expect(figures).toEqual({ total_users: 9, pending_approvals: 1, total_leads: 8, companies: 3 });
      await becomeOwner(db);
    });
  });

  test("name the overdue money, the open requests and the invoices to open for payment, as their lists do", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { rows: clients } = await db.run<{ id: string }>(
        "select user_id as id from public.user_roles where role = 'client' and status = 'active' limit 1",
      );
      await become(db, world.people.admin);
      const read = async () =>
        (await db.run<{ work: Work }>("select public.list_waiting_work() as work")).rows[0]?.work;
      const before = await read();
      await becomeOwner(db);
      await db.run(
        `insert into public.invoices (client_id, amount, currency, status, due_date, invoice_number)
         values ($1, 5000, 'chf', 'pending', current_date - 9, 'INV-L1'), ($1, 700, 'chf', 'overdue', current_date - 9, 'INV-L2'),
           ($1, 900, 'chf', 'pending', current_date + 9, 'INV-L3'), ($1, 900, 'chf', 'draft', current_date - 9, 'INV-L4'),
           ($1, 900, 'chf', 'active', private.agency_day() - 9, 'INV-L5'), ($1, 900, 'chf', 'active', private.agency_day() + 14, 'INV-L6'),
           ($1, 900, 'chf', 'active', private.agency_day() + 15, 'INV-L7')`,
        [clients[0]?.id],
      );
      await db.run(
        "insert into public.change_requests (user_id, user_email, business_name, request_type, message) values ($1, 'a@example.com', 'A', 'general_inquiry', 'Help')",
        [clients[0]?.id],
      );
      await become(db, world.people.admin);
      const after = await read();
      expect(after?.overdue.filter(({ currency }) => currency === "chf")).toEqual([
        { currency: "chf", amount: 5700, invoices: 2 },
      ]);
      // The payment term is 14 days.
      expect(after?.to_open).toBe((before?.to_open ?? 0) + 2);
      expect(after?.open_requests).toBe((before?.open_requests ?? 0) + 1);
      const list = await db.run<{ overdue: number }>(
        "select (public.search_invoices('', 'overdue') -> 'total')::int as overdue",
      );
      expect(after?.overdue.reduce((sum, { invoices }) => sum + invoices, 0)).toBe(list.rows[0]?.overdue);
    });
  });

  test.each(["owner", "active sales", "pending sales", "inactive", "no role"] satisfies PersonKind[])(
    "are refused to %s",
    async (kind) => {
      const { db, world } = given();
      for (const statement of [overview, "select public.list_waiting_work()"])
        await expect(asPerson(db, world.people[kind], statement)).rejects.toMatchObject({ code: "42501" });
    },
  );
});
