import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

type Entry = {
  kind: "payment" | "refund" | "reversal";
  amount: number;
  currency: string;
  ref: string;
  occurred_at: string;
};
type State = { status: string; paid_date: string | null; refunded_amount: number; needs_attention: string | null };

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();
const entry = (kind: Entry["kind"], ref: string, amount: number, minute: number, currency = "usd"): Entry => {
  return { kind, ref, amount, currency, occurred_at: at(minute) };
};

async function newInvoice(db: Session, clientId: string | null, amount = 5000): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.invoices (client_id, invoice_number, status, amount, due_date)
     values ($1, 'N-' || gen_random_uuid(), 'pending', $2, current_date) returning id`,
    [clientId, amount],
  );
  return rows[0]?.id ?? "";
}

const record = (db: Session, invoiceId: string, entries: Entry[], more: object = {}) =>
  db.run("select public.record_checkout($1::text::jsonb)", [
    JSON.stringify({ session_id: "cs_1", invoice_id: invoiceId, attempt: 1, status: "complete", entries, ...more }),
  ]);

async function stateOf(db: Session, id: string) {
  const { rows } = await db.run<State>(
    "select status, paid_date::text, refunded_amount, needs_attention from public.invoices where id = $1",
    [id],
  );
  return rows[0];
}

const open = (db: Session, invoice: string, client: string | null) =>
  db.run<{ attempt: number; replaces: string | null; amount: number }>(
    "select * from public.open_invoice_checkout($1, $2)",
    [invoice, client],
  );

onEveryDatabase("A report of the payment provider", (given) => {
  test("gives one state, in any order and with repeats", async () => {
    const { db, world } = given();
    const everything = [
      entry("payment", "pi_a", 5000, 1),
      entry("payment", "pi_b", 5000, 9),
      entry("refund", "re_b", 5000, 20),
      entry("refund", "re_a", 1200, 30),
      entry("reversal", "re_a:reversed", 1200, 30),
    ];
    const messages = fc.shuffledSubarray([...everything, ...everything], { minLength: 0 });
    await fc.assert(
      fc.asyncProperty(messages, async (told) => {
        await rolledBack(db, async () => {
          const invoice = await newInvoice(db, world.people.owner.id);
          for (const one of told) await record(db, invoice, [one]);
          // The next sync with the provider brings missing entries.
          await record(db, invoice, everything);
          expect(await stateOf(db, invoice)).toEqual({
            status: "paid",
            paid_date: "2026-06-01",
            refunded_amount: 5000,
            // The second payment was refunded.
            needs_attention: null,
          });
          const { rows } = await db.run<{ net: number; flagged: string; entries: number }>(
            `select sum(case kind when 'refund' then -amount else amount end)::integer as net,
               string_agg(provider_ref, ',') filter (where is_duplicate) as flagged, count(*)::integer as entries
             from public.payments where invoice_id = $1`,
            [invoice],
          );
          expect(rows[0]).toEqual({ net: 5000, flagged: "pi_b", entries: 5 });
        });
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ["a partial payment", [entry("payment", "pi", 4999, 1)], { status: "pending", needs_attention: "paid_in_part" }],
    [
      "two partial payments",
      [entry("payment", "p1", 2000, 1), entry("payment", "p2", 3000, 2)],
      { status: "paid", needs_attention: null },
    ],
    [
      "a double payment",
      [entry("payment", "p1", 5000, 1), entry("payment", "p2", 5000, 2), entry("refund", "r", 4999, 3)],
      { status: "paid", needs_attention: "paid_twice" },
    ],
    [
      "another currency",
      [entry("payment", "pi", 5000, 1, "eur")],
      { status: "pending", needs_attention: "other_currency" },
    ],
    [
      "a refund",
      [entry("payment", "pi", 5000, 1), entry("refund", "re", 500, 2)],
      { status: "paid", refunded_amount: 500, needs_attention: null },
    ],
    ["nothing", [], { status: "pending", needs_attention: null }],
  ])("%s", async (_, entries, expected) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      await record(db, invoice, entries as Entry[]);
      expect(await stateOf(db, invoice)).toMatchObject(expected);
    });
  });

  test("of a dispute is flagged", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      await open(db, invoice, world.people.owner.id);
      await record(db, invoice, [entry("payment", "pi", 5000, 1)], { disputed: true });
      expect(await stateOf(db, invoice)).toMatchObject({ needs_attention: "disputed" });
    });
  });

  test("sends the client one email", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      for (const _ of [1, 2, 3]) await record(db, invoice, [entry("payment", "pi", 5000, 1)]);
      const { rows } = await db.run(
        "select payload from private.outbox where payload ->> 'template' = 'payment-received'",
      );
      expect(rows).toMatchObject([{ payload: { to: world.people.owner.email, attachInvoice: invoice } }]);
      await db.run("select public.announce_payment_failure($1, 'No')", [invoice]);
      const failures = await db.run("select from private.outbox where payload ->> 'template' = 'payment-failed'");
      expect(failures.rows).toEqual([]);
    });
  });

  test("names who paid in its receipt, unless it was the reader or someone who can't be told apart", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const [jonas, priya] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      await db.run("update public.profiles set first_name = 'Jonas', last_name = 'Whitfield' where user_id = $1", [
        jonas.id,
      ]);
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'billing' from public.account_members as member where member.user_id = $1`,
        [priya.id, jonas.id],
      );
      const payer = async (openers: (string | null)[], between?: () => Promise<unknown>) => {
        const invoice = await newInvoice(db, priya.id);
        let attempt = 0;
        for (const who of openers) attempt = (await open(db, invoice, who)).rows[0]?.attempt ?? 0;
        await between?.();
        const session = `cs_${invoice}`;
        await db.run("select public.save_checkout_session($1, $2, $3, 'https://pay', now() + interval '1 day')", [
          invoice,
          attempt,
          session,
        ]);
        await record(db, invoice, [entry("payment", `pi_${invoice}`, 5000, 1)], { session_id: session, attempt });
        const { rows } = await db.run<{ to: string; data: Record<string, string> }>(
          `select payload ->> 'to' as to, payload -> 'data' as data from private.outbox
           where payload ->> 'template' = 'payment-received' and payload -> 'data' ->> 'invoiceId' = $1`,
          [invoice],
        );
        const [hers, ...more] = rows.filter(({ to }) => to === priya.email);
        expect(more).toEqual([]);
        const others = rows.filter(({ to }) => to !== priya.email);
        await become(db, priya);
        const shown = await db.run<{ names: string[] | null }>(
          "select jsonb_path_query_array(public.invoice_payers($1), '$[*].name') as names",
          [invoice],
        );
        await becomeOwner(db);
        expect(shown.rows).toEqual([{ names: hers?.data["payer"] ? [hers.data["payer"]] : [] }]);
        return [
          hers?.data["payer"],
          hers?.data["isPart"],
          others.map(({ to, data }) => [to, data["payer"], data["billedTo"]]),
        ];
      };
      await db.run("update public.profiles set first_name = 'Priya', last_name = 'Raman' where user_id = $1", [
        priya.id,
      ]);
      // An email that someone turned off isn't promised.
      await db.run(
        "insert into public.notification_choices (user_id, kind, wanted) values ($1, 'payment-received', false)",
        [priya.id],
      );
      const unwanted = await newInvoice(db, priya.id);
      await record(db, unwanted, [entry("payment", "pi_unwanted", 5000, 1)]);
      await become(db, priya);
      const people = await db.run(
        "select public.receipt_people(array(select id from public.payments where invoice_id = $1)) as people",
        [unwanted],
      );
      expect(people.rows).toEqual([{ people: { isYou: false, others: [] } }]);
      await becomeOwner(db);
      await db.run("delete from public.notification_choices where user_id = $1", [priya.id]);
      // Whoever pays in someone else's name gets a receipt, too.
      const his = [[jonas.email, undefined, "Priya Raman"]];
      expect(await payer([jonas.id])).toEqual(["Jonas Whitfield", undefined, his]);
      expect(await payer([jonas.id, jonas.id])).toEqual(["Jonas Whitfield", undefined, his]);
      expect(await payer([priya.id])).toEqual([undefined, undefined, []]);
      // Both have the same page.
      expect(await payer([jonas.id, priya.id])).toEqual([undefined, undefined, []]);
      // Someone who left in between no longer gets what is on the invoice.
      const leave = () =>
        db.run("delete from public.account_members where user_id = $1 and role = 'billing'", [jonas.id]);
      expect(await payer([jonas.id], leave)).toEqual(["Jonas Whitfield", undefined, []]);
    });
  });

  test("tells whoever paid about a payment that was too much, and about its refund", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const [jonas, priya] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      await db.run(
        `insert into public.account_members (account_id, user_id, role)
         select member.account_id, $2, 'billing' from public.account_members as member where member.user_id = $1`,
        [priya.id, jonas.id],
      );
      const invoice = await newInvoice(db, priya.id);
      const mails = async () => {
        const { rows } = await db.run<{ to: string; data: Record<string, string>; attached: boolean }>(
          `select payload ->> 'to' as to, payload -> 'data' as data, payload ? 'attachInvoice' as attached from private.outbox
           where payload ->> 'template' in ('payment-received', 'invoice-refunded') and payload -> 'data' ->> 'invoiceId' = $1
           order by payload ->> 'to'`,
          [invoice],
        );
        await db.run("delete from private.outbox");
        // The invoice itself is for those who see it now.
        for (const { data, attached } of rows) expect(attached && data["twice"] !== undefined).toBe(false);
        return rows.map(({ to, data }) => [
          to === jonas.email ? "jonas" : "priya",
          data["twice"],
          data["payer"] !== undefined,
          ...(data["staysPaid"] === "second" ? [data["noPage"]] : []),
        ]);
      };
      const attempt = (await open(db, invoice, jonas.id)).rows[0]?.attempt ?? 0;
      const session = `cs_${invoice}`;
      await db.run("select public.save_checkout_session($1, $2, $3, 'https://pay', now() + interval '1 day')", [
        invoice,
        attempt,
        session,
      ]);
      // An admin records a bank transfer while Jonas pays.
      await become(db, world.people.admin);
      await db.run(
        `select public.record_invoice_payment(id, updated_at, owed_amount, public.agency_today(), 'Bank transfer')
         from public.invoices where id = $1`,
        [invoice],
      );
      await becomeOwner(db);
      const people = async (who: Person) => {
        await become(db, who);
        const { rows } = await db.run<{ people: unknown }>(
          "select public.receipt_people(array(select id from public.payments where invoice_id = $1 and provider_ref not like 'manual:%')) as people",
          [invoice],
        );
        await becomeOwner(db);
        return rows[0]?.people;
      };
      expect(await mails()).toEqual([["priya", undefined, false]]);
      const now = new Date(Date.now() + 60_000).toISOString();
      const payment = { ...entry("payment", `pi_${invoice}`, 5000, 1), occurred_at: now };
      for (const _ of [1, 2]) await record(db, invoice, [payment], { session_id: session, attempt });
      // Only Jonas gets an email, so the page after the payment names nobody else.
      expect(await people(jonas)).toEqual({ isYou: true, others: [] });
      expect(await people(priya)).toEqual({ isYou: false, others: [expect.stringContaining(jonas.email)] });
      expect(await people(world.people.owner)).toEqual({ isYou: false, others: [] });
      expect(await mails()).toEqual([["jonas", "true", false]]);
      await db.run("delete from public.account_members where user_id = $1 and role = 'billing'", [jonas.id]);
      const request = { reason: "Twice", admin_id: world.people.admin.id };
      const refund = { ...entry("refund", `re_${invoice}`, 5000, 2), occurred_at: now, request };
      for (const _ of [1, 2]) await record(db, invoice, [payment, refund], { session_id: session, attempt });
      const told = await mails();
      expect(told.toSorted()).toEqual([
        // He left the account in between.
        ["jonas", undefined, false, "true"],
        ["priya", undefined, true, undefined],
      ]);
      const { rows: read } = await db.run("select status, refund from public.invoices where id = $1", [invoice]);
      expect(read).toEqual([{ status: "paid", refund: null }]);
      await become(db, priya);
      const shown = await db.run<{ number: number }>("select jsonb_array_length(public.invoice_payers($1)) as number", [
        invoice,
      ]);
      expect(shown.rows).toEqual([{ number: 2 }]);
    });
  });

  test("says with a refund that an admin records whether the invoice stays paid", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      await record(db, invoice, [entry("payment", "pi_first", 5000, 1)]);
      await record(db, invoice, [entry("payment", "pi_second", 5000, 2)]);
      const refund = async (amount: number) => {
        await become(db, world.people.admin);
        await db.run(
          `select public.credit_invoice($1, (select updated_at from public.invoices where id = $1), $2, 'Sent back', 'Bank transfer')`,
          [invoice, amount],
        );
        await becomeOwner(db);
        const { rows } = await db.run<{ mark: string | null }>(
          `delete from private.outbox where payload ->> 'template' = 'invoice-refunded' returning payload -> 'data' ->> 'staysPaid' as mark`,
        );
        return rows.map(({ mark }) => mark);
      };
      expect(await refund(5000)).toEqual(["second"]);
      expect(await refund(1000)).toEqual([null]);
    });
  });

  test("names what the card paid in its receipt, after a part that an admin recorded; removing that part is no problem of the payments", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await become(db, world.people.admin);
      const create = `select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd',
        '[{"description": "Ads", "quantity": 1, "unit_amount": 5000}]') as id`;
      const invoice = (await db.run<{ id: string }>(create, [world.people.owner.id])).rows[0]?.id ?? "";
      const SEEN = "(select updated_at from public.invoices where id = $1)";
      await db.run(`select public.send_invoice($1, ${SEEN})`, [invoice]);
      await db.run(`select public.record_invoice_payment($1, ${SEEN}, 1200, public.agency_today(), 'Check')`, [
        invoice,
      ]);
      await becomeOwner(db);
      await record(db, invoice, [entry("payment", "pi", 3800, 1)]);
      const receipts = async () => {
        await becomeOwner(db);
        const { rows } = await db.run<{ data: unknown }>(
          `select payload -> 'data' as data from private.outbox
           where payload ->> 'template' = 'payment-received' and payload -> 'data' ->> 'invoiceId' = $1 order by created_at, id`,
          [invoice],
        );
        return rows.map(({ data }) => data);
      };
      expect(await receipts()).toContainEqual(expect.objectContaining({ amount: "5000", payment: "3800" }));
      await become(db, world.people.admin);
      await db.run(
        `select public.remove_invoice_payment(
           (select id from public.payments where invoice_id = $1 and amount = 1200), ${SEEN}, 'It bounced')`,
        [invoice],
      );
      expect(await stateOf(db, invoice)).toMatchObject({ status: "pending", needs_attention: null });
      await db.run(
        "select public.restore_invoice_payment((select id from public.payments where invoice_id = $1 and amount = 1200))",
        [invoice],
      );
      expect(await stateOf(db, invoice)).toMatchObject({ status: "paid", needs_attention: null });
      expect(await receipts()).toContainEqual(
        expect.objectContaining({ amount: "5000", payment: "1200", restored: "true" }),
      );
    });
  });

  test("that failed is reported an hour later, once a day, and only if the invoice is still open then", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      for (const _ of [1, 2]) await db.run("select public.announce_payment_failure($1, 'No')", [invoice]);
      const { rows } = await db.run<{ id: string; waits: boolean; data: unknown }>(
        `select id, run_at = now() + interval '1 hour' as waits, public.prepare_payment_failure(id) as data
         from private.outbox where payload ->> 'template' = 'payment-failed'`,
      );
      expect(rows).toMatchObject([{ waits: true, data: { invoiceId: invoice, reason: "No", amount: "5000" } }]);
      await record(db, invoice, [entry("payment", "pi", 5000, 1)]);
      const later = await db.run("select public.prepare_payment_failure($1) as data", [rows[0]?.id]);
      expect(later.rows).toEqual([{ data: null }]);
    });
  });
});

