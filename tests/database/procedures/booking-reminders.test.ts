import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { book, cancel, moveTo } from "../../support/booked-calls.ts";
import { addMeetingType } from "../../support/bookings.ts";
import { databases } from "../../support/database.ts";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";

const AHEAD = [1440, 60, 15];
const EARLIEST = 5;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom("run", "run", "run", "move", "cancel"),
    minutes: fc.constantFrom(...AHEAD),
    /** Jobs of earlier times may still come. */
    isOld: fc.boolean(),
    isKilled: fc.boolean(),
    to: fc.integer({ min: EARLIEST, max: 3000 }),
  }),
  { minLength: 2, maxLength: 14 },
);

/** The reminders in the outbox, as 'sequence minutes'. */
const readReminders = async (db: Session, call: string) =>
  (
    await db.run<{ line: string }>(
      `select concat_ws(' ', payload -> 'data' ->> 'sequence', payload -> 'data' ->> 'minutes') as line from private.outbox
       where payload ->> 'template' = 'booking-reminder' and payload -> 'data' ->> 'bookingId' = $1 order by 1`,
      [call],
    )
  ).rows.map(({ line }) => line);

const RUN = "select public.run_booking_event($1, $2, 'reminder', $3) as did";

onEveryDatabase("Reminders of a call", (given) => {
  test("that are still ahead are on the page of the call, the earliest first", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const host = world.people["active sales"].id ?? "";
      const { rows } = await db.run<{ id: string }>("select id from public.leads where user_id is null limit 1");
      const { id: type } = await addMeetingType(db, [host], { reminders: [15, 60, 1440, 60] });
      const call = await book(db, { lead: rows[0]?.id ?? "", hosts: [host], in: 90, type });
      const READ = `select public.managed_booking(manage_key) #> '{booking,reminders}' as ahead from public.bookings where id = $1`;
      expect((await db.run<{ ahead: number[] }>(READ, [call])).rows[0]?.ahead).toEqual([60, 15]);
    });
  });

  test("come once for each time that is due, whatever runs again, is killed or comes late, and never after a cancellation", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      const host = world.people["active sales"].id ?? "";
      const { rows } = await db.run<{ id: string }>("select id from public.leads where user_id is null limit 1");
      const { id: type } = await addMeetingType(db, [host], { reminders: AHEAD });
      await fc.assert(
        fc.asyncProperty(steps, fc.integer({ min: EARLIEST, max: 3000 }), async (walk, first) => {
          await db.run("delete from public.bookings");
          const call = await book(db, { lead: rows[0]?.id ?? "", hosts: [host], in: first, type });
          let [ahead, sequence, isCancelled] = [first, 0, false];
          const wanted = new Set<string>();
          for (const { kind, minutes, isOld, isKilled, to } of walk) {
            if (isKilled) await db.run("savepoint killed");
            if (kind === "run") {
              const asked = isOld ? sequence - 1 : sequence;
              const { did } = await runAs<{ did: boolean }>(db, "service", RUN, [call, asked, minutes]);
              const isDue = !isOld && !isCancelled && ahead <= minutes;
              expect(did).toBe(isDue);
              if (isDue && !isKilled) wanted.add(`${sequence} ${minutes}`);
            } else if (!isCancelled) {
              await (kind === "move" ? moveTo(db, call, to) : cancel(db, call));
              if (!isKilled) {
                sequence += 1;
                if (kind === "move") ahead = to;
                else isCancelled = true;
              }
            }
            if (isKilled) await db.run("rollback to savepoint killed");
          }
          expect(await readReminders(db, call)).toEqual([...wanted].toSorted());
          // What was queued before the last change is dropped when it would be sent.
          const { rows: sent } = await db.run<{ sequence: string }>(
            `select payload -> 'data' ->> 'sequence' as sequence from private.outbox
             where payload ->> 'template' = 'booking-reminder' and payload -> 'data' ->> 'bookingId' = $1
               and public.prepare_booking_mail(id) is not null`,
            [call],
          );
          const current = isCancelled ? [] : [...wanted].filter((line) => line.startsWith(`${sequence} `));
          expect(sent).toHaveLength(current.length);
        }),
        { numRuns: 40 },
      );
    });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))("Two hosts with one job, on $name", ({ open }) => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await open();
  });
  afterAll(() => db?.close());

  test("send one reminder, and none when the call is canceled in the same moment before it", async () => {
    const host = (await createPerson(db, "active sales")).id ?? "";
    const { rows } = await db.run<{ id: string }>("insert into public.leads (first_name) values ('Ann') returning id");
    const calls: string[] = [];
    for (let number = 0; number < 12; number += 1)
      calls.push(await book(db, { lead: rows[0]?.id ?? "", hosts: [host], in: 30 + number, minutes: 1 }));
    const onItsOwn = async (work: (session: Session) => Promise<unknown>) => {
      const session = await db.connect?.();
      if (!session) throw new Error("This database has one connection");
      try {
        await session.run("begin");
        await work(session);
        await session.run("commit");
      } finally {
        session.release();
      }
    };
    for (const [at, call] of calls.entries()) {
      const run = () => onItsOwn((session) => session.run(RUN, [call, 0, 60]));
      const stop = () => onItsOwn((session) => session.run("select private.cancel_booking($1, null)", [call]));
      await Promise.all(at % 2 === 0 ? [run(), run(), run()] : [run(), stop(), run()]);
      const reminders = await readReminders(db, call);
      if (at % 2 === 0) expect(reminders).toEqual(["0 60"]);
      else {
        expect(reminders.length).toBeLessThanOrEqual(1);
        const { rows: true_ } = await db.run(
          `select from private.outbox where payload ->> 'template' = 'booking-reminder' and payload -> 'data' ->> 'bookingId' = $1
             and public.prepare_booking_mail(id) is not null`,
          [call],
        );
        expect(true_).toEqual([]);
      }
    }
  });
});
