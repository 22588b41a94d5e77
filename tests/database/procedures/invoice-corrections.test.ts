import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, createPerson, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";

const one = async <Value>(db: Session, text: string, parameters: unknown[] = []): Promise<Value> =>
  Object.values((await db.run(text, parameters)).rows[0] ?? {})[0] as Value;

const asAdmin = (given: { db: Session; world: World }, work: (db: Session, client: string | null) => Promise<void>) =>
  rolledBack(given.db, async () => {
    await become(given.db, given.world.people.admin);
    await work(given.db, given.world.people.owner.id);
  });

type Row = {
  status: string;
  owed_amount: number;
  credited_amount: number;
  refunded_amount: number;
  kept_amount: number;
};
const invoiceOf = async (db: Session, id: string) =>
  (await db.run<Row>("select * from public.invoices where id = $1", [id])).rows[0];
const seenAt = (db: Session, id: string) =>
  one<string>(db, "select updated_at::text from public.invoices where id = $1", [id]);
const draft = (db: Session, client: string | null, lines: object[]) =>
  one<string>(
    db,
    `select public.create_invoice($1, 'Ads', public.agency_today() + 14, 'usd', $2::text::jsonb, p_service_from => '2026-11-01',
       p_service_until => '2026-11-30')`,
    [client, JSON.stringify(lines)],
  );
/** A sent invoice of $50. */
const sent = async (db: Session, client: string | null) => {
  const id = await draft(db, client, [{ description: "Ads", quantity: 1, unit_amount: 5000 }]);
  await db.run("select public.send_invoice($1, $2::timestamptz)", [id, await seenAt(db, id)]);
  return id;
};
const pay = async (db: Session, id: string, amount: number) =>
  db.run("select public.record_invoice_payment($1, $2::timestamptz, $3, public.agency_today(), 'Check')", [
    id,
    await seenAt(db, id),
    amount,
  ]);
/** A credit while the invoice is open, a refund once it is paid. */
const credit = async (db: Session, id: string, amount: number, reason = "A week late") =>
  db.run("select public.credit_invoice($1, $2::timestamptz, $3, $4, 'Check')", [
    id,
    await seenAt(db, id),
    amount,
    reason,
  ]);
const creditOf = (db: Session, id: string) =>
  one<string>(db, "select id from public.invoice_credits where invoice_id = $1", [id]);
const refundOf = (db: Session, id: string) =>
  one<string>(db, "select id from public.payments where invoice_id = $1 and kind = 'refund'", [id]);
const removeCredit = async (db: Session, id: string, reason = "Another invoice", seen?: string) =>
  one<string>(db, "select public.remove_invoice_credit($1, $2::timestamptz, $3)", [
    await creditOf(db, id),
    seen ?? (await seenAt(db, id)),
    reason,
  ]);
const restoreCredit = async (db: Session, id: string) =>
  one<string>(db, "select public.restore_invoice_credit($1)", [await creditOf(db, id)]);
const mailsOf = async (db: Session, template: string) => {
  await becomeOwner(db);
  const { rows } = await db.run<{ data: Record<string, string> }>(
    "select payload -> 'data' as data from private.outbox where payload ->> 'template' = $1 order by created_at, id",
    [template],
  );
  return rows.map(({ data }) => data);
};
/** What the history says counts again. */
const restoredIn = async (db: Session, id: string) => {
  const { events } = await one<{ events: { kind: string; restored: boolean }[] }>(
    db,
    "select public.invoice_for_admin($1)",
    [id],
  );
  return events.map(({ kind, restored }) => (restored ? `${kind} again` : kind));
};
const refused = async (db: Session, call: () => Promise<unknown>): Promise<string | undefined> => {
  await db.run("savepoint before_refusal");
  try {
    await call();
    return "done";
  } catch (error) {
    return (error as { hint?: string }).hint;
  } finally {
    await db.run("rollback to before_refusal");
  }
};
/** The latest entry of the audit log about a row. */
const entryOf = (db: Session, table: string, row: string, action = "update") =>
  one<number>(db, "select max(id) from public.audit_log where table_name = $1 and row_id = $2 and action = $3", [
    table,
    row,
    action,
  ]);

