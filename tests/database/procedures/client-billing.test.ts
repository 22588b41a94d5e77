import fc from "fast-check";
import { expect, test } from "vitest";
import { shownInvoiceStatus } from "../../../domain/invoices.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createPerson, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const iso = (date: Date) => date.toISOString().slice(0, 10);

/**
 * An independent version of the rule, day by day: the day of the month of the start, or the month's last day if it has
 * none.
 */
function chargedOn(day: Date, start: Date, end: Date | null, months: number | null): boolean {
  const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  const number = (day.getUTCFullYear() - start.getUTCFullYear()) * 12 + day.getUTCMonth() - start.getUTCMonth();
  if (day.getUTCDate() !== Math.min(start.getUTCDate(), lastOfMonth)) return false;
  return number >= 0 && (months === null || number < months) && (!end || day <= end);
}

onEveryDatabase("A retainer", (given) => {
  test("is charged each month on its start's day of the month, until its end", async () => {
    const { db } = given();
    const date = fc.integer({ min: 0, max: 1500 }).map((days) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000));
    const span = fc.tuple(
      date,
      fc.option(date),
      fc.option(fc.integer({ min: 1, max: 24 })),
      date,
      fc.integer({ min: 0, max: 400 }),
    );
    await fc.assert(
      fc.asyncProperty(span, async ([start, end, months, from, length]) => {
        const days = Array.from({ length: length + 1 }, (_, day) => new Date(from.getTime() + day * 86_400_000));
        const expected = days.filter((day) => chargedOn(day, start, end, months)).map(iso);
        const { rows } = await db.run<{ day: string }>(
          "select day::text from private.charge_dates($1, $2, $3, $4, $5) as charge (day)",
          [iso(start), end && iso(end), months, iso(from), iso(days.at(-1) as Date)],
        );
        expect(rows.map(({ day }) => day)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test("is announced once, three days before each renewal, but not before its first day", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("delete from public.retainer_charges");
      await db.run("delete from public.retainers");
      await db.run(
        `insert into public.retainers (client_id, retainer_name, monthly_amount, status, start_date)
         select $1, name, 90000, status::public.retainer_status, start_date from (values
           ('Soon', 'active', private.agency_day() + 3 - interval '2 months'),
           ('New', 'active', private.agency_day() + 3),
           ('Later', 'active', private.agency_day() + 5 - interval '2 months'),
           ('Over', 'completed', private.agency_day() + 2 - interval '2 months')
         ) as retainer (name, status, start_date)`,
        [world.people.owner.id],
      );
      for (const _ of [1, 2]) await db.run("select private.announce_retainer_charges()");
      const { rows } = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'retainer-renewing'",
      );
      expect(rows).toMatchObject([
        { payload: { to: world.people.owner.email, data: { retainer: "Soon", amount: "90000" } } },
      ]);
    });
  });

  test("shows its upcoming charges only to its own client", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run("update public.retainers set status = 'active', start_date = private.agency_day() - 10");
      const seen: number[] = [];
      for (const kind of ["owner", "admin", "active sales", "inactive"] as const) {
        await become(db, world.people[kind]);
        const { rows } = await db.run(
          `select from public.list_upcoming_charges() as charge join public.retainers as retainer
             on retainer.id = charge.retainer_id and retainer.account_id = charge.account_id`,
        );
        seen.push(rows.length);
        await becomeOwner(db);
      }
      expect(seen).toEqual([1, 0, 0, 0]);
    });
  });
});

async function figuresOf(db: Session) {
  const { rows } = await db.run<{ figures: Record<string, unknown> }>("select public.client_figures() as figures");
  return rows[0]?.figures;
}

