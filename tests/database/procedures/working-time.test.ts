import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addWorkingSeconds,
  nextOpening,
  type WorkingCalendar,
  workingSecondsBetween,
} from "../../../domain/working-time.ts";
import { toInstant } from "../../../domain/zoned-time.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson } from "../../support/database-persons.ts";
import { calendars, moments, ZONES } from "../../support/working-calendars.ts";

const SAMPLES = 1_500;

type Question = { calendar: WorkingCalendar; at: number; seconds: number; until: number };

/** Any moment, and moments close to a clock change in the calendar's zone, where errors are likely. */
const questions: fc.Arbitrary<Question> = fc
  .record({
    calendar: calendars,
    at: moments,
    seconds: fc.oneof(fc.nat(600), fc.nat(200_000)),
    span: fc.oneof(fc.nat(90_000_000), fc.nat(30 * 86_400_000)),
    near: fc.option(
      fc.record({ year: fc.integer({ min: 2016, max: 2026 }), minutes: fc.integer({ min: -3_000, max: 3_000 }) }),
    ),
    half: fc.nat(1),
  })
  .map(({ near, half, span, ...question }) => {
    const at = near
      ? (changeIn(question.calendar.timeZone, near.year, half) ?? question.at) + near.minutes * 60_000
      : question.at;
    return { ...question, at, until: at + span };
  });

const changes = new Map<string, number | null>();

/** When the clocks change in this half of the year. Null if they do not. */
function changeIn(zone: string, year: number, half: number): number | null {
  const key = `${zone} ${year} ${half}`;
  const known = changes.get(key);
  if (known !== undefined) return known;
  const offset = (at: number) => toInstant(at, zone) - at;
  let [low, high] = [Date.UTC(year, half * 6, 1), Date.UTC(year, half * 6 + 6, 1)];
  const found = offset(low) !== offset(high);
  while (found && high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 2);
    if (offset(middle) === offset(low)) low = middle;
    else high = middle;
  }
  changes.set(key, found ? toInstant(high, zone) : null);
  return found ? toInstant(high, zone) : null;
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

onEveryDatabase("Working time", (given) => {
  test("is the same in the database and in the domain, for many calendars and moments", async () => {
    const asked = fc.sample(questions, { numRuns: SAMPLES, seed: 20261121 });
    const { rows } = await given().db.run<{ at: number; opening: string | null; due: string | null; between: string }>(
      `select asked.ordinality::int as at,
         to_char(private.next_opening(q.at, q.calendar) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as opening,
         to_char(private.add_working_seconds(q.at, q.seconds, q.calendar) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due,
         private.working_seconds_between(q.at, q.until, q.calendar)::float8::text as between
       from jsonb_array_elements($1::text::jsonb) with ordinality as asked,
         jsonb_to_record(asked.value) as q (calendar jsonb, at timestamptz, seconds numeric, until timestamptz)
       order by 1`,
      [JSON.stringify(asked.map((each) => ({ ...each, at: iso(each.at), until: iso(each.until) })))],
    );
    expect(rows).toHaveLength(SAMPLES);
    const different = asked.filter(({ calendar, at, seconds, until }, index) => {
      const row = rows[index];
      return (
        row?.opening !== iso(nextOpening(at, calendar)) ||
        row.due !== iso(addWorkingSeconds(at, seconds, calendar)) ||
        Math.abs(Number(row.between) - workingSecondsBetween(at, until, calendar)) > 0.0005
      );
    });
    expect(different.map((each) => ({ ...each, at: iso(each.at), until: iso(each.until) }))).toEqual([]);
  });

  test("reads every local quarter-hour around clock changes alike", async () => {
    for (const zone of ZONES) {
      const walls: number[] = [];
      for (const half of [0, 1]) {
        const change = changeIn(zone, 2018, half);
        if (change === null) continue;
        const start = Math.floor(change / 3_600_000) * 3_600_000 - 16 * 3_600_000;
        for (let quarter = 0; quarter < 128; quarter += 1) walls.push(start + quarter * 900_000);
      }
      const { rows } = await given().db.run<{ at: string }>(
        `select (extract(epoch from wall.at::timestamp at time zone $1) * 1000)::bigint::text as at
         from unnest($2::text[]) with ordinality as wall (at, place) order by wall.place`,
        [zone, walls.map((wall) => new Date(wall).toISOString().slice(0, 19).replace("T", " "))],
      );
      expect(
        rows.map(({ at }) => Number(at)),
        zone,
      ).toEqual(walls.map((wall) => toInstant(wall, zone)));
    }
  });

  test("treats invalid settings as days off, in both", async () => {
    for (const hours of [
      { mon: ["9", "18:00"] },
      { mon: "09:00" },
      { mon: {} },
      { mon: ["18:00", "09:00"] },
      { mon: [null, "12:00"] },
      {},
    ]) {
      const calendar = { timeZone: "UTC", hours, holidays: [] } as unknown as WorkingCalendar;
      const { rows } = await given().db.run("select private.next_opening(now(), $1::text::jsonb) as opening", [
        JSON.stringify(calendar),
      ]);
      expect(rows).toEqual([{ opening: null }]);
      expect(nextOpening(Date.now(), calendar)).toBeNull();
    }
  });

  test("is readable only for the team", async () => {
    const { db, world } = given();
    const read = "select public.working_calendar() as calendar";
    const { rows } = await asPerson<{ calendar: WorkingCalendar }>(db, world.people["active sales"], read);
    expect(rows[0]?.calendar).toMatchObject({ timeZone: "America/New_York", holidays: [] });
    for (const kind of ["anon", "owner", "pending sales", "inactive"] as const)
      await expect(asPerson(db, world.people[kind], read)).rejects.toMatchObject({ code: "42501" });
  });
});
