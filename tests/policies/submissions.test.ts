import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases, type Session, type TestDatabase } from "../support/database.ts";
import { onEveryDatabase } from "../support/database-matrix.ts";
import { asPerson, become, becomeOwner, becomeService, rolledBack } from "../support/database-persons.ts";

const contact = (values: Record<string, unknown> = {}) => ({
  submission_id: randomUUID(),
  first_name: "Dana",
  last_name: "Reyes",
  email: "dana@example.com",
  goals: "Ten calls a week",
  ...values,
});
const application = (values: Record<string, unknown> = {}) => ({
  submission_id: randomUUID(),
  full_name: "Dana  Maria Reyes",
  email: "dana@example.com",
  company: "Reyes Studio",
  target_new_clients_per_month: "10",
  ...values,
});

const submit = async (db: Session, form: "contact" | "application", values: object, spam = false) => {
  const text = {
    contact: "select public.submit_contact($1::text::jsonb, '192.0.2.7', $2) as id",
    application:
      "select public.submit_application($1::text::jsonb, '{\"traffic_type\": \"direct\"}', '192.0.2.7', $2) as id",
  }[form];
  return (await db.run<{ id: string }>(text, [JSON.stringify(values), spam])).rows[0]?.id;
};

type Lead = { id: string; first_name: string; last_name: string; company: string; is_spam: boolean; archived: boolean };
const leads = async (db: Session, email = "dana@example.com") =>
  (
    await db.run<Lead>(
      "select *, archived_at is not null as archived from public.leads where lower(email) = lower($1) order by created_at",
      [email],
    )
  ).rows;
const forms = async (db: Session) =>
  (
    await db.run<{ payload: Record<string, unknown> }>(
      "select payload from public.lead_activities where kind = 'form' order by created_at",
    )
  ).rows.map(({ payload }) => payload);
const mails = async (db: Session) =>
  (
    await db.run<{ to: string; template: string }>(
      `select payload ->> 'to' as to, payload ->> 'template' as template from private.outbox order by dedupe_key collate "C"`,
    )
  ).rows;

