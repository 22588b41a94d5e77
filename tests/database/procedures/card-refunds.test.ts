import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

async function newInvoice(db: Session, clientId: string | null): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     values ($1, 'R-' || gen_random_uuid(), 'pending', 5000, current_date) returning id`,
    [clientId],
  );
  return rows[0]?.id ?? "";
}

/** What the provider reports of one session: a payment, and refunds by these requests. */
const report = (total: number, requests: (object | null)[]) => ({
  session_id: "cs",
  status: "complete",
  disputed: false,
  entries: [
    { kind: "payment", ref: "pi", amount: total, currency: "usd", occurred_at: "2026-06-01T12:00:00Z" },
    ...requests.map((request, at) => ({
      kind: "refund",
      ref: `re_${at}`,
      amount: 1000 + at,
      currency: "usd",
      occurred_at: `2026-06-02T12:0${at}:00Z`,
      ...(request && { request }),
    })),
  ],
});

onEveryDatabase("A refund to a card", (given) => {
  test.each([1, 2])(
    "is once in the audit log, by the admin who asked for it, of %s invoices in a payment",
    async (paid) => {
      const { db, world } = given();
      const { admin, owner } = world.people;
      await rolledBack(db, async () => {
        const ids = [await newInvoice(db, owner.id)];
        if (paid === 2) ids.push(await newInvoice(db, owner.id));
        const request = { invoice_id: ids[0], admin_id: admin.id, reason: "The reel was late" };
        const told = report(5000 * paid, [
          request,
          // Made in the provider's dashboard, and by an admin whose account is gone: no one that the log could name.
          null,
          { ...request, admin_id: randomUUID() },
        ]);
        if (paid === 1) {
          const text = JSON.stringify({ ...told, invoice_id: ids[0], attempt: 1 });
          for (const _ of [1, 2]) await db.run("select public.record_checkout($1::text::jsonb)", [text]);
        } else {
          const { rows } = await db.run<{ id: string }>(
            "select public.open_combined_checkout($1::uuid[], $2) ->> 'combined_id' as id",
            [ids, owner.id],
          );
          const text = JSON.stringify({ ...told, combined_id: rows[0]?.id });
          for (const _ of [1, 2]) await db.run("select public.record_combined_checkout($1::text::jsonb)", [text]);
        }
        const refunds = await db.run(
          "select from public.payments where invoice_id = any ($1::uuid[]) and kind = 'refund'",
          [ids],
        );
        expect(refunds.rows).toHaveLength(3);
        await become(db, admin);
        const found = await db.run(
          `select entry.actor_id, entry.actor_email, entry.action, entry.table_name, entry.subject, entry.after ->> 'method' as method,
           payment.amount::integer as amount, payment.invoice_id, entry.account_id is not distinct from invoice.account_id as is_of_its_account
         from public.search_audit_log('reel was late') as entry
         join public.payments as payment on payment.id::text = entry.row_id join public.invoices as invoice on invoice.id = payment.invoice_id
         where payment.invoice_id = any ($1::uuid[])`,
          [ids],
        );
        expect(found.rows).toEqual([
          {
            actor_id: admin.id,
            actor_email: admin.email,
            action: "insert",
            table_name: "payments",
            subject: owner.email,
            method: "Card",
            amount: 1000,
            invoice_id: ids[0],
            is_of_its_account: true,
          },
        ]);
      });
    },
  );
});
