import fc from "fast-check";
import { expect, test } from "vitest";
import { outcomeAs, refusalCode } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { KINDS, type PersonKind, rolledBack } from "../../support/database-persons.ts";

const COUNT = "select * from public.count_account_rows($1)";

/** What is no table with accounts: names of other things, and names with something before, behind or around them. */
const OTHERS = [
  ...["", " ", "profiles", "outbox", "private.outbox", "public.leads", "auth.users", '"leads"', "LEADS", "leads "],
  ...[
    "leads_pkey",
    "bookings_account_id_idx",
    "leads; drop table leads",
    "leads--",
    "leads'",
    "pg_class",
    "x".repeat(64),
  ],
];

onEveryDatabase("The count of an export", (given) => {
  test("is for admins only", async () => {
    const { db, world } = given();
    await rolledBack(db, async () => {
      for (const kind of Object.keys(KINDS) as PersonKind[])
        expect([kind, await refusalCode(db, world.people[kind], COUNT, ["leads"])]).toEqual([
          kind,
          kind === "admin" ? "nothing was refused" : "42501",
        ]);
    });
  });

  test("reads tables with accounts only, in whatever spelling a name comes", async () => {
    const { db, world } = given();
    const { admin } = world.people;
    await rolledBack(db, async () => {
      for (const name of [...OTHERS, null])
        expect([name, await refusalCode(db, admin, COUNT, [name])]).toEqual([name, "22023"]);
      const around = fc.constantFrom("", " ", '"', "'", ".", ";", "--", "\n", "public.", "(", "é");
      await fc.assert(
        fc.asyncProperty(around, fc.constantFrom("leads", "bookings"), around, async (before, name, behind) => {
          if (!before && !behind) return;
          expect(await refusalCode(db, admin, COUNT, [before + name + behind])).toBe("22023");
        }),
        { numRuns: 60 },
      );
      expect((await outcomeAs(db, admin, COUNT, ["leads"])).rows).not.toEqual([]);
    });
  });
});
