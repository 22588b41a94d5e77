import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const one = async <Value>(db: Session, text: string, parameters: unknown[] = []): Promise<Value> =>
  Object.values((await db.run(text, parameters)).rows[0] ?? {})[0] as Value;

const isCard = (method: string) => method.startsWith("Visa");
const METHODS = ["Check", "Bank transfer", "Cash", "Card terminal", "Visa ending in 4242"];
/** The agency's day, so many days ago. */
const dayBefore = (db: Session, days: number) =>
  one<string>(db, "select (public.agency_today() - $1::integer)::text", [days]);
const seenAt = (db: Session, id: string) =>
  one<string>(db, "select updated_at::text from public.invoices where id = $1", [id]);
const sent = async (db: Session, client: string | null, amount: number) => {
  const id = await one<string>(
    db,
    "select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd', $2::text::jsonb)",
    [client, JSON.stringify([{ description: "Ads", quantity: 1, unit_amount: amount }])],
  );
  await db.run("select public.send_invoice($1, $2::timestamptz)", [id, await seenAt(db, id)]);
  return id;
};

type Payment = { paid: string; method: string; amount: number };
type Receipt = { payment?: string; amount: string; paid: string; method: string; others?: string; owed?: string };

/** Records a payment as an admin or as the provider does. Returns the receipt that this queued. */
async function record(db: Session, admin: Person, invoice: string, payment: Payment): Promise<Receipt> {
  const keys = async () => {
    await becomeOwner(db);
    const { rows } = await db.run<{ key: string; data: Receipt }>(
      `select dedupe_key as key, payload -> 'data' as data from private.outbox
       where payload ->> 'template' = 'payment-received' and payload #>> '{data,invoiceId}' = $1`,
      [invoice],
    );
    return rows;
  };
  const before = (await keys()).map(({ key }) => key);
  const { paid, method, amount } = payment;
  if (isCard(method)) {
    const entry = {
      kind: "payment",
      currency: "usd",
      ref: `pi_${crypto.randomUUID()}`,
      occurred_at: `${paid}T18:00:00Z`,
    };
    await db.run("select public.record_checkout($1::text::jsonb)", [
      JSON.stringify({
        invoice_id: invoice,
        session_id: entry.ref,
        attempt: 1,
        status: "complete",
        entries: [{ ...entry, method, amount }],
      }),
    ]);
  } else {
    await become(db, admin);
    await db.run("select public.record_invoice_payment($1, $2::timestamptz, $3, $4, $5)", [
      ...[invoice, await seenAt(db, invoice), amount, paid, method],
    ]);
  }
  const [added, ...more] = (await keys()).filter(({ key }) => !before.includes(key));
  expect(more).toEqual([]);
  return added?.data as Receipt;
}

const byDay = (a: Payment, b: Payment) => a.paid.localeCompare(b.paid) || a.amount - b.amount;
const sorted = (payments: Payment[]) => payments.toSorted(byDay);

onEveryDatabase("Payments that are recorded in any order of their days", (given) => {
  test("have receipts that each name their own day, method and amount, and the last lists the others", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const { admin, owner } = world.people;
      const drawn = fc.record({
        days: fc.nat(20),
        method: fc.constantFrom(...METHODS),
        amount: fc.integer({ min: 1000, max: 5000 }),
      });
      const run = async (payments: Payment[]) => {
        await become(db, admin);
        const total = payments.reduce((sum, { amount }) => sum + amount, 0);
        const id = await sent(db, owner.id, total);
        let owed = total;
        for (const payment of payments) {
          const receipt = await record(db, admin, id, payment);
          const { paid, method, amount } = payment;
          owed -= amount;
          expect(receipt, JSON.stringify(payments)).toMatchObject({ paid, method });
          expect(Number(receipt.payment ?? receipt.amount)).toBe(amount);
          expect(receipt.owed).toBe(owed > 0 ? String(owed) : undefined);
          if (owed === 0) expect(sorted(JSON.parse(receipt.others ?? ""))).toEqual(sorted(payments.slice(0, -1)));
        }
        const document = await one<{ payments: Payment[] }>(db, "select public.invoice_document($1)", [id]);
        expect(document.payments.map(({ paid }) => paid)).toEqual(sorted(payments).map(({ paid }) => paid));
        expect(sorted(document.payments)).toEqual(sorted(payments));
      };
      await fc.assert(
        fc.asyncProperty(fc.array(drawn, { minLength: 2, maxLength: 4 }), async (all) => {
          const payments: Payment[] = [];
          for (const { days, method, amount } of all)
            payments.push({ paid: await dayBefore(db, days), method, amount });
          await run(payments);
        }),
        { numRuns: 12 },
      );
    }));

  test("count again with their own day and method, although the card paid later", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const { admin, owner } = world.people;
      await become(db, admin);
      const id = await sent(db, owner.id, 4000);
      const cash = { paid: await dayBefore(db, 9), method: "Cash", amount: 1500 };
      await record(db, admin, id, cash);
      const card = { paid: await dayBefore(db, 2), method: "Visa ending in 4242", amount: 2500 };
      await record(db, admin, id, card);
      const payment = await one<string>(db, "select id from public.payments where invoice_id = $1 and amount = 1500", [
        id,
      ]);
      await become(db, admin);
      await db.run("select public.remove_invoice_payment($1, $2::timestamptz, 'Mistake')", [
        payment,
        await seenAt(db, id),
      ]);
      await db.run("select public.restore_invoice_payment($1)", [payment]);
      await becomeOwner(db);
      const restored = await one<Receipt>(db, "select payload -> 'data' from private.outbox where dedupe_key = $1", [
        `invoice:${id}:payment-received:${payment}`,
      ]);
      expect(restored).toMatchObject({ restored: "true", payment: "1500", paid: cash.paid, method: "Cash" });
      expect(JSON.parse(restored.others ?? "")).toEqual([card]);
    }));

  test("have a receipt again when the card pays what a removed payment left", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const { admin, owner } = world.people;
      await become(db, admin);
      const id = await sent(db, owner.id, 4000);
      await record(db, admin, id, { paid: await dayBefore(db, 9), method: "Check", amount: 1500 });
      const card = { paid: await dayBefore(db, 2), method: "Visa ending in 4242", amount: 2500 };
      await record(db, admin, id, card);
      await become(db, admin);
      await db.run(
        `select public.remove_invoice_payment((select id from public.payments where invoice_id = $1 and amount = 1500), $2::timestamptz, 'It bounced')`,
        [id, await seenAt(db, id)],
      );
      const again = { paid: await dayBefore(db, 1), method: "Visa ending in 1881", amount: 1500 };
      const receipt = await record(db, admin, id, again);
      expect(receipt).toMatchObject({ payment: "1500", paid: again.paid, method: again.method });
      expect(JSON.parse(receipt.others ?? "")).toEqual([card]);
    }));
});
