import fc from "fast-check";
import { expect, test } from "vitest";
import { chargeDays } from "../../../domain/charge-days.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";

const day = fc
  .integer({ min: 0, max: 1_500 })
  .map((days) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10));

onEveryDatabase("What a retainer still sends before its end", (given) => {
  test("is on the days on which the database charges it", async () => {
    const { db } = given();
    await fc.assert(
      fc.asyncProperty(
        day,
        day,
        day,
        fc.option(fc.integer({ min: 1, max: 40 })),
        async (start, after, until, months) => {
          const { rows } = await db.run<{ day: string }>(
            `select charge.day::text as day
             from private.charge_dates($1::date, $2::date, $3, greatest($4::date + 1, $1::date), $2::date) as charge (day)`,
            [start, until, months, after],
          );
          expect(chargeDays(start, months, after, until)).toEqual(rows.map((row) => row.day));
        },
      ),
      { numRuns: 200 },
    );
  });
});