onEveryDatabase("A client's figures", (given) => {
  test("count from the first payment of an invoice, also after the rest is paid", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        `insert into public.invoices (client_id, invoice_number, status, amount, currency, due_date)
         values ($1, 'P-1', 'pending', 500, 'usd', private.agency_day() + 9)`,
        [owner.id],
      );
      const since: unknown[] = [];
      for (const [amount, at] of [
        [200, "2020-02-03 12:00+00"],
        [300, "2020-02-05 12:00+00"],
      ]) {
        await db.run(
          `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
           select id, client_id, 'payment', $2::integer, 'usd', 'part-' || $2, $3 from public.invoices where client_id = $1 and invoice_number = 'P-1'`,
          [owner.id, amount, at],
        );
        await db.run("select private.settle_invoice(id) from public.invoices where invoice_number = 'P-1'");
        await become(db, owner);
        since.push((await figuresOf(db))?.["paid_since"]);
        await becomeOwner(db);
      }
      expect(since).toEqual(["2020-02-03", "2020-02-03"]);
    });
  });

  test("count the client's payments minus refunds, per currency", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         select id, client_id, kind, amount.value, 'usd', 'x-' || kind, now() from public.invoices,
           (values ('payment', 7000), ('refund', 7500)) as amount (kind, value)
         where client_id = $1 and status = 'paid'`,
        [owner.id],
      );
      await db.run("select private.settle_invoice(id) from public.invoices where client_id = $1 and status = 'paid'", [
        owner.id,
      ]);
      // Paid before the ledger existed.
      await db.run(
        `insert into public.invoices (client_id, invoice_number, status, amount, currency, due_date) values
         ($1, 'E-1', 'paid', 9000, 'eur', null), ($1, 'L-1', 'pending', 1, 'usd', private.agency_day() - 1),
         ($1, 'P-1', 'pending', 500, 'usd', private.agency_day() + 9)`,
        [owner.id],
      );
      // A part of an open invoice counts, and so does its invoice.
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         select id, client_id, 'payment', 200, 'usd', 'p-1', now() from public.invoices where client_id = $1 and invoice_number = 'P-1'`,
        [owner.id],
      );
      await db.run("select private.settle_invoice(id) from public.invoices where invoice_number = 'P-1'");
      await become(db, owner);
      expect(await figuresOf(db)).toMatchObject({
        // The larger sum comes first, also before the account's own currency, which isn't the same for everyone who reads it.
        paid: [
          { currency: "eur", amount: 9000 },
          { currency: "usd", amount: 6700 },
        ],
        paid_invoices: 3,
        invoices: 5,
        by_status: { paid: 1, "partly refunded": 1, pending: 2, overdue: 1 },
      });
      await become(db, world.people.admin);
      expect(await figuresOf(db)).toMatchObject({ paid: [], invoices: 0, active_retainers: 0 });
    });
  });

  test("say what is due by currency, oldest first, to its own client only, and how far the account is set up", async () => {
    const { db, world } = given();
    const { owner } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.invoices set status = 'void' where client_id = $1", [owner.id]);
      const { rows: added } = await db.run<{ id: string }>(
        `insert into public.invoices (client_id, invoice_number, status, amount, currency, due_date) values
           ($1, 'BAL-1', 'pending', 300, 'usd', private.agency_day() + 3), ($1, 'BAL-2', 'pending', 500, 'usd', private.agency_day() - 3),
           ($1, 'BAL-3', 'overdue', 700, 'usd', private.agency_day() - 9), ($1, 'BAL-4', 'pending', 50, 'eur', null),
           ($1, 'BAL-5', 'draft', 9, 'usd', null), ($1, 'BAL-6', 'active', 9, 'usd', null), ($1, 'BAL-7', 'paid', 9, 'usd', null)
         returning id`,
        [owner.id],
      );
      const balance = async () =>
        (await db.run<{ balance: object }>("select public.client_balance() as balance")).rows[0];
      await become(db, owner);
      expect(await balance()).toMatchObject({
        balance: {
          due: [
            {
              currency: "usd",
              amount: 1500,
              invoices: 3,
              overdue: 2,
              overdue_amount: 1200,
              invoice_ids: [added[2]?.id, added[1]?.id, added[0]?.id],
            },
            { currency: "eur", amount: 50, invoices: 1, overdue: 0, next_due: null },
          ],
          later: [{ currency: "usd", amount: 9, invoices: 1, due: null }],
          setup: { email_confirmed: true, first_invoice: expect.any(String), kickoff: expect.any(String) },
        },
      });
      for (const kind of ["admin", "active sales", "inactive"] as const) {
        await become(db, world.people[kind]);
        expect(await balance()).toEqual({ balance: { due: [], later: [], setup: null } });
      }
    });
  });

  test("say how far one account is set up: the one that the client owns, whatever others of theirs have", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const olive = await createClientAccount(db, "Olive Grove");
      const max = await createPerson(db, "new client");
      const { rows } = await db.run<{ id: string }>(
        "select account_id as id from public.account_members where user_id = $1",
        [max.id],
      );
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'member')", [
        olive.id,
        max.id,
      ]);
      await db.run(
        "insert into public.client_dashboards (user_id, business_name, notion_database_url) values ($1, 'Olive', 'https://www.notion.so/olive')",
        [olive.owner.id],
      );
      await db.run(
        `insert into public.invoices (client_id, account_id, invoice_number, status, amount) values ($1, $2, 'OLIVE-1', 'pending', 900)`,
        [olive.owner.id, olive.id],
      );
      const setupOf = async (who: typeof max) =>
        (await runAs<{ setup: object }>(db, who, "select public.client_balance() -> 'setup' as setup")).setup;
      const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
      expect(await setupOf(max)).toMatchObject({ account_id: rows[0]?.id, dashboard: false, first_invoice: null });
      expect(await setupOf(olive.owner)).toMatchObject({ account_id: olive.id, dashboard: true, first_invoice: day });
      // What their role doesn't show isn't told here, either.
      expect(await setupOf(olive.member)).toMatchObject({ account_id: olive.id, dashboard: true, first_invoice: null });
      expect(await setupOf(olive.billing)).toMatchObject({ dashboard: false, first_invoice: day });
      // An owner reads whom they invited, until the link has expired, and nobody else does.
      for (const address of ["open@olive.example", "late@olive.example"])
        await runAs(db, olive.owner, "select public.invite_member($1, $2, 'member')", [olive.id, address]);
      await db.run("update public.invitations set expires_at = now() where email = 'late@olive.example'");
      expect(await setupOf(olive.owner)).toMatchObject({ invited: ["open@olive.example"] });
      expect(await setupOf(olive.member)).toMatchObject({ invited: [] });
      await runAs(db, max, "select public.remove_member($1, $2)", [rows[0]?.id, max.id]);
      expect(await setupOf(max)).toMatchObject({ account_id: olive.id, dashboard: true });
      await runAs(db, max, "select public.remove_member($1, $2)", [olive.id, max.id]);
      expect(await setupOf(max)).toMatchObject({ account_id: null, dashboard: false });
    });
  });

  test("use the same rule for overdue as the pages and the nightly job", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run(
        `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
         select $1, 'D' || number, 'pending', 1, private.agency_day() + number from generate_series(-2, 2) as number`,
        [world.people.owner.id],
      );
      const { rows } = await db.run<{ status: string; due_date: string; today: string }>(
        "select status, due_date::text, private.agency_day()::text as today from public.invoices where invoice_number like 'D%'",
      );
      const shown = rows.filter((row) => shownInvoiceStatus(row, row.today) === "overdue").length;
      await db.run("select private.mark_overdue_invoices()");
      const stored = await db.run("select from public.invoices where status = 'overdue' and invoice_number like 'D%'");
      expect([shown, stored.rows.length]).toEqual([2, 2]);
    });
  });
});

