import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addMeetingType, codeOf, dayAt } from "../../support/bookings.ts";
import { createClientAccount } from "../../support/client-accounts.ts";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import { ALWAYS, ledgerWords, readMails, setHours, startClock } from "../../support/lead-clocks.ts";
import { addLeadRow, changeLeads, readLead } from "../../support/lead-rows.ts";

const BOOK = "select public.book_call($1, $2, $3, $4, $5, $6::text::jsonb, $7) as answer";
const UNDO = "select public.undo_book_call($1) as answer";
type Call = {
  id: string;
  finished: string[];
  starts_at: string;
  hosts: { id: string }[];
  email: string;
  name: string;
  time_zone: string;
};
type Wish = {
  lead: string;
  type: string;
  at: Date;
  host?: string | null;
  sent?: object;
  id?: string;
  response?: string;
};

const valuesOf = ({ lead, type, at, host = null, sent = {}, id = randomUUID(), response }: Wish) => [
  id,
  lead,
  type,
  at,
  host,
  JSON.stringify(sent),
  response ?? null,
];
const book = async (db: Session, who: Person, wish: Wish) =>
  (await runAs<{ answer: Call }>(db, who, BOOK, valuesOf(wish))).answer;
const tryBook = (db: Session, who: Person, wish: Wish) => codeOf(db, BOOK, valuesOf(wish), who);

type Times = {
  types: { id: string; hosts: { id: string; name: string }[] }[];
  type_id: string | null;
  times: number[];
  next: number | null;
};
const times = async (
  db: Session,
  who: Person,
  lead: string,
  type: string | null,
  host: string | null = null,
  at = dayAt(3, 0),
) =>
  (
    await runAs<{ answer: Times }>(db, who, "select public.call_times($1, $2, $3, $4, $5) as answer", [
      lead,
      type,
      host,
      at,
      new Date(at.getTime() + 86_400_000),
    ])
  ).answer;

