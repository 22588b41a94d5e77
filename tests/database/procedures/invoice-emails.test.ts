import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const NEW = "00000000-0000-4000-8000-000000000077";

async function newInvoice(db: Session, client: string | null, status: string, dueIn = -2): Promise<string> {
  const { rows } = await db.run<{ id: string }>(
    `insert into public.invoices (client_id, invoice_number, status, description, amount, due_date)
     values ($1, 'M-' || gen_random_uuid(), $2::public.invoice_status, 'Pro Funnel', 5000, private.agency_day() + $3::integer) returning id`,
    [client, status, dueIn],
  );
  return rows[0]?.id ?? "";
}

const email = (db: Session, id: string, kind: string) => db.run("select public.email_invoice($1, $2)", [id, kind]);

/** Moves the earlier emails into the past. */
async function wait(db: Session, interval: string, admin: Parameters<typeof become>[1]): Promise<void> {
  await becomeOwner(db);
  await db.run("update public.invoice_events set created_at = created_at - $1::interval", [interval]);
  await become(db, admin);
}

onEveryDatabase("An email about a sent invoice", (given) => {
  test("goes out again after ten minutes, a reminder after a day, and each is in the history", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const id = await newInvoice(db, owner.id, "pending");
      await become(db, admin);
      await email(db, id, "reminded");
      await email(db, id, "resent");
      for (const kind of ["reminded", "resent"])
        await db.run("savepoint before").then(async () => {
          await expect(email(db, id, kind)).rejects.toMatchObject({ code: "PT409", hint: "emailed_recently" });
          await db.run("rollback to before");
        });
      await wait(db, "11 minutes", admin);
      await email(db, id, "resent");
      await wait(db, "24 hours", admin);
      await email(db, id, "reminded");
      await becomeOwner(db);
      const { rows } = await db.run<{ payload: { template: string; to: string; data: Record<string, string> } }>(
        "select payload from private.outbox where payload -> 'data' ->> 'invoiceId' = $1 order by created_at, dedupe_key",
        [id],
      );
      // The log has who sent them.
      const { rows: logged } = await db.run(
        "select actor_id, subject, after ->> 'kind' as kind from public.audit_log where table_name = 'invoice_events' and row_id = $1 order by id",
        [id],
      );
      expect(logged).toEqual(
        ["reminded", "resent", "resent", "reminded"].map((kind) => ({
          actor_id: admin.id,
          subject: owner.email,
          kind,
        })),
      );
      const sent = rows.filter(({ payload }) => payload.to === owner.email).map(({ payload }) => payload);
      expect(sent.map(({ template }) => template).sort()).toEqual([
        "invoice-copy",
        "invoice-copy",
        "invoice-issued",
        "invoice-reminder",
        "invoice-reminder",
      ]);
      expect(sent.find(({ template }) => template === "invoice-reminder")?.data).toMatchObject({
        owed: "5000",
        state: "overdue",
      });
    });
  });

  test("reminds of an invoice that the daily job has marked as overdue in the same words", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const id = await newInvoice(db, owner.id, "pending");
      const later = await newInvoice(db, owner.id, "pending", 0);
      await db.run("select private.mark_overdue_invoices()");
      const { rows } = await db.run("select status from public.invoices where id in ($1, $2) order by due_date", [
        id,
        later,
      ]);
      expect(rows).toEqual([{ status: "overdue" }, { status: "pending" }]);
      await become(db, admin);
      await email(db, id, "reminded");
      await becomeOwner(db);
      const mails = await db.run<{ state: string }>(
        `select payload -> 'data' ->> 'state' as state from private.outbox
         where payload -> 'data' ->> 'invoiceId' = $1 and payload ->> 'template' = 'invoice-reminder'`,
        [id],
      );
      expect(new Set(mails.rows.map(({ state }) => state))).toEqual(new Set(["overdue"]));
    });
  });

  test.each([
    ["active", "5000"],
    ["paid", "0"],
    ["void", "0"],
  ])("says what is owed when it goes out again: %s", async (status, owed) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newInvoice(db, world.people.owner.id, status);
      await become(db, world.people.admin);
      await email(db, id, "resent");
      await becomeOwner(db);
      const { rows } = await db.run(
        `select payload -> 'data' ->> 'state' as state, payload -> 'data' ->> 'owed' as owed, payload ->> 'attachInvoice' as attached
         from private.outbox where payload -> 'data' ->> 'invoiceId' = $1 and payload ->> 'template' = 'invoice-copy'`,
        [id],
      );
      expect(rows).toEqual([{ state: status, owed, attached: id }]);
    });
  });

  test.each([
    ["draft", "resent", "invoice_is_draft"],
    ["draft", "reminded", "invoice_is_draft"],
    ["paid", "reminded", "invoice_not_open"],
    ["void", "reminded", "invoice_not_open"],
    ["pending", "written", "unknown_email"],
  ])("is refused: %s, %s", async (status, kind, hint) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newInvoice(db, world.people.owner.id, status);
      await become(db, world.people.admin);
      await expect(email(db, id, kind)).rejects.toMatchObject({ hint });
    });
  });

  test("is bounded to twenty", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newInvoice(db, world.people.owner.id, "pending");
      await db.run(
        `insert into public.invoice_events (invoice_id, kind, created_at)
         select $1, 'reminded', now() - make_interval(days => number) from generate_series(2, 21) as number`,
        [id],
      );
      await become(db, world.people.admin);
      await expect(email(db, id, "reminded")).rejects.toMatchObject({ hint: "emailed_too_often" });
    });
  });
});

