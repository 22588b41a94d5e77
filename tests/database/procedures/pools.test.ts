import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, type Person } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const AGENCY = "00000000-0000-4000-8000-000000000001";
/** Shares are fractions, so sums of them are a little off. */
const TINY = 1e-6;
const PEOPLE = 20;
const SAMPLES = 6;

const weights = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 100 })), {
  minLength: 2,
  maxLength: PEOPLE,
});

/** Picks one after the other, and returns who was picked, as positions in `ids`. */
async function pick(db: TestDatabase, pool: string, ids: string[], rounds: number[][]): Promise<number[]> {
  const picks: number[] = [];
  for (const round of rounds) {
    const { rows } = await db.run<{ picked: string | null }>(
      "select private.pick_from_pool($1, $2, $3, now()) as picked",
      [pool, AGENCY, `{${round.map((place) => ids[place]).join()}}`],
    );
    picks.push(ids.indexOf(rows[0]?.picked ?? ""));
  }
  return picks;
}

async function setWeights(db: TestDatabase, ids: string[], given: number[]): Promise<void> {
  await db.run(
    `insert into public.rotas (account_id, user_id, time_zone, hours, weight)
     select $1, id, 'UTC', '{}', weight from unnest($2::uuid[], $3::integer[]) as given (id, weight)
     on conflict (account_id, user_id) do update set weight = excluded.weight`,
    [AGENCY, `{${ids.join()}}`, `{${given.join()}}`],
  );
}

const shareOf = (round: number[], given: number[], place: number) =>
  (given[place] ?? 0) / round.reduce((sum, each) => sum + (given[each] ?? 0), 0);

onEveryDatabase("Picks from a pool", (given) => {
  const people: Person[] = [];
  const someone = async (count: number) => {
    while (people.length < count) people.push(await createPerson(given().db, "active sales"));
    return people.slice(0, count).map(({ id }) => id ?? "");
  };

  test("follow the weights of a pool that stays the same: never more than one lead off", async () => {
    const { db } = given();
    for (const given of fc.sample(weights, { numRuns: SAMPLES, seed: 20261125 })) {
      const ids = await someone(given.length);
      await setWeights(db, ids, given);
      const everyone = given.map((_, place) => place);
      const picks = await pick(db, `constant ${randomUUID()}`, ids, Array(250).fill(everyone));
      const got = given.map(() => 0);
      for (const [at, place] of picks.entries()) {
        got[place] = (got[place] ?? 0) + 1;
        for (const each of everyone) {
          const fair = (at + 1) * shareOf(everyone, given, each);
          expect(Math.abs((got[each] ?? 0) - fair)).toBeLessThanOrEqual(1 + TINY);
        }
      }
    }
  });

  test("give nobody a burst: no stretch has two leads more than its shares, whoever is away", async () => {
    const { db } = given();
    const scene = weights.chain((given) =>
      fc.record({
        given: fc.constant(given),
        // Some are away for a while, some leave, some join late.
        phases: fc.array(
          fc.record({
            there: fc.subarray([...given.keys()], { minLength: 1 }),
            picks: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 30 })),
          }),
          { minLength: 2, maxLength: 8 },
        ),
      }),
    );
    for (const { given, phases } of fc.sample(scene, { numRuns: 8 * SAMPLES, seed: 20261126 })) {
      const ids = await someone(given.length);
      await setWeights(db, ids, given);
      const rounds = phases.flatMap(({ there, picks }) => Array<number[]>(picks).fill(there));
      const picks = await pick(db, `changing ${randomUUID()}`, ids, rounds);
      for (const [at, place] of picks.entries()) expect(rounds[at]).toContain(place);
      for (const each of given.keys()) {
        // What someone got beyond their shares, and its lowest point so far.
        let more = 0;
        let lowest = 0;
        for (const [at, place] of picks.entries()) {
          const round = rounds[at] ?? [];
          if (!round.includes(each)) continue;
          more += (place === each ? 1 : 0) - shareOf(round, given, each);
          lowest = Math.min(lowest, more);
          expect(more - lowest).toBeLessThanOrEqual(2 + TINY);
        }
      }
    }
  });

  test("change nothing for people who are away, and a new person starts with nothing owed", async () => {
    const { db } = given();
    const ids = await someone(4);
    await setWeights(db, ids, [1, 1, 1, 1]);
    const pool = `away ${randomUUID()}`;
    const credits = async () =>
      Object.fromEntries(
        (
          await db.run<{ user_id: string; credit: number }>(
            "select user_id, credit from private.pool_turns where pool = $1",
            [pool],
          )
        ).rows.map(({ user_id, credit }) => [ids.indexOf(user_id), credit]),
      );
    await pick(db, pool, ids, Array(7).fill([0, 1, 2]));
    const before = await credits();
    await pick(db, pool, ids, Array(100).fill([1, 2]));
    expect((await credits())[0]).toBe(before[0]);
    // The one who returns gets their third from now on, and no more.
    const picks = await pick(db, pool, ids, Array(9).fill([0, 1, 2]));
    expect(picks.filter((place) => place === 0).length).toBeLessThanOrEqual(4);
    const joined = await pick(db, pool, ids, Array(8).fill([0, 1, 2, 3]));
    expect(joined.filter((place) => place === 3).length).toBeLessThanOrEqual(3);
  });

  test("leave out who weighs nothing, and pick nobody from nobody", async () => {
    const { db } = given();
    const ids = await someone(2);
    await setWeights(db, ids, [0, 3]);
    expect(await pick(db, "light", ids, [[0, 1], [0], [], [0, 0, 1]])).toEqual([1, -1, -1, 1]);
    const { rows } = await db.run<{ last: string }>("select private.last_of_pool('light', $1) as last", [AGENCY]);
    expect(rows[0]?.last).toBe(ids[1]);
  });
});