onEveryDatabase("A credit that was recorded by mistake", (given) => {
  test("is removed once, counts nowhere, and is told to the client with what is due", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await credit(db, id, 2000);
      const seen = await seenAt(db, id);
      expect(await refused(db, () => removeCredit(db, id, " "))).toBe("required");
      expect(await refused(db, () => removeCredit(db, id, "Late", "2020-01-01"))).toBe("outdated");
      expect(await removeCredit(db, id)).toBe("pending");
      // The answer was lost.
      expect(await removeCredit(db, id, undefined, seen)).toBe("pending");
      expect(await refused(db, () => removeCredit(db, id, "I remove it, too"))).toBe("credit_removed");
      expect(await invoiceOf(db, id)).toMatchObject({ owed_amount: 5000, credited_amount: 0 });
      const details = await one<{ credits: object[]; events: { kind: string }[] }>(
        db,
        "select public.invoice_for_admin($1)",
        [id],
      );
      expect(details.credits).toMatchObject([
        { amount: 2000, reason: "A week late", removal: { of: "credit", reason: "Another invoice" } },
      ]);
      expect(details.events.map(({ kind }) => kind)).toEqual(["created", "sent", "credited", "credit_removed"]);
      // The audit log finds it by the reason.
      expect(
        await one(db, "select count(*)::integer from public.search_audit_log('another invoice') where row_id = $1", [
          await creditOf(db, id),
        ]),
      ).toBe(2);
      expect(await mailsOf(db, "credit-removed")).toMatchObject([
        { removed: "2000", owed: "5000", reason: "Another invoice", state: "pending" },
      ]);
      await become(db, given().world.people.owner);
      expect(await one(db, "select public.invoice_milestones($1)", [id])).toMatchObject([
        { kind: "credit_removed", amount: 2000, reason: "Another invoice" },
      ]);
    }));

  test("is due again on an invoice that it had settled, and settles it again once restored", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await credit(db, id, 2000);
      await pay(db, id, 3000);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid" });
      expect(await removeCredit(db, id)).toBe("pending");
      expect(await invoiceOf(db, id)).toMatchObject({ owed_amount: 2000, kept_amount: 3000 });
      expect(await restoreCredit(db, id)).toBe("paid");
      expect(await restoreCredit(db, id)).toBe("paid");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", owed_amount: 0, credited_amount: 2000 });
      expect(await one(db, "select public.invoice_milestones($1)", [id])).toEqual([]);
      const expected = ["created", "sent", "credited", "marked_paid", "credit_removed", "credited again"];
      expect(await restoredIn(db, id)).toEqual(expected);
      // It can be removed more than once, and each time is told.
      expect(await removeCredit(db, id)).toBe("pending");
      expect(await mailsOf(db, "credit-removed")).toHaveLength(2);
      const told = (await mailsOf(db, "invoice-credited")) as { owed: string; restored?: string }[];
      expect(told.map(({ owed, restored = "" }) => `${owed} ${restored}`).toSorted()).toEqual(["0 true", "3000 "]);
    }));

  test("stays after a refund and on a canceled invoice, and comes back only while it fits", () =>
    asAdmin(given(), async (db, client) => {
      const refunded = await sent(db, client);
      await credit(db, refunded, 2000);
      await pay(db, refunded, 3000);
      await credit(db, refunded, 500);
      expect(await refused(db, () => removeCredit(db, refunded))).toBe("credit_refunded");
      const id = await sent(db, client);
      await credit(db, id, 2000);
      await removeCredit(db, id);
      await db.run("savepoint removed");
      await pay(db, id, 4000);
      expect(await refused(db, () => restoreCredit(db, id))).toBe("amount_too_large");
      await pay(db, id, 1000);
      expect(await refused(db, () => restoreCredit(db, id))).toBe("invoice_not_open");
      await db.run("rollback to removed");
      await restoreCredit(db, id);
      await db.run("select public.void_invoice($1, $2::timestamptz, 'Twice')", [id, await seenAt(db, id)]);
      expect(await refused(db, () => removeCredit(db, id))).toBe("invoice_not_open");
    }));

  test("is restored from the audit log", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await credit(db, id, 2000);
      await removeCredit(db, id);
      const entry = await entryOf(db, "invoice_credits", await creditOf(db, id));
      await db.run("select public.restore_audit_entry($1)", [entry]);
      expect(await invoiceOf(db, id)).toMatchObject({ owed_amount: 3000, credited_amount: 2000 });
    }));
});

