import { expect, test } from "vitest";
import { addMeetingType, bookMeeting, codeOf, dayAt, readBooking } from "../../support/bookings.ts";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { readMails } from "../../support/lead-clocks.ts";
import { readLead } from "../../support/lead-rows.ts";

const HAND_OVER = "select public.hand_over_call($1, $2, $3) as answer";
const UNDO = "select public.undo_hand_over($1) ->> 'restored' as answer";
type Takers = {
  state: string;
  starts_at: string;
  from: { id: string }[];
  takers: { id: string; takes_type: boolean; state: string }[];
};
type Note = {
  event: string;
  call: { taken: boolean; host: string | null };
  lead_id: string;
  by: string | null;
  is_read: boolean;
  id: string;
};

onEveryDatabase("A call that is handed over", (given) => {
  type Case = { db: TestDatabase; sales: Person; other: Person; admin: Person; key: string; id: string; lead: string };
  /** A visitor booked one host's call, whose lead is that host's. */
  const withCall = (work: (given: Case) => Promise<void>) => async () => {
    const { db, world } = given();
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    await rolledBack(db, async () => {
      const { slug } = await addMeetingType(db, [sales.id]);
      await addMeetingType(db, [other.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "ann@handed.example" });
      const { id = "", lead_id: lead = "" } = (await readBooking(db, key)) ?? {};
      await db.run("delete from private.outbox");
      await work({ db, sales, other, admin, key, id, lead });
    });
  };
  const give = ({ db, id }: Case, who: Person, from: Person, to: Person) =>
    codeOf(db, HAND_OVER, [id, from.id, to.id], who);
  const takersOf = async ({ db, id }: Case, who: Person) =>
    (await runAs<{ answer: Takers }>(db, who, "select public.call_takers($1) as answer", [id])).answer;
  const callsOf = async ({ db }: Case, who: Person) =>
    (
      await runAs<{ answer: { calls: { id: string }[] } }>(
        db,
        who,
        "select public.list_calls(now(), now() + interval '9 days') as answer",
      )
    ).answer.calls.map(({ id }) => id);
  const newsOf = async ({ db, lead }: Case, who: Person) =>
    (await runAs<{ news: Note[] }>(db, who, "select public.crm_notifications() as news")).news.filter(
      (note) => note.lead_id === lead && note.event.startsWith("call_"),
    );

  test(
    "keeps its time, its lead and its stage; the visitor and both hosts hear it, and the new host sees it",
    withCall(async (call) => {
      const { db, sales, other, key, id, lead } = call;
      const before = await readLead(db, lead);
      expect(await give(call, sales, sales, other)).toBe("true");
      expect(await readBooking(db, key)).toMatchObject({
        hosts: [other.id],
        taken: [true],
        sequence: 1,
        events: ["booked", "reassigned"],
      });
      expect(new Date((await readBooking(db, key))?.starts_at ?? "")).toEqual(dayAt(3));
      const { user_id, stage, reached } = before;
      expect(await readLead(db, lead)).toMatchObject({ user_id, stage, reached });
      expect(await readMails(db)).toEqual([
        `booking-host-handed-over → ${sales.email}`,
        `booking-host-reassigned → ${other.email}`,
        "booking-reassigned → ann@handed.example",
      ]);
      expect([await callsOf(call, sales), await callsOf(call, other)]).toEqual([[], [id]]);
      const { page } = await runAs<{ page: { rows: { payload: Record<string, string> }[] } }>(
        db,
        sales,
        "select public.lead_timeline($1, array['booking']) as page",
        [lead],
      );
      // All of it happened in one transaction, so the order says nothing.
      const given = page.rows.find(({ payload }) => payload["event"] === "reassigned");
      expect(given?.payload).toMatchObject({ event: "reassigned", host: other.id });
      expect(given?.payload["host_name"]).not.toBe("");
      // A repeated request changes nothing, also of a host who doesn't see the lead anymore.
      expect(await give(call, sales, sales, other)).toBe("false");
    }),
  );

  test(
    "says in the history and to its earlier host that a person took it over themselves",
    withCall(async (call) => {
      const { db, sales, admin, lead } = call;
      expect(await give(call, admin, sales, admin)).toBe("true");
      const { page } = await runAs<{ page: { rows: { actor_id: string; payload: Record<string, string> }[] } }>(
        db,
        admin,
        "select public.lead_timeline($1, array['booking']) as page",
        [lead],
      );
      const taken = page.rows.find(({ payload }) => payload["event"] === "reassigned");
      expect(taken).toMatchObject({ actor_id: admin.id, payload: { host: admin.id, from: sales.id } });
      expect(taken?.payload["from_name"]).toBeTruthy();
      const [given] = await newsOf(call, sales);
      expect(given).toMatchObject({ event: "call_given", call: { taken: true } });
    }),
  );

  test(
    "goes back with Undo; who was not told hears nothing, and everyone else hears both",
    withCall(async (call) => {
      const { db, sales, other, admin, key, id } = call;
      await give(call, sales, sales, other);
      expect(await codeOf(db, UNDO, [id], other)).toBe("change_not_found");
      expect(await codeOf(db, UNDO, [id], admin)).toBe("change_not_found");
      expect([await codeOf(db, UNDO, [id], sales), await codeOf(db, UNDO, [id], sales)]).toEqual(["1", "0"]);
      expect(await readBooking(db, key)).toMatchObject({ hosts: [sales.id], sequence: 2 });
      expect(await readMails(db)).toEqual([]);
      await give(call, sales, sales, other);
      await db.run("update private.outbox set status = 'done'");
      expect(await codeOf(db, UNDO, [id], sales)).toBe("1");
      expect(await readMails(db)).toEqual(
        [
          ...[sales, other].flatMap(({ email }) => [
            `booking-host-handed-over → ${email}`,
            `booking-host-reassigned → ${email}`,
          ]),
          ...["booking-reassigned → ann@handed.example", "booking-reassigned → ann@handed.example"],
        ].toSorted(),
      );
      // Someone gave it on since.
      await give(call, sales, sales, other);
      expect(await give(call, admin, other, admin)).toBe("true");
      expect(await codeOf(db, UNDO, [id], sales)).toBe("outdated");
      expect(await readBooking(db, key)).toMatchObject({ hosts: [admin.id] });
    }),
  );

  test(
    "is given by its host, the lead's owner and the leaders only",
    withCall(async (call) => {
      const { db, sales, other, admin, lead, id } = call;
      const third = await createPerson(db, "active sales");
      expect(await give(call, other, sales, other)).toBe("booking_not_found");
      await db.run("update public.leads set user_id = null where id = $1", [lead]);
      // Sees the unowned lead and its call.
      expect(await give(call, other, sales, other)).toBe("leaders_only");
      expect(await takersOf(call, other)).toMatchObject({ state: "booked", from: [], takers: [] });
      await db.run("update public.leads set user_id = $2 where id = $1", [lead, other.id]);
      expect((await takersOf(call, other)).from.map((host) => host.id)).toEqual([sales.id]);
      expect(await give(call, other, sales, third)).toBe("true");
      expect(await give(call, admin, third, admin)).toBe("true");
      expect(await give(call, admin, admin, sales)).toBe("true");
      // A host's rights end with the call, and so does everything at its start.
      expect(await give(call, third, sales, other)).toBe("booking_not_found");
      await db.run(
        "update public.bookings set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where id = $1",
        [id],
      );
      expect(await give(call, sales, sales, other)).toBe("booking_over");
      expect(await takersOf(call, sales)).toMatchObject({ state: "booked", from: [], takers: [] });
      await db.run("update public.bookings set state = 'held' where id = $1", [id]);
      expect(await give(call, sales, sales, other)).toBe("booking_over");
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [id]);
      expect(await give(call, sales, sales, other)).toBe("booking_cancelled");
      expect(await takersOf(call, sales)).toMatchObject({ state: "cancelled", from: [], takers: [] });
    }),
  );

  test(
    "names who is free, away, off shift or busy, and only another call rules them out",
    withCall(async (call) => {
      const { db, sales, other, admin, key } = call;
      const stateOf = async () => (await takersOf(call, sales)).takers.find(({ id }) => id === other.id);
      expect(await stateOf()).toMatchObject({ state: "free", takes_type: false });
      await db.run("update public.rotas set hours = '{}' where user_id = $1", [other.id]);
      expect(await stateOf()).toMatchObject({ state: "off_shift" });
      await db.run(
        "insert into public.absences (user_id, starts_at, ends_at) values ($1, now(), now() + interval '9 days')",
        [other.id],
      );
      expect(await stateOf()).toMatchObject({ state: "away" });
      const { slug } = await addMeetingType(db, [other.id]);
      await db.run("delete from public.absences where user_id = $1", [other.id]);
      await bookMeeting(db, slug, { starts_at: dayAt(3) });
      expect(await stateOf()).toMatchObject({ state: "busy" });
      expect(await give(call, sales, sales, other)).toBe("slot_taken");
      expect(await readBooking(db, key)).toMatchObject({ hosts: [sales.id], sequence: 0 });
      // Its host by now, a host already, and someone who is not on the team.
      expect(await give(call, admin, other, admin)).toBe("outdated");
      expect(await give(call, sales, sales, sales)).toBe("assignee_not_active");
      expect(await give(call, sales, sales, given().world.people.inactive)).toBe("assignee_not_active");
      expect(await give(call, sales, sales, given().world.people.owner)).toBe("assignee_not_active");
    }),
  );

  test(
    "with several hosts, each gives their own part, and who leads any",
    withCall(async (call) => {
      const { db, sales, other, admin, lead } = call;
      const third = await createPerson(db, "active sales");
      const both = await addMeetingType(db, [sales.id, other.id], { assignment: "together" });
      await db.run("update public.leads set user_id = $2 where id = $1", [lead, third.id]);
      const key = await bookMeeting(db, both.slug, { starts_at: dayAt(4), email: "ann@handed.example" });
      const shared = { ...call, key, id: (await readBooking(db, key))?.id ?? "" };
      expect((await takersOf(shared, other)).from.map(({ id }) => id)).toEqual([other.id]);
      expect(await give(shared, other, sales, third)).toBe("leaders_only");
      await db.run("delete from private.outbox");
      expect(await give(shared, other, other, third)).toBe("true");
      expect(await readBooking(db, key)).toMatchObject({ hosts: [sales.id, third.id].toSorted() });
      const told = [
        `booking-host-handed-over → ${other.email}`,
        `booking-host-joined → ${sales.email}`,
        `booking-host-reassigned → ${third.email}`,
        "booking-reassigned → ann@handed.example",
      ].toSorted();
      expect((await readMails(db)).toSorted()).toEqual(told);
      // Until it leaves, Undo withdraws the email of the host who stays, too.
      expect(await codeOf(db, UNDO, [shared.id], other)).toBe("1");
      expect(await readMails(db)).toEqual([]);
      expect(await give(shared, other, other, third)).toBe("true");
      await db.run("update private.outbox set status = 'done' where payload ->> 'template' = 'booking-host-joined'");
      expect(await codeOf(db, UNDO, [shared.id], other)).toBe("1");
      const { rows: undone } = await db.run(
        `select payload ->> 'template' as template, payload ->> 'to' as to,
           payload -> 'data' ->> 'newHost' = private.person_name($1) as returns
         from private.outbox where status = 'queued' and payload ->> 'template' like 'booking-%'`,
        [other.id],
      );
      expect(undone).toEqual([{ template: "booking-host-joined", to: sales.email, returns: true }]);
      expect(await give(shared, other, other, third)).toBe("true");
      expect(await give(shared, admin, sales, other)).toBe("true");
    }),
  );

  test(
    "is in the bell of hosts for whom someone else booked, moved, canceled or handed over, until they read it",
    withCall(async (call) => {
      const { db, sales, other, admin, key, id } = call;
      const eventsOf = async (who: Person) => (await newsOf(call, who)).map(({ event, by }) => [event, by !== null]);
      expect(await eventsOf(sales)).toEqual([["call_booked", false]]);
      expect(await eventsOf(admin)).toEqual([]);
      await db.run("select public.move_own_booking($1, $2)", [key, dayAt(4)]);
      await runAs(db, sales, "select public.move_call($1, $2)", [id, dayAt(5)]);
      expect(await eventsOf(sales)).toEqual([
        ["call_moved", false],
        ["call_booked", false],
      ]);
      const [moved] = await newsOf(call, sales);
      await runAs(db, sales, "select public.mark_notifications_read(array[$1])", [moved?.id]);
      expect((await newsOf(call, sales)).map(({ is_read }) => is_read)).toEqual([true, false]);
      await give(call, admin, sales, other);
      expect((await eventsOf(sales))[0]).toEqual(["call_given", true]);
      expect((await newsOf(call, sales))[0]?.call.taken).toBe(false);
      expect((await eventsOf(other))[0]).toEqual(["call_received", true]);
      // What was undone never happened.
      await codeOf(db, UNDO, [id], admin);
      expect((await eventsOf(sales))[0]).toEqual(["call_moved", false]);
      expect(await eventsOf(other)).toEqual([]);
      await db.run("select public.cancel_own_booking($1)", [key]);
      expect((await eventsOf(sales))[0]).toEqual(["call_canceled", false]);
      // Nothing is left to do once the time of the call has come.
      await db.run("update public.bookings set starts_at = now() - interval '1 minute' where id = $1", [id]);
      expect((await newsOf(call, sales)).every(({ is_read }) => is_read)).toBe(true);
      await db.run(
        "update public.booking_hosts set during = tstzrange(now() - interval '9 days', now() - interval '8 days') where booking_id = $1",
        [id],
      );
      expect(await newsOf(call, sales)).toEqual([]);
    }),
  );

  test(
    "is in the bell of the lead's owner when it moves or ends while a colleague holds it, and in nobody else's",
    withCall(async (call) => {
      const { db, sales, other, admin, key, id } = call;
      await give(call, sales, sales, other);
      const news = async (who: Person) =>
        (await newsOf(call, who)).map(({ event, by, call: { host } }) => [event, by !== null, host !== null]);
      expect(await news(sales)).toEqual([]);
      await runAs(db, other, "select public.move_call($1, $2)", [id, dayAt(5)]);
      expect(await news(sales)).toEqual([["call_moved", true, true]]);
      await db.run("select public.cancel_own_booking($1)", [key]);
      expect((await news(sales))[0]).toEqual(["call_canceled", false, true]);
      expect((await news(other))[0]).toEqual(["call_canceled", false, false]);
      expect(await news(admin)).toEqual([]);
      await db.run(
        "update public.leads set user_id = $1 where id = (select lead_id from public.bookings where id = $2)",
        [admin.id, id],
      );
      expect(await news(sales)).toEqual([]);
    }),
  );
});
