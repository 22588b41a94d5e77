import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMeetingType, bookMeeting, dayAt, sentBy } from "../../support/bookings.ts";
import { databases } from "../../support/database.ts";
import { becomeService } from "../../support/database-persons.ts";
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
  const race = (calls: [statement: string, parameters: unknown[]][]) =>
    Promise.all(
      calls.map(async ([statement, parameters]) => {
        const session = await db.connect?.();
        try {
          await session?.run("begin");
          if (session) await becomeService(session);
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
});