onEveryDatabase("A refund that was recorded by mistake", (given) => {
  const remove = async (db: Session, entry: string, id: string) =>
    one<string>(db, "select public.remove_invoice_payment($1, $2::timestamptz, 'Never sent')", [
      entry,
      await seenAt(db, id),
    ]);
  const restore = (db: Session, entry: string) => one<string>(db, "select public.restore_invoice_payment($1)", [entry]);

  test("is removed and recorded again as a new entry, once", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await pay(db, id, 5000);
      await credit(db, id, 1500, "One reel was not delivered");
      const refund = await refundOf(db, id);
      expect(await remove(db, refund, id)).toBe("paid");
      expect(await invoiceOf(db, id)).toMatchObject({ refunded_amount: 0, kept_amount: 5000, owed_amount: 0 });
      const { ledger } = await one<{ ledger: Record<string, unknown>[] }>(db, "select public.invoice_for_admin($1)", [
        id,
      ]);
      expect(ledger.find(({ kind }) => kind === "removed")).toMatchObject({
        ...{ amount: 1500, note: "One reel was not delivered", method: "Check" },
        removal: { of: "refund", reason: "Never sent" },
      });
      // The payment can go now, too.
      const payment = await one<string>(
        db,
        "select id from public.payments where invoice_id = $1 and kind = 'payment'",
        [id],
      );
      expect(await refused(db, () => remove(db, payment, id))).toBe("done");
      expect(await restore(db, refund)).toBe("paid");
      expect(await restore(db, refund)).toBe("paid");
      expect(await invoiceOf(db, id)).toMatchObject({ refunded_amount: 1500, kept_amount: 3500 });
      const expected = ["created", "sent", "marked_paid", "refunded", "refund_removed", "refunded again"];
      expect(await restoredIn(db, id)).toEqual(expected);
      // The client reads why, at the entry that counts.
      expect(await one(db, "select public.invoice_milestones($1)", [id])).toMatchObject([
        { id: await refundOf(db, id), kind: "refunded", reason: "One reel was not delivered" },
      ]);
      // The invoice stays paid, so the statement asks for nothing again.
      const number = await one<string>(db, "select invoice_number from public.invoices where id = $1", [id]);
      const { rows } = await one<{ rows: Record<string, unknown>[] }>(
        db,
        "select public.invoice_statement(public.agency_today() - 60, public.agency_today() + 60, $1)",
        [client],
      );
      const lines = rows.filter(({ document }) => document === number);
      const change = (line: Record<string, unknown>) =>
        Number(line["charged"]) + Number(line["refunded"]) - Number(line["paid"]) - Number(line["credited"]);
      // The payment and the refund are of the same day.
      expect(lines.map(change).toSorted((a, b) => a - b)).toEqual([-5000, 0, 5000]);
      const logged = await db.run(
        "select before ->> 'kind' as was, after ->> 'kind' as is from public.audit_log where row_id = $1 and action = 'update'",
        [refund],
      );
      expect(logged.rows).toEqual([{ was: "refund", is: "removed" }]);
      // The audit log finds the refund, its removal and its new entry by the reason of the refund.
      const found = await db.run(
        "select action, table_name from public.search_audit_log('reel was not delivered') where account_id is not distinct from (select account_id from public.invoices where id = $1)",
        [id],
      );
      expect(found.rows).toEqual([
        { action: "insert", table_name: "payments" },
        { action: "update", table_name: "payments" },
        { action: "insert", table_name: "payments" },
      ]);
      expect(await mailsOf(db, "refund-removed")).toMatchObject([{ removed: "1500", owed: "0", reason: "Never sent" }]);
      const told = (await mailsOf(db, "invoice-refunded")) as { restored?: string }[];
      expect(told.map(({ restored = "" }) => restored).toSorted()).toEqual(["", "true"]);
    }));

  test("comes back only while that much is kept, also from the audit log", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await pay(db, id, 5000);
      await credit(db, id, 4000);
      const refund = await refundOf(db, id);
      await remove(db, refund, id);
      const entry = await entryOf(db, "payments", refund);
      await db.run("savepoint removed");
      await credit(db, id, 2000);
      expect(await refused(db, () => restore(db, refund))).toBe("amount_too_large");
      await db.run("rollback to removed");
      await db.run("select public.restore_audit_entry($1)", [entry]);
      expect(await invoiceOf(db, id)).toMatchObject({ refunded_amount: 4000 });
    }));

  test("is no older than what paid the invoice; one that was recorded before still comes back", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await pay(db, id, 5000);
      const refundOn = async (day: string) =>
        db.run(`select public.credit_invoice($1, $2::timestamptz, 1500, 'Late', 'Check', ${day})`, [
          id,
          await seenAt(db, id),
        ]);
      const day = await one<string>(db, "select to_char(public.agency_today(), 'Mon FMDD, YYYY')");
      await db.run("savepoint early");
      await expect(refundOn("public.agency_today() - 1")).rejects.toMatchObject({
        code: "22023",
        hint: "refund_before_payment",
        message: `The invoice was fully paid on ${day}. Choose that day or a later one.`,
      });
      await db.run("rollback to early");
      await refundOn("public.agency_today()");
      const refund = await refundOf(db, id);
      await becomeOwner(db);
      await db.run("update public.payments set occurred_at = now() - interval '3 days' where id = $1", [refund]);
      await become(db, given().world.people.admin);
      await remove(db, refund, id);
      expect(await invoiceOf(db, id)).toMatchObject({ refunded_amount: 0 });
      await restore(db, refund);
      expect(await invoiceOf(db, id)).toMatchObject({ refunded_amount: 1500 });
    }));

  test("never makes a paid invoice due again, on whatever day of it", () =>
    asAdmin(given(), async (db, client) => {
      const payOn = async (id: string, amount: number, daysAgo: number) =>
        db.run(
          "select public.record_invoice_payment($1, $2::timestamptz, $3, public.agency_today() - $4::integer, 'Check')",
          [id, await seenAt(db, id), amount, daysAgo],
        );
      const refundOn = async (id: string, amount: number, daysAgo: number) =>
        db.run(
          "select public.credit_invoice($1, $2::timestamptz, $3, 'Late', 'Check', public.agency_today() - $4::integer)",
          [id, await seenAt(db, id), amount, daysAgo],
        );
      const paid = async () => {
        const id = await sent(db, client);
        await payOn(id, 2000, 9);
        await payOn(id, 3000, 3);
        return id;
      };
      const [first, second, third] = [await paid(), await paid(), await paid()];
      for (const daysAgo of [8, 4])
        expect(await refused(db, () => refundOn(first, 1000, daysAgo))).toBe("refund_before_payment");
      await refundOn(first, 1000, 0);
      for (const daysAgo of [9, 4])
        expect(await refused(db, () => refundOn(first, 500, daysAgo))).toBe("refund_before_payment");
      await refundOn(first, 500, 3);
      expect(await invoiceOf(db, first)).toMatchObject({ status: "paid", owed_amount: 0, refunded_amount: 1500 });
      // On the day of the last payment, whatever order their references have.
      for (const amount of [100, 200, 300, 400]) await refundOn(second, amount, 3);
      expect(await invoiceOf(db, second)).toMatchObject({ status: "paid", owed_amount: 0, refunded_amount: 1000 });
      // The card paid later that day than noon, which stands for a day in the ledger.
      await becomeOwner(db);
      await db.run(
        `update public.payments set occurred_at = occurred_at + interval '9 hours' where invoice_id = $1 and amount = 3000`,
        [third],
      );
      await become(db, given().world.people.admin);
      await refundOn(third, 1000, 3);
      expect(await invoiceOf(db, third)).toMatchObject({ status: "paid", owed_amount: 0, refunded_amount: 1000 });
    }));

  test("may be dated after a credit that paid the rest, and not before it", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await db.run(
        "select public.record_invoice_payment($1, $2::timestamptz, 4000, public.agency_today() - 5, 'Check')",
        [id, await seenAt(db, id)],
      );
      await credit(db, id, 1000);
      const refundOn = async (daysAgo: number) =>
        db.run(
          "select public.credit_invoice($1, $2::timestamptz, 500, 'Late', 'Check', public.agency_today() - $3::integer)",
          [id, await seenAt(db, id), daysAgo],
        );
      expect(await refused(db, () => refundOn(4))).toBe("refund_before_payment");
      await refundOn(0);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "paid", owed_amount: 0, refunded_amount: 500 });
    }));

  test("is flagged again as too much on a canceled invoice that had been paid", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await pay(db, id, 5000);
      await becomeOwner(db);
      await db.run("update public.invoices set status = 'void' where id = $1", [id]);
      await become(db, given().world.people.admin);
      await credit(db, id, 5000);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "void", needs_attention: null });
      expect(await remove(db, await refundOf(db, id), id)).toBe("void");
      expect(await invoiceOf(db, id)).toMatchObject({ status: "void", needs_attention: "paid_though_canceled" });
    }));

  test("that the payment provider sent is never removed", () =>
    asAdmin(given(), async (db, client) => {
      const id = await sent(db, client);
      await pay(db, id, 5000);
      await becomeOwner(db);
      await db.run(
        `insert into public.payments (invoice_id, client_id, kind, amount, currency, provider_ref, occurred_at)
         values ($1, $2, 'refund', 100, 'usd', 're_1', now())`,
        [id, client],
      );
      await become(db, given().world.people.admin);
      expect(await refused(db, async () => remove(db, await refundOf(db, id), id))).toBe("payment_not_by_hand");
    }));
});

