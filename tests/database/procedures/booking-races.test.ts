import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMeetingType, bookMeeting, dayAt, readBooking, sentBy } from "../../support/bookings.ts";
import { databases } from "../../support/database.ts";
import { become, becomeService, type Person } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { createWorld, type World } from "../../support/database-world.ts";

const RACERS = 7;

describe.each(databases().filter(({ overlapping }) => overlapping))("At the same moment, on $name", ({ open }) => {
  let db: TestDatabase;
  let world: World;
  beforeAll(async () => {
    db = await open();
    world = await createWorld(db);
  });
  afterAll(() => db?.close());

  /** Sends each statement on its own connection. Returns the answers and the codes of refusals. */
  const race = (calls: [statement: string, parameters: unknown[], who?: Person][]) =>
    Promise.all(
      calls.map(async ([statement, parameters, who]) => {
        const session = await db.connect?.();
        try {
          await session?.run("begin");
          if (session) await (who ? become(session, who) : becomeService(session));
          const { rows } = (await session?.run<{ answer: unknown }>(statement, parameters)) ?? { rows: [] };
          await session?.run("commit");
          return String(rows[0]?.answer);
        } catch (error) {
          await session?.run("rollback");
          return (error as { hint?: string }).hint ?? String(error);
        } finally {
          session?.release();
        }
      }),
    );
  const BOOK = "select public.book_meeting('agency', $1, $2::text::jsonb) as answer";

  test("one racer books a time of one host, and as many of a pool as it has hosts", async () => {
    const { "active sales": sales, "other active sales": other } = world.people;
    const alone = await addMeetingType(db, [sales.id]);
    const pool = await addMeetingType(db, [sales.id, other.id]);
    const both = await addMeetingType(db, [sales.id, other.id], { assignment: "together" });
    for (const [{ slug }, day, wins] of [
      [alone, 3, 1],
      [pool, 4, 2],
      [both, 5, 1],
    ] as const) {
      const answers = await race(
        Array.from({ length: RACERS }, () => [BOOK, [slug, JSON.stringify(sentBy({ starts_at: dayAt(day) }))]]),
      );
      expect(answers.filter((answer) => answer === "slot_taken")).toHaveLength(RACERS - wins);
      expect(answers.filter((answer) => answer.includes("-"))).toHaveLength(wins);
    }
  });

  test("forms of one person at one time book one call, also of a person who is new, and of one host or a pool", async () => {
    const { "active sales": sales, "other active sales": other } = world.people;
    const alone = await addMeetingType(db, [sales.id]);
    const pool = await addMeetingType(db, [sales.id, other.id]);
    for (const [{ slug, id }, day] of [
      [alone, 11],
      [pool, 12],
    ] as const) {
      const email = `${randomUUID()}@races.example`;
      const answers = await race(
        Array.from({ length: RACERS }, () => [BOOK, [slug, JSON.stringify(sentBy({ starts_at: dayAt(day), email }))]]),
      );
      expect(answers.filter((answer) => answer.includes("-"))).toHaveLength(1);
      expect(answers.filter((answer) => answer === "already_booked")).toHaveLength(RACERS - 1);
      expect((await db.run("select from public.bookings where meeting_type_id = $1", [id])).count).toBe(1);
      expect((await db.run("select from public.leads where email = $1", [email])).count).toBe(1);
    }
  });

  test("a form sent many times at once books once, and two calls never move to one time", async () => {
    const { slug } = await addMeetingType(db, [world.people["active sales"].id]);
    const form = JSON.stringify(sentBy({ starts_at: dayAt(7), submission_id: randomUUID() }));
    const answers = await race(Array.from({ length: RACERS }, () => [BOOK, [slug, form]]));
    expect(new Set(answers).size).toBe(1);
    const keys = [];
    for (let hour = 0; hour < 5; hour++) keys.push(await bookMeeting(db, slug, { starts_at: dayAt(8, 8 + hour) }));
    const moves = await race(
      keys.map((key) => ["select public.move_own_booking($1, $2) as answer", [key, dayAt(8, 20)]]),
    );
    expect(moves.toSorted()).toEqual(["slot_taken", "slot_taken", "slot_taken", "slot_taken", "true"]);
  });

  test("one of two who hand over a call does, and people who give each other calls don't wait for each other", async () => {
    const { "active sales": sales, "other active sales": other, admin } = world.people;
    const [ours, theirs] = [await addMeetingType(db, [sales.id]), await addMeetingType(db, [other.id])];
    const GIVE = "select public.hand_over_call($1, $2, $3) as answer";
    const idOf = async ({ slug }: { slug: string }, hour: number) =>
      (await readBooking(db, await bookMeeting(db, slug, { starts_at: dayAt(9, hour) })))?.id ?? "";
    const call = await idOf(ours, 8);
    const answers = await race([
      [GIVE, [call, sales.id, other.id], sales],
      [GIVE, [call, sales.id, admin.id], admin],
    ]);
    expect(answers.toSorted()).toEqual(["outdated", "true"]);
    for (let hour = 10; hour < 16; hour += 2) {
      const [mine, yours] = [await idOf(ours, hour), await idOf(theirs, hour + 1)];
      const swapped = await race([
        [GIVE, [mine, sales.id, other.id], sales],
        [GIVE, [yours, other.id, sales.id], other],
      ]);
      expect(swapped).toEqual(["true", "true"]);
    }
    // Two calls of one time never go to one person.
    const [one, two] = [await idOf(ours, 18), await idOf(theirs, 18)];
    const both = await race([
      [GIVE, [one, sales.id, admin.id], admin],
      [GIVE, [two, other.id, admin.id], admin],
    ]);
    expect(both.toSorted()).toEqual(["slot_taken", "true"]);
  });
});