onEveryDatabase("A copy of an invoice", (given) => {
  test("is a draft with the same client and lines, made once for each id", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const id = await newInvoice(db, world.people.owner.id, "void");
      await become(db, world.people.admin);
      for (const _ of [1, 2]) await db.run("select public.duplicate_invoice($1, $2)", [id, NEW]);
      const { rows } = await db.run(
        `select invoice.status::text, invoice.amount, invoice.client_id, invoice.due_date >= public.agency_today() as is_ahead,
           line.description, line.unit_amount
         from public.invoices as invoice join public.invoice_lines as line on line.invoice_id = invoice.id where invoice.id = $1`,
        [NEW],
      );
      expect(rows).toEqual([
        {
          status: "draft",
          amount: 5000,
          client_id: world.people.owner.id,
          is_ahead: true,
          description: "Pro Funnel",
          unit_amount: 5000,
        },
      ]);
    });
  });
});

onEveryDatabase("A printed invoice", (given) => {
  test("has the period, the terms, the tax numbers and the client's address", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.agency_settings set tax_id = 'EIN 1', payment_terms = 'In 14 days'");
      await become(db, owner);
      await db.run(
        "update public.profiles set billing_address = '18 Example Avenue', tax_id = 'VAT 2' where user_id = $1",
        [owner.id],
      );
      await become(db, admin);
      const create = (from: string | null, until: string | null) =>
        db.run<{ id: string }>(
          `select public.create_invoice($1, 'Ads', null, 'usd', '[]', gen_random_uuid(), $2::date, $3::date) as id`,
          [owner.id, from, until],
        );
      const { rows: made } = await create("2026-11-01", "2026-11-30");
      for (const [from, until] of [
        ["2026-11-30", "2026-11-01"],
        ["2026-11-01", null],
      ] as const) {
        await db.run("savepoint before");
        await expect(create(from, until)).rejects.toMatchObject({ hint: "period_invalid" });
        await db.run("rollback to before");
      }
      for (const day of ["infinity", "-infinity", "5874897-12-31", "99999-12-31", "1999-01-01"]) {
        await db.run("savepoint before");
        await expect(create(day, day), day).rejects.toMatchObject({
          hint: expect.stringMatching(/^date_too_(far|old)$/),
        });
        await db.run("rollback to before");
      }
      await becomeOwner(db);
      const { rows } = await db.run<{ document: object }>("select public.invoice_document($1) as document", [
        made[0]?.id,
      ]);
      expect(rows[0]?.document).toMatchObject({
        period: { from: "2026-11-01", until: "2026-11-30" },
        agency: { taxId: "EIN 1", terms: "In 14 days" },
        client: { address: "18 Example Avenue", taxId: "VAT 2" },
      });
    });
  });
});