onEveryDatabase("A deleted draft", (given) => {
  const LINES = [
    { description: "Ads", quantity: 2, unit_amount: 4000 },
    { description: "Welcome", quantity: 1, unit_amount: -500, is_discount: true },
  ];
  const contents = (db: Session, id: string) =>
    one(
      db,
      `select jsonb_build_object('invoice', to_jsonb(held) - 'updated_at', 'lines', (
         select jsonb_agg(to_jsonb(line) order by line.position) from public.invoice_lines as line where line.invoice_id = held.id
       ), 'events', (select jsonb_agg(jsonb_build_object('kind', event.kind, 'actor', event.actor_id)) from public.invoice_events as event where event.invoice_id = held.id))
       from public.invoices as held where held.id = $1`,
      [id],
    );
  const remove = async (db: Session, id: string) =>
    db.run("select public.delete_draft_invoice($1, $2::timestamptz)", [id, await seenAt(db, id)]);
  const restore = (db: Session, id: string) => db.run("select public.restore_draft_invoice($1)", [id]);

  test("comes back as it was, once, and leaves no gap between numbers", () =>
    asAdmin(given(), async (db, client) => {
      const id = await draft(db, client, LINES);
      const before = await contents(db, id);
      await remove(db, id);
      const first = await sent(db, client);
      await restore(db, id);
      await restore(db, id);
      expect(await contents(db, id)).toEqual(before);
      const number = await one<string>(db, "select public.send_invoice($1, $2::timestamptz)", [
        id,
        await seenAt(db, id),
      ]);
      const last = await one<string>(db, "select invoice_number from public.invoices where id = $1", [first]);
      expect(Number(number.replace("INV-", ""))).toBe(Number(last.replace("INV-", "")) + 1);
    }));

  test("comes back from the audit log, once", () =>
    asAdmin(given(), async (db, client) => {
      const id = await draft(db, client, LINES);
      await remove(db, id);
      const entry = await entryOf(db, "invoices", id, "delete");
      await db.run("select public.restore_audit_entry($1)", [entry]);
      expect(await invoiceOf(db, id)).toMatchObject({ status: "draft", amount: 7500 });
      expect(await refused(db, () => db.run("select public.restore_audit_entry($1)", [entry]))).toBe(
        "entry_there_already",
      );
    }));

  test("stays deleted when its client can't be billed any more, and when no one deleted it", () =>
    asAdmin(given(), async (db) => {
      await becomeOwner(db);
      const person = await createPerson(db, "new client");
      await become(db, given().world.people.admin);
      const id = await draft(db, person.id, LINES);
      await remove(db, id);
      await becomeOwner(db);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [person.id]);
      await become(db, given().world.people.admin);
      expect(await refused(db, () => restore(db, id))).toBe("client_not_active");
      expect(await refused(db, () => restore(db, crypto.randomUUID()))).toBe("invoice_not_found");
    }));
});
