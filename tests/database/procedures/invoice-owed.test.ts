import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Movement = {
  kind: "payment" | "refund" | "reversal" | "credit" | "removed";
  amount: number;
  minute: number;
  currency: string;
};

const movement: fc.Arbitrary<Movement> = fc.record({
  kind: fc.constantFrom("payment", "payment", "payment", "refund", "reversal", "credit", "removed"),
  amount: fc.oneof(fc.constantFrom(2_500, 5_000), fc.integer({ min: 1, max: 12_000 })),
  minute: fc.integer({ min: 0, max: 5 }),
  currency: fc.constantFrom("usd", "usd", "usd", "usd", "eur"),
});

/** The amount due after these movements, computed step by step in order of time. A removed payment counts nowhere. */
function expectedOf(total: number, movements: Movement[]) {
  const counted = movements
    .map((one, at) => ({ ...one, reference: referenceOf(at) }))
    .filter(({ kind, currency }) => kind === "credit" || (kind !== "removed" && currency === "usd"))
    .sort((a, b) => a.minute - b.minute || (a.reference < b.reference ? -1 : 1));
  let credited = 0;
  let kept = 0;
  let isPaid = false;
  let sawPayment = false;
  for (const { kind, amount } of counted) {
    if (kind === "credit") credited += amount;
    else kept = Math.max(0, kept + (kind === "refund" ? -amount : amount));
    sawPayment ||= kind === "payment";
    isPaid ||= sawPayment && credited + kept >= total;
  }
  const sum = (kind: string) => counted.filter((one) => one.kind === kind).reduce((all, { amount }) => all + amount, 0);
  const refunded = Math.max(0, sum("refund") - sum("reversal"));
  const received = Math.max(0, sum("payment") - refunded);
  const back = received > 0 ? "partly refunded" : "refunded";
  // A second payment that went back leaves the invoice paid.
  const isRefund = refunded > 0 && sum("payment") - refunded < total - credited;
  return {
    isPaid,
    owed: isPaid ? 0 : Math.max(0, total - credited - received),
    refunded,
    readable: isPaid ? (isRefund ? back : "paid") : "pending",
  };
}

const referenceOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

const one = async <Value>(db: Session, text: string, parameters: unknown[] = []): Promise<Value> =>
  Object.values((await db.run(text, parameters)).rows[0] ?? {})[0] as Value;