onEveryDatabase("An invoice's lines", (given) => {
  test("set a draft's amount, and are fixed once it is sent", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        "insert into public.invoices (client_id, invoice_number, amount) values ($1, 'S-1', 0) returning id",
        [world.people.owner.id],
      );
      const id = rows[0]?.id;
      await db.run(
        `insert into public.invoice_lines (invoice_id, position, description, quantity, unit_amount, is_discount)
         values ($1, 1, 'Reels', 3, 2000, false), ($1, 2, 'Discount', 1, -500, true)`,
        [id],
      );
      const amount = async () =>
        (await db.run<{ amount: number }>("select amount from public.invoices where id = $1", [id])).rows[0]?.amount;
      expect(await amount()).toBe(5500);
      await db.run("delete from public.invoice_lines where invoice_id = $1 and position = 2", [id]);
      expect(await amount()).toBe(6000);
      await db.run("update public.invoices set status = 'pending' where id = $1", [id]);
      const letters = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'invoice-issued'",
      );
      expect(letters.rows).toMatchObject([{ payload: { attachInvoice: id, data: { amount: "6000" } } }]);
      const change = db.run("update public.invoice_lines set quantity = 1 where invoice_id = $1", [id]);
      await expect(change).rejects.toMatchObject({ code: "PT409" });
    });
  });
});
