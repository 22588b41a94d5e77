import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isHandOver } from "../../../app/features/admin/audit-log/restore.ts";
import { book } from "../../support/booked-calls.ts";
import { addMeetingType } from "../../support/bookings.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import {
  become,
  becomeOwner,
  createAccount,
  createPerson,
  type Person,
  rolledBack,
} from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { addLeadRow, readLead } from "../../support/lead-rows.ts";

/** Runs one statement as a person, and then continues as the database's owner. */
async function as<Row = Record<string, unknown>>(
  db: Session,
  person: Person,
  text: string,
  parameters: unknown[] = [],
) {
  await become(db, person);
  const { rows } = await db.run<Row>(text, parameters);
  await becomeOwner(db);
  return rows;
}

const rolesOf = async (db: Session, { id }: Person) =>
  (
    await db.run<{ line: string }>(
      "select string_agg(role || ' ' || status, ', ' order by role) as line from public.user_roles where user_id = $1",
      [id],
    )
  ).rows[0]?.line ?? "";
const lettersTo = async (db: Session, { email }: Person) =>
  (
    await db.run<{ payload: { template: string; data: Record<string, string> } }>(
      "select payload from private.outbox where payload ->> 'to' = $1 order by created_at, id",
      [email],
    )
  ).rows.map(({ payload }) => payload);
/** Runs a statement on a table that nothing else may change, such as the audit log. */
async function unlogged(db: Session, text: string, parameters: unknown[]) {
  await db.run("alter table public.audit_log disable trigger user");
  await db.run(text, parameters);
  await db.run("alter table public.audit_log enable trigger user");
}
const leadsOf = async (db: Session, { id }: Person) =>
  (await db.run("select from public.leads where user_id = $1 and archived_at is null", [id])).rows.length;

const ADMIN_ONLY = [
  "select public.reject_user(gen_random_uuid())",
  "select public.deactivate_user(gen_random_uuid())",
  "select public.reactivate_user(gen_random_uuid())",
  "select public.change_user_role(gen_random_uuid(), 'admin')",
  "select * from public.search_people()",
  "select * from public.count_leads_to_reassign(gen_random_uuid())",
  "select * from public.count_billed_items(gen_random_uuid())",
  "select * from public.count_open_work(gen_random_uuid())",
  "select * from public.count_account_rows('leads')",
  "select public.invite_user('friend@example.com', 'admin')",
  "select public.revoke_invitation(gen_random_uuid())",
  "select public.resend_invitation(gen_random_uuid())",
  "select public.restore_audit_entry(1)",
  "select * from public.restore_outlook(array[1]::bigint[])",
  "select * from public.search_audit_log()",
  "select public.client_record(gen_random_uuid())",
  "select public.search_clients()",
  "select public.record_client_view(gen_random_uuid())",
  "select public.set_admin_email('friend@example.com', true)",
  "select public.set_premium_override('friend@example.com')",
  "select public.delete_premium_override('friend@example.com')",
  "select * from public.list_admin_emails()",
  "select * from public.list_premium_overrides()",
  "select * from public.search_email_log()",
  "select public.retry_email(gen_random_uuid())",
  "select * from public.count_failed_emails()",
  "select public.resend_failed_emails(gen_random_uuid())",
  "select * from public.mail_status()",
];

onEveryDatabase("Only admins may run", (given) => {
  test.each(ADMIN_ONLY)("%s", async (statement) => {
    const { db, world } = given();
    for (const kind of ["anon", "no role", "owner", "pending sales", "active sales", "inactive"] as const)
      await rolledBack(db, async () => {
        await expect(as(db, world.people[kind], statement)).rejects.toMatchObject({ code: "42501" });
      });
  });
});