onEveryDatabase("A payment attempt", (given) => {
  test("is reused while it is open, and replaced after it ended", async () => {
    const { db, world } = given();
    const { id } = world.people.owner;
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, id);
      expect((await open(db, invoice, id)).rows).toMatchObject([{ attempt: 1, amount: 5000, replaces: null }]);
      expect((await open(db, invoice, id)).rows).toMatchObject([{ attempt: 1 }]);
      await db.run("select public.save_checkout_session($1, 1, 'cs_1', 'https://pay', now() + interval '1 day')", [
        invoice,
      ]);
      expect((await open(db, invoice, id)).rows).toMatchObject([{ attempt: 1, session_id: "cs_1" }]);
      await record(db, invoice, [], { status: "expired" });
      expect((await open(db, invoice, id)).rows).toMatchObject([{ attempt: 2, session_id: null }]);
    });
  });

  test("with an outdated amount returns the page to close", async () => {
    const { db, world } = given();
    const { id } = world.people.owner;
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, id);
      await open(db, invoice, id);
      await db.run("select public.save_checkout_session($1, 1, 'cs_1', 'https://pay', now() + interval '1 day')", [
        invoice,
      ]);
      await db.run("update public.invoices set amount = 6000 where id = $1", [invoice]);
      expect((await open(db, invoice, id)).rows).toMatchObject([{ attempt: 2, amount: 6000, replaces: "cs_1" }]);
    });
  });

  test.each([
    ["another client's invoice", "pending", "other client", "PT404"],
    ["a draft", "draft", "owner", "PT404"],
    ["a paid invoice", "paid", "owner", "PT409"],
    ["a void invoice", "void", "owner", "PT409"],
    ["a monthly invoice", "active", "owner", "PT409"],
  ] as const)("for %s is refused", async (_, status, person, code) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const invoice = await newInvoice(db, world.people.owner.id);
      await db.run("update public.invoices set status = $2 where id = $1", [invoice, status]);
      await expect(open(db, invoice, world.people[person].id)).rejects.toMatchObject({ code });
    });
  });

  test("that is unfinished is checked by the reconciler, less often as it ages", async () => {
    const { db, world } = given();
    const { id } = world.people.owner;
    const claim = async () => (await db.run("select * from public.claim_unfinished_checkouts()")).rows.length;
    const age = (minutes: number, checked: number | null) =>
      db.run(
        `update private.checkouts set created_at = now() - make_interval(mins => $1),
           checked_at = now() - make_interval(mins => $2)`,
        [minutes, checked],
      );
    await rolledBack(db, async () => {
      await db.run("delete from private.checkouts");
      await open(db, await newInvoice(db, id), id);
      expect(await claim()).toBe(0);
      await age(1, null);
      expect([await claim(), await claim()]).toEqual([1, 0]);
      await age(100, 4);
      expect(await claim()).toBe(0);
      await age(100, 6);
      expect(await claim()).toBe(1);
      await age(26 * 60, null);
      expect(await claim()).toBe(0);
    });
  });
});