onEveryDatabase("A submission", (given) => {
  /** As the service role sends it; looked at as the owner. */
  const inPeace = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, () => work(db));
  };
  const asService = async <Result>(db: TestDatabase, work: () => Promise<Result>) => {
    await becomeService(db);
    const result = await work();
    await becomeOwner(db);
    return result;
  };

  test(
    "of the contact form becomes a message, a lead with its history, and two e-mails",
    inPeace(async (db) => {
      const id = await asService(db, () =>
        submit(db, "contact", contact({ interests: ["Base Funnel"], traffic_type: "paid_ads", company: "Reyes" })),
      );
      const [lead] = await leads(db);
      expect(lead).toMatchObject({ first_name: "Dana", last_name: "Reyes", company: "Reyes", is_spam: false });
      const { rows } = await db.run("select * from public.contacts where id = $1", [id]);
      expect(rows).toMatchObject([{ lead_id: lead?.id, is_spam: false, status: "new", source: "website_form" }]);
      expect(String(rows[0]?.ip_hash)).toMatch(/^[0-9a-f]{64}$/);
      expect(await forms(db)).toEqual([{ form: "contact", contact_id: id }]);
      expect(await mails(db)).toEqual([
        { to: "hello@example.com", template: "contact-alert" },
        { to: "dana@example.com", template: "contact-confirmation" },
      ]);
    }),
  );

  test(
    "of the application form does the same, and parts the name",
    inPeace(async (db) => {
      const id = await asService(db, () => submit(db, "application", application()));
      expect(await leads(db)).toMatchObject([
        { first_name: "Dana", last_name: "Maria Reyes", company: "Reyes Studio" },
      ]);
      expect(await forms(db)).toEqual([{ form: "application", application_id: id, traffic_type: "direct" }]);
      expect((await mails(db)).map(({ template }) => template)).toEqual([
        "application-alert",
        "application-confirmation",
      ]);
    }),
  );

  test(
    "sent again under its id changes nothing and is answered alike, on both ways",
    inPeace(async (db) => {
      const sent = contact();
      const first = await asService(db, () => submit(db, "contact", sent));
      expect(await asService(db, () => submit(db, "contact", { ...sent, goals: "Other words" }))).toBe(first);
      expect(await leads(db)).toHaveLength(1);
      expect(await forms(db)).toHaveLength(1);
      expect(await mails(db)).toHaveLength(2);
    }),
  );

  test(
    "of somebody known adds to the first lead, whatever the case of the letters, and fills only what was empty",
    inPeace(async (db) => {
      await asService(db, async () => {
        await submit(db, "contact", contact({ last_name: "R." }));
        await submit(db, "application", application({ email: "DANA@Example.com" }));
      });
      expect(await leads(db)).toMatchObject([{ first_name: "Dana", last_name: "R.", company: "Reyes Studio" }]);
      expect((await forms(db)).map(({ form }) => form).sort()).toEqual(["application", "contact"]);
      expect(await mails(db)).toHaveLength(4);
    }),
  );

  test(
    "of somebody put away or taken for spam brings the lead back",
    inPeace(async (db) => {
      await db.run("insert into public.leads (email, archived_at, is_spam) values ('dana@example.com', now(), true)");
      await asService(db, () => submit(db, "contact", contact()));
      expect(await leads(db)).toMatchObject([{ is_spam: false, archived: false, first_name: "Dana" }]);
    }),
  );

  test(
    "that looks like spam is kept and marked, counts as no lead, and nobody is written to",
    inPeace(async (db) => {
      await asService(db, async () => {
        await submit(db, "contact", contact(), true);
        await submit(db, "application", application(), true);
      });
      expect(await leads(db)).toMatchObject([{ is_spam: true }]);
      expect((await db.run("select from public.contacts where is_spam")).count).toBe(1);
      expect((await db.run("select from public.applications where is_spam")).count).toBe(1);
      expect(await mails(db)).toEqual([]);
      expect((await forms(db)).every(({ spam }) => spam)).toBe(true);
    }),
  );

  test(
    "that looks like spam leaves the lead of a real person as it is",
    inPeace(async (db) => {
      await asService(db, async () => {
        await submit(db, "contact", contact());
        await submit(db, "contact", contact({ company: "Cheap Backlinks" }), true);
      });
      expect(await leads(db)).toMatchObject([{ is_spam: false, company: null }]);
      expect(await mails(db)).toHaveLength(2);
    }),
  );

  test(
    "inserted by the visitor directly runs the same rule, once for one id",
    inPeace(async (db) => {
      const { world } = given();
      const { submission_id: id, ...sent } = contact();
      const insert =
        "insert into public.contacts (submission_id, first_name, last_name, email, goals) values ($1, $2, $3, $4, $5)";
      await become(db, world.people.anon);
      await db.run(insert, [id, ...Object.values(sent)]);
      await becomeOwner(db);
      const [lead] = await leads(db);
      expect((await db.run("select * from public.contacts where submission_id = $1", [id])).rows).toMatchObject([
        { lead_id: lead?.id },
      ]);
      expect(await mails(db)).toHaveLength(2);
      await asService(db, () => submit(db, "contact", { ...sent, submission_id: id }));
      expect(await mails(db)).toHaveLength(2);
      expect(await forms(db)).toHaveLength(1);
      await become(db, world.people.anon);
      await expect(db.run(insert, [id, ...Object.values(sent)])).rejects.toMatchObject({ code: "23505" });
    }),
  );

  test(
    "of the owner, as demo data and a restored backup are, becomes nothing else",
    inPeace(async (db) => {
      await db.run(
        "insert into public.contacts (first_name, last_name, email, goals) values ('D', 'R', 'dana@example.com', 'x')",
      );
      expect(await leads(db)).toEqual([]);
      expect(await mails(db)).toEqual([]);
    }),
  );

  test(
    "hashes one address alike within a day, and otherwise on the next",
    inPeace(async (db) => {
      const hashOf = async () => {
        const id = await asService(db, () => submit(db, "contact", contact()));
        return (await db.run<{ ip_hash: string }>("select ip_hash from public.contacts where id = $1", [id])).rows[0]
          ?.ip_hash;
      };
      const today = await hashOf();
      expect(await hashOf()).toBe(today);
      await db.run("update private.address_salts set day = day - 1");
      expect(await hashOf()).not.toBe(today);
      expect((await db.run("select from private.address_salts")).count).toBe(1);
    }),
  );

  test(
    "that breaks a rule leaves no half of itself",
    inPeace(async (db) => {
      await db.run("savepoint before");
      await expect(
        asService(db, () => submit(db, "contact", contact({ goals: "x".repeat(10_001) }))),
      ).rejects.toMatchObject({ code: "23514" });
      await db.run("rollback to savepoint before");
      expect(await leads(db)).toEqual([]);
    }),
  );

  test.each(["anon", "owner", "active sales", "admin"] as const)("is out of reach for %s", async (kind) => {
    const { db, world } = given();
    for (const text of [
      "select public.submit_contact('{}')",
      "select public.submit_application('{}')",
      "select private.file_lead('a@example.com', 'A', 'B', null, false, '{}')",
      "select private.hash_address('192.0.2.1')",
      "select * from private.address_salts",
      "insert into public.contacts (first_name, last_name, email, goals, is_spam) values ('A', 'B', 'a@example.com', 'x', true)",
      "insert into public.contacts (first_name, last_name, email, goals, lead_id) select 'A', 'B', 'a@example.com', 'x', null",
    ])
      await expect(asPerson(db, world.people[kind], text)).rejects.toMatchObject({ code: "42501" });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))(
  "Submissions at the same moment, on $name",
  ({ open }) => {
    let db: TestDatabase;
    beforeAll(async () => {
      db = await open();
    });
    afterAll(() => db?.close());

    const atOnce = async (work: ((session: Session) => Promise<unknown>)[]) => {
      const sessions = await Promise.all(work.map(() => db.connect?.()));
      await Promise.all(work.map((each, at) => each(sessions[at] as Session)));
      for (const session of sessions) session?.release();
    };

    test("of one person make one lead with every form in its history", async () => {
      const each = (at: number) => (session: Session) =>
        at % 2
          ? submit(session, "contact", contact({ email: at % 3 ? "one@example.com" : "ONE@example.com" }))
          : submit(session, "application", application({ email: "one@example.com" }));
      for (let round = 0; round < 5; round += 1) await atOnce(Array.from({ length: 6 }, (_, at) => each(at)));
      expect(await leads(db, "one@example.com")).toHaveLength(1);
      expect(await forms(db)).toHaveLength(30);
      // The agency hears of each; the person gets five confirmations a day.
      expect(await mails(db)).toHaveLength(35);
    });

    test("of one submission store one", async () => {
      const sent = contact({ email: "two@example.com" });
      await atOnce(Array.from({ length: 6 }, () => (session: Session) => submit(session, "contact", sent)));
      const { count } = await db.run("select from public.contacts where email = 'two@example.com'");
      expect(count).toBe(1);
      expect((await mails(db)).filter(({ to }) => to === "two@example.com")).toHaveLength(1);
    });
  },
);
