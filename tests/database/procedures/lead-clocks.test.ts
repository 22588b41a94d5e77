import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusalCode, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import {
  ALWAYS,
  ledgerWords,
  logActivity,
  readClocks,
  readJobs,
  readLedger,
  readMails,
  runClockEvent,
  setHours,
  startClock,
} from "../../support/lead-clocks.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

onEveryDatabase("A lead's clock", (given) => {
  let lead = "";
  let unowned = "";
  beforeAll(async () => {
    const { db } = given();
    const { rows } = await db.run<{ id: string; first_name: string }>("select id, first_name from public.leads");
    const named = (name: string) => rows.find(({ first_name }) => first_name === `Lead of ${name}`)?.id ?? "";
    lead = named("sales");
    unowned = named("nobody");
  });
  const always = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      await work(db);
    });
  };
  const shown = async (db: TestDatabase, id: string) =>
    (
      await db.run<Record<string, unknown>>(
        "select clock_due_at is not null as runs, response_seconds, user_id, version from public.leads where id = $1",
        [id],
      )
    ).rows[0];

  test(
    "starts once, with its deadlines, its jobs and its first event",
    always(async (db) => {
      const clock = await startClock(db, lead);
      expect(await startClock(db, lead, 5)).toBeNull();
      expect(await readClocks(db, lead)).toMatchObject([
        { id: clock, state: "running", starts: 0, warns: 180, due: 300, escalates: 600 },
      ]);
      expect(await readJobs(db)).toEqual(["warned in 180", "breached in 300", "escalated in 600"]);
      expect(await ledgerWords(db, lead)).toEqual(["started"]);
      expect(await shown(db, lead)).toMatchObject({ runs: true, response_seconds: null, version: 1 });
    }),
  );

  test(
    "waits for the next opening, and forever without working hours",
    always(async (db) => {
      await setHours(db, { mon: ["09:00", "18:00"] }, "America/New_York");
      const start = (at: string, id: string) =>
        db.run("select private.start_lead_clock($1, $2, 'website_form')", [id, at]);
      // A Friday evening. Monday 9:00 in New York is 14:00 UTC in winter.
      await start("2026-01-09T22:00:00Z", lead);
      const { rows } = await db.run(
        "select started_at = '2026-01-12T14:00Z' as opening, due_at = '2026-01-12T14:05Z' as due from public.lead_clocks",
      );
      expect(rows).toEqual([{ opening: true, due: true }]);
      await setHours(db, {});
      await start("2026-01-09T22:00:00Z", unowned);
      expect(await readClocks(db, unowned)).toMatchObject([{ starts: null, due: null, state: "running" }]);
      expect(await shown(db, unowned)).toMatchObject({ runs: false });
    }),
  );

  test(
    "alerts people of a free account that they can only read the lead, but not a rep who works there, too",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      const free = await createClientAccount(db, "Free Alerts", { premium: false });
      const theirs = await addLeadRow(db, null, { account_id: free.id });
      const clock = await startClock(db, theirs);
      const readOnlyFor = async (person: Person) => {
        const { rows: queued } = await db.run<{ id: string }>(
          `select public.enqueue_outbox('mail', $3, jsonb_build_object('to', $4::text, 'template', 'lead-clock-breached',
             'data', jsonb_build_object('leadId', $1::text, 'clockId', $2::text))) as id`,
          [theirs, clock, randomUUID(), person.email],
        );
        const { rows } = await db.run<{ data: Record<string, string> }>(
          "select public.prepare_lead_alert($1) as data",
          [queued[0]?.id],
        );
        return rows[0]?.data.readOnly;
      };
      expect([await readOnlyFor(free.owner), await readOnlyFor(free.member)]).toEqual(["true", "true"]);
      expect(await readOnlyFor(sales as Person)).toBeUndefined();
      await db.run("insert into public.premium_overrides (email) values ($1)", [free.owner.email]);
      expect(await readOnlyFor(free.owner)).toBeUndefined();
    }),
  );

  test(
    "stops only with the first response",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      await startClock(db, lead, 100);
      await logActivity(db, sales, lead, "note");
      await logActivity(db, sales, lead, "call", 200);
      await become(db, sales);
      await db.run("update public.leads set company = 'Seen' where id = $1", [lead]);
      await db.run(
        `insert into public.lead_activities (lead_id, kind, actor_id, payload) values ($1, 'email', $2, '{"direction": "inbound"}')`,
        [lead, sales.id],
      );
      await db.run(`select public.change_leads(gen_random_uuid(), array[$1::uuid], '{"stage": "attempting"}')`, [lead]);
      await becomeOwner(db);
      await db.run("insert into public.lead_activities (lead_id, kind) values ($1, 'call')", [lead]);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "running" }]);
      await logActivity(db, sales, lead, "call", 60);
      expect(await readClocks(db, lead)).toMatchObject([
        { state: "answered", response_seconds: 40, answered_by: sales.id, owner_id: sales.id },
      ]);
      expect(await shown(db, lead)).toMatchObject({ runs: false, response_seconds: 40 });
      expect(await ledgerWords(db, lead)).toEqual(["started", "answered"]);
    }),
  );

  test(
    "is corrected by an earlier response that is logged late, never by a later response",
    always(async (db) => {
      const { "active sales": sales, admin } = given().world.people;
      await startClock(db, lead, 1000);
      await logActivity(db, sales, lead, "email", 100);
      await logActivity(db, sales, lead, "sms", 50);
      expect(await readClocks(db, lead)).toMatchObject([{ response_seconds: 900 }]);
      await logActivity(db, admin, lead, "meeting", 880);
      expect(await readClocks(db, lead)).toMatchObject([{ response_seconds: 120, answered_by: admin.id }]);
      expect(await shown(db, lead)).toMatchObject({ response_seconds: 120 });
      const ledger = await readLedger(db, lead);
      expect(ledger.map(({ event }) => event)).toEqual(["started", "answered", "corrected"]);
      expect(ledger[2]?.payload).toMatchObject({ seconds: 120, instead_of: 900, kind: "meeting" });
    }),
  );

  test(
    "restarts when the lead writes again, and the lead keeps its first response time",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      await startClock(db, lead, 1000);
      await logActivity(db, sales, lead, "call", 900);
      await startClock(db, lead, 500);
      expect(await shown(db, lead)).toMatchObject({ runs: true, response_seconds: 100 });
      await logActivity(db, sales, lead, "call", 450);
      expect((await readClocks(db, lead)).map(({ response_seconds }) => response_seconds)).toEqual([100, 50]);
      expect(await shown(db, lead)).toMatchObject({ runs: false, response_seconds: 100 });
      // Between the two arrivals, as a response to only the first one.
      await logActivity(db, sales, lead, "call", 950);
      expect((await readClocks(db, lead)).map(({ response_seconds }) => response_seconds)).toEqual([50, 50]);
    }),
  );

  test(
    "is answered at once if somebody responded before the form arrived",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      await logActivity(db, sales, lead, "call", 20);
      await startClock(db, lead, 30);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "answered", response_seconds: 10 }]);
    }),
  );

  test.each([
    ["archived", "archived_at = now()", "archived_at = null"],
    ["spam", "is_spam = true", "is_spam = false"],
  ])("is dropped when the lead becomes %s, and continues if that is reverted", async (_, away, back) =>
    always(async (db) => {
      await startClock(db, lead, 400);
      const [{ id = "" } = {}] = await readClocks(db, lead);
      expect(await runClockEvent(db, id, "warned")).toBe(true);
      await db.run(`update public.leads set ${away} where id = $1`, [lead]);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "dropped" }]);
      expect(await shown(db, lead)).toMatchObject({ runs: false });
      expect(await runClockEvent(db, id, "breached")).toBe(false);
      expect(await startClock(db, lead)).toBeNull();
      await db.run(`update public.leads set ${back} where id = $1`, [lead]);
      expect((await readClocks(db, lead)).map(({ state }) => state).sort()).toEqual(["dropped", "warned"]);
      expect(await shown(db, lead)).toMatchObject({ runs: true });
      const resumed = (await readClocks(db, lead)).find(({ state }) => state === "warned")?.id ?? "";
      expect(await runClockEvent(db, resumed, "breached")).toBe(true);
    })(),
  );

  test(
    "stays dropped if the lead comes back after more than a day",
    always(async (db) => {
      const clock = await startClock(db, lead, 400);
      await db.run("alter table public.lead_clock_events disable trigger refuse_ledger_change");
      await db.run("update public.leads set archived_at = now() where id = $1", [lead]);
      await db.run(
        "update public.lead_clock_events set happened_at = now() - interval '2 days' where event = 'dropped'",
      );
      await db.run("update public.leads set archived_at = null where id = $1", [lead]);
      expect(await readClocks(db, lead)).toMatchObject([{ id: clock, state: "dropped" }]);
    }),
  );

  test(
    "moves to the kept lead in a merge, and back when the merge is undone",
    always(async (db) => {
      await startClock(db, lead, 100);
      const merge = "update public.leads set merged_into = $2, archived_at = now() where id = $1";
      await db.run(merge, [lead, unowned]);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "dropped" }]);
      expect(await readClocks(db, unowned)).toMatchObject([{ state: "running", due: 300 }]);
      await db.run("update public.leads set merged_into = null, archived_at = null where id = $1", [lead]);
      expect((await readClocks(db, lead)).map(({ state }) => state).sort()).toEqual(["dropped", "running"]);
      expect(await readClocks(db, unowned)).toMatchObject([{ state: "dropped" }]);
    }),
  );

  test(
    "adds no audit log entry when an admin stops or moves it",
    always(async (db) => {
      const { admin } = given().world.people;
      await startClock(db, lead, 100);
      await startClock(db, unowned, 100);
      await become(db, admin);
      await db.run("update public.agency_settings set holidays = array[(now() at time zone 'UTC')::date]");
      await logActivity(db, admin, lead, "call", 50);
      const { rows } = await db.run("select table_name, action from public.audit_log where actor_id = $1", [admin.id]);
      expect(rows).toEqual([{ table_name: "agency_settings", action: "update" }]);
    }),
  );

  test(
    "keeps its events, and is deleted with its lead",
    always(async (db) => {
      await startClock(db, lead);
      await db.run("savepoint tries");
      for (const text of [
        "update public.lead_clock_events set event = 'answered'",
        "delete from public.lead_clock_events",
      ]) {
        await expect(db.run(text)).rejects.toMatchObject({ code: "42501" });
        await db.run("rollback to savepoint tries");
      }
      await db.run("delete from public.leads where id = $1", [lead]);
      expect(await readLedger(db, lead)).toEqual([]);
    }),
  );
});

