import { expect, test } from "vitest";
import { book } from "../../support/booked-calls.ts";
import { addMeetingType, bookMeeting, codeOf, dayAt, readBooking } from "../../support/bookings.ts";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { erase } from "../../support/erasing.ts";
import { readMails } from "../../support/lead-clocks.ts";
import { addLeadRow, changeLeads, mergeLeads, readLead } from "../../support/lead-rows.ts";

const MOVE = "select public.move_own_booking($1, $2) as answer";

onEveryDatabase("A booked call and what happens to its lead:", (given) => {
  const within = (work: (db: TestDatabase, sales: Person) => Promise<void>) => async () => {
    const { db, world } = given();
    await rolledBack(db, () => work(db, world.people["active sales"]));
  };
  const leadsOf = async (db: TestDatabase, calls: string[]) =>
    (
      await db.run<{ lead_id: string }>(
        "select lead_id from public.bookings where id = any ($1) order by array_position($1, id)",
        [calls],
      )
    ).rows.map(({ lead_id }) => lead_id);
  const tasksOf = async (db: TestDatabase, lead: string) =>
    (
      await db.run<{ booking_id: string }>(
        "select booking_id from public.lead_tasks where lead_id = $1 and done_at is null order by due_at",
        [lead],
      )
    ).rows.map(({ booking_id }) => booking_id);
  const nextCall = async (db: TestDatabase, lead: string) =>
    (await db.run<{ id: string | null }>("select private.next_call($1) ->> 'id' as id", [lead])).rows[0]?.id;

  test(
    "a merge moves it to the kept lead with its task, and an undo moves it back, but not one that the kept lead has of its own",
    within(async (db, sales) => {
      const keep = await addLeadRow(db, sales, { email: "keep@call.example" });
      const away = await addLeadRow(db, sales, { email: "away@call.example" });
      const own = await book(db, { lead: keep, hosts: [sales.id ?? null], in: 3000 });
      const moved = await book(db, { lead: away, hosts: [sales.id ?? null], in: 2000 });
      const batch = await mergeLeads(db, sales, keep, away);
      expect(await leadsOf(db, [own, moved])).toEqual([keep, keep]);
      expect(await nextCall(db, keep)).toBe(moved);
      expect(await tasksOf(db, keep)).toEqual([moved, own]);
      await runAs(db, sales, "select public.move_call($1, now() + interval '5 days')", [moved]);
      const later = await book(db, { lead: keep, hosts: [sales.id ?? null], in: 9000 });
      await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
      expect(await leadsOf(db, [own, moved, later])).toEqual([keep, away, keep]);
      expect([await tasksOf(db, keep), await tasksOf(db, away)]).toEqual([[own, later], [moved]]);
      expect(await nextCall(db, away)).toBe(moved);
    }),
  );

  test(
    "an undo moves back only what the merge moved: tasks of the kept lead, and leads that were merged into it before, stay",
    within(async (db, sales) => {
      const leads: string[] = [];
      while (leads.length < 4) leads.push(await addLeadRow(db, sales));
      const [keep, early, away, within] = leads as [string, string, string, string];
      for (const lead of [keep, away])
        await db.run("insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, 'call', $2, now())", [
          lead,
          `of ${lead}`,
        ]);
      await mergeLeads(db, sales, keep, early);
      await mergeLeads(db, sales, away, within);
      const batch = await mergeLeads(db, sales, keep, away);
      await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
      const { rows: tasks } = await db.run("select lead_id, title from public.lead_tasks where lead_id = any ($1)", [
        leads,
      ]);
      expect(tasks).toHaveLength(2);
      expect(tasks).toEqual(
        expect.arrayContaining([keep, away].map((lead) => ({ lead_id: lead, title: `of ${lead}` }))),
      );
      const { rows: merged } = await db.run(
        "select id, merged_into from public.leads where merged_into is not null and id = any ($1)",
        [leads],
      );
      expect(merged).toEqual(
        expect.arrayContaining([
          { id: early, merged_into: keep },
          { id: within, merged_into: away },
        ]),
      );
    }),
  );

  test(
    "merges that follow each other are undone one by one, each with its calls",
    within(async (db, sales) => {
      const leads: string[] = [];
      while (leads.length < 3) leads.push(await addLeadRow(db, sales));
      const [first, second, third] = leads;
      const call = await book(db, { lead: first ?? "", hosts: [sales.id ?? null], in: 2000 });
      const one = await mergeLeads(db, sales, second ?? "", first ?? "");
      const two = await mergeLeads(db, sales, third ?? "", second ?? "");
      expect(await leadsOf(db, [call])).toEqual([third]);
      await runAs(db, sales, "select public.undo_lead_merge($1)", [two]);
      expect(await leadsOf(db, [call])).toEqual([second]);
      await runAs(db, sales, "select public.undo_lead_merge($1)", [one]);
      expect(await leadsOf(db, [call])).toEqual([first]);
    }),
  );

  test(
    "its visitor still moves it after a merge, and the kept lead's history has the change",
    within(async (db, sales) => {
      const { slug } = await addMeetingType(db, [sales.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "merged@call.example" });
      const away = (await readBooking(db, key))?.lead_id ?? "";
      const keep = await addLeadRow(db, sales);
      await mergeLeads(db, sales, keep, away);
      expect(await codeOf(db, MOVE, [key, dayAt(4)])).toBe("true");
      const { rows } = await db.run(
        "select payload ->> 'event' as event from public.lead_activities where lead_id = $1 and kind = 'booking'",
        [keep],
      );
      expect(rows).toEqual([{ event: "rescheduled" }]);
    }),
  );

  test(
    "an archived lead keeps it: the time stays taken, the reminder goes, the outcome is asked and can be noted",
    within(async (db, sales) => {
      const lead = await addLeadRow(db, sales, { email: "archived@call.example" });
      const call = await book(db, { lead, hosts: [sales.id ?? null], in: 60 });
      await changeLeads(db, sales, [lead], { archived: true });
      await db.run("delete from private.outbox where kind = 'mail'");
      const { rows } = await db.run(
        "select state, is_taken from public.bookings join public.booking_hosts on booking_id = id where id = $1",
        [call],
      );
      expect(rows).toEqual([{ state: "booked", is_taken: true }]);
      const run = (event: string, minutes: number | null) =>
        runAs(db, "service", "select public.run_booking_event($1, 0, $2, $3) as did", [call, event, minutes]);
      expect(await run("reminder", 60)).toEqual({ did: true });
      expect(await readMails(db)).toEqual(["booking-reminder → ann@visitor.example"]);
      await db.run(
        "update public.bookings set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1",
        [call],
      );
      expect(await run("outcome", null)).toEqual({ did: true });
      await runAs(db, sales, "select public.set_booking_outcome($1, 'held')", [call]);
      expect((await readLead(db, lead))["archived_at"]).not.toBeNull();
    }),
  );

  test(
    "lists of leads say when it ends while it is the next step, and no longer when it is cancelled or comes second",
    within(async (db, sales) => {
      const lead = await addLeadRow(db, sales, { email: "running@call.example" });
      const call = await book(db, { lead, hosts: [sales.id ?? null], in: -10, minutes: 30 });
      const shownEnd = async () => {
        const filter = { op: "and", rules: [{ field: "q", is: "eq", value: "running@call.example" }] };
        const { end } = await runAs<{ end: string | null }>(
          db,
          sales,
          "select public.list_leads('all', $1::text::jsonb) -> 'rows' -> 0 ->> 'next_call_ends_at' as end",
          [JSON.stringify(filter)],
        );
        return end && Date.parse(end);
      };
      const booked = await db.run<{ ends_at: Date }>("select ends_at from public.bookings where id = $1", [call]);
      expect(await shownEnd()).toBe(new Date(booked.rows[0]?.ends_at ?? 0).getTime());
      await db.run(
        "insert into public.lead_tasks (lead_id, kind, title, due_at) values ($1, 'email', 'Before the call', now() - interval '1 hour')",
        [lead],
      );
      expect(await shownEnd()).toBeNull();
      await db.run("delete from public.lead_tasks where lead_id = $1 and booking_id is null", [lead]);
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [call]);
      expect(await shownEnd()).toBeNull();
    }),
  );

  test(
    "an archived lead that books again is back, and keeps its first call",
    within(async (db, sales) => {
      const { slug } = await addMeetingType(db, [sales.id]);
      const email = "again@call.example";
      const first = await readBooking(db, await bookMeeting(db, slug, { starts_at: dayAt(3), email }));
      await changeLeads(db, sales, [first?.lead_id ?? ""], { archived: true });
      const second = await readBooking(db, await bookMeeting(db, slug, { starts_at: dayAt(4), email }));
      expect(second?.lead_id).toBe(first?.lead_id);
      expect((await readLead(db, first?.lead_id ?? ""))["archived_at"]).toBeNull();
    }),
  );

  test(
    "an erased person has none ahead, also of a lead that was merged: times are free, and nobody gets an email",
    within(async (db, sales) => {
      const { admin } = given().world.people;
      const { slug } = await addMeetingType(db, [sales.id]);
      const key = await bookMeeting(db, slug, { starts_at: dayAt(3), email: "gone@call.example" });
      const away = (await readBooking(db, key))?.lead_id ?? "";
      const keep = await addLeadRow(db, sales, { email: "kept@call.example" });
      await mergeLeads(db, sales, keep, away);
      await db.run("delete from private.outbox");
      await erase(db, admin, "lead", keep);
      expect(await readBooking(db, key)).toMatchObject({ state: "cancelled", taken: [false], email: "" });
      expect((await readMails(db)).filter((line) => line.startsWith("booking"))).toEqual([]);
    }),
  );
});
