import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addMeetingType, codeOf, dayAt, readBooking, sentBy } from "../../support/bookings.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { type Person, rolledBack } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";

const HOURS = 4;
const CAN_BE_DONE_TWICE = /^(true|false|held|no_show|cancelled|booked|[0-9a-f-]{36})$/;
type State = "booked" | "cancelled" | "held" | "no_show";

/** A list of calls that knows the rules: what each request answers, and what it changes. */
class Calls {
  readonly all: Call[] = [];

  isTaken(hour: number, but?: Call): boolean {
    return this.all.some((call) => call !== but && call.state !== "cancelled" && !call.isPast && call.hour === hour);
  }

  /** A call that ends while another one is ahead needs no task to offer a new time. */
  noteNext(call: Call): void {
    const hasNext = this.all.some((other) => other !== call && other.state === "booked" && !other.isPast);
    if (hasNext) call.replacedAt = call.events.length;
  }

  isAhead(hour: number): boolean {
    return this.all.some((call) => call.state === "booked" && !call.isPast && call.hour === hour);
  }

  move(call: Call, hour: number, isVisitor: boolean): string {
    const closed = closedFor(call, isVisitor);
    if (closed) return closed;
    if (!call.isPast && call.hour === hour) return "false";
    if (this.isTaken(hour, call)) return "slot_taken";
    Object.assign(call, { hour, isPast: false, sequence: call.sequence + 1 });
    call.events.push("rescheduled");
    return "true";
  }
}

type Call = {
  key: string;
  submission: string;
  hour: number;
  isPast: boolean;
  state: State;
  /** Whether its cancellation invited the visitor to choose a new time, so that it can be undone. */
  isInvited: boolean;
  /** How many events it had when another call ahead made its open task needless. */
  replacedAt?: number;
  sequence: number;
  events: string[];
};

function closedFor({ state, isPast }: Call, isVisitor: boolean): string | null {
  if (state === "cancelled") return "booking_cancelled";
  return state !== "booked" || (isVisitor && isPast) ? "booking_over" : null;
}

function cancel(calls: Calls, call: Call, isVisitor: boolean): string {
  if (call.state === "cancelled") return "false";
  const closed = closedFor(call, isVisitor);
  if (closed) return closed;
  Object.assign(call, { state: "cancelled", isInvited: false, sequence: call.sequence + 1 });
  call.events.push("cancelled");
  calls.noteNext(call);
  return "true";
}

function decide(calls: Calls, call: Call, outcome: "held" | "no_show" | "rescheduled" | "reopened"): string {
  const wanted = outcome === "rescheduled" ? "cancelled" : outcome;
  if (outcome === "reopened") {
    if (call.state === "booked") return "booked";
    if (call.state === "cancelled" && !call.isInvited) return "booking_cancelled";
    call.state = "booked";
  } else {
    if (call.state === wanted) return wanted;
    if (call.state !== "booked") return "booking_decided";
    if (!call.isPast) return "call_in_future";
    Object.assign(call, { state: wanted, isInvited: outcome === "rescheduled" });
  }
  call.events.push(wanted);
  if (outcome !== "reopened") calls.noteNext(call);
  return call.state;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...["book", "book", "again", "move", "cancel", "move by team", "cancel by team", "time passes", "forged"],
      ...["held", "no_show", "rescheduled", "reopened"],
    ),
    hour: fc.nat(HOURS - 1),
    which: fc.nat(5),
    /** Whether the database dies before the end of the transaction, or its answer is lost after it. The request comes again. */
    kill: fc.constantFrom("none", "none", "before", "after"),
  }),
  { minLength: 1, maxLength: 18 },
);
type Step = { kind: string; hour: number; which: number; kill: string };

const at = (hour: number) => dayAt(5, 10 + hour);

onEveryDatabase("Bookings of one host, walked by generated requests and kills", (given) => {
  test("are always what a list of them says: one call for each hour, each change once, whatever was killed", async () => {
    const { db, world } = given();
    const host = world.people["active sales"];
    await rolledBack(db, async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (walk) => {
          await db.run("savepoint before_walk");
          try {
            await db.run("delete from private.outbox");
            const { slug } = await addMeetingType(db, [host.id], { step_minutes: 60, minutes: 60 });
            const calls = new Calls();
            for (const [number, step] of walk.entries()) await take(db, host, slug, calls, step, number);
            for (const call of calls.all) await expectStored(db, call);
          } finally {
            await db.run("rollback to savepoint before_walk");
          }
        }),
        { numRuns: 40 },
      );
    });
    // The embedded database needs close to a minute for these walks on a busy machine.
  }, 180_000);
});

