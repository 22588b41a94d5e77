import fc from "fast-check";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { createPerson, rolledBack } from "../../support/database-persons.ts";
import { freeTimeCases, openFreeTimes } from "../../support/free-time-cases.ts";
import { freeTimes } from "../../support/free-times.ts";

// The bench runs 50,000 cases (npm run bench -- booking).
const CASES = 400;

onEveryDatabase("Free times", (given) => {
  test("are those of the oracle for every generated case, and many cases have some", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const people: string[] = [];
      for (let number = 0; number < 3; number++) people.push((await createPerson(db, "active sales")).id ?? "");
      const ask = await openFreeTimes(db, people.sort());
      let some = 0;
      await fc.assert(
        fc.asyncProperty(freeTimeCases, async (one) => {
          const expected = freeTimes(one);
          if (expected.length > 0) some += 1;
          expect(await ask(one)).toEqual(expected);
        }),
        { numRuns: CASES },
      );
      expect(some).toBeGreaterThan(CASES / 4);
    });
  });
});
