import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, become, becomeOwner, becomeService, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";

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
      `select payload ->> 'to' as to, payload ->> 'template' as template from private.outbox
       where kind = 'mail' and payload ->> 'template' <> 'lead-arrived' order by dedupe_key collate "C"`,
    )
  ).rows;
/** The lead that the email to the agency leads to. */
const alertedLead = async (db: Session) =>
  (
    await db.run<{ lead: string }>(
      "select payload #>> '{data,leadId}' as lead from private.outbox where payload ->> 'template' like '%-alert'",
    )
  ).rows[0]?.lead;
const arrivals = async (db: Session) =>
  (
    await db.run<{ to: string; returning: string | null }>(
      `select payload ->> 'to' as to, payload #>> '{data,returning}' as returning from private.outbox
       where payload ->> 'template' = 'lead-arrived' order by created_at, 1`,
    )
  ).rows;
const clocks = async (db: Session, lead: string | undefined) =>
  (
    await db.run<{ state: string }>(
      "select state, arrived_at = now() as fresh, source from public.lead_clocks where lead_id = $1",
      [lead],
    )
  ).rows;

onEveryDatabase("A submission", (given) => {
  const inRollback = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, () => work(db));
  };
  /** Runs work as the service role, and then continues as the owner. */
  const asService = async <Result>(db: TestDatabase, work: () => Promise<Result>) => {
    await becomeService(db);
    const result = await work();
    await becomeOwner(db);
    return result;
  };

  test(
    "of the contact form becomes a message, a lead with its history, and two emails",
    inRollback(async (db) => {
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
      expect(await alertedLead(db)).toBe(lead?.id);
    }),
  );

  test(
    "of the application form does the same, and splits the name",
    inRollback(async (db) => {
      const id = await asService(db, () => submit(db, "application", application()));
      expect(await leads(db)).toMatchObject([
        { first_name: "Dana", last_name: "Maria Reyes", company: "Reyes Studio" },
      ]);
      expect(await forms(db)).toEqual([{ form: "application", application_id: id, traffic_type: "direct" }]);
      expect((await mails(db)).map(({ template }) => template)).toEqual([
        "application-alert",
        "application-confirmation",
      ]);
      expect(await alertedLead(db)).toBe((await leads(db))[0]?.id);
    }),
  );

  test.each([
    ["without a number for a text", { best_contact: "SMS" }, "required"],
    ["with a blank number for a call", { best_contact: "Phone", phone: " " }, "required"],
    ["with a number that is not a phone number", { best_contact: "Email", phone: "123" }, "phone_invalid"],
  ])("of the application form is refused %s", async (_case, answers, hint) => {
    const { db } = given();
    await rolledBack(db, async () => {
      await becomeService(db);
      await expect(submit(db, "application", application(answers))).rejects.toMatchObject({ hint, detail: "phone" });
    });
  });

  test(
    "adds to the lead, and records its first and last source",
    inRollback(async (db) => {
      await asService(db, async () => {
        await submit(
          db,
          "contact",
          contact({ interests: ["Base Funnel"], utm_campaign: "first", referrer_url: "https://a.example/" }),
        );
        await submit(
          db,
          "application",
          application({
            phone: "(212) 555-0142",
            website: "https://reyes.example",
            role: "Owner",
            avg_deal_size: "$900",
            timeline: "ASAP",
            best_contact: "Phone",
            notes: "Other goals",
            utm_campaign: "second",
            page_url: "https://upfunnel.example/pro?utm_campaign=second",
          }),
        );
        await submit(db, "contact", contact({ interests: ["Pro Funnel", "Base Funnel"] }));
      });
      expect(await leads(db)).toMatchObject([
        {
          phone: "(212) 555-0142",
          phone_key: "12125550142",
          website: "https://reyes.example",
          role: "Owner",
          target_clients: "10",
          deal_size: "$900",
          timeline: "ASAP",
          best_contact: "Phone",
          goals: "Ten calls a week",
          tier_interest: ["Base Funnel", "Pro Funnel"],
          consent_text: expect.stringContaining("contact form"),
          first_touch: { form: "contact", utm_campaign: "first", referrer: "https://a.example/" },
          last_touch: { form: "contact" },
        },
      ]);
    }),
  );

  test(
    "keeps the team's own values",
    inRollback(async (db) => {
      await db.run(
        "insert into public.leads (email, first_name, phone, role, goals) values ('dana@example.com', 'Dr. Dana', '+1 212 555 0199', ' ', 'Agreed: 12 calls')",
      );
      await asService(db, () =>
        submit(db, "application", application({ phone: "212 555 0142", role: "Owner", notes: "More" })),
      );
      expect(await leads(db)).toMatchObject([
        {
          first_name: "Dr. Dana",
          last_name: "Maria Reyes",
          phone: "+1 212 555 0199",
          role: "Owner",
          goals: "Agreed: 12 calls",
        },
      ]);
    }),
  );

  test(
    "with a known phone number in any format adds to that lead",
    inRollback(async (db) => {
      await asService(db, async () => {
        await submit(db, "application", application({ phone: "(212) 555-0142" }));
        await submit(
          db,
          "application",
          application({ full_name: "Sam Ortiz", email: "sam@work.example", phone: "+1 212.555.0142" }),
        );
      });
      expect(await leads(db)).toHaveLength(1);
      expect(await leads(db, "sam@work.example")).toEqual([]);
      // Whoever sent it may be someone else, so the history says who it was.
      expect((await forms(db)).map(({ email, name }) => [email, name])).toEqual(
        expect.arrayContaining([
          [undefined, undefined],
          ["sam@work.example", "Sam Ortiz"],
        ]),
      );
    }),
  );

  test(
    "for a merged lead goes to the kept lead",
    inRollback(async (db) => {
      await db.run(
        `with kept as (insert into public.leads (email, first_name) values ('kept@example.com', 'Kept') returning id)
         insert into public.leads (email, merged_into, archived_at) select 'dana@example.com', kept.id, now() from kept`,
      );
      await asService(db, () => submit(db, "contact", contact()));
      const [kept] = await leads(db, "kept@example.com");
      expect(kept).toMatchObject({ first_name: "Kept", last_name: "Reyes" });
      expect(await leads(db)).toMatchObject([{ archived: true }]);
      expect(await clocks(db, kept?.id)).toMatchObject([{ state: "running" }]);
    }),
  );

  test(
    "starts the clock, unless one is running, and the sales team gets an email each time",
    inRollback(async (db) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      await asService(db, () => submit(db, "contact", contact()));
      const [lead] = await leads(db);
      expect(await clocks(db, lead?.id)).toEqual([{ state: "running", fresh: true, source: "website_form" }]);
      expect(await arrivals(db)).toEqual([sales.email, other.email].sort().map((to) => ({ to, returning: null })));
      await db.run("update public.leads set user_id = $1 where id = $2", [other.id, lead?.id]);
      const sent = contact();
      await asService(db, async () => {
        await submit(db, "contact", sent);
        await submit(db, "contact", sent);
      });
      expect(await clocks(db, lead?.id)).toHaveLength(1);
      expect(await arrivals(db)).toHaveLength(3);
      expect(await arrivals(db)).toContainEqual({ to: other.email, returning: "true" });
    }),
  );

  test(
    "sends no alert to people who turned it off or may no longer see the lead",
    inRollback(async (db) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      await db.run(
        "insert into public.notification_choices (user_id, kind, wanted) values ($1, 'lead-arrived', false)",
        [sales.id],
      );
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [other.id]);
      await asService(db, () => submit(db, "contact", contact()));
      expect(await arrivals(db)).toEqual([]);
    }),
  );

  test(
    "that exceeds a lead's limits is still stored",
    inRollback(async (db) => {
      const many = (word: string) => Array.from({ length: 20 }, (_, at) => `${word} ${at} ${"x".repeat(80)}`);
      await asService(db, async () => {
        await submit(
          db,
          "contact",
          contact({ interests: many("a"), referrer_url: `https://a.example/${"\u0001".repeat(2000)}` }),
        );
        await submit(db, "contact", contact({ interests: many("b") }));
      });
      expect(await forms(db)).toHaveLength(2);
      expect((await leads(db))[0]).toMatchObject({ first_touch: { form: "contact" } });
    }),
  );

  test(
    "sent again with the same id changes nothing and gets the same answer, in both ways",
    inRollback(async (db) => {
      const sent = contact();
      const first = await asService(db, () => submit(db, "contact", sent));
      expect(await asService(db, () => submit(db, "contact", { ...sent, goals: "Other words" }))).toBe(first);
      expect(await leads(db)).toHaveLength(1);
      expect(await forms(db)).toHaveLength(1);
      expect(await mails(db)).toHaveLength(2);
    }),
  );

  test(
    "with a known address in any case adds to the first lead, and fills only empty fields",
    inRollback(async (db) => {
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
    "for an archived or spam lead restores the lead",
    inRollback(async (db) => {
      await db.run("insert into public.leads (email, archived_at, is_spam) values ('dana@example.com', now(), true)");
      await asService(db, () => submit(db, "contact", contact()));
      expect(await leads(db)).toMatchObject([{ is_spam: false, archived: false, first_name: "Dana" }]);
    }),
  );

  test(
    "that looks like spam is stored and marked, counts as no lead, and sends no email",
    inRollback(async (db) => {
      await asService(db, async () => {
        await submit(db, "contact", contact(), true);
        await submit(db, "application", application(), true);
      });
      const [lead] = await leads(db);
      expect(lead).toMatchObject({ is_spam: true });
      expect(await clocks(db, lead?.id)).toEqual([]);
      expect(await arrivals(db)).toEqual([]);
      expect((await db.run("select from public.contacts where is_spam")).count).toBe(1);
      expect((await db.run("select from public.applications where is_spam")).count).toBe(1);
      expect(await mails(db)).toEqual([]);
      expect((await forms(db)).every(({ spam }) => spam)).toBe(true);
    }),
  );

  test(
    "that looks like spam does not change a real person's lead",
    inRollback(async (db) => {
      await asService(db, async () => {
        await submit(db, "contact", contact());
        await submit(db, "contact", contact({ company: "Cheap Backlinks" }), true);
      });
      const [lead] = await leads(db);
      expect(lead).toMatchObject({ is_spam: false, company: null });
      expect(await clocks(db, lead?.id)).toHaveLength(1);
      expect(await mails(db)).toHaveLength(2);
    }),
  );

  test(
    "that a visitor inserts directly follows the same rule, once per id",
    inRollback(async (db) => {
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
    "of the database's owner, such as demo data or a restored backup, has no side effects",
    inRollback(async (db) => {
      await db.run(
        "insert into public.contacts (first_name, last_name, email, goals) values ('D', 'R', 'dana@example.com', 'x')",
      );
      expect(await leads(db)).toEqual([]);
      expect(await mails(db)).toEqual([]);
    }),
  );

  test(
    "gives an address the same hash within a day, and another hash on the next",
    inRollback(async (db) => {
      const hashOf = async () => {
        const id = await asService(db, () => submit(db, "contact", contact()));
        return (await db.run<{ ip_hash: string }>("select ip_hash from public.contacts where id = $1", [id])).rows[0]
          ?.ip_hash;
      };
      const today = await hashOf();
      expect(await hashOf()).toBe(today);
      await db.run("update private.ip_salts set day = day - 1");
      expect(await hashOf()).not.toBe(today);
      expect((await db.run("select from private.ip_salts")).count).toBe(1);
    }),
  );

  test(
    "that breaks a rule stores nothing",
    inRollback(async (db) => {
      await db.run("savepoint before");
      await expect(
        asService(db, () => submit(db, "contact", contact({ goals: "x".repeat(10_001) }))),
      ).rejects.toMatchObject({ code: "23514" });
      await db.run("rollback to savepoint before");
      expect(await leads(db)).toEqual([]);
    }),
  );

  test.each(["anon", "owner", "active sales", "admin"] as const)("cannot be created by %s", async (kind) => {
    const { db, world } = given();
    for (const text of [
      "select public.submit_contact('{}')",
      "select public.submit_application('{}')",
      "select private.upsert_lead('a@example.com', 'A', 'B', null, false, '{}')",
      "select private.hash_ip('192.0.2.1')",
      "select * from private.ip_salts",
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

    test("of one person create one lead with every form in its history", async () => {
      const each = (at: number) => (session: Session) =>
        at % 2
          ? submit(session, "contact", contact({ email: at % 3 ? "one@example.com" : "ONE@example.com" }))
          : submit(session, "application", application({ email: "one@example.com" }));
      for (let round = 0; round < 5; round += 1) await atOnce(Array.from({ length: 6 }, (_, at) => each(at)));
      expect(await leads(db, "one@example.com")).toHaveLength(1);
      expect(await forms(db)).toHaveLength(30);
      // The agency gets an email for each. The person gets five confirmations a day.
      expect(await mails(db)).toHaveLength(35);
    });

    test("of one person with two addresses and one number create one lead and one clock", async () => {
      const number = [
        "+1 (646) 555-0100",
        "646 555 0100",
        "001-646-555-0100",
        "+16465550100",
        "646.555.0100",
        "6465550100",
      ];
      const each = (at: number) => (session: Session) =>
        submit(session, "application", application({ email: `p${at % 3}@example.com`, phone: number[at] }));
      for (let round = 0; round < 4; round += 1) await atOnce(Array.from({ length: 6 }, (_, at) => each(at)));
      const { rows } = await db.run("select id from public.leads where phone_key = '16465550100'");
      expect(rows).toHaveLength(1);
      expect(await clocks(db, String(rows[0]?.id))).toHaveLength(1);
    });

    test("with the same id are stored once", async () => {
      const sent = contact({ email: "two@example.com" });
      await atOnce(Array.from({ length: 6 }, () => (session: Session) => submit(session, "contact", sent)));
      const { count } = await db.run("select from public.contacts where email = 'two@example.com'");
      expect(count).toBe(1);
      expect((await mails(db)).filter(({ to }) => to === "two@example.com")).toHaveLength(1);
    });
  },
);
