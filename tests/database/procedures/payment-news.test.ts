import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type ClientAccount, createClientAccount } from "../../support/client-accounts.ts";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { becomeOwner, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Note = {
  id: string;
  event: string;
  company: string;
  is_read: boolean;
  payment: { amount: number; invoices: number; invoice_id: string; number: string; surplus: number };
};

type Payer = ClientAccount & { name: string };

const newsOf = async (db: Session, who: Person, { name }: Payer) =>
  (await runAs<{ news: Note[] }>(db, who, "select public.crm_notifications() as news")).news.filter(
    ({ event, company }) => event === "paid" && company === name,
  );

const mark = (db: Session, who: Person, ids: string[]) =>
  runAs(db, who, "select public.mark_notifications_read($1)", [ids]);

async function addInvoice(db: Session, { owner }: Payer): Promise<string> {
  await becomeOwner(db);
  const { rows } = await db.run<{ id: string }>(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     values ($1, 'N-' || gen_random_uuid(), 'pending', 5000, current_date) returning id`,
    [owner.id],
  );
  return rows[0]?.id ?? "";
}

type Paid = { kind?: string; reference?: string; combined?: string | null; age?: string; duplicate?: boolean };

async function pay(db: Session, invoice: string, { kind, reference, combined, age, duplicate }: Paid = {}) {
  await becomeOwner(db);
  await db.run(
    `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at, created_at, combined_id, is_duplicate)
     select id, client_id, $2, 2500, 'usd', $3, now() - $4::interval, now() - $4::interval, $5, $6 from public.invoices where id = $1`,
    [invoice, kind ?? "payment", reference ?? `pi_${randomUUID()}`, age ?? "0 s", combined ?? null, duplicate ?? false],
  );
}

const work = (
  given: () => { db: Session },
  run: (db: Session, account: Payer, admin: Person, colleague: Person) => Promise<void>,
) =>
  rolledBack(given().db, async () => {
    const { db } = given();
    const name = `Payer ${randomUUID().slice(0, 8)}`;
    const account = await createClientAccount(db, name);
    await run(db, { ...account, name }, await createPerson(db, "admin"), await createPerson(db, "admin"));
  });

onEveryDatabase("A card payment of a client", (given) => {
  test("is unread in the bell of each admin until they mark it; nobody else sees it", () =>
    work(given, async (db, account, admin, colleague) => {
      const invoice = await addInvoice(db, account);
      await pay(db, invoice);
      const [note, ...more] = await newsOf(db, admin, account);
      expect(more).toEqual([]);
      expect(note).toMatchObject({
        is_read: false,
        payment: { amount: 2500, currency: "usd", invoices: 1, invoice_id: invoice, surplus: 0 },
      });
      const rep = await createPerson(db, "active sales");
      expect(await newsOf(db, rep, account)).toEqual([]);
      await mark(db, rep, [note?.id ?? ""]);
      for (const _ of [1, 2]) await mark(db, admin, [note?.id ?? ""]);
      expect((await newsOf(db, admin, account))[0]?.is_read).toBe(true);
      expect((await newsOf(db, colleague, account))[0]?.is_read).toBe(false);
    }));

  test("of several invoices is one entry; a second payment says so", () =>
    work(given, async (db, account, admin) => {
      await becomeOwner(db);
      const [first, second] = [await addInvoice(db, account), await addInvoice(db, account)];
      const { rows } = await db.run<{ id: string }>(
        "insert into private.combined_checkouts (client_id, amount, currency) values ($1, 5000, 'usd') returning id",
        [account.owner.id],
      );
      const combined = rows[0]?.id ?? null;
      await pay(db, first, { combined });
      await pay(db, second, { combined });
      expect(await newsOf(db, admin, account)).toMatchObject([{ payment: { amount: 5000, invoices: 2 } }]);
      // Of the next one, a share pays an invoice again. The invoice asks for attention until that money went back.
      const { rows: next } = await db.run<{ id: string }>(
        "insert into private.combined_checkouts (client_id, amount, currency) values ($1, 5000, 'usd') returning id",
        [account.owner.id],
      );
      const third = await addInvoice(db, account);
      await pay(db, third, { combined: next[0]?.id ?? null });
      await pay(db, second, { combined: next[0]?.id ?? null, duplicate: true });
      const attention = (is: string | null) =>
        db.run("update public.invoices set needs_attention = $2::public.invoice_attention where id = $1", [second, is]);
      await attention("paid_twice");
      const surplus = async () => (await newsOf(db, admin, account)).map(({ payment }) => payment);
      expect(await surplus()).toContainEqual(
        expect.objectContaining({ amount: 5000, invoices: 2, surplus: 2500, invoice_id: second }),
      );
      await becomeOwner(db);
      await attention(null);
      expect((await surplus()).map((payment) => payment.surplus)).toEqual([0, 0]);
    }));

  test("is no news if an admin recorded it, money went back, or it is old; after three days it counts as read", () =>
    work(given, async (db, account, admin) => {
      const invoice = await addInvoice(db, account);
      await pay(db, invoice, { reference: `manual:${randomUUID()}` });
      for (const kind of ["refund", "reversal", "removed"]) await pay(db, invoice, { kind });
      await pay(db, invoice, { age: "15 days" });
      expect(await newsOf(db, admin, account)).toEqual([]);
      await pay(db, invoice, { age: "4 days" });
      expect(await newsOf(db, admin, account)).toMatchObject([{ is_read: true }]);
    }));
});