onEveryDatabase("An admin and the people", (given) => {
  const inside = (work: (db: Session, people: Record<string, Person>) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, () => work(db, world.people));
  };

  test(
    "rejected people learn why, and approved people are welcomed, in every way",
    inside(async (db, people) => {
      const [first, second] = [await createPerson(db, "pending sales"), await createPerson(db, "pending sales")];
      await as(db, people.admin as Person, "select public.reject_user($1, 'We know nobody of this name')", [first.id]);
      await as(
        db,
        people.admin as Person,
        "update public.user_roles set status = 'active' where user_id = $1 and status = 'pending'",
        [second.id],
      );
      expect([await rolesOf(db, first), await rolesOf(db, second)]).toEqual(["sales inactive", "sales active"]);
      expect(await lettersTo(db, first)).toMatchObject([
        { template: "sign-up-rejected", data: { reason: "We know nobody of this name" } },
      ]);
      expect(await lettersTo(db, second)).toMatchObject([{ template: "sign-up-approved" }]);
      const again = as(db, people.admin as Person, "select public.reject_user($1)", [first.id]);
      await expect(again).rejects.toMatchObject({ code: "PT409" });
    }),
  );

  test(
    "a person whose access ends gets an email, unless it is undone right away or they never had access",
    inside(async (db, people) => {
      const admin = people.admin as Person;
      const sales = people["active sales"] as Person;
      const waiting = await createPerson(db, "pending sales");
      const ended = async (person: Person) =>
        (await lettersTo(db, person)).filter(({ template }) => template === "access-ended").length;
      const deactivate = (person: Person) =>
        as(db, admin, "select public.deactivate_user($1, p_unassign => true)", [person.id]);
      await deactivate(sales);
      await deactivate(waiting);
      expect([await ended(sales), await ended(waiting)]).toEqual([1, 0]);
      expect((await lettersTo(db, waiting)).map(({ template }) => template)).toContain("sign-up-rejected");
      const { rows } = await db.run<{ waits: boolean }>(
        "select run_at > now() + interval '9 seconds' as waits from private.outbox where payload ->> 'template' = 'access-ended'",
      );
      expect(rows).toEqual([{ waits: true }]);
      await as(db, admin, "select public.reactivate_user($1)", [sales.id]);
      // Neither is news for someone who heard of neither.
      expect((await lettersTo(db, sales)).map(({ template }) => template)).toEqual([]);
      // One that has left stays.
      await deactivate(sales);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'access-ended'");
      await as(db, admin, "select public.reactivate_user($1)", [sales.id]);
      expect((await lettersTo(db, sales)).map(({ template }) => template).toSorted()).toEqual([
        "access-ended",
        "access-restored",
      ]);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'access-restored'");
      // One that no mailer took yet hasn't left, and any way back to a role withdraws it.
      await deactivate(sales);
      await db.run(
        "update private.outbox set attempts = 3 where payload ->> 'template' = 'access-ended' and status = 'queued'",
      );
      expect(await ended(sales)).toBe(2);
      await as(db, admin, "select public.change_user_role($1, 'client')", [sales.id]);
      expect(await ended(sales)).toBe(1);
    }),
  );

  test(
    "an undone reactivation emails no one, and a later end of access does",
    inside(async (db, people) => {
      const admin = people.admin as Person;
      const gone = await createPerson(db, "inactive");
      const mails = async () => (await lettersTo(db, gone)).map(({ template }) => template).toSorted();
      const before = await mails();
      const change = (name: string) => as(db, admin, `select public.${name}($1)`, [gone.id]);
      await change("reactivate_user");
      expect(await mails()).toEqual(["access-restored", ...before].toSorted());
      await change("deactivate_user");
      expect(await mails()).toEqual(before);
      await change("reactivate_user");
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'access-restored'");
      await change("deactivate_user");
      expect(await mails()).toEqual(["access-ended", "access-restored", ...before].toSorted());
    }),
  );

  test(
    "a client who waited to join the team gets one email when all of their access ends",
    inside(async (db, people) => {
      const admin = people.admin as Person;
      const both = await createPerson(db, "new client");
      await db.run("insert into public.user_roles (user_id, role) values ($1, 'sales')", [both.id]);
      await db.run("delete from private.outbox");
      await as(db, admin, "select public.deactivate_user($1)", [both.id]);
      expect(await rolesOf(db, both)).toBe("sales inactive, client inactive");
      expect((await lettersTo(db, both)).map(({ template }) => template)).toEqual(["access-ended"]);
    }),
  );

  test(
    "a client gets one email about complimentary Premium, with the end that it has when the email leaves",
    inside(async (db, people) => {
      const admin = people.admin as Person;
      const client = await createPerson(db, "new client");
      const noPlan = { trial_ends: null, plan_ends: null };
      const given = async (person: Person) =>
        (await lettersTo(db, person))
          .filter(({ template }) => template === "premium-given")
          .map(({ data }) => data.until ?? "no end");
      const grant = async ({ email }: { email: string }, until: string | null = null) =>
        (
          await as<{ answer: { had: boolean; had_until: string | null; pays: boolean } }>(
            db,
            admin,
            "select public.set_premium_override($1, $2) as answer",
            [email, until],
          )
        )[0]?.answer;
      const end = ({ email }: { email: string }) => as(db, admin, "select public.delete_premium_override($1)", [email]);
      expect(await grant(client, "2099-12-31T20:00:00Z")).toEqual({
        had: false,
        had_until: null,
        pays: false,
        ...noPlan,
      });
      expect(await given(client)).toEqual(["2099-12-31"]);
      // Another end corrects an email that waits.
      expect(await grant(client)).toMatchObject({ had: true, had_until: expect.stringMatching(/^2099-12-31/) });
      expect(await given(client)).toEqual(["no end"]);
      await end(client);
      expect(await given(client)).toEqual([]);
      // One that no mailer took yet hasn't left.
      await grant(client);
      await db.run("update private.outbox set attempts = 3 where payload ->> 'template' = 'premium-given'");
      await end(client);
      expect(await given(client)).toEqual([]);
      // Once it has left, an undone end sends no second one, and the same day again changes nothing.
      await grant(client);
      const changes = async () =>
        (
          await db.run("select from public.audit_log where table_name = 'premium_overrides' and row_id = $1", [
            client.email,
          ])
        ).rows.length;
      const before = await changes();
      expect(await grant(client)).toMatchObject({ had: true, had_until: null });
      expect(await changes()).toBe(before);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'premium-given'");
      await grant(client, "2099-12-31T20:00:00Z");
      await db.run("update public.premium_overrides set created_at = '2026-01-05 12:00+00' where email = $1", [
        client.email,
      ]);
      for (let times = 0; times < 2; times += 1) {
        await end(client);
        await grant(client, "2099-12-31T20:00:00Z");
      }
      expect(await given(client)).toEqual(["no end"]);
      const { rows } = await db.run<{ stays: boolean }>(
        "select created_at = '2026-01-05 12:00+00' as stays from public.premium_overrides where email = $1",
        [client.email],
      );
      expect(rows).toEqual([{ stays: true }]);
      // A grant after an end that wasn't undone is news again.
      expect(await grant(client, "2099-12-31T19:00:00Z")).toMatchObject({
        had_until: expect.stringMatching(/^2099-12-31.20:00/),
      });
      const { rows: kept } = await db.run(
        "select expires_at = '2099-12-31T20:00:00Z' as is_kept from public.premium_overrides where email = $1",
        [client.email],
      );
      expect(kept).toEqual([{ is_kept: true }]);
      await end(client);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'premium-withdrawn'");
      await unlogged(db, "update public.audit_log set happened_at = happened_at - $1::interval", ["2 minutes"]);
      await grant(client);
      expect(await given(client)).toEqual(["no end", "no end"]);
      // Addresses without an account, staff, and people who pay get none.
      const payer = await createPerson(db, "new client");
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, started_at)
         values ($1, true, 'premium', 'active', now())`,
        [payer.id],
      );
      expect(await grant(payer)).toEqual({ had: false, had_until: null, pays: true, ...noPlan });
      await db.run("update public.subscriptions set trial_end = now() + interval '5 days' where user_id = $1", [
        payer.id,
      ]);
      await db.run("update public.agency_settings set time_zone = 'UTC'");
      const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
      expect(await grant(payer)).toMatchObject({ pays: true, trial_ends: day, plan_ends: null });
      await db.run(
        "update public.subscriptions set cancel_at_period_end = true, subscription_end = trial_end where user_id = $1",
        [payer.id],
      );
      expect(await grant(payer)).toMatchObject({ pays: true, trial_ends: day, plan_ends: day });
      const sales = people["active sales"] as Person;
      const stranger = { email: "nobody@example.com" } as Person;
      await grant(sales);
      await grant(stranger);
      expect([await given(payer), await given(sales), await given(stranger)]).toEqual([[], [], []]);
    }),
  );

  test(
    "a client who was told about complimentary Premium is told about another end and its removal, with what they know",
    inside(async (db, people) => {
      const admin = people.admin as Person;
      const client = await createPerson(db, "new client");
      const waiting = async ({ email }: Person = client) =>
        (
          await db.run<{ payload: { template: string; data: Record<string, string> } }>(
            "select payload from private.outbox where payload ->> 'to' = $1 and status = 'queued' and payload ->> 'template' like 'premium-%'",
            [email],
          )
        ).rows.map(({ payload: { template, data } }) => [template, data.was, data.until, data.stays]);
      const leave = () => db.run("update private.outbox set status = 'done' where status = 'queued'");
      const grant = (until: string | null, { email }: Person = client) =>
        as(db, admin, "select public.set_premium_override($1, $2)", [email, until]);
      const end = ({ email }: Person = client) => as(db, admin, "select public.delete_premium_override($1)", [email]);
      const [march, june] = ["2099-03-31T20:00:00Z", "2099-06-30T20:00:00Z"];
      await grant(june);
      await leave();
      await grant(march);
      expect(await waiting()).toEqual([["premium-changed", "2099-06-30", "2099-03-31", undefined]]);
      await grant(null);
      expect(await waiting()).toEqual([["premium-changed", "2099-06-30", undefined, undefined]]);
      // What they know is true again.
      await grant(june);
      expect(await waiting()).toEqual([]);
      await grant(march);
      await end();
      expect(await waiting()).toEqual([["premium-withdrawn", "2099-06-30", undefined, undefined]]);
      const { rows: named } = await db.run(
        `select mail.payload #>> '{data,names}' = account.name as is_named
         from private.outbox as mail cross join public.accounts as account join public.account_members as member on member.account_id = account.id
         where mail.payload ->> 'to' = $1 and mail.status = 'queued' and member.user_id = $2`,
        [client.email, client.id],
      );
      expect(named).toEqual([{ is_named: true }]);
      await grant(march);
      expect(await waiting()).toEqual([["premium-changed", "2099-06-30", "2099-03-31", undefined]]);
      await leave();
      await end();
      await leave();
      // They were told that it ended.
      await grant(march);
      expect(await waiting()).toEqual([["premium-given", undefined, "2099-03-31", undefined]]);
      await leave();
      await db.run(
        `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, started_at)
         values ($1, true, 'premium', 'active', now())`,
        [client.id],
      );
      await end();
      expect(await waiting()).toEqual([["premium-withdrawn", "2099-03-31", undefined, "true"]]);
      await leave();
      // Nobody told a payer, so nothing is to be corrected; and an end that has passed came as announced.
      await grant(june);
      await grant(march);
      await end();
      expect(await waiting()).toEqual([]);
      const other = await createPerson(db, "new client");
      await grant(march, other);
      await leave();
      await db.run("update public.premium_overrides set expires_at = now() where email = $1", [other.email]);
      await end(other);
      expect(await waiting(other)).toEqual([]);
      // Whose plan has ended has Premium through it, so its removal is news, although no email announced it.
      await grant(june);
      await leave();
      await db.run("update public.subscriptions set subscribed = false where user_id = $1", [client.id]);
      await leave();
      await end();
      expect(await waiting()).toEqual([["premium-withdrawn", "2099-06-30", undefined, undefined]]);
      // An entry of the audit log that is reverted withdraws what hasn't left, and corrects what has.
      const third = await createPerson(db, "new client");
      const revert = async () => {
        const { rows } = await db.run<{ id: string }>(
          "select id from public.audit_log where table_name = 'premium_overrides' and row_id = $1 order by id desc limit 1",
          [third.email],
        );
        await as(db, admin, "select public.restore_audit_entry($1)", [rows[0]?.id]);
      };
      await grant(june, third);
      await leave();
      await end(third);
      await revert();
      expect(await waiting(third)).toEqual([]);
      await end(third);
      await leave();
      await revert();
      expect(await waiting(third)).toEqual([["premium-given", undefined, "2099-06-30", undefined]]);
      await leave();
      await grant(march, third);
      await revert();
      expect(await waiting(third)).toEqual([]);
      await grant(march, third);
      await leave();
      await revert();
      expect(await waiting(third)).toEqual([["premium-changed", "2099-03-31", "2099-06-30", undefined]]);
    }),
  );

  test(
    "deactivation ends access at once and reassigns open leads in the same step",
    inside(async (db, people) => {
      const sales = people["active sales"] as Person;
      const taker = people["other active sales"] as Person;
      const before = await leadsOf(db, taker);
      // A won lead keeps its owner: it is part of their results.
      const won = await addLeadRow(db, sales, { first_name: "Won", last_name: "Lead", stage: "won" });
      await db.run(
        "insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())",
        [sales.id],
      );
      const moved = await as(db, people.admin as Person, "select public.deactivate_user($1, $2) as moved", [
        sales.id,
        taker.id,
      ]);
      expect(moved).toEqual([{ moved: 1 }]);
      expect((await readLead(db, won)).user_id).toBe(sales.id);
      expect([await leadsOf(db, sales), await leadsOf(db, taker), await rolesOf(db, sales)]).toEqual([
        1,
        before + 1,
        "sales inactive",
      ]);
      expect((await db.run("select from auth.sessions where user_id = $1", [sales.id])).rows).toEqual([]);
      expect(await as(db, sales, "select * from public.leads")).toEqual([]);
      await as(db, people.admin as Person, "select public.reactivate_user($1)", [sales.id]);
      expect(await rolesOf(db, sales)).toBe("sales active");
    }),
  );

  test(
    "an undone deactivation returns the leads that no one has worked with since",
    inside(async (db, people) => {
      const [sales, taker, admin] = [
        await createPerson(db, "active sales"),
        people["other active sales"] as Person,
        people.admin as Person,
      ];
      const add = (first_name: string) => addLeadRow(db, sales, { first_name, last_name: "Lead" });
      const [untouched, noted, tasked, archived] = [
        await add("Untouched"),
        await add("Noted"),
        await add("Tasked"),
        await add("Archived"),
      ];
      const owners = async () =>
        Promise.all([untouched, noted, tasked, archived].map(async (lead) => (await readLead(db, lead)).user_id));
      await as(db, admin, "select public.deactivate_user($1, $2)", [sales.id, taker.id]);
      expect(await owners()).toEqual([taker.id, taker.id, taker.id, taker.id]);
      await db.run(
        "insert into public.lead_activities (lead_id, kind, body, created_at) values ($1, 'note', 'Called', clock_timestamp())",
        [noted],
      );
      await db.run("insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', now())", [tasked]);
      await db.run("alter table public.lead_tasks disable trigger user");
      await db.run("update public.lead_tasks set updated_at = clock_timestamp() where lead_id = $1", [tasked]);
      await db.run("alter table public.lead_tasks enable trigger user");
      await db.run("update public.leads set archived_at = now() where id = $1", [archived]);
      expect(await as(db, admin, "select * from public.reactivate_user($1, true)", [sales.id])).toEqual([
        { restored: 1, kept: 3 },
      ]);
      expect(await owners()).toEqual([sales.id, taker.id, taker.id, taker.id]);
      // Without the leads, only the access comes back.
      await as(db, admin, "select public.deactivate_user($1, $2)", [sales.id, taker.id]);
      expect(await as(db, admin, "select * from public.reactivate_user($1)", [sales.id])).toEqual([
        { restored: 0, kept: 0 },
      ]);
      expect((await owners())[0]).toBe(taker.id);
    }),
  );

  test(
    "a client who owns open leads in their account is deactivated, and the leads are nobody's",
    inside(async (db, people) => {
      const owner = people.owner as Person;
      const admin = people.admin as Person;
      const { rows } = await db.run<{ id: string }>(
        `insert into public.leads (account_id, user_id, first_name)
         select member.account_id, $1, 'Ann' from public.account_members as member where member.user_id = $1 returning id`,
        [owner.id],
      );
      expect(
        await as(db, admin, "select open_leads, agency_leads from public.search_people(p_user_id => $1)", [owner.id]),
      ).toEqual([{ open_leads: 1, agency_leads: 0 }]);
      expect(await as(db, admin, "select public.deactivate_user($1) as moved", [owner.id])).toEqual([{ moved: 1 }]);
      expect(await rolesOf(db, owner)).toBe("client inactive");
      expect((await readLead(db, rows[0]?.id ?? "")).user_id).toBeNull();
    }),
  );

  test(
    "a client who is still billed stays a client; one who joins the team leaves their account's open leads to nobody",
    inside(async (db, people) => {
      const owner = people.owner as Person;
      const admin = people.admin as Person;
      await db.run(
        `insert into public.leads (account_id, user_id, first_name)
         select member.account_id, $1, 'Ann' from public.account_members as member where member.user_id = $1`,
        [owner.id],
      );
      const becomes = (role: string) =>
        as(db, admin, "select public.change_user_role($1, $2) as moved", [owner.id, role]);
      await db.run("update public.retainers set status = 'active' where client_id = $1", [owner.id]);
      await db.run("savepoint billed");
      for (const role of ["sales", "admin"]) {
        await expect(becomes(role)).rejects.toMatchObject({
          hint: "client_still_billed",
          message: expect.stringMatching(
            /still have \d+ open invoices? and 1 ongoing retainer as a client\. Settle that first\.$/,
          ),
        });
        await db.run("rollback to billed");
      }
      expect(await rolesOf(db, owner)).toBe("client active");
      // Deactivation isn't refused, so its question says what stays.
      const billed = () => as(db, admin, "select * from public.count_billed_items($1)", [owner.id]);
      // An agreed invoice can't be paid yet, so it isn't open.
      await db.run(
        `update public.invoices set status = 'active' where id = (
           select id from public.invoices where client_id = $1 and status in ('pending', 'overdue') order by id limit 1)`,
        [owner.id],
      );
      expect(await billed()).toMatchObject([{ agreed: 1, retainers: 1 }]);
      await db.run("update public.invoices set status = 'pending' where client_id = $1 and status = 'active'", [
        owner.id,
      ]);
      expect(Number(((await billed())[0] as { invoices: number }).invoices)).toBeGreaterThan(0);
      await db.run("update public.invoices set status = 'void' where client_id = $1 and status <> 'draft'", [owner.id]);
      await db.run("update public.retainers set status = 'completed' where client_id = $1", [owner.id]);
      await db.run("update public.subscriptions set subscribed = false where user_id = $1", [owner.id]);
      expect(await billed()).toEqual([
        {
          ...{ invoices: 0, agreed: 0, retainers: 0, has_plan: false, trial_ends: null, plan_ends: null },
          ...{ premium: [expect.any(String)], rejoins: [] },
        },
      ]);
      expect(await becomes("sales")).toEqual([{ moved: 1 }]);
      expect([await rolesOf(db, owner), await leadsOf(db, owner)]).toEqual(["sales active", 0]);
      // They belong to the account again as before.
      expect(await becomes("client")).toEqual([{ moved: 0 }]);
      expect(await as(db, owner, "select role from public.account_members where user_id = $1", [owner.id])).toEqual([
        { role: "owner" },
      ]);
    }),
  );

  test(
    "a free trial and a canceled plan are told apart from a paid one",
    inside(async (db, people) => {
      const [admin, owner] = [people.admin as Person, people.owner as Person];
      await db.run("update public.invoices set status = 'void' where client_id = $1 and status <> 'draft'", [owner.id]);
      await db.run("update public.retainers set status = 'completed' where client_id = $1", [owner.id]);
      const plan = async (trial: string, canceled: boolean) => {
        await db.run(
          `insert into public.subscriptions (user_id, subscribed, subscription_tier, subscription_status, stripe_subscription_id)
           values ($1, true, 'premium', 'active', 'sub_zebra') on conflict (user_id) do update
           set subscribed = true, stripe_subscription_id = 'sub_zebra'`,
          [owner.id],
        );
        await db.run(
          `update public.subscriptions set trial_end = now() + $2::interval, subscription_end = now() + $2::interval, cancel_at_period_end = $3
           where user_id = $1`,
          [owner.id, trial, canceled],
        );
        const counted = await as(
          db,
          admin,
          `select has_plan, trial_ends = public.agency_today() + 4 as in_trial, plan_ends = public.agency_today() + 4 as is_ending
           from public.count_billed_items($1)`,
          [owner.id],
        );
        await db.run("savepoint planned");
        const refused = await as(db, admin, "select public.change_user_role($1, 'sales')", [owner.id]).catch(
          (error: Error) => error.message,
        );
        await db.run("rollback to planned");
        return [counted[0], refused];
      };
      const still = (what: string) => `They still have ${what} as a client. Settle that first.`;
      expect(await plan("4 days", false)).toEqual([
        { has_plan: true, in_trial: true, is_ending: null },
        still("a free trial of Premium"),
      ]);
      expect(await plan("4 days", true)).toEqual([
        { has_plan: true, in_trial: null, is_ending: true },
        still("a canceled Premium plan"),
      ]);
      expect(await plan("-4 days", false)).toEqual([
        { has_plan: true, in_trial: null, is_ending: null },
        still("a paid Premium plan"),
      ]);
    }),
  );

  test(
    "all open leads that move are counted, before and after, those of client accounts and with booked calls, too",
    inside(async (db, people) => {
      const [sales, taker] = [people["active sales"] as Person, people["other active sales"] as Person];
      const colleague = await createPerson(db, "active sales");
      const ember = (await createClientAccount(db, "Ember")).id;
      const heron = (await createClientAccount(db, "Heron")).id;
      const lend = "insert into public.account_loans (account_id, user_id) values ($1, $2)";
      for (const [account, rep] of [
        [ember, sales],
        [ember, taker],
        [heron, sales],
      ] as const)
        await db.run(lend, [account, rep.id]);
      const open = await leadsOf(db, sales);
      for (const account of [ember, heron, heron])
        await db.run("insert into public.leads (account_id, user_id, first_name) values ($1, $2, 'Ann')", [
          account,
          sales.id,
        ]);
      const lead = await addLeadRow(db, sales, { first_name: "Booked" });
      const type = await addMeetingType(db, [sales.id ?? "", colleague.id ?? ""]);
      const admin = people.admin as Person;
      const work = async () => (await as(db, admin, "select * from public.count_open_work($1)", [sales.id]))[0];
      const before = (await work()) as { calls: number; tasks: number; requests: number };
      await book(db, { lead, hosts: [sales.id ?? ""], in: 48 * 60, type: type.id });
      await db.run(
        "insert into public.lead_tasks (lead_id, title, due_at, done_at) values ($1, 'Open', now(), null), ($1, 'Done', now(), now())",
        [lead],
      );
      await db.run(
        `insert into public.request_assignments (request_id, user_id)
         select request.id, $1 from public.change_requests as request
         where not exists (select from public.request_assignments as other where other.request_id = request.id)
         order by request.status = 'closed', request.id limit 1`,
        [sales.id],
      );
      // The task of the call goes where the call goes.
      // Others host the first type, too; nobody books the third one now.
      const own = await addMeetingType(db, [sales.id ?? ""], { name: "Own demo" });
      await addMeetingType(db, [sales.id ?? ""], { name: "Off", is_active: false });
      // Two accounts have one of the same name, and one account is archived.
      await addMeetingType(db, [sales.id ?? ""], { name: "Own demo", account_id: ember });
      const archived = (await createClientAccount(db, "Archived")).id;
      await db.run(lend, [archived, sales.id]);
      await addMeetingType(db, [sales.id ?? ""], { name: "Of the past", account_id: archived });
      await db.run("update public.accounts set archived_at = now() where id = $1", [archived]);
      const meeting_types = ["Own demo"];
      const requests = before.requests + 1;
      expect(await work()).toEqual({ calls: before.calls + 1, tasks: before.tasks + 1, requests, meeting_types });
      await db.run(
        `insert into public.meeting_hosts (meeting_type_id, user_id, account_id)
         select id, $2, account_id from public.meeting_types where id = $1 or account_id = $3`,
        [own.id, taker.id, ember],
      );
      expect(await work()).toMatchObject({ meeting_types: [] });
      expect(
        await as(db, admin, "select * from public.count_leads_to_reassign($1, $2)", [sales.id, taker.id]),
      ).toMatchObject([{ to_owner: open + 2, to_others: 2 }]);
      expect(await as(db, admin, "select * from public.count_leads_to_reassign($1)", [sales.id])).toMatchObject([
        { to_owner: 0, to_others: open + 4 },
      ]);
      expect(await as(db, admin, "select public.deactivate_user($1, $2) as moved", [sales.id, taker.id])).toEqual([
        { moved: open + 4 },
      ]);
      expect(await leadsOf(db, sales)).toBe(0);
      expect(await work()).toEqual({ calls: before.calls, tasks: 0, requests, meeting_types: [] });
      // The call has another host; its lead has the owner who was chosen.
      expect((await readLead(db, lead)).user_id).toBe(taker.id);
      const hosts = await db.run("select user_id from public.booking_hosts where user_id = $1", [colleague.id]);
      expect(hosts.rows.length).toBe(1);
    }),
  );

  test(
    "a sales rep who becomes an admin keeps their open leads, or hands them over in the same step",
    inside(async (db, people) => {
      const sales = people["active sales"] as Person;
      const taker = people["other active sales"] as Person;
      const held = await leadsOf(db, sales);
      const taken = await leadsOf(db, taker);
      const promote = (more: string) =>
        as(db, people.admin as Person, `select public.change_user_role($1, 'admin'${more}) as moved`, [sales.id]);
      expect(await promote("")).toEqual([{ moved: 0 }]);
      expect([await rolesOf(db, sales), await leadsOf(db, sales)]).toEqual(["admin active", held]);
      expect(await promote(`, '${taker.id}'`)).toEqual([{ moved: held }]);
      expect([await leadsOf(db, sales), await leadsOf(db, taker)]).toEqual([0, taken + held]);
      await expect(promote(`, '${people.owner?.id}'`)).rejects.toMatchObject({ code: "22023" });
    }),
  );

  describe("are refused", () => {
    test.each([
      ["open leads without a new owner", "select public.deactivate_user({active sales})", "PT409"],
      ["leads for a client", "select public.deactivate_user({active sales}, {owner})", "22023"],
      ["leads reassigned to the same person", "select public.deactivate_user({active sales}, {active sales})", "22023"],
      ["the caller's own account", "select public.deactivate_user({admin})", "PT409"],
      ["the caller's own admin role", "select public.change_user_role({admin}, 'client')", "PT409"],
      ["an unknown account", "select public.change_user_role(gen_random_uuid(), 'client')", "PT404"],
      ["an inactive account", "select public.deactivate_user({inactive})", "PT409"],
      ["an active account", "select public.reactivate_user({owner})", "PT409"],
      ["a client with leads", "select public.change_user_role({active sales}, 'client')", "PT409"],
    ])("%s", async (_, statement, code) => {
      const { db, world } = given();
      const text = statement.replace(/\{([a-z ]+)\}/g, (__, kind: string) => `'${world.people[kind as "owner"].id}'`);
      await rolledBack(db, async () => {
        await expect(as(db, world.people.admin, text)).rejects.toMatchObject({ code });
      });
    });
  });

  test(
    "a demoted admin's address is removed from the admin list; the last admin stays",
    inside(async (db, people) => {
      const other = await createPerson(db, "admin");
      await db.run("insert into public.admin_emails (email) values ($1)", [other.email]);
      await as(db, people.admin as Person, "select public.change_user_role($1, 'sales')", [other.id]);
      expect(await rolesOf(db, other)).toBe("sales active");
      const entry = await db.run("select is_active from public.admin_emails where email = $1", [other.email]);
      expect(entry.rows).toEqual([{ is_active: false }]);
      await as(db, people.admin as Person, "select public.change_user_role($1, 'admin')", [other.id]);
      await as(db, other, "select public.deactivate_user($1, null, true)", [people.admin?.id]);
      await expect(as(db, other, "select public.deactivate_user($1)", [other.id])).rejects.toMatchObject({
        code: "PT409",
      });
    }),
  );

  test(
    "people are found by every word of name, email or company, with exact totals, in any order",
    inside(async (db, people) => {
      await db.run("update public.profiles set first_name = 'Zoë', last_name = 'Quill' where user_id = $1", [
        people.owner?.id,
      ]);
      // The company of a client is their account.
      await db.run(
        `update public.accounts as account set name = 'Heron & Sons' from public.account_members as member
         where member.account_id = account.id and member.user_id = $1`,
        [people.owner?.id],
      );
      const find = (text: string, parameters: unknown[] = []) =>
        as<{ user_id: string; total: string; open_leads: string }>(db, people.admin as Person, text, parameters);
      const found = await find("select * from public.search_people('quill HERON')");
      expect(found).toMatchObject([
        { user_id: people.owner?.id, email: people.owner?.email, roles: [{ role: "client", status: "active" }] },
      ]);
      expect(await find("select * from public.search_people('quill nobody')")).toEqual([]);
      const page = await find("select * from public.search_people(p_limit => 2)");
      expect([page.length, Number(page[0]?.total)]).toEqual([2, 9]);
      const pending = await find("select * from public.search_people(p_role => 'sales', p_status => 'pending')");
      expect(pending.map(({ user_id }) => user_id)).toEqual([people["pending sales"]?.id]);
      for (const sort of ["name", "email", "company", "role", "status", "active", "leads", "created"])
        for (const descending of [true, false])
          expect(
            (await find("select * from public.search_people(p_sort => $1, p_descending => $2)", [sort, descending]))
              .length,
          ).toBe(9);
      const reason = (
        await db.run<{ id: string }>(
          "select id from public.lost_reasons where account_id = '00000000-0000-4000-8000-000000000001' limit 1",
        )
      ).rows[0]?.id;
      for (const outcome of [{ stage: "new" }, { stage: "won" }, { stage: "lost", lost_reason_id: reason }])
        await addLeadRow(db, people.owner as Person, { first_name: "Any", last_name: "Lead", ...outcome });
      const [owner] = await find("select * from public.search_people('quill')");
      expect(Number(owner?.open_leads)).toBe(1);
      const busiest = await find("select * from public.search_people(p_sort => 'leads')");
      const counts = busiest.map(({ open_leads }) => Number(open_leads));
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }),
  );

  test(
    "the accounts that have no other active owner are named",
    inside(async (db, people) => {
      const { id, owner, member } = await createClientAccount(db, "Harbor Dental");
      const onlyOwnerOf = async (person: Person) =>
        (
          await as<{ only_owner_of: string[] }>(
            db,
            people.admin as Person,
            "select only_owner_of from public.search_people(p_user_id => $1)",
            [person.id],
          )
        )[0]?.only_owner_of;
      const makeOwner = (person: Person) =>
        db.run("update public.account_members set role = 'owner' where account_id = $1 and user_id = $2", [
          id,
          person.id,
        ]);
      expect([await onlyOwnerOf(owner), await onlyOwnerOf(member)]).toEqual([["Harbor Dental"], []]);
      await makeOwner(member);
      expect([await onlyOwnerOf(owner), await onlyOwnerOf(member)]).toEqual([[], []]);
      await as(db, people.admin as Person, "select public.deactivate_user($1)", [member.id]);
      expect(await onlyOwnerOf(owner)).toEqual(["Harbor Dental"]);
      await db.run("update public.accounts set archived_at = now() where id = $1", [id]);
      expect(await onlyOwnerOf(owner)).toEqual([]);
    }),
  );
});

onEveryDatabase("An invitation", (given) => {
  async function invited(db: Session, admin: Person, email: string, role = "sales") {
    await as(db, admin, "select public.invite_user($1, $2)", [email, role]);
    const [letter] = (await lettersTo(db, { id: null, email })).toReversed();
    return letter?.data.token ?? "";
  }
  const signUp = (db: Session, email: string, token: string) =>
    createAccount(db, { email, confirmed: false, metadata: { invitation_token: token, account_type: "client" } });

  test("confirms its address in any case and gives its role, once", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const token = await invited(db, world.people.admin, "New.Rep@example.com".toLowerCase(), "admin");
      expect(await as(db, world.people.anon, "select * from public.find_invitation($1)", [token])).toEqual([
        {
          email: "new.rep@example.com",
          role: "admin",
          invited_by: expect.any(String),
          account_name: null,
          account_role: null,
          brings_premium: false,
        },
      ]);
      const person = await signUp(db, "NEW.Rep@Example.com", token);
      const confirmed = "select from auth.users where id = $1 and email_confirmed_at is not null";
      expect((await db.run(confirmed, [person.id])).count).toBe(1);
      expect(await rolesOf(db, person)).toBe("admin active");
      expect(await as(db, world.people.anon, "select * from public.find_invitation($1)", [token])).toEqual([]);
      await expect(signUp(db, "new.rep@example.com", token)).rejects.toMatchObject({ code: "22023" });
    });
  });

  test.each([
    ["another person's address", "thief@example.com", ""],
    [
      "an expired link",
      "guest2@example.com",
      "update public.invitations set expires_at = now() where email = 'guest2@example.com'",
    ],
    [
      "a revoked link",
      "guest2@example.com",
      "update public.invitations set revoked_at = now() where email = 'guest2@example.com'",
    ],
  ])("does not work with %s", async (_, email, change) => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const token = await invited(db, world.people.admin, "guest2@example.com");
      if (change) await db.run(change);
      await expect(signUp(db, email, token)).rejects.toMatchObject({ message: /invitation has ended/ });
    });
  });

  test("is for one address: no other spelling of it, and none at all, is confirmed", async () => {
    const { db, world } = given();
    for (const email of [
      "guest3+1@example.com",
      "g.uest3@example.com",
      " guest3@example.com",
      "guest3@example.com.",
      null,
    ])
      await rolledBack(db, async () => {
        const token = await invited(db, world.people.admin, "guest3@example.com");
        const attempt = db.run(
          "insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3::text::jsonb)",
          [crypto.randomUUID(), email, JSON.stringify({ invitation_token: token })],
        );
        await expect(attempt, String(email)).rejects.toMatchObject({ code: "22023" });
      });
  });

  test("that was used can't be revoked, and a token that someone makes up confirms nothing", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const token = await invited(db, world.people.admin, "late@example.com");
      await db.run("savepoint before_guess");
      for (const guess of ["", "x", token.slice(1), token.toUpperCase(), `${token} `]) {
        await expect(signUp(db, "late@example.com", guess), guess).rejects.toMatchObject({ code: "22023" });
        await db.run("rollback to savepoint before_guess");
      }
      await signUp(db, "late@example.com", token);
      const [row] = (await db.run<{ id: string }>("select id from public.invitations where email = 'late@example.com'"))
        .rows;
      const revoke = as(db, world.people.admin, "select public.revoke_invitation($1)", [row?.id]);
      await expect(revoke).rejects.toMatchObject({ code: "PT409" });
    });
  });

  test("that is sent again stays the same: its role, its account, and one that is open", async () => {
    const { db, world } = given();
    const { admin, anon, owner } = world.people;
    await rolledBack(db, async () => {
      const account = (
        await db.run<{ account_id: string }>("select account_id from public.account_members where user_id = $1", [
          owner.id,
        ])
      ).rows[0]?.account_id;
      const again = (id?: string) => as<{ id: string }>(db, admin, "select public.resend_invitation($1) as id", [id]);
      for (const [email, statement, values, kept] of [
        ["rep@new.example", "select public.invite_user('rep@new.example', 'sales') as id", [], ["sales", null, null]],
        [
          "colleague@new.example",
          "select public.invite_member($1, 'colleague@new.example', 'billing') as id",
          [account],
          ["client", account, "billing"],
        ],
      ] as const) {
        const [first] = await as<{ id: string }>(db, admin, statement, [...values]);
        // An expired one is sent again, too.
        await db.run("update public.invitations set expires_at = now() where id = $1", [first?.id]);
        const [second] = await again(first?.id);
        const { rows } = await db.run(
          `select id, role::text, account_id, account_role::text, expires_at > now() + interval '6 days' as lasts
           from public.invitations where email = $1 and accepted_at is null and revoked_at is null`,
          [email],
        );
        const [role, account_id, account_role] = kept;
        expect(rows).toEqual([{ id: second?.id, role, account_id, account_role, lasts: true }]);
        const letters = (await lettersTo(db, { id: null, email })) as {
          template: string;
          data: { token: string; by: string };
        }[];
        const { rows: named } = await db.run("select private.person_name($1) as by", [admin.id]);
        expect(letters.map(({ data }) => ({ by: data.by }))).toEqual([named[0], named[0]]);
        expect(letters.map(({ template }) => template)).toEqual(
          Array(2).fill(account_id ? "account-invitation" : "invitation"),
        );
        const links = letters.map(({ data }) => data.token);
        const found = await Promise.all(
          links.map((token) => as(db, anon, "select account_role::text from public.find_invitation($1)", [token])),
        );
        expect(found.flat()).toEqual([{ account_role }]);
        // The first one has been replaced; the second one ends in both ways.
        for (const [id, change] of [
          [first?.id, "select"],
          [second?.id, "update public.invitations set revoked_at = now() where revoked_at is null"],
          [second?.id, "update public.invitations set accepted_at = now() where revoked_at is null"],
        ] as const) {
          await db.run("savepoint attempt");
          await db.run(change);
          await expect(again(id), change).rejects.toMatchObject({ code: "PT409" });
          await db.run("rollback to savepoint attempt");
        }
      }
    });
  });

  test("for the same address again ends the first link; existing accounts and invalid input are refused", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const first = await invited(db, world.people.admin, "twice@example.com");
      const endOf = async (token: string) =>
        (await as(db, world.people.anon, "select public.invitation_end($1) as end", [token]))[0];
      expect(await endOf(first)).toEqual({ end: null });
      await invited(db, world.people.admin, "twice@example.com");
      // Inside one transaction, all times are equal.
      const tokens = (await lettersTo(db, { id: null, email: "twice@example.com" })).map(
        ({ data }) => data.token ?? "",
      );
      const second = tokens.find((token) => token !== first) ?? "";
      expect(await as(db, world.people.anon, "select * from public.find_invitation($1)", [first])).toEqual([]);
      // Its holder reads that there is a newer one, and nothing about it. An invitation to an account is another one.
      expect([await endOf(first), await endOf(second)]).toEqual([{ end: "replaced" }, { end: null }]);
      for (const spelled of [
        "made up",
        "",
        "%",
        first.toUpperCase(),
        ` ${first}`,
        `${first} `,
        first.slice(1),
        `${first}${first}`,
      ])
        expect(await endOf(spelled), spelled).toEqual({ end: spelled === first ? "replaced" : null });
      await db.run("update public.invitations set revoked_at = now() where email = 'twice@example.com'");
      expect(await endOf(first)).toEqual({ end: null });
      const account = await db.run<{ id: string }>("select account_id as id from public.account_members limit 1");
      await as(db, world.people.admin, "select public.invite_member($1, 'twice@example.com', 'member')", [
        account.rows[0]?.id,
      ]);
      expect(await endOf(first)).toEqual({ end: null });
    });
    for (const [email, code] of [
      [world.people.owner.email, "PT409"],
      ["nobody", "22023"],
    ])
      await rolledBack(db, async () => {
        const call = as(db, world.people.admin, "select public.invite_user($1, 'sales')", [email]);
        await expect(call).rejects.toMatchObject({ code });
      });
  });
});

onEveryDatabase("The audit log", (given) => {
  type Entry = {
    id: string;
    action: string;
    table_name: string;
    actor_email: string | null;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  };
  const entries = async (db: Session, since = "0") =>
    (await db.run<Entry>("select * from public.audit_log where id > $1 order by id", [since])).rows;
  const newest = async (db: Session) => (await entries(db)).at(-1)?.id ?? "0";

  test("records every admin change with old and new values, and of other people only role changes", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const since = await newest(db);
      await as(db, admin, "update public.client_dashboards set business_name = 'Renamed' where user_id = $1", [
        owner.id,
      ]);
      await as(db, admin, "update public.client_dashboards set business_name = 'Renamed' where user_id = $1", [
        owner.id,
      ]);
      await as(db, owner, "update public.profiles set company = 'Mine' where user_id = $1", [owner.id]);
      await db.run("update public.invoices set description = 'By the system' where client_id = $1", [owner.id]);
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [owner.id]);
      expect(await entries(db, since)).toMatchObject([
        {
          action: "update",
          table_name: "client_dashboards",
          actor_email: admin.email,
          before: { business_name: "Business 0" },
          after: { business_name: "Renamed" },
        },
        { action: "update", table_name: "user_roles", actor_email: null, after: { status: "inactive" } },
      ]);
    });
  });

  test("cannot be changed, not even by the database's owner", async () => {
    const { db } = given();
    for (const text of [
      "update public.audit_log set actor_email = ''",
      "delete from public.audit_log",
      "truncate public.audit_log",
    ])
      await rolledBack(db, async () => {
        await expect(db.run(text)).rejects.toMatchObject({ code: "42501" });
      });
  });

  test("is found by its author, by the names of what it is about, and by its values, in every spelling", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      await db.run("update public.profiles set first_name = 'Mára', last_name = 'O’Kafor' where user_id = $1", [
        owner.id,
      ]);
      const since = await newest(db);
      await as(
        db,
        admin,
        `update public.client_dashboards set business_name = 'Ärger & Söhne "50%_off" C:\\new', dashboard_title = 'Leads' where user_id = $1`,
        [owner.id],
      );
      const found = async (query: string, more = "") =>
        (
          await as<{ id: string }>(db, admin, `select id from public.search_audit_log($1, p_limit => 1000${more})`, [
            query,
          ])
        ).filter(({ id }) => BigInt(id) > BigInt(since)).length;
      for (const query of [
        "",
        "  ",
        admin.email.toUpperCase(),
        "mara o'kafor",
        "MÁRA",
        "ma\u0301ra",
        "ärger",
        "ARGER  sohne",
        '"50%_off"',
        "0%_o",
        "C:\\NEW",
        "“Leads”",
        "business 0",
      ])
        expect([query, await found(query)]).toEqual([query, 1]);
      for (const query of ["0%off", "0__off", "C:\\\\new", "argers", "x".repeat(10_000), "%%", "__", "'; --"])
        expect([query.slice(0, 20), await found(query)]).toEqual([query.slice(0, 20), 0]);
      // The filters narrow a search down.
      expect(await found("ärger", ", p_table => 'client_dashboards', p_action => 'update'")).toBe(1);
      expect(await found("ärger", ", p_table => 'invoices'")).toBe(0);
      expect(await found("ärger", ", p_until => now() - interval '1 day'")).toBe(0);
    });
  });

  test("is found by invoice number, amount and day as they are shown, and by a client's new name", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const since = await newest(db);
      const [made] = await as<{ id: string }>(
        db,
        admin,
        `select public.create_invoice($1, 'Spring campaign', '2031-03-09', 'USD', '[{"description": "Setup", "quantity": 1, "unit_amount": 123450}]') as id`,
        [owner.id],
      );
      await as(db, admin, "select public.send_invoice(id, updated_at) from public.invoices where id = $1", [made?.id]);
      const [{ invoice_number: number } = { invoice_number: "" }] = (
        await db.run<{ invoice_number: string }>("select invoice_number from public.invoices where id = $1", [made?.id])
      ).rows;
      const found = async (query: string) =>
        (await as<{ id: string; table_name: string }>(db, admin, "select * from public.search_audit_log($1)", [query]))
          .filter(({ id }) => BigInt(id) > BigInt(since))
          .map(({ table_name }) => table_name);
      // The line was added while the invoice had no number.
      expect(await found(number)).toEqual(expect.arrayContaining(["invoices", "invoice_lines"]));
      for (const query of ["$1,234.50", "1234.50", "1.234,50", "Mar 9, 2031", "spring campaign", "2031-03-09"])
        expect([query, await found(query)]).toEqual([query, expect.arrayContaining(["invoices"])]);
      await db.run("update public.profiles set first_name = 'Renamed', last_name = 'Since' where user_id = $1", [
        owner.id,
      ]);
      expect(await found("renamed since spring")).toContain("invoices");
      expect(await found("$1,234.51")).toEqual([]);
    });
  });

  test("names an unpublished landing page by its title, and is found by it", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      const since = await newest(db);
      const id = "00000000-0000-4000-8000-0000000000f1";
      await as(db, admin, "select public.create_landing_page($1, 'first', '{\"title\": \"First\"}')", [id]);
      await as(db, admin, 'select public.save_landing_draft($1, 1, \'{"title": "Ember Implants"}\')', [id]);
      await as(db, admin, "select public.create_landing_preview($1, 1)", [id]);
      expect(await as(db, admin, "select * from public.landing_page_titles(array[$1]::uuid[])", [id])).toEqual([
        { id, title: "Ember Implants" },
      ]);
      const found = await as<{ id: string; table_name: string }>(
        db,
        admin,
        "select * from public.search_audit_log('ember implants')",
      );
      expect(found.filter((entry) => BigInt(entry.id) > BigInt(since)).map(({ table_name }) => table_name)).toContain(
        "landing_previews",
      );
    });
  });

  test("gives nothing back to someone who left the account, and resumes nothing in an archived one", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    const restore = async (id: string) => as(db, admin, "select public.restore_audit_entry($1)", [id]);
    await rolledBack(db, async () => {
      const [jonas, arlo] = [await createPerson(db, "new client"), await createPerson(db, "new client")];
      const { rows } = await db.run<{ id: string }>(
        "select account_id as id from public.account_members where user_id = $1",
        [jonas.id],
      );
      const account = rows[0]?.id;
      await db.run("insert into public.account_members (account_id, user_id, role) values ($1, $2, 'billing')", [
        account,
        arlo.id,
      ]);
      await db.run(
        `insert into public.retainers (client_id, account_id, retainer_name, status, monthly_amount, start_date)
         values ($1, $2, 'Care', 'active', 9000, current_date - 20)`,
        [arlo.id, account],
      );
      await db.run(
        `insert into public.client_dashboards (user_id, account_id, business_name, notion_database_url)
         values ($1, $2, 'Acme', 'https://www.notion.so/acme')`,
        [arlo.id, account],
      );
      const last = async (table: string) =>
        (
          await db.run<{ id: string }>("select max(id)::text as id from public.audit_log where table_name = $1", [
            table,
          ])
        ).rows[0]?.id ?? "";
      const refused = async (id: string, hint: string) => {
        await db.run("savepoint before_restore");
        await expect(restore(id)).rejects.toMatchObject({ code: "PT409", hint });
        await db.run("rollback to savepoint before_restore");
      };
      const problemOf = async (id: string) =>
        (
          await as<{ problem: string | null; emails: string | null }>(
            db,
            admin,
            "select problem, emails from public.restore_outlook(array[$1]::bigint[])",
            [id],
          )
        )[0];
      await as(db, admin, "delete from public.client_dashboards where user_id = $1", [arlo.id]);
      const deletion = await last("client_dashboards");
      expect(await problemOf(deletion)).toEqual({ problem: null, emails: null });
      await restore(deletion);
      await as(db, admin, "select public.remove_member($1, $2)", [account, arlo.id]);
      // The list says before what the database refuses.
      expect(await problemOf(deletion)).toMatchObject({ problem: "Its client no longer belongs to the account" });
      const named = await db.run("select client_id as id from public.retainers where account_id = $1", [account]);
      expect(named.rows).toEqual([{ id: jonas.id }]);
      await refused(await last("retainers"), "entry_not_restorable");
      await refused(await last("client_dashboards"), "entry_not_restorable");
      await as(
        db,
        admin,
        `select public.update_retainer(id, updated_at, retainer_name, null, monthly_amount, start_date, null, 'paused')
         from public.retainers where account_id = $1`,
        [account],
      );
      const paused = await last("retainers");
      await db.run("update public.accounts set archived_at = now() where id = $1", [account]);
      await refused(paused, "account_archived");
      expect(await problemOf(paused)).toMatchObject({ problem: "This account is archived. Restore it first." });
      await db.run("update public.accounts set archived_at = null where id = $1", [account]);
      // And who gets an email.
      expect(await problemOf(paused)).toEqual({ problem: null, emails: jonas.email });
      await restore(paused);
      expect(await problemOf(paused)).toEqual({
        problem: "It has changed since. Revert the later change first.",
        emails: null,
      });
      const marked = await db.run(
        "select after -> 'is_revert' as is from public.audit_log where id >= $1 order by id",
        [paused],
      );
      expect(marked.rows).toEqual([{ is: null }, { is: true }]);
      const again = await db.run("select status::text from public.retainers where account_id = $1", [account]);
      expect(again.rows).toEqual([{ status: "active" }]);
    });
  });

  test("knows what was handed over by the rule of the audit log's screen", async () => {
    const { db } = given();
    const [jonas, lena] = ["0b7cf9b2-2f6d-4a0e-9f53-0c2a7f6f1d11", "0b7cf9b2-2f6d-4a0e-9f53-0c2a7f6f1d12"];
    const row = fc.record(
      {
        user_id: fc.constantFrom(null, "imported-user", jonas, lena),
        client_id: fc.constantFrom(null, jonas, lena),
        account_id: fc.constantFrom(null, jonas, lena),
      },
      { requiredKeys: [] },
    );
    const entry = fc.record({
      table_name: fc.constantFrom("retainers", "client_dashboards", "agency_settings"),
      action: fc.constantFrom("update", "delete"),
      before: row,
      after: row,
    });
    await fc.assert(
      fc.asyncProperty(entry, async (change) => {
        const { rows } = await db.run<{ is: boolean }>(
          "select private.is_hand_over(jsonb_populate_record(null::public.audit_log, $1::jsonb)) as is",
          [JSON.stringify(change)],
        );
        expect(rows[0]?.is).toBe(isHandOver(change));
      }),
      { numRuns: 100 },
    );
  });

  test("isn't reverted to a retainer's term that has ended", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    await rolledBack(db, async () => {
      const { rows } = await db.run<{ id: string }>(
        `insert into public.retainers (client_id, retainer_name, status, monthly_amount, start_date, duration_months, end_date)
         values ($1, 'Care', 'paused', 9000, private.agency_day() - 60, 1, private.agency_day() - 31) returning id`,
        [owner.id],
      );
      const id = rows[0]?.id;
      const save = (months: number, status: string) =>
        as(
          db,
          admin,
          `select public.update_retainer(id, updated_at, retainer_name, null, monthly_amount, start_date, $2, $3::public.retainer_status)
           from public.retainers where id = $1`,
          [id, months, status],
        );
      await save(12, "paused");
      const longer = await newest(db);
      await expect(as(db, admin, "select public.restore_audit_entry($1)", [longer])).rejects.toMatchObject({
        code: "PT409",
        hint: "term_ended",
      });
    });
  });

  test("restores deleted or changed rows if nothing changed since", async () => {
    const { db, world } = given();
    const { admin, owner } = world.people;
    const restore = async (id: string) => as(db, admin, "select public.restore_audit_entry($1)", [id]);
    const name = async () =>
      (
        await db.run<{ business_name: string }>(
          "select business_name from public.client_dashboards where user_id = $1",
          [owner.id],
        )
      ).rows[0]?.business_name;
    await rolledBack(db, async () => {
      await as(db, admin, "delete from public.client_dashboards where user_id = $1", [owner.id]);
      const gone = await newest(db);
      expect(await name()).toBeUndefined();
      await restore(gone);
      expect(await name()).toBe("Business 0");
      await as(db, admin, "update public.client_dashboards set business_name = 'Second' where user_id = $1", [
        owner.id,
      ]);
      const second = await newest(db);
      await restore(second);
      expect(await name()).toBe("Business 0");
    });
    await rolledBack(db, async () => {
      await as(db, admin, "update public.client_dashboards set business_name = 'Second' where user_id = $1", [
        owner.id,
      ]);
      const second = await newest(db);
      await as(db, admin, "update public.client_dashboards set business_name = 'Third' where user_id = $1", [owner.id]);
      await expect(restore(second)).rejects.toMatchObject({ code: "PT409" });
    });
    // Only what the entry changed goes back, and only that may not have changed since.
    await rolledBack(db, async () => {
      const settings = async () =>
        (await db.run("select agency_name, next_invoice_number from public.agency_settings")).rows[0];
      const before = await settings();
      await as(db, admin, "update public.agency_settings set agency_name = 'Second'");
      const entry = await newest(db);
      await db.run("update public.agency_settings set next_invoice_number = next_invoice_number + 7");
      await restore(entry);
      expect(await settings()).toEqual({
        ...before,
        next_invoice_number: Number(before?.next_invoice_number) + 7,
      });
      await expect(restore(entry)).rejects.toMatchObject({ code: "PT409" });
    });
    await rolledBack(db, async () => {
      await as(db, admin, "select public.deactivate_user($1)", [owner.id]);
      await expect(restore(await newest(db))).rejects.toMatchObject({ code: "PT409" });
    });
  });
});

onEveryDatabase("An email", (given) => {
  test("is not queued if its recipient turned it off", async () => {
    const { db, world } = given();
    const { owner, "other client": other } = world.people;
    await rolledBack(db, async () => {
      await db.run(
        "insert into public.notification_choices (user_id, kind, wanted) values ($1, 'payment-received', false)",
        [owner.id],
      );
      for (const [at, person] of [owner, other].entries())
        await db.run("select public.enqueue_outbox('mail', $1, $2::text::jsonb)", [
          `x-${at}`,
          JSON.stringify({ to: person.email, template: "payment-received" }),
        ]);
      expect([(await lettersTo(db, owner)).length, (await lettersTo(db, other)).length]).toEqual([0, 1]);
    });
  });

  test("that failed can be sent again by an admin, others cannot", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      await db.run('select public.enqueue_outbox(\'mail\', \'failed\', \'{"to": "a@example.com", "template": "x"}\')');
      const { rows } = await db.run<{ id: string }>("select id from private.outbox where dedupe_key = 'failed'");
      const retry = () => as(db, world.people.admin, "select public.retry_email($1)", [rows[0]?.id]);
      await db.run("update private.outbox set status = 'failed' where dedupe_key = 'failed'");
      await retry();
      const log = await as(db, world.people.admin, "select * from public.search_email_log('a@example')");
      expect(log).toMatchObject([{ recipient: "a@example.com", status: "queued" }]);
      expect(JSON.stringify(log)).not.toContain("payload");
    });
  });
});
