import fc from "fast-check";
import { expect, test } from "vitest";
import { book } from "../../support/booked-calls.ts";
import { addMeetingType } from "../../support/bookings.ts";
import { outcomeAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";
import { readMails } from "../../support/lead-clocks.ts";

const HOURS = 5;
const LEAVER = 0;
const hours = fc.uniqueArray(fc.nat(HOURS - 1), { maxLength: HOURS });
/** The hours in which each of three hosts has a call, of two types. The second type has one host only. */
const calendars = fc.record({
  calls: fc.tuple(hours, hours, hours),
  alone: fc.uniqueArray(fc.integer({ min: HOURS, max: HOURS + 2 }), { maxLength: 2 }),
  isColleagueAway: fc.boolean(),
});

type Row = { id: string; hour: number; host: string; sequence: number; events: string[] };

async function readCalls(db: Session): Promise<Row[]> {
  const { rows } = await db.run<Row>(
    `select booking.id, round(extract(epoch from booking.starts_at - now()) / 3600)::integer - 48 as hour, host.user_id as host, booking.sequence,
       array(select event.event from public.booking_events as event where event.booking_id = booking.id order by event.id) as events
     from public.bookings as booking join public.booking_hosts as host on host.booking_id = booking.id order by booking.starts_at, host.user_id`,
  );
  return rows;
}

onEveryDatabase("The calls of a person who leaves", (given) => {
  const inside = (work: (db: TestDatabase, people: Person[], lead: string) => Promise<void>) => {
    const { db, world } = given();
    return rolledBack(db, async () => {
      const people: Person[] = [];
      for (let number = 0; number < 3; number += 1) people.push(await createPerson(db, "active sales"));
      const { rows } = await db.run<{ id: string }>("select id from public.leads where user_id is null limit 1");
      await work(db, people, rows[0]?.id ?? "");
      expect(world.people.admin.id).not.toBeNull();
    });
  };
  const leave = (db: TestDatabase, person: Person | undefined) =>
    outcomeAs(db, given().world.people.admin, "select public.deactivate_user($1, null, true)", [person?.id]);

  test("go to whoever is free, each to one person, in the same step; others stay and the leaders are told", () =>
    inside(async (db, people, lead) => {
      await fc.assert(
        fc.asyncProperty(calendars, async ({ calls, alone, isColleagueAway }) => {
          await db.run("savepoint before_case");
          const ids = people.map(({ id }) => id ?? "");
          const pool = await addMeetingType(db, ids);
          const own = await addMeetingType(db, [ids[LEAVER] ?? ""], { assignment: "person" });
          const add = (host: string | undefined, hour: number, type: string) =>
            book(db, { lead, hosts: [host ?? ""], in: (48 + hour) * 60, type });
          for (const [at, taken] of calls.entries()) for (const hour of taken) await add(ids[at], hour, pool.id);
          for (const hour of alone) await add(ids[LEAVER], hour, own.id);
          if (isColleagueAway)
            await db.run(
              "insert into public.absences (user_id, starts_at, ends_at) values ($1, now(), now() + interval '9 days')",
              [ids[2]],
            );
          const before = await readCalls(db);
          await db.run("delete from private.outbox");
          await leave(db, people[LEAVER]);
          const after = await readCalls(db);
          const mails = await readMails(db);
          await db.run("rollback to savepoint before_case");

          const colleagues = isColleagueAway ? [1] : [1, 2];
          const isFree = (at: number, hour: number) => !calls[at as 0 | 1 | 2].includes(hour);
          const moved = calls[LEAVER].filter((hour) => colleagues.some((at) => isFree(at, hour)));
          expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
          for (const call of after) {
            const earlier = before.find(({ id }) => id === call.id) as Row;
            if (earlier.host === ids[LEAVER] && moved.includes(call.hour)) {
              expect(call).toMatchObject({ sequence: 1, events: ["booked", "reassigned"] });
              const taker = ids.indexOf(call.host);
              expect(colleagues.filter((at) => isFree(at, call.hour))).toContain(taker);
            } else expect(call).toEqual(earlier);
          }
          // The visitor and the new host of each moved call, and each leader once if calls are left.
          const about = (template: string) => mails.filter((line) => line.startsWith(`${template} →`)).length;
          expect([about("booking-reassigned"), about("booking-host-reassigned")]).toEqual([moved.length, moved.length]);
          const left = calls[LEAVER].length + alone.length - moved.length;
          expect(about("calls-without-host") > 0).toBe(left > 0);
        }),
        { numRuns: 25 },
      );
    }));

  test("together with others stay with them, and past or canceled calls with nobody new", () =>
    inside(async (db, people, lead) => {
      const ids = people.map(({ id }) => id ?? "");
      const both = await addMeetingType(db, ids.slice(0, 2), { assignment: "together" });
      const pool = await addMeetingType(db, ids);
      await book(db, { lead, hosts: ids.slice(0, 2), in: 48 * 60, type: both.id });
      const past = await book(db, { lead, hosts: [ids[0] ?? ""], in: -120, type: pool.id });
      const canceled = await book(db, { lead, hosts: [ids[0] ?? ""], in: 50 * 60, type: pool.id });
      await db.run("update public.bookings set state = 'cancelled' where id = $1", [canceled]);
      await leave(db, people[0]);
      const calls = await readCalls(db);
      // No one reads that the call is theirs now, because it was before.
      const { rows } = await db.run<{ template: string; to: string; by: string | null; left: string | null }>(
        `select payload ->> 'template' as template, payload ->> 'to' as to, payload -> 'data' ->> 'earlierHost' as by,
           payload -> 'data' ->> 'left' as left
         from private.outbox where payload ->> 'template' like 'booking-%' order by 1`,
      );
      expect(rows).toEqual([
        { template: "booking-host-left", to: people[1]?.email, by: expect.any(String), left: null },
        { template: "booking-reassigned", to: expect.any(String), by: null, left: "true" },
      ]);
      expect(calls.filter(({ id }) => id !== past && id !== canceled).map(({ host }) => host)).toEqual([ids[1]]);
      expect(calls.filter(({ id }) => id === past || id === canceled).map(({ host }) => host)).toEqual([
        ids[0],
        ids[0],
      ]);
    }));

  test("keep their reminders, once for the new host's time, and the old jobs do nothing", () =>
    inside(async (db, people, lead) => {
      const { id } = await addMeetingType(
        db,
        people.map((person) => person.id),
      );
      const call = await book(db, { lead, hosts: [people[0]?.id ?? ""], in: 30, type: id });
      await leave(db, people[0]);
      const run = async (sequence: number) =>
        (
          await outcomeAs<{ did: boolean }>(
            db,
            "service",
            "select public.run_booking_event($1, $2, 'reminder', 60) as did",
            [call, sequence],
          )
        ).rows[0]?.did;
      expect([await run(0), await run(1), await run(1)]).toEqual([false, true, true]);
      expect((await readMails(db)).filter((line) => line.startsWith("booking-reminder"))).toHaveLength(1);
    }));
});