onEveryDatabase("A call that the team books for a lead", (given) => {
  const withLead =
    (work: (db: Session & Parameters<typeof setHours>[0], lead: string) => Promise<void>, fields: object = {}) =>
    async () => {
      const { db } = given();
      await rolledBack(db, async () => {
        await setHours(db, ALWAYS);
        await work(
          db,
          await addLeadRow(db, null, { first_name: "Ann", last_name: "Lee", email: "ann@lead.example", ...fields }),
        );
      });
    };

  test(
    "asks nothing that the lead's page knows, names the person in the ledger, and tells the lead and the host",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [other.id]);
      await startClock(db, lead, 30);
      await db.run("delete from private.outbox");
      const call = await book(db, sales, { lead, type, at: dayAt(3), sent: { time_zone: "Pacific/Auckland" } });
      expect(call).toMatchObject({
        email: "ann@lead.example",
        name: "Ann Lee",
        time_zone: "Pacific/Auckland",
        hosts: [{ id: other.id }],
      });
      const { rows } = await db.run("select event, actor_id from public.booking_events where booking_id = $1", [
        call.id,
      ]);
      expect(rows).toEqual([{ event: "booked", actor_id: sales.id }]);
      const { rows: noted } = await db.run(
        "select actor_id from public.lead_activities where lead_id = $1 and kind = 'booking'",
        [lead],
      );
      expect(noted).toEqual([{ actor_id: sales.id }]);
      // The person who books takes a lead of no one, and still owes the answer.
      expect(await readLead(db, lead)).toMatchObject({ stage: "call_booked", user_id: sales.id });
      expect(await ledgerWords(db, lead)).toEqual(["started"]);
      expect(await readMails(db)).toEqual([
        "booking-booked → ann@lead.example",
        `booking-host-booked → ${other.email}`,
      ]);
      const { rows: named } = await db.run(
        "select count(*)::int from private.outbox where payload -> 'data' ->> 'bookedBy' = private.person_name($1)",
        [sales.id],
      );
      expect(named).toEqual([{ count: 2 }]);
    }),
  );

  test(
    "tells a host who books with themselves that they did, and a colleague who did",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id, other.id], { assignment: "together" });
      await db.run("delete from private.outbox");
      await book(db, sales, { lead, type, at: dayAt(3) });
      const { rows } = await db.run(
        `select payload ->> 'to' as to, payload -> 'data' ->> 'isBooker' as self,
           payload -> 'data' ->> 'bookedBy' = private.person_name($1) as named
         from private.outbox where payload ->> 'template' = 'booking-host-booked'`,
        [sales.id],
      );
      expect(rows).toHaveLength(2);
      expect(rows).toContainEqual({ to: sales.email, self: "true", named: null });
      expect(rows).toContainEqual({ to: other.email, self: null, named: true });
    }),
  );

  test(
    "logs the response of the person who books, once, and its undo takes both back",
    withLead(
      async (db, lead) => {
        const { "active sales": sales, "other active sales": other } = given().world.people;
        const { id: type } = await addMeetingType(db, [other.id]);
        await startClock(db, lead, 30);
        await db.run(
          "insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, 'call', 'Call back', now() - interval '1 hour')",
          [lead],
        );
        const logged = async () =>
          (
            await db.run(
              `select logged.kind, logged.payload ->> 'outcome' as outcome, logged.actor_id, private.is_retracted(logged.id) as undone
               from public.lead_activities as logged where logged.lead_id = $1 and private.is_human_activity(logged.kind)`,
              [lead],
            )
          ).rows;
        const open = async () =>
          (
            await db.run<{ title: string }>(
              "select title from public.lead_tasks where lead_id = $1 and done_at is null order by due_at",
              [lead],
            )
          ).rows.map(({ title }) => title);
        // A booking that fails logs nothing.
        expect(await tryBook(db, sales, { lead, type, at: dayAt(-1), response: "call" })).toBe("slot_passed");
        expect(await tryBook(db, sales, { lead, type, at: dayAt(3), response: "note" })).toBe("unknown_activity");
        expect([await logged(), await ledgerWords(db, lead)]).toEqual([[], ["started"]]);
        const wish = { lead, type, at: dayAt(3), response: "call", id: randomUUID() };
        const call = await book(db, sales, wish);
        expect(call.finished).toEqual(["Call back"]);
        expect(await book(db, sales, wish)).toEqual(call);
        expect(await logged()).toEqual([{ kind: "call", outcome: "connected", actor_id: sales.id, undone: false }]);
        expect((await ledgerWords(db, lead)).at(-1)).toBe("answered");
        expect(await readLead(db, lead)).toMatchObject({
          stage: "call_booked",
          user_id: sales.id,
          answered_by: sales.id,
        });
        // The log finishes what was due, and never the task of the new call.
        expect(await open()).toEqual(["Strategy call"]);
        await runAs(db, sales, UNDO, [call.id]);
        expect(await logged()).toEqual([{ kind: "call", outcome: "connected", actor_id: sales.id, undone: true }]);
        expect(await readLead(db, lead)).toMatchObject({ stage: "new", user_id: null, answered_by: null });
        expect(await open()).toEqual(["Call back"]);
        // Without a response, the call itself replaces it.
        expect((await book(db, sales, { lead, type, at: dayAt(4) })).finished).toEqual(["Call back"]);
        expect(
          (
            await db.run(
              "select 1 from public.lead_clocks where lead_id = $1 and state not in ('answered', 'dropped')",
              [lead],
            )
          ).count,
        ).toBe(1);
      },
      { phone: "(503) 555-0148" },
    ),
  );

  test(
    "logs an email as the response, and its undo leaves a log that was undone before",
    withLead(async (db, lead) => {
      const { "active sales": sales } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      await startClock(db, lead, 30);
      const call = await book(db, sales, { lead, type, at: dayAt(3), response: "email" });
      expect((await ledgerWords(db, lead)).at(-1)).toBe("answered");
      await runAs(db, sales, "select public.undo_log_activity($1)", [call.id]);
      expect((await ledgerWords(db, lead)).at(-1)).not.toBe("answered");
      expect(await runAs(db, sales, UNDO, [call.id])).toEqual({ answer: { restored: 1, kept: 0 } });
    }),
  );

  test(
    "is booked once for each id, and an id of somebody else is refused",
    withLead(async (db, lead) => {
      const { "active sales": sales, admin } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      const wish = { lead, type, at: dayAt(3), id: randomUUID() };
      expect(await book(db, sales, wish)).toEqual(await book(db, sales, wish));
      const foreign = await addLeadRow(db, null, { email: "other@lead.example" });
      expect(await tryBook(db, admin, { ...wish, lead: foreign })).toBe("id_taken");
    }),
  );

  test(
    "is offered at the caller's own times or the pool's, and a time that is gone is refused in words",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id, other.id]);
      const noon = dayAt(3).getTime() / 1000;
      expect((await times(db, sales, lead, type)).times).toHaveLength(48);
      await book(db, sales, { lead, type, at: dayAt(3), host: sales.id });
      expect((await times(db, sales, lead, type, sales.id)).times).not.toContain(noon);
      expect((await times(db, sales, lead, type, other.id)).times).toContain(noon);
      expect((await times(db, sales, lead, type)).times).toContain(noon);
      expect(await tryBook(db, sales, { lead, type, at: dayAt(3), host: sales.id })).toBe("slot_taken");
      const second = await book(db, sales, { lead, type, at: dayAt(3), host: other.id });
      expect(second.hosts.map(({ id }) => id)).toEqual([other.id]);
      expect(await tryBook(db, sales, { lead, type, at: dayAt(3) })).toBe("slot_taken");
      expect(await tryBook(db, sales, { lead, type, at: dayAt(4, 12, 7) })).toBe("slot_not_free");
      expect(await tryBook(db, sales, { lead, type, at: dayAt(-1) })).toBe("slot_passed");
      // Someone who isn't a host has no times of their own.
      const { id: foreign } = await addMeetingType(db, [other.id]);
      const offered = await times(db, sales, lead, foreign, sales.id);
      expect(offered.types.find(({ id }) => id === foreign)?.hosts.map(({ id }) => id)).toEqual([other.id]);
      // The choice is only about the hosts of a pool.
      expect(offered.times).toEqual((await times(db, sales, lead, foreign)).times);
      expect(await tryBook(db, sales, { lead, type: foreign, at: dayAt(4), host: sales.id })).toBe("slot_not_free");
    }),
  );

  test(
    "can be moved to the free times of its own host, as long as it is booked",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id, other.id], { horizon_days: 21 });
      const call = await book(db, other, { lead, type, at: dayAt(3), host: other.id });
      await book(db, other, { lead, type, at: dayAt(3, 15), host: other.id });
      const foreign = await addLeadRow(db, null, { email: "bo@lead.example" });
      await book(db, sales, { lead: foreign, type, at: dayAt(3, 16), host: sales.id });
      const offered = async () =>
        (
          await runAs<{ answer: Times }>(db, other, "select public.move_times($1, $2, $3) as answer", [
            call.id,
            dayAt(3, 0),
            dayAt(4, 0),
          ])
        ).answer;
      const free = await offered();
      const seconds = (hour: number) => dayAt(3, hour).getTime() / 1000;
      expect(free).toMatchObject({ horizon_days: 21 });
      // Its own time counts as free, and so does a time that only a colleague's call takes.
      expect(free.times).toEqual(expect.arrayContaining([seconds(12), seconds(16)]));
      expect(free.times).not.toContain(seconds(15));
      for (const time of free.times.slice(0, 3)) {
        await runAs(db, other, "select public.move_call($1, $2)", [call.id, new Date(time * 1000)]);
      }
      await runAs(db, other, "select public.cancel_call($1)", [call.id]);
      expect(await offered()).toMatchObject({ times: [], next: null });
    }),
  );

  test(
    "asks for what the lead lacks, and keeps it there",
    withLead(
      async (db, lead) => {
        const { "active sales": sales } = given().world.people;
        const questions = JSON.stringify([{ id: "a", label: "What do you sell?", kind: "text", required: true }]);
        const { id: type } = await addMeetingType(db, [sales.id], { location: "phone", questions });
        const wish = { lead, type, at: dayAt(3) };
        const sent = { email: "ann@typed.example", phone: "(503) 555-0148", answers: { a: "Shoes" } };
        expect(await tryBook(db, sales, wish)).toBe("email_invalid");
        expect(await tryBook(db, sales, { ...wish, sent: { email: sent.email } })).toBe("required");
        expect(await tryBook(db, sales, { ...wish, sent: { ...sent, phone: "ask Bob" } })).toBe("phone_invalid");
        expect(await tryBook(db, sales, { ...wish, sent: { ...sent, answers: {} } })).toBe("required");
        await book(db, sales, { ...wish, sent });
        expect(await readLead(db, lead)).toMatchObject({ email: sent.email, phone: sent.phone });
        // From now on, no one is asked for them.
        await book(db, sales, { ...wish, at: dayAt(4), sent: { answers: sent.answers, email: "wrong@typed.example" } });
        expect(await readLead(db, lead)).toMatchObject({ email: sent.email });
      },
      { email: null },
    ),
  );

  test(
    "is refused for leads that are archived, erased, a colleague's or of another account, and for types that are off",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other, admin, owner, inactive } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      const wish = { lead, type, at: dayAt(3) };
      expect(await tryBook(db, owner, wish)).toBe("team_only");
      expect(await tryBook(db, inactive, wish)).toBe("team_only");
      expect(await tryBook(db, sales, { ...wish, type: randomUUID() })).toBe("meeting_type_not_found");
      const { id: off } = await addMeetingType(db, [sales.id], { is_active: false });
      expect(await tryBook(db, sales, { ...wish, type: off })).toBe("meeting_type_not_found");
      await changeLeads(db, admin, [lead], { user_id: other.id });
      expect(await tryBook(db, sales, wish)).toBe("lead_not_found");
      await changeLeads(db, admin, [lead], { archived: true });
      expect(await tryBook(db, other, wish)).toBe("lead_archived");
    }),
  );

  test(
    "is undone with a notice to those who knew: the time is free, the stage and the owner go back, and no task stays",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other, admin } = given().world.people;
      const { id: type } = await addMeetingType(db, [other.id]);
      const call = await book(db, sales, { lead, type, at: dayAt(3) });
      await db.run("delete from private.outbox");
      expect(await codeOf(db, UNDO, [call.id], admin)).toBe("change_not_found");
      expect((await runAs<{ answer: object }>(db, sales, UNDO, [call.id])).answer).toEqual({
        ...{ restored: 1, kept: 0, was_told: true },
      });
      expect((await runAs<{ answer: object }>(db, sales, UNDO, [call.id])).answer).toEqual({ restored: 0, kept: 0 });
      expect(await readLead(db, lead)).toMatchObject({ stage: "new", user_id: null, next_task_at: null });
      expect(await readMails(db)).toEqual([
        "booking-cancelled → ann@lead.example",
        `booking-host-cancelled → ${other.email}`,
      ]);
      expect((await times(db, sales, lead, type)).times).toContain(dayAt(3).getTime() / 1000);
    }),
  );

  test(
    "leaves nothing when it is undone before anyone was told: no call, no history, no contact details",
    withLead(
      async (db, lead) => {
        const { "active sales": sales } = given().world.people;
        const { id: type } = await addMeetingType(db, [sales.id], { location: "phone" });
        const historyOf = async () =>
          (
            await db.run("select kind, payload ->> 'event' as event from public.lead_activities where lead_id = $1", [
              lead,
            ])
          ).rows;
        const [before, history] = [await readLead(db, lead), await historyOf()];
        const sent = { email: "ann@typed.example", phone: "(503) 555-0148" };
        const call = await book(db, sales, { lead, type, at: dayAt(3), sent });
        expect(await runAs(db, sales, UNDO, [call.id])).toEqual({ answer: { restored: 1, kept: 0 } });
        const { stage, user_id, email, phone, next_task_at } = before;
        expect(await readLead(db, lead)).toMatchObject({ stage, user_id, email, phone, next_task_at });
        expect(await historyOf()).toEqual(history);
        expect((await db.run("select from public.bookings where id = $1", [call.id])).count).toBe(0);
        expect((await db.run("select from private.outbox where payload ->> 'bookingId' = $1", [call.id])).count).toBe(
          0,
        );
        // What someone was told is true: the call was canceled, and this is the address.
        const told = await book(db, sales, { lead, type, at: dayAt(3), sent });
        await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'booking-booked'");
        expect(await runAs(db, sales, UNDO, [told.id])).toEqual({ answer: { restored: 1, kept: 0, was_told: true } });
        expect(await readLead(db, lead)).toMatchObject({ email: sent.email, phone: sent.phone });
        expect((await historyOf()).map(({ event }) => event)).toContain("cancelled");
        // A number that was corrected since stays.
        await db.run("update public.leads set email = null, phone = null where id = $1", [lead]);
        const third = await book(db, sales, { lead, type, at: dayAt(4), sent });
        await changeLeads(db, sales, [lead], { phone: "(503) 555-0199" });
        await runAs(db, sales, UNDO, [third.id]);
        expect(await readLead(db, lead)).toMatchObject({ email: null, phone: "(503) 555-0199" });
      },
      { email: null },
    ),
  );

  test(
    "tells nobody before it can hardly be undone, and nobody of an undo in that time; news about it waits for the first email",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [other.id]);
      const due = async () =>
        (
          await db.run(
            `select count(*) filter (where run_at > now())::int as later, count(*) filter (where run_at <= now())::int as now
             from private.outbox where payload ->> 'template' like 'booking-%'`,
          )
        ).rows[0];
      await db.run("delete from private.outbox");
      const call = await book(db, sales, { lead, type, at: dayAt(3) });
      expect(await due()).toEqual({ later: 2, now: 0 });
      await runAs(db, sales, UNDO, [call.id]);
      expect(await readMails(db)).toEqual([]);
      // The host's email is on its way already, so the host is told, and only the host.
      const second = await book(db, sales, { lead, type, at: dayAt(3) });
      await db.run(
        "update private.outbox set status = 'running', attempts = 1 where payload ->> 'template' = 'booking-host-booked'",
      );
      await runAs(db, sales, UNDO, [second.id]);
      expect(await readMails(db)).toEqual([
        `booking-host-booked → ${other.email}`,
        `booking-host-cancelled → ${other.email}`,
      ]);
      await db.run("delete from private.outbox");
      const third = await book(db, sales, { lead, type, at: dayAt(3) });
      await runAs(db, sales, "select public.move_call($1, $2)", [third.id, dayAt(4)]);
      // News about a change goes out after what came before, and waits for its own undo.
      expect(await due()).toEqual({ later: 2, now: 2 });
    }),
  );

  test(
    "counts in the figures of booked calls like a visitor's, and nowhere once it was undone, even with a notice",
    withLead(async (db, lead) => {
      const { "active sales": sales, admin } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      type Figures = { all: { booked: number; ahead: number; cancelled: number }; types: { key: string }[] };
      const figures = async () => {
        const { all, types } = (
          await runAs<{ answer: Figures }>(
            db,
            admin,
            "select public.crm_calls(current_date - 2, current_date + 1) as answer",
          )
        ).answer;
        return { ...all, ofType: types.filter(({ key }) => key === type).length };
      };
      const listed = async () =>
        (await db.run("select private.call_of_lead($1) as call, private.call_type_of_lead($1) as type", [lead]))
          .rows[0];
      const before = await figures();
      const call = await book(db, sales, { lead, type, at: dayAt(3) });
      expect(await figures()).toEqual({ ...before, booked: before.booked + 1, ahead: before.ahead + 1, ofType: 1 });
      expect(await listed()).toEqual({ call: "booked", type });
      await db.run("delete from private.outbox");
      expect(await runAs(db, sales, UNDO, [call.id])).toMatchObject({ answer: { was_told: true } });
      expect(await figures()).toEqual(before);
      expect(await listed()).toEqual({ call: null, type: null });
      // A call that is canceled stays one that was booked.
      const kept = await book(db, sales, { lead, type, at: dayAt(4) });
      await runAs(db, sales, "select public.cancel_call($1)", [kept.id]);
      expect(await figures()).toMatchObject({ booked: before.booked + 1, cancelled: before.cancelled + 1, ofType: 1 });
    }),
  );

  test(
    "leaves no trace in the figures when it is undone: the time in the stage goes on, and the lead came no further",
    withLead(async (db, lead) => {
      const { "active sales": sales } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      await changeLeads(db, sales, [lead], { stage: "connected" });
      await db.run("set local session_replication_role = replica");
      await db.run("update public.leads set stage_entered_at = now() - interval '3 days' where id = $1", [lead]);
      await db.run("set local session_replication_role = origin");
      const before = await readLead(db, lead);
      const call = await book(db, sales, { lead, type, at: dayAt(3) });
      expect((await readLead(db, lead)).reached).toBeGreaterThan(Number(before.reached));
      await runAs(db, sales, UNDO, [call.id]);
      const { stage, stage_entered_at, reached } = before;
      expect(await readLead(db, lead)).toMatchObject({ stage, stage_entered_at, reached });
    }),
  );

  test(
    "returns to its time when its move or its end is undone, and who was not told of them hears nothing",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      const { id: type } = await addMeetingType(db, [other.id]);
      const call = await book(db, sales, { lead, type, at: dayAt(3) });
      const stateOf = async () =>
        (
          await db.run(
            `select booking.state, booking.starts_at, bool_and(host.is_taken) as taken, min(task.due_at) as due_at, min(task.title) as task
             from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id
             left join public.lead_tasks as task on task.booking_id = booking.id and task.done_at is null
             where booking.id = $1 group by booking.id`,
            [call.id],
          )
        ).rows[0];
      const before = await stateOf();
      const undo = (to: Date | null, who = sales) =>
        codeOf(db, "select public.undo_call_change($1, $2) ->> 'restored' as answer", [call.id, to], who);
      const move = (at: Date) => runAs(db, sales, "select public.move_call($1, $2)", [call.id, at]);
      await db.run("delete from private.outbox");
      await move(dayAt(4));
      expect(await undo(dayAt(4), other)).toBe("change_not_found");
      expect(await undo(dayAt(5))).toBe("change_not_found");
      expect(await undo(dayAt(4))).toBe("1");
      expect([await stateOf(), await undo(dayAt(4)), await readMails(db)]).toEqual([before, "0", []]);
      // Of two moves, each goes back to the time before it. The first one was told with the second.
      await move(dayAt(4));
      await move(dayAt(5));
      expect(await undo(dayAt(4))).toBe("outdated");
      await db.run("update private.outbox set status = 'done' where run_at <= now()");
      expect([await undo(dayAt(5)), await undo(dayAt(4))]).toEqual(["1", "1"]);
      expect(await stateOf()).toEqual(before);
      const told = [`booking-host-rescheduled → ${other.email}`, "booking-rescheduled → ann@lead.example"];
      expect((await readMails(db)).toSorted()).toEqual([...told, ...told].toSorted());
      await db.run("delete from private.outbox");
      await runAs(db, sales, "select public.cancel_call($1)", [call.id]);
      expect(await undo(null, other)).toBe("change_not_found");
      expect(await undo(null)).toBe("1");
      expect([await stateOf(), await undo(null), await readMails(db)]).toEqual([before, "0", []]);
      // Its reminders and the question for its outcome are those of the call that takes place.
      expect(
        (
          await db.run(
            `select 1 from private.outbox as job join public.bookings as booking on booking.id::text = job.payload ->> 'bookingId'
             where job.kind = 'booking' and (job.payload ->> 'sequence')::int = booking.sequence and job.payload ->> 'event' = 'outcome'`,
          )
        ).count,
      ).toBe(1);
      // Anyone who was told that it is off is told that it takes place.
      await runAs(db, sales, "select public.cancel_call($1)", [call.id]);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'booking-cancelled'");
      expect(await undo(null)).toBe("1");
      expect(await readMails(db)).toEqual([
        "booking-cancelled → ann@lead.example",
        "booking-reopened → ann@lead.example",
      ]);
      await runAs(db, sales, "select public.cancel_call($1)", [call.id]);
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'booking-host-cancelled'");
      expect(await undo(null)).toBe("1");
      expect(await readMails(db)).toContain(`booking-host-reopened → ${other.email}`);
      // Someone else got the time.
      await runAs(db, sales, "select public.cancel_call($1)", [call.id]);
      await book(db, sales, { lead, type, at: dayAt(3) });
      expect(await undo(null)).toBe("slot_taken");
    }),
  );

  test(
    "says whether another call or only a buffer is in the way, as the week of calls shows it",
    withLead(async (db, lead) => {
      const { "active sales": sales } = given().world.people;
      const buffers = { minutes: 30, buffer_before: 15, buffer_after: 30 };
      const { id: type } = await addMeetingType(db, [sales.id], buffers);
      const first = await book(db, sales, { lead, type, at: dayAt(3, 9) });
      const other = await addLeadRow(db, null, { first_name: "Bo", email: "bo@lead.example" });
      const call = await book(db, sales, { lead: other, type, at: dayAt(3, 12) });
      const { answer } = await runAs<{ answer: { calls: { id: string; taken: [string, string] }[] } }>(
        db,
        sales,
        "select public.list_calls(now(), now() + interval '9 days') as answer",
      );
      const shown = answer.calls.find(({ id }) => id === first.id);
      expect(shown?.taken.map((at) => new Date(at))).toEqual([dayAt(3, 8, 45), dayAt(3, 10)]);
      const move = async (at: Date) =>
        (await refusal(db, sales, "select public.move_call($1, $2)", [call.id, at])).message ?? "moved";
      const buffer = "This time is in the buffer between this call and another one";
      expect(await move(dayAt(3, 9, 15))).toBe("There is another call at this time");
      // The buffers of both calls count: after the first one, and before the moved one.
      expect([await move(dayAt(3, 9, 30)), await move(dayAt(3, 10, 14))]).toEqual([buffer, buffer]);
      expect(await move(dayAt(3, 10, 15))).toBe("moved");
    }),
  );

  test(
    "can't be undone once it was moved, and its undo keeps what somebody changed since",
    withLead(async (db, lead) => {
      const { "active sales": sales, admin } = given().world.people;
      const { id: type } = await addMeetingType(db, [sales.id]);
      const moved = await book(db, sales, { lead, type, at: dayAt(3) });
      await runAs(db, sales, "select public.move_call($1, $2)", [moved.id, dayAt(4)]);
      expect(await codeOf(db, UNDO, [moved.id], sales)).toBe("outdated");
      const call = await book(db, sales, { lead, type, at: dayAt(5) });
      await changeLeads(db, admin, [lead], { stage: "proposal", user_id: admin.id });
      await runAs(db, sales, UNDO, [call.id]);
      expect(await readLead(db, lead)).toMatchObject({ stage: "proposal", user_id: admin.id });
    }),
  );

  test(
    "is offered in the week of calls only where the host works and has nothing else, and of everyone where anyone is free",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other, admin } = given().world.people;
      const week = (from: string, until: string) =>
        Object.fromEntries(["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, [[from, until]]]));
      const { id: type } = await addMeetingType(db, [sales.id], {}, week("09:00", "17:00"));
      await addMeetingType(db, [other.id], {}, week("16:00", "18:00"));
      // Nobody else works.
      await db.run(
        `insert into public.rotas (account_id, user_id, time_zone, hours)
         select private.agency_account(), person.id, 'UTC', '{}' from unnest((select private.team_of(private.agency_account()))::uuid[]) as person (id)
         on conflict do nothing`,
      );
      await book(db, sales, { lead, type, at: dayAt(3, 10) });
      await db.run(
        `with subscription as (
           insert into public.calendar_subscriptions (user_id, address) values ($1, 'https://calendar.example/a.ics') returning id
         ) insert into private.calendar_busy (subscription_id, user_id, during) select id, $1, tstzrange($2, $3) from subscription`,
        [sales.id, dayAt(3, 12), dayAt(3, 13)],
      );
      // Two that overlap are shown as one.
      const past3 = (minutes: number) => new Date(dayAt(3, 15).getTime() + minutes * 60_000);
      await db.run("insert into public.absences (user_id, starts_at, ends_at) values ($1, $2, $3), ($1, $4, $5)", [
        ...[sales.id, past3(0), past3(40), past3(20), past3(60)],
      ]);
      type Shown = Record<"shifts" | "free" | "bookable" | "absences" | "busy", [string, string][]>;
      const answerOf = async (who: Person, host: string | null) => {
        const { answer } = await runAs<{ answer: Shown }>(
          db,
          who,
          "select public.list_calls($1, $2, $3, $4) as answer",
          [dayAt(3, 0), dayAt(4, 0), host, host === null],
        );
        return answer;
      };
      const hoursOf = async (who: Person, host: string | null) => {
        const hours = (ranges: [string, string][]) =>
          ranges.map((range) => range.map((at) => new Date(at).toISOString().slice(11, 16)).join("–"));
        const { shifts, free, absences, busy } = await answerOf(who, host);
        return { shifts: hours(shifts), free: hours(free), absences: hours(absences), busy: hours(busy) };
      };
      const own = {
        shifts: ["09:00–15:00", "16:00–17:00"],
        free: ["09:00–10:00", "10:30–12:00", "13:00–15:00", "16:00–17:00"],
        absences: ["15:00–16:00"],
        busy: ["12:00–13:00"],
      };
      expect(await hoursOf(sales, sales.id)).toEqual(own);
      expect(await hoursOf(admin, sales.id)).toEqual(own);
      expect(await hoursOf(admin, null)).toEqual({
        shifts: ["09:00–15:00", "16:00–18:00"],
        free: ["09:00–10:00", "10:30–12:00", "13:00–15:00", "16:00–18:00"],
        absences: [],
        busy: [],
      });
      // Outside of the hours of all of their types, they take no calls.
      await db.run("update public.meeting_types set is_active = false where id <> $1", [type]);
      await db.run("update public.meeting_types set bookable_from = '11:00', bookable_until = '14:00' where id = $1", [
        type,
      ]);
      expect((await hoursOf(sales, sales.id)).free).toEqual(["11:00–12:00", "13:00–14:00"]);
      expect((await answerOf(sales, sales.id)).bookable.map((range) => range.map((at) => Date.parse(at)))).toEqual([
        [dayAt(3, 11).getTime(), dayAt(3, 14).getTime()],
      ]);
      // Who hosts no type books those of others.
      expect((await hoursOf(other, other.id)).free).toEqual(["11:00–12:00", "13:00–14:00"]);
      // A call needs room for its buffer, and notice.
      await db.run(
        "update public.meeting_types set bookable_from = null, bookable_until = null, buffer_after = 30 where id = $1",
        [type],
      );
      expect((await hoursOf(sales, sales.id)).free.slice(0, 2)).toEqual(["09:00–09:30", "10:30–11:30"]);
      const notice = Math.ceil((dayAt(3, 16).getTime() - Date.now()) / 60_000);
      await db.run("update public.meeting_types set buffer_after = 0, notice_minutes = $2 where id = $1", [
        type,
        notice,
      ]);
      expect((await hoursOf(sales, sales.id)).free).toEqual(["16:30–17:00"]);
      await db.run("update public.meeting_types set is_active = false where id = $1", [type]);
      expect((await hoursOf(other, other.id)).free).toEqual([]);
    }),
  );

  test(
    "begins with a type that has the wished time, unless another one is chosen",
    withLead(async (db, lead) => {
      const { "active sales": sales, "other active sales": other } = given().world.people;
      await db.run("update public.meeting_types set is_active = false");
      const hours = { bookable_from: "09:00", bookable_until: "12:00" };
      const { id: morning } = await addMeetingType(db, [sales.id], { ...hours, created_at: dayAt(-2) });
      const { id: any } = await addMeetingType(db, [sales.id], { created_at: dayAt(-1) });
      await db.run("update public.accounts set time_zone = 'UTC' where kind = 'agency'");
      const typeAt = async (at: Date | null, type: string | null = null, host: string | null = null) =>
        (
          await runAs<{ type: string }>(
            db,
            sales,
            "select public.call_times($1, $2, $4, p_at => $3) ->> 'type_id' as type",
            [lead, type, at, host],
          )
        ).type;
      expect(await typeAt(null)).toBe(morning);
      expect(await typeAt(dayAt(4, 10))).toBe(morning);
      expect(await typeAt(dayAt(4, 20))).toBe(any);
      expect(await typeAt(dayAt(4, 20), morning)).toBe(morning);
      // From a colleague's calendar, it is a type that they take.
      const { id: theirs } = await addMeetingType(db, [other.id], { created_at: dayAt(0) });
      expect(await typeAt(dayAt(4, 10), null, other.id)).toBe(theirs);
      expect(await typeAt(dayAt(4, 10), null, sales.id)).toBe(morning);
    }),
  );

  const DAILY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const daily = (from: string, until: string) => Object.fromEntries(DAILY.map((day) => [day, [[from, until]]]));
  const clock = (ranges: [string, string][]) =>
    ranges.map((range) => range.map((at) => new Date(at).toISOString().slice(11, 16)).join("–"));
  const LIST = "select public.list_calls($1, $2, $3, $4) as answer";
  type Hours = { answer: Record<"shifts" | "free" | "bookable" | "busy", [string, string][]> };

  test(
    "has no free time of everyone at which only people work whose own meeting types take place at other hours",
    withLead(async (db) => {
      const { "active sales": sales, "other active sales": other, admin } = given().world.people;
      await db.run("update public.meeting_types set is_active = false where account_id = private.agency_account()");
      await db.run("update public.agency_settings set time_zone = 'UTC'");
      // One works in the morning and takes calls from 9 to 10 and in the afternoon, the other one works all day and takes them before 11.
      const hours = (from: string, until: string) => ({ bookable_from: from, bookable_until: until });
      await addMeetingType(db, [sales.id], hours("09:00", "10:00"), daily("09:00", "12:00"));
      await addMeetingType(db, [sales.id], hours("13:00", "17:00"), daily("09:00", "12:00"));
      await addMeetingType(db, [other.id], hours("08:00", "11:00"), daily("10:30", "18:00"));
      const read = async () => (await runAs<Hours>(db, admin, LIST, [dayAt(3, 0), dayAt(4, 0), null, true])).answer;
      const { free, bookable } = await read();
      expect([clock(free), clock(bookable)]).toEqual(Array(2).fill(["09:00–10:00", "10:30–11:00"]));
    }),
  );

  test(
    "has the account's holidays of the period, in its time zone and with their names",
    withLead(async (db) => {
      const { admin } = given().world.people;
      await db.run(
        `update public.agency_settings set time_zone = 'America/New_York', holidays = '{2027-03-01,2027-03-04,2027-03-05}',
           holiday_names = '{"2027-03-04": "Team day"}'`,
      );
      type Holiday = { day: string; starts_at: string; ends_at: string; name: string | null };
      const { answer } = await runAs<{ answer: { holidays: Holiday[] } }>(db, admin, LIST, [
        ...["2027-03-03T00:00:00Z", "2027-03-06T00:00:00Z", null, true],
      ]);
      const at = (text: string) => new Date(text).toISOString();
      expect(
        answer.holidays.map((one) => ({ ...one, starts_at: at(one.starts_at), ends_at: at(one.ends_at) })),
      ).toEqual([
        {
          day: "2027-03-04",
          starts_at: "2027-03-04T05:00:00.000Z",
          ends_at: "2027-03-05T05:00:00.000Z",
          name: "Team day",
        },
        { day: "2027-03-05", starts_at: "2027-03-05T05:00:00.000Z", ends_at: "2027-03-06T05:00:00.000Z", name: null },
      ]);
    }),
  );

  test(
    "has free times of an admin who hosts calls, and none of one who doesn't",
    withLead(async (db) => {
      const { admin } = given().world.people;
      const host = await createPerson(db, "admin");
      const read = async () => (await runAs<Hours>(db, admin, LIST, [dayAt(3, 0), dayAt(4, 0), host.id, false])).answer;
      expect(await read()).toMatchObject({ shifts: [], free: [] });
      const { id } = await addMeetingType(db, [host.id], {}, daily("09:00", "17:00"));
      const { shifts, free } = await read();
      expect([clock(shifts), clock(free)]).toEqual(Array(2).fill(["09:00–17:00"]));
      await db.run("update public.meeting_types set is_active = false where id = $1", [id]);
      expect(await read()).toMatchObject({ shifts: [], free: [] });
    }),
  );

  test(
    "shows a client's people only that a colleague isn't free, and people of the agency what their calendar has",
    withLead(async (db, lead) => {
      const { "active sales": rep, admin } = given().world.people;
      const { id: agencyType } = await addMeetingType(db, [rep.id], { buffer_after: 30 });
      const elsewhereCall = await book(db, rep, { lead, type: agencyType, at: dayAt(3, 15) });
      const { id: account, slug, owner } = await createClientAccount(db, "Ember");
      await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2)", [account, rep.id]);
      for (const host of [rep, owner]) {
        await addMeetingType(db, [host.id], { account_id: account }, daily("09:00", "17:00"));
        await db.run(
          `with subscription as (
             insert into public.calendar_subscriptions (user_id, address) values ($1, 'https://calendar.example/' || $1::uuid) returning id
           ) insert into private.calendar_busy (subscription_id, user_id, during) select id, $1::uuid, tstzrange($2, $3) from subscription`,
          [host.id, dayAt(3, 12), dayAt(3, 13)],
        );
      }
      await db.run("select set_config('request.headers', $1, true)", [JSON.stringify({ "x-account": slug })]);
      const read = async (who: Person, host: Person) => {
        const { free, busy } = (await runAs<Hours>(db, who, LIST, [dayAt(3, 0), dayAt(4, 0), host.id, false])).answer;
        return { free: clock(free), busy: clock(busy) };
      };
      // The rep's call at the agency takes their time here, too.
      const freeOf = (host: Person) =>
        host === rep ? ["09:00–12:00", "13:00–15:00", "16:00–17:00"] : ["09:00–12:00", "13:00–17:00"];
      expect(await read(owner, rep)).toEqual({ free: freeOf(rep), busy: [] });
      for (const [who, host] of [
        [owner, owner],
        [rep, rep],
        [admin, rep],
      ] as const)
        expect(await read(who, host)).toEqual({ free: freeOf(host), busy: ["12:00–13:00"] });
      // Only they read which call that is, and only in their own calendar.
      type Told = { elsewhere: { id: string; account: string; taken: string[] }[]; types: object[] };
      const told = async (who: Person, host: Person | null) =>
        (await runAs<{ answer: Told }>(db, who, LIST, [dayAt(3, 0), dayAt(4, 0), host?.id ?? null, host === null]))
          .answer;
      const [told1, ...more] = (await told(rep, rep)).elsewhere;
      expect(more).toEqual([]);
      expect(told1).toMatchObject({ id: elsewhereCall.id, account: "Upfunnel" });
      expect(told1?.taken.map((at) => Date.parse(at))).toEqual([dayAt(3, 15).getTime(), dayAt(3, 16).getTime()]);
      for (const [who, host] of [
        [owner, rep],
        [admin, rep],
        [owner, null],
        [admin, null],
      ] as const)
        expect((await told(who, host)).elsewhere).toEqual([]);
      expect((await told(rep, rep)).types).toEqual([expect.objectContaining({ minutes: 30, buffer_after: 0 })]);
    }),
  );
});