async function newInvoice(db: Session, client: string | null, amount: number): Promise<string> {
  return one(
    db,
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     values ($1, 'N-' || gen_random_uuid(), 'pending', $2, current_date) returning id`,
    [client, amount],
  );
}

async function record(db: Session, invoice: string, { kind, amount, minute, currency }: Movement, reference: string) {
  if (kind === "credit")
    await db.run(
      "insert into public.invoice_credits (id, invoice_id, amount, reason, created_at) values ($1, $2, $3, 'Late', $4)",
      [reference, invoice, amount, at(minute)],
    );
  else
    await db.run(
      `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
       select id, client_id, $2, $3, $4, $5, $6 from public.invoices where id = $1`,
      // A payment is removed after it was recorded.
      [invoice, kind === "removed" ? "payment" : kind, amount, currency, reference, at(minute)],
    );
  await db.run("select private.settle_invoice($1)", [invoice]);
}

/** What came in less what went back, from the ledger itself. */
async function netOf(db: Session, invoice: string): Promise<number> {
  const { rows } = await db.run<{ net: string }>(
    // A reversal is a refund that failed, so it only takes refunds back.
    `select coalesce(sum(entry.amount) filter (where entry.kind = 'payment'), 0) - greatest(0,
       coalesce(sum(entry.amount) filter (where entry.kind = 'refund'), 0)
       - coalesce(sum(entry.amount) filter (where entry.kind = 'reversal'), 0)) as net
     from public.payments as entry join public.invoices as invoice on invoice.id = entry.invoice_id
     where invoice.id = $1 and entry.currency = invoice.currency`,
    [invoice],
  );
  return Number(rows[0]?.net);
}

onEveryDatabase("The amount due on an invoice", (given) => {
  const ledgers = fc.tuple(fc.constantFrom(1, 5_000, 10_000), fc.array(movement, { maxLength: 6 }), fc.nat());

  test("follows from its ledger in any order, and is the same everywhere", async () => {
    const { db, world } = given();
    const client = world.people.owner;
    await fc.assert(
      fc.asyncProperty(ledgers, async ([total, movements, seed]) => {
        await rolledBack(db, async () => {
          const invoice = await newInvoice(db, client.id, total);
          const order = movements.map((_, index) => index).sort((a, b) => ((a * 7 + seed) % 5) - ((b * 7 + seed) % 5));
          for (const index of order) await record(db, invoice, movements[index] as Movement, referenceOf(index));
          for (const [index, { kind }] of movements.entries()) {
            if (kind !== "removed") continue;
            await db.run("update public.payments set kind = 'removed', is_duplicate = false where provider_ref = $1", [
              referenceOf(index),
            ]);
            await db.run("select private.settle_invoice($1)", [invoice]);
          }
          const { isPaid, owed, refunded, readable } = expectedOf(total, movements);
          const net = await netOf(db, invoice);
          const { rows } = await db.run<{ status: string; owed_amount: number; invoice_number: string }>(
            "select status, owed_amount, invoice_number from public.invoices where id = $1",
            [invoice],
          );
          expect(rows[0]).toMatchObject({ status: isPaid ? "paid" : "pending", owed_amount: owed });
          const number = rows[0]?.invoice_number;

          if (owed > 0) {
            const opened = await db.run<{ amount: number }>("select * from public.open_invoice_checkout($1, $2)", [
              invoice,
              client.id,
            ]);
            expect(opened.rows[0]?.amount).toBe(owed);
          }
          const isRefund = readable.endsWith("refunded");
          const refund = isRefund ? readable : null;
          const document = await one<{ refunds: { amount: number }[] }>(db, "select public.invoice_document($1)", [
            invoice,
          ]);
          expect(document).toMatchObject({ ...{ owed, refunded, kept: net, received: net + refunded, refund } });
          // All at the same day in the agency's zone.
          const back = movements.filter(({ kind, currency }) => kind === "refund" && currency === "usd");
          expect(document.refunds).toEqual(
            back.length === 0
              ? []
              : [{ refunded: "2026-06-01", amount: back.reduce((sum, { amount }) => sum + amount, 0) }],
          );

          await become(db, client);
          const others = await one<number>(
            db,
            "select coalesce(sum(kept_amount), 0)::integer from public.invoices where currency = 'usd' and id <> $1",
            [invoice],
          );
          const figures = await one<{ paid: { currency: string; amount: number }[]; by_status: object }>(
            db,
            "select public.client_figures()",
          );
          expect(figures.paid.find(({ currency }) => currency === "usd")?.amount ?? 0).toBe(others + net);
          expect(figures.by_status).toHaveProperty([readable]);
          await becomeOwner(db);

          await become(db, world.people.admin);
          expect(await one(db, "select public.invoice_for_admin($1) #>> '{invoice,owed_amount}'", [invoice])).toBe(
            String(owed),
          );
          const found = await one<{ rows: object[]; sums: object[]; counts: object }>(
            db,
            "select public.search_invoices($1)",
            [number],
          );
          // An invoice that was credited in full has no sums.
          expect(found.sums[0] ?? { owed: 0, received: 0, refunded: 0 }).toMatchObject({
            owed,
            received: net,
            refunded,
          });
          expect(found.rows).toMatchObject([{ refund, kept_amount: net, owed_amount: owed }]);
          expect(found.counts).toMatchObject({
            paid: readable === "paid" || readable === "partly refunded" ? 1 : 0,
            refunded: isRefund ? 1 : 0,
          });
          expect(await one(db, "select public.search_invoices($1, 'refunded') ->> 'total'", [number])).toBe(
            isRefund ? "1" : "0",
          );
          const blocked = await one<{ kind: string; items: { id: string; amount: number }[] }[]>(
            db,
            "select public.preview_erasure('account', $1) -> 'obstacles'",
            [client.id],
          );
          const listed = blocked.flatMap(({ items }) => items ?? []).find(({ id }) => id === invoice);
          expect(listed?.amount).toBe(isPaid ? undefined : owed);

          if (isPaid || owed === 0) return;
          const seen = await one(db, "select updated_at::text from public.invoices where id = $1", [invoice]);
          await db.run(
            "select public.record_invoice_payment($1, $2::timestamptz, $3, public.agency_today(), 'Cash', 'By hand')",
            [invoice, seen, owed],
          );
          await becomeOwner(db);
          expect(
            await one(db, "select amount from public.payments where invoice_id = $1 and provider_ref like 'manual:%'", [
              invoice,
            ]),
          ).toBe(owed);
          expect(
            (await db.run("select status, owed_amount from public.invoices where id = $1", [invoice])).rows[0],
          ).toEqual({ status: "paid", owed_amount: 0 });
        });
      }),
      { numRuns: 60 },
    );
  });
});
