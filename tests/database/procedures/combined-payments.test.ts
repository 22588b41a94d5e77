import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Entry = { kind: "payment" | "refund" | "reversal"; amount: number; ref: string; minute: number; method?: string };
type Opened = {
  combined_id: string;
  replaces: string[];
  amount: number;
  lines: { invoice_id: string; amount: number }[];
};

const DAY = 86_400_000;

/** An open invoice that is due in some days. */
async function newInvoice(db: Session, clientId: string | null, amount: number, dueIn = 0, currency = "usd") {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date, currency)
     values ($1, 'C-' || gen_random_uuid(), 'pending', $2, private.agency_day() + $3::integer, $4) returning id`,
    [clientId, amount, dueIn, currency],
  );
  return rows[0]?.id ?? "";
}

const open = async (db: Session, ids: string[], client: string | null): Promise<Opened> =>
  (await db.run<{ opened: Opened }>("select public.open_combined_checkout($1::uuid[], $2) as opened", [ids, client]))
    .rows[0]?.opened as Opened;

const save = (db: Session, combinedId: string, session: string) =>
  db.run<{ open: boolean }>(
    "select public.save_combined_session($1, $2, 'https://pay', now() + interval '1 day') as open",
    [combinedId, session],
  );

const record = (db: Session, combinedId: string, entries: Entry[], more: object = {}) =>
  db.run("select public.record_combined_checkout($1::text::jsonb)", [
    JSON.stringify({
      session_id: "cs_c",
      combined_id: combinedId,
      status: "complete",
      disputed: false,
      entries: entries.map(({ minute, ...entry }) => ({
        ...entry,
        currency: "usd",
        occurred_at: new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString(),
      })),
      ...more,
    }),
  ]);

/** What each invoice holds of the payment, in the given order. */
async function sharesOf(db: Session, ids: string[]): Promise<number[]> {
  const { rows } = await db.run<{ id: string; net: number }>(
    `select invoice_id as id, sum(case kind when 'refund' then -amount else amount end)::integer as net
     from public.payments where invoice_id = any ($1::uuid[]) group by 1`,
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.net ?? 0);
}

const statusesOf = async (db: Session, ids: string[]) => {
  const { rows } = await db.run<{ id: string; status: string; attention: string | null }>(
    "select id, status::text, needs_attention::text as attention from public.invoices where id = any ($1::uuid[])",
    [ids],
  );
  return ids.map((id) => {
    const row = rows.find((each) => each.id === id);
    return row?.attention ? `${row.status}, ${row.attention}` : row?.status;
  });
};

/** The rule once more, one cent at a time: a payment fills the oldest first, a refund empties the newest first. */
function oracle(amounts: number[], paid: number, refunds: number[]): number[] {
  const held = amounts.map(() => 0);
  const last = amounts.length - 1;
  for (let cent = 0; cent < paid; cent++) {
    const next = held.findIndex((have, at) => have < (amounts[at] ?? 0));
    held[next < 0 ? last : next] = (held[next < 0 ? last : next] ?? 0) + 1;
  }
  for (const refund of refunds)
    for (let cent = 0; cent < refund; cent++) {
      const surplus = held.findIndex((have, at) => have > (amounts[at] ?? 0));
      const from = surplus < 0 ? held.findLastIndex((have) => have > 0) : surplus;
      held[from] = (held[from] ?? 0) - 1;
    }
  return held;
}

onEveryDatabase("A payment of several invoices", (given) => {
  test("is split as the oracle says, whatever arrives, how often, and in any order of reports", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    const cases = fc.record({
      amounts: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 5 }),
      paidPart: fc.integer({ min: 1, max: 130 }),
      refundParts: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
      repeats: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ amounts, paidPart, refundParts, repeats }) => {
        await rolledBack(db, async () => {
          const ids: string[] = [];
          for (const [at, amount] of amounts.entries()) ids.push(await newInvoice(db, owner, amount, at - 2));
          const total = amounts.reduce((sum, amount) => sum + amount, 0);
          const paid = Math.max(1, Math.floor((total * paidPart) / 100));
          let left = paid;
          const refunds = refundParts
            .map((part) => Math.floor((paid * part) / 100))
            .filter((amount) => {
              const fits = amount > 0 && amount <= left;
              if (fits) left -= amount;
              return fits;
            });
          const { combined_id, amount } = await open(db, [...ids].reverse(), owner);
          expect(amount).toBe(total);
          const entries: Entry[] = [
            { kind: "payment", amount: paid, ref: "pi_c", minute: 1 },
            ...refunds.map((sum, at): Entry => ({ kind: "refund", amount: sum, ref: `re_${at}`, minute: 2 + at })),
          ];
          // The provider's state grows; each report has everything so far, and may come again.
          for (let known = 1; known <= entries.length; known++)
            for (let time = 0; time < repeats; time++) await record(db, combined_id, entries.slice(0, known));
          await record(db, combined_id, entries);
          const shares = await sharesOf(db, ids);
          expect(shares).toEqual(oracle(amounts, paid, refunds));
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(
            paid - refunds.reduce((sum, refund) => sum + refund, 0),
          );
          const expected = oracle(amounts, paid, []).map((share, at) => share >= (amounts[at] ?? 0));
          const { rows } = await db.run<{ id: string }>(
            "select id from public.invoices where id = any ($1::uuid[]) and status = 'paid'",
            [ids],
          );
          expect(ids.map((id) => rows.some((row) => row.id === id))).toEqual(expected);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("is told on each of its invoices, but not to people who see only some of them", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      const ids = [
        await newInvoice(db, owner, 300),
        await newInvoice(db, owner, 500),
        await newInvoice(db, owner, 200),
      ];
      const { rows } = await db.run<{ id: string; number: string }>(
        "select id, invoice_number as number from public.invoices where id = any ($1::uuid[])",
        [ids],
      );
      const numberOf = (id: string | undefined) => rows.find((row) => row.id === id)?.number;
      const told = async (id: string | undefined) =>
        (
          await db.run<{ told: object[]; printed: object[] }>(
            "select private.paid_together($1) as told, public.invoice_document($1) -> 'together' as printed",
            [id],
          )
        ).rows[0];
      const { combined_id } = await open(db, ids, owner);
      expect((await told(ids[0]))?.told).toEqual([]);
      await record(db, combined_id, [{ kind: "payment", amount: 1000, ref: "pi_c", minute: 1 }]);
      const [a, b, c] = ids;
      const ofFirst = await told(a);
      expect(ofFirst?.told).toMatchObject([{ numbers: [numberOf(b), numberOf(c)].sort(), more: 0, amount: 1000 }]);
      expect(ofFirst?.printed).toMatchObject([{ day: "2026-06-01", amount: 1000 }]);
      // One of them is another account's.
      await db.run(
        "update public.invoices set account_id = (select id from public.accounts where kind = 'client' and id is distinct from account_id limit 1) where id = $1",
        [b],
      );
      expect((await told(a))?.told).toMatchObject([{ numbers: [numberOf(c)], more: 1, amount: null }]);
      expect((await told(b))?.told).toMatchObject([{ numbers: [], more: 2, amount: null }]);
      expect((await told(await newInvoice(db, owner, 100)))?.told).toEqual([]);
    });
  });

  test("opens once for the same invoices, and again when their amounts or the choice change", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      const a = await newInvoice(db, owner, 5000, 5);
      const b = await newInvoice(db, owner, 3000, -5);
      const first = await open(db, [a, b, a], owner);
      expect(first).toMatchObject({ amount: 8000, replaces: [] });
      expect(first.lines.map(({ invoice_id }) => invoice_id)).toEqual([b, a]);
      expect((await open(db, [b, a], owner)).combined_id).toBe(first.combined_id);
      expect((await save(db, first.combined_id, "cs_1")).rows).toEqual([{ open: true }]);
      expect(await open(db, [b, a], owner)).toMatchObject({ combined_id: first.combined_id, replaces: [] });
      const c = await newInvoice(db, owner, 100, 9);
      const second = await open(db, [a, c], owner);
      expect(second.replaces).toEqual(["cs_1"]);
      await save(db, second.combined_id, "cs_2");
      // One of them alone: its page replaces the common one.
      const { rows } = await db.run("select * from public.open_invoice_checkout($1, $2)", [c, owner]);
      expect(rows).toMatchObject([{ amount: 100, replaces: "cs_2", session_id: null }]);
      await db.run("select public.save_checkout_session($1, $2, 'cs_3', 'https://pay', now() + interval '1 day')", [
        c,
        (rows[0] as { attempt: number }).attempt,
      ]);
      const third = await open(db, [a, c], owner);
      expect(third.replaces).toEqual(["cs_3"]);
      expect(third.combined_id).not.toBe(second.combined_id);
    });
  });

  test("leaves out what was paid or canceled in the meantime, and is refused when nothing is left", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      const ids = [
        await newInvoice(db, owner, 500),
        await newInvoice(db, owner, 700),
        await newInvoice(db, owner, 900),
      ];
      const [a, b, c] = ids;
      await db.run("update public.invoices set status = 'void' where id = $1", [a]);
      await db.run("update public.invoices set status = 'paid' where id = $1", [b]);
      expect((await open(db, ids, owner)).lines).toMatchObject([{ invoice_id: c, amount: 900 }]);
      await db.run("update public.invoices set status = 'paid' where id = $1", [c]);
      await expect(open(db, ids, owner)).rejects.toMatchObject({ code: "PT409", hint: "invoice_paid" });
    });
  });

  test.each([
    ["another client's invoice", "other client", "pending", "usd", "invoice_not_found"],
    ["a draft", "owner", "draft", "usd", "invoice_not_found"],
    ["another currency", "owner", "pending", "eur", "currencies_differ"],
  ] as const)("with %s is refused", async (_, person, status, currency, hint) => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      const mine = await newInvoice(db, owner, 500);
      const other = await newInvoice(db, world.people[person].id, 500, 0, currency);
      await db.run("update public.invoices set status = $2 where id = $1", [other, status]);
      await expect(open(db, [mine, other], owner)).rejects.toMatchObject({ hint });
    });
  });

  test("of none, of too many, or over too much is refused", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, () => expect(open(db, [], owner)).rejects.toMatchObject({ hint: "too_many_invoices" }));
    const many = Array.from({ length: 51 }, (_, at) => `00000000-0000-4000-8000-0000000000${10 + at}`);
    await rolledBack(db, () => expect(open(db, many, owner)).rejects.toMatchObject({ hint: "too_many_invoices" }));
    await rolledBack(db, async () => {
      const ids = [await newInvoice(db, owner, 60_000_000), await newInvoice(db, owner, 60_000_000)];
      await expect(open(db, ids, owner)).rejects.toMatchObject({ hint: "amount_too_large" });
    });
  });

  test("ends when one of them is paid by hand; money that came anyway is flagged and goes back first", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      const ids = [await newInvoice(db, owner, 1000, -9), await newInvoice(db, owner, 2000, 1)];
      const { combined_id } = await open(db, ids, owner);
      await save(db, combined_id, "cs_late");
      await db.run("select private.close_checkouts($1)", [ids[0]]);
      const attempts = await db.run("select distinct status from private.checkouts where combined_id = $1", [
        combined_id,
      ]);
      expect(attempts.rows).toEqual([{ status: "expired" }]);
      const jobs = await db.run("select from private.outbox where kind = 'close_checkout' and status = 'queued'");
      expect(jobs.rows).toHaveLength(1);
      expect((await save(db, combined_id, "cs_late")).rows).toEqual([{ open: false }]);
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         values ($1, $2, 'payment', 1000, 'usd', 'manual:1', $3)`,
        [ids[0], owner, new Date(Date.UTC(2026, 5, 1) - DAY).toISOString()],
      );
      const payment: Entry = { kind: "payment", amount: 3000, ref: "pi_c", minute: 1 };
      await record(db, combined_id, [payment]);
      expect(await statusesOf(db, ids)).toEqual(["paid, paid_twice", "paid"]);
      const refund: Entry = { kind: "refund", amount: 1000, ref: "re_1", minute: 5 };
      await record(db, combined_id, [payment, refund]);
      expect(await statusesOf(db, ids)).toEqual(["paid", "paid"]);
      expect(await sharesOf(db, ids)).toEqual([1000, 2000]);
      await record(db, combined_id, [payment, refund, { ...refund, kind: "reversal", ref: "re_1:reversed" }]);
      expect(await sharesOf(db, ids)).toEqual([2000, 2000]);
    });
  });

  test("sends one receipt for one charge, one email a day about failures, and is checked once by the reconciler", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      await db.run("delete from private.checkouts");
      const ids = [await newInvoice(db, owner, 1000), await newInvoice(db, owner, 2000)];
      const { combined_id } = await open(db, ids, owner);
      for (const _ of [1, 2]) await db.run("select public.announce_combined_failure($1, 'No')", [combined_id]);
      await db.run("update private.checkouts set created_at = now() - interval '1 minute'");
      const claim = async () => (await db.run("select * from public.claim_unfinished_checkouts()")).rows;
      expect(await claim()).toMatchObject([{ combined_id }]);
      expect(await claim()).toEqual([]);
      for (const _ of [1, 2])
        await record(db, combined_id, [
          { kind: "payment", amount: 3000, ref: "pi_c", minute: 1, method: "Visa ending in 4242" },
        ]);
      await db.run("select public.announce_combined_failure($1, 'No')", [combined_id]);
      const { rows } = await db.run<{ template: string; number: string }>(
        `select payload ->> 'template' as template, count(*)::integer as number from private.outbox
         where payload ->> 'to' = $1 and kind = 'mail' and payload ->> 'template' in ('payment-received', 'payment-failed')
         group by 1 order by 1`,
        [world.people.owner.email],
      );
      expect(rows).toEqual([
        { template: "payment-failed", number: 1 },
        { template: "payment-received", number: 1 },
      ]);
      const receipt = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'payment-received' and payload ->> 'to' = $1",
        [world.people.owner.email],
      );
      const data = { amount: "3000", invoices: "2", method: "Visa ending in 4242" };
      expect(receipt.rows).toMatchObject([{ payload: { attachInvoices: expect.arrayContaining(ids), data } }]);
    });
  });

  test("tells each person which part of it paid their invoices, and who paid, as far as they may know", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("delete from private.checkouts");
      const [jonas, priya] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      await db.run("update public.profiles set first_name = 'Jonas', last_name = 'Whitfield' where user_id = $1", [
        jonas.id,
      ]);
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'billing' from public.account_members as member where member.user_id = $1`,
        [priya.id, jonas.id],
      );
      const receipts = async (opened: Opened, ref: string) => {
        await db.run("delete from private.outbox");
        await record(db, opened.combined_id, [{ kind: "payment", amount: opened.amount, ref, minute: 1 }], {
          session_id: `cs_${ref}`,
        });
        const { rows } = await db.run<{ to: string; data: Record<string, string> }>(
          `select payload ->> 'to' as to, payload -> 'data' as data from private.outbox where payload ->> 'template' = 'payment-received'`,
        );
        return [jonas, priya].map(({ email }) => {
          const data = rows.find(({ to }) => to === email)?.data;
          return data && [data["amount"], data["isPart"], data["whole"], data["payer"]];
        });
      };
      const invoices = async (...people: { id: string | null }[]) => {
        const ids = [];
        for (const { id } of people)
          ids.push(await newInvoice(db, id, 1000, -ids.length), await newInvoice(db, id, 500));
        return ids;
      };
      // The oldest one names Priya. Jonas pays, so he gets one for all. Priya doesn't see what his own account pays.
      const both = await open(db, await invoices(jonas, priya), jonas.id);
      expect(await receipts(both, "pi_1")).toEqual([
        ["3000", undefined, undefined, undefined],
        ["1500", "true", undefined, "Jonas Whitfield"],
      ]);
      const hers = await open(db, await invoices(priya), jonas.id);
      expect(await receipts(hers, "pi_2")).toEqual([
        ["1500", undefined, undefined, undefined],
        ["1500", undefined, undefined, "Jonas Whitfield"],
      ]);
      // Jonas belongs to both accounts, so he reads which one it is. Priya has only hers.
      const named = await db.run<{ to: string; account: string | null; own: string }>(
        `select payload ->> 'to' as to, payload #>> '{data,forAccount}' as account,
           (select name from public.accounts where id = private.account_of_client($1)) as own
         from private.outbox where payload ->> 'template' = 'payment-received'`,
        [priya.id],
      );
      for (const { to, account, own } of named.rows) expect(account).toBe(to === jonas.email ? own : null);
      expect(named.rows).toHaveLength(2);
      // The receipt for one invoice says the same.
      const single = [await newInvoice(db, jonas.id, 1000), await newInvoice(db, priya.id, 500, -1)];
      expect(await receipts(await open(db, single, jonas.id), "pi_single")).toEqual([
        ["1500", undefined, undefined, undefined],
        ["500", "true", undefined, "Jonas Whitfield"],
      ]);
      // Both opened the same page.
      const ids = await invoices(priya);
      const first = await open(db, ids, jonas.id);
      await save(db, first.combined_id, "cs_both");
      const again = await open(db, ids, priya.id);
      expect(again.combined_id).toBe(first.combined_id);
      expect(await receipts(again, "pi_3")).toEqual([undefined, ["1500", undefined, undefined, undefined]]);
    });
  });

  test("has a receipt of its own for each invoice that it pays only in part", async () => {
    const { db, world } = given();
    const owner = world.people.owner.id;
    await rolledBack(db, async () => {
      await db.run("delete from private.checkouts");
      const ids = [
        await newInvoice(db, owner, 1000),
        await newInvoice(db, owner, 2000),
        await newInvoice(db, owner, 4000),
      ];
      const [first = "", second = "", third = ""] = ids;
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         values ($1, $2, 'payment', 500, 'usd', 'manual:' || gen_random_uuid(), now())`,
        [second, owner],
      );
      await db.run("select private.settle_invoice($1)", [second]);
      const { combined_id, amount } = await open(db, ids, owner);
      expect(amount).toBe(6500);
      await db.run("delete from public.payments where invoice_id = $1", [second]);
      await db.run("select private.settle_invoice($1)", [second]);
      for (const _ of [1, 2]) await record(db, combined_id, [{ kind: "payment", amount, ref: "pi_p", minute: 1 }]);
      const { rows } = await db.run<{ invoices: string[]; data: Record<string, string> }>(
        `select payload -> 'attachInvoices' as invoices, payload -> 'data' as data from private.outbox
         where payload ->> 'template' = 'payment-received' and payload ->> 'to' = $1`,
        [world.people.owner.email],
      );
      expect(rows).toHaveLength(2);
      const [together] = rows.filter(({ data }) => data.invoices);
      const [part] = rows.filter(({ data }) => !data.invoices);
      expect(together?.invoices.toSorted()).toEqual([first, third].toSorted());
      expect(together?.data).toMatchObject({ amount: "5000", isPart: "true", whole: "6500" });
      expect(part?.data).toMatchObject({ amount: "1500", owed: "500" });
    });
  });
});