onEveryDatabase("An event of a running clock", (given) => {
  let lead = "";
  let unowned = "";
  const mail: Record<string, string> = {};
  beforeAll(async () => {
    const { db, world } = given();
    const { rows } = await db.run<{ id: string; first_name: string }>("select id, first_name from public.leads");
    const named = (name: string) => rows.find(({ first_name }) => first_name === `Lead of ${name}`)?.id ?? "";
    lead = named("sales");
    unowned = named("nobody");
    mail.sales = world.people["active sales"].email;
    mail.other = world.people["other active sales"].email;
    mail.admin = world.people.admin.email;
  });
  const always = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      await work(db);
    });
  };

  test(
    "happens once, at its time, and sends the owner an email",
    always(async (db) => {
      const clock = await startClock(db, lead, 200);
      expect(await runClockEvent(db, clock, "breached")).toBe(false);
      expect(await runClockEvent(db, clock, "warned")).toBe(true);
      expect(await runClockEvent(db, clock, "warned")).toBe(false);
      expect(await ledgerWords(db, lead)).toEqual(["started", "warned"]);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "warned" }]);
      expect(await readMails(db)).toEqual([`lead-clock-warning → ${mail.sales}`]);
    }),
  );

  test(
    "sends every active sales person an email while the lead has no active owner",
    always(async (db) => {
      const clock = await startClock(db, unowned, 400);
      expect(await runClockEvent(db, clock, "warned")).toBe(true);
      // Already late, so a warning is not worth an email.
      expect(await readMails(db)).toEqual([]);
      expect(await runClockEvent(db, clock, "breached")).toBe(true);
      expect(await readMails(db)).toEqual(
        [`lead-clock-breached → ${mail.other}`, `lead-clock-breached → ${mail.sales}`].sort(),
      );
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [
        given().world.people["active sales"].id,
      ]);
      await runClockEvent(db, await startClock(db, lead, 400), "breached");
      expect((await readMails(db)).filter((line) => line.includes(mail.other ?? ""))).toHaveLength(2);
    }),
  );

  test(
    "respects notification settings, except for escalations",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      await db.run("insert into public.notification_choices (user_id, kind, wanted) values ($1, 'lead-clock', false)", [
        sales.id,
      ]);
      const clock = await startClock(db, lead, 700);
      for (const event of ["warned", "breached", "escalated"]) expect(await runClockEvent(db, clock, event)).toBe(true);
      expect((await readMails(db)).filter((line) => line.includes(mail.sales ?? ""))).toEqual([
        `lead-clock-escalated → ${mail.sales}`,
      ]);
    }),
  );

  test(
    "sends no email to people who left the team, and their returning leads become unowned",
    always(async (db) => {
      const { "active sales": sales } = given().world.people;
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [sales.id]);
      await runClockEvent(db, await startClock(db, lead, 700), "escalated");
      const email = "put-away@clock.example";
      const put =
        "insert into public.leads (user_id, email, archived_at) values ($1, $2, now()) returning id, user_id as owner";
      await db.run(put, [sales.id, email]);
      const write =
        "select private.upsert_lead(private.agency_account(), jsonb_build_object('email', $1::text), '{}', null, false, '{\"form\": \"contact\"}') as id";
      const { rows } = await db.run<{ id: string }>(write, [email]);
      const [back] = (await db.run("select user_id, archived_at from public.leads where id = $1", [rows[0]?.id])).rows;
      expect(back).toEqual({ user_id: null, archived_at: null });
      expect((await readMails(db)).filter((line) => line.includes(mail.sales ?? ""))).toEqual([]);
      expect((await readMails(db)).join()).toContain(mail.other);
    }),
  );

  test(
    "escalates an owned lead to the next free rep, and notifies its owner and the admin",
    always(async (db) => {
      const { "other active sales": other } = given().world.people;
      const clock = await startClock(db, lead, 700);
      expect(await runClockEvent(db, clock, "escalated")).toBe(true);
      expect(await readClocks(db, lead)).toMatchObject([
        { state: "escalated", escalated_to: other.id, owner_id: other.id },
      ]);
      const { rows } = await db.run("select user_id from public.leads where id = $1", [lead]);
      expect(rows).toEqual([{ user_id: other.id }]);
      expect(await readMails(db)).toEqual(
        [mail.sales, mail.other, mail.admin].map((to) => `lead-clock-escalated → ${to}`).sort(),
      );
      // A late event does not revert it.
      expect(await runClockEvent(db, clock, "warned")).toBe(true);
      expect(await readClocks(db, lead)).toMatchObject([{ state: "escalated" }]);
    }),
  );

  test(
    "escalates an unowned lead to the rep with the fewest waiting leads, then to the one asked longest ago, and keeps it unowned",
    always(async (db) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      await startClock(db, lead, 10);
      const clock = await startClock(db, unowned, 700);
      expect(await runClockEvent(db, clock, "escalated")).toBe(true);
      expect(await readClocks(db, unowned)).toMatchObject([{ escalated_to: other.id, owner_id: null }]);
      // Both now have one waiting lead, and sales was never asked.
      const { rows } = await db.run<{ id: string }>(
        "insert into public.leads (first_name) values ('Third') returning id",
      );
      const third = rows[0]?.id ?? "";
      await runClockEvent(db, await startClock(db, third, 700), "escalated");
      expect(await readClocks(db, third)).toMatchObject([{ escalated_to: sales.id }]);
    }),
  );

  test(
    "takes no lead from a rep who is just responding, and tells a former owner who has it now",
    always(async (db) => {
      const { "active sales": sales, "other active sales": other, admin } = given().world.people;
      const news = async (who: Person) =>
        (
          await runAs<{ news: Record<string, unknown>[] }>(db, who, "select public.crm_notifications() as news")
        ).news.filter(({ lead_id, event }) => lead_id === lead && event === "escalated");
      await db.run("savepoint before_calling");
      expect(await refusalCode(db, other, "select public.start_call($1)", [lead])).toBe("PT404");
      await runAs(db, sales, "select public.start_call($1)", [lead]);
      await runClockEvent(db, await startClock(db, lead, 700), "escalated");
      expect(await readClocks(db, lead)).toMatchObject([
        { state: "escalated", escalated_to: null, owner_id: sales.id },
      ]);
      expect(await readMails(db)).toEqual([mail.sales, mail.admin].map((to) => `lead-clock-escalated → ${to}`).sort());
      expect(await news(sales)).toMatchObject([{ new_owner_name: null }]);
      const facts =
        "select payload -> 'data' as data from private.outbox where payload ->> 'template' = 'lead-clock-escalated'";
      for (const { data } of (await db.run<{ data: Record<string, string> }>(facts)).rows)
        expect(data).toMatchObject({ answering: "true", owner: expect.any(String) });
      await db.run("rollback to savepoint before_calling");
      await runAs(db, sales, "select public.start_call($1)", [lead]);
      await db.run("update private.calls_in_progress set begun_at = now() - interval '11 minutes'");
      await runClockEvent(db, await startClock(db, lead, 700), "escalated");
      expect(await readClocks(db, lead)).toMatchObject([{ escalated_to: other.id, owner_id: other.id }]);
      expect(await news(sales)).toMatchObject([{ new_owner_name: expect.any(String), email: null }]);
      expect(await news(other)).toMatchObject([{ new_owner_name: null }]);
      expect(await news(admin)).toMatchObject([{ new_owner_name: null }]);
    }),
  );

  test(
    "is unread for each person until that person marks it as read, and only what they see can be marked",
    always(async (db) => {
      const { "active sales": sales, "other active sales": other, admin, "new client": client } = given().world.people;
      type Note = { id: string; lead_id: string; is_read: boolean };
      const read = async (who: Person, leadId: string) =>
        (await runAs<{ news: Note[] }>(db, who, "select public.crm_notifications() as news")).news.filter(
          ({ lead_id }) => lead_id === leadId,
        );
      const mark = (who: Person, ids: string[]) => runAs(db, who, "select public.mark_notifications_read($1)", [ids]);
      await startClock(db, lead, 700);
      await startClock(db, unowned, 700);
      const [own] = await read(sales, lead);
      const [open] = await read(sales, unowned);
      expect([own?.is_read, open?.is_read]).toEqual([false, false]);
      await mark(sales, [own?.id ?? ""]);
      await mark(sales, [own?.id ?? "", "999999999", "no id"]);
      expect((await read(sales, lead)).map(({ is_read }) => is_read)).toEqual([true]);
      expect((await read(sales, unowned)).map(({ is_read }) => is_read)).toEqual([false]);
      expect((await read(admin, lead)).map(({ is_read }) => is_read)).toEqual([false]);
      // A colleague's lead is not in this person's list, so its event can't be marked.
      await mark(other, [own?.id ?? "", open?.id ?? ""]);
      // Once the lead is answered, nothing is left to do for anyone.
      await runAs(db, other, "select public.log_activity($1, $2, 'call', p_outcome => 'connected')", [
        randomUUID(),
        unowned,
      ]);
      for (const person of [sales, other, admin])
        expect((await read(person, unowned)).map(({ is_read }) => is_read)).toEqual([true]);
      const { rows } = await db.run<{ user_id: string; event_id: string }>(
        "select user_id, event_id::text from private.read_notifications order by event_id, user_id",
      );
      expect(rows).toEqual([
        { user_id: sales.id, event_id: String(own?.id) },
        { user_id: other.id, event_id: String(open?.id) },
      ]);
      for (const person of [client, given().world.people["pending sales"]])
        expect(await refusalCode(db, person, "select public.mark_notifications_read('{}')")).toBe("42501");
    }),
  );

  test(
    "notifies the admins even if there is no other rep",
    always(async (db) => {
      await db.run("update public.user_roles set status = 'inactive' where user_id = $1", [
        given().world.people["other active sales"].id,
      ]);
      await runClockEvent(db, await startClock(db, lead, 700), "escalated");
      expect(await readClocks(db, lead)).toMatchObject([{ state: "escalated", escalated_to: null }]);
      expect(await readMails(db)).toEqual([mail.sales, mail.admin].map((to) => `lead-clock-escalated → ${to}`).sort());
    }),
  );

  test(
    "never repeats itself, even if the clock continues several times",
    always(async (db) => {
      await runClockEvent(db, await startClock(db, lead, 700), "escalated");
      const told = await readMails(db);
      for (let slip = 0; slip < 3; slip++) {
        await db.run("update public.leads set archived_at = now() where id = $1", [lead]);
        await db.run("update public.leads set archived_at = null where id = $1", [lead]);
      }
      const open = (await readClocks(db, lead)).filter(({ state }) => state !== "dropped");
      expect(open).toMatchObject([{ state: "escalated" }]);
      const planned = "select from private.outbox where kind = 'lead_clock' and payload ->> 'clockId' = $1";
      expect((await db.run(planned, [open[0]?.id])).count).toBe(0);
      expect(await readMails(db)).toEqual(told);
    }),
  );

  test(
    "does nothing once somebody has responded",
    always(async (db) => {
      const clock = await startClock(db, lead, 700);
      await logActivity(db, given().world.people["active sales"], lead, "call");
      for (const event of ["warned", "breached", "escalated"])
        expect(await runClockEvent(db, clock, event)).toBe(false);
      expect(await readMails(db)).toEqual([]);
    }),
  );

  test(
    "moves with new working hours, which apply only to the remaining time",
    always(async (db) => {
      const clock = await startClock(db, lead, 200);
      await db.run("delete from private.outbox");
      // No one works today. Tomorrow everyone works all day.
      await db.run("update public.agency_settings set holidays = array[(now() at time zone 'UTC')::date]");
      expect(await ledgerWords(db, lead)).toEqual(["started", "moved"]);
      const { rows } = await db.run(
        `select started_at = arrived_at as started, warn_at = arrived_at + interval '180 seconds' as warned,
           due_at = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '1 day 100 seconds' as due,
           due_at = (select clock_due_at from public.leads where id = lead_id) as shown from public.lead_clocks`,
      );
      expect(rows).toEqual([{ started: true, warned: true, due: true, shown: true }]);
      expect(await readJobs(db)).toHaveLength(3);
      // A job of the old deadline only schedules the new one.
      expect(await runClockEvent(db, clock, "breached")).toBe(false);
      await db.run("update public.agency_settings set holidays = '{}'");
      expect(await ledgerWords(db, lead)).toEqual(["started", "moved", "moved"]);
      expect(await readClocks(db, lead)).toMatchObject([{ starts: 0, warns: 180, due: 300, escalates: 600 }]);
      expect((await readJobs(db)).filter((job) => job === "breached in 100")).toHaveLength(1);
      await db.run("update public.agency_settings set agency_name = 'Other', speed_to_lead_minutes = 60");
      expect(await ledgerWords(db, lead)).toHaveLength(3);
    }),
  );

  test(
    "has three kinds, and only the service role runs them",
    always(async (db) => {
      const clock = await startClock(db, lead, 700);
      await db.run("savepoint tries");
      await expect(runClockEvent(db, clock, "answered")).rejects.toMatchObject({ code: "22023" });
      await db.run("rollback to savepoint tries");
      for (const kind of ["anon", "owner", "active sales", "admin"] as const) {
        await become(db, given().world.people[kind]);
        await expect(db.run("select public.run_clock_event($1, 'warned')", [clock])).rejects.toMatchObject({
          code: "42501",
        });
        await db.run("rollback to savepoint tries");
      }
    }),
  );
});