async function take(db: Session, host: Person, slug: string, calls: Calls, step: Step, number: number): Promise<void> {
  const { kind, hour, which, kill } = step;
  const call = calls.all[which % Math.max(calls.all.length, 1)];
  /** Sends a request through the kill. A request that is repeated changes nothing more. */
  const send = async (statement: string, parameters: unknown[], who: Person | "service" = "service") => {
    if (kill === "before") {
      await db.run("savepoint killed");
      await codeOf(db, statement, parameters, who);
      await db.run("rollback to savepoint killed");
    }
    const answer = await codeOf(db, statement, parameters, who);
    if (kill === "after" && CAN_BE_DONE_TWICE.test(answer)) {
      const again = await codeOf(db, statement, parameters, who);
      expect(again).toBe(answer === "true" ? "false" : answer);
    }
    return answer;
  };
  const book = (submission: string) =>
    send("select public.book_meeting('agency', $1, $2::text::jsonb) as answer", [
      slug,
      JSON.stringify(sentBy({ starts_at: at(hour), submission_id: submission, email: "a@walk.example" })),
    ]);
  if (kind === "book") {
    const submission = randomUUID();
    const answer = await book(submission);
    // All calls are of one person, who has them already; one with an outcome takes its host's time only.
    if (calls.isAhead(hour)) expect(answer).toBe("already_booked");
    else if (calls.isTaken(hour)) expect(answer).toBe("slot_taken");
    else {
      // The new call is the new time that these were to be offered.
      for (const ended of calls.all)
        if (ended.state === "cancelled" || ended.state === "no_show") ended.replacedAt = ended.events.length;
      calls.all.push({
        ...{ key: answer, submission, hour, isPast: false, state: "booked", isInvited: false, sequence: 0 },
        events: ["booked"],
      });
    }
    return;
  }
  if (kind === "forged") {
    expect(await send("select public.cancel_own_booking($1) as answer", [randomUUID()])).toBe("booking_not_found");
    return;
  }
  if (!call) return;
  const id = (await readBooking(db, call.key))?.id;
  switch (kind) {
    case "again":
      expect(await book(call.submission)).toBe(call.key);
      return;
    case "move":
      expect(await send("select public.move_own_booking($1, $2) as answer", [call.key, at(hour)])).toBe(
        calls.move(call, hour, true),
      );
      return;
    case "cancel":
      expect(await send("select public.cancel_own_booking($1) as answer", [call.key])).toBe(cancel(calls, call, true));
      return;
    case "move by team":
      expect(await send("select public.move_call($1, $2) as answer", [id, at(hour)], host)).toBe(
        calls.move(call, hour, false),
      );
      return;
    case "cancel by team":
      expect(await send("select public.cancel_call($1) as answer", [id], host)).toBe(cancel(calls, call, false));
      return;
    case "time passes":
      if (call.isPast) return;
      call.isPast = true;
      await passTime(db, id, 10 + number);
      return;
    default: {
      const outcome = kind as "held" | "no_show" | "rescheduled" | "reopened";
      const statement = "select public.set_booking_outcome($1, $2) ->> 'state' as answer";
      expect(await send(statement, [id, outcome], host)).toBe(decide(calls, call, outcome));
    }
  }
}

/** Moves a call so many days back. Each call gets days of its own, as time would give it. */
async function passTime(db: Session, id: string | undefined, days: number): Promise<void> {
  await db.run(
    `update public.booking_hosts set during = tstzrange(lower(during) - make_interval(days => $2), upper(during) - make_interval(days => $2)) where booking_id = $1`,
    [id, days],
  );
  await db.run(
    "update public.bookings set starts_at = starts_at - make_interval(days => $2), ends_at = ends_at - make_interval(days => $2) where id = $1",
    [id, days],
  );
}

/** The row, the ledger, the lead's history, the task and the emails of a call are what the list says. */
async function expectStored(db: Session, call: Call): Promise<void> {
  const held = await readBooking(db, call.key);
  const { state, sequence, events } = call;
  expect(held).toMatchObject({ state, sequence, events, taken: [state !== "cancelled"] });
  if (!call.isPast) expect(Date.parse(held?.starts_at ?? "")).toBe(at(call.hour).getTime());
  const { rows } = await db.run<{ history: number; tasks: number; letters: number; waiting: number }>(
    `select (select count(*)::integer from public.lead_activities where kind = 'booking' and payload ->> 'booking_id' = $1::uuid::text) as history,
       (select count(*)::integer from public.lead_tasks where booking_id = $1::uuid and done_at is null) as tasks,
       (select count(*)::integer from private.outbox where dedupe_key like format('booking:%s:%%:visitor', $1::uuid)) as letters,
       (select count(*)::integer from private.outbox where dedupe_key = format('booking:%s:%s:outcome', $1::uuid, $2::integer)) as waiting`,
    [held?.id, sequence],
  );
  expect(rows[0]).toEqual({
    history: events.length,
    tasks: state === "held" || call.replacedAt === events.length ? 0 : 1,
    // One for each time that the visitor was promised, and one for the end of the promise.
    letters: 1 + sequence,
    waiting:
      events.findLast((event) => ["booked", "rescheduled", "cancelled"].includes(event)) === "cancelled" &&
      !call.isInvited
        ? 0
        : 1,
  });
}
