import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { ALWAYS, setHours } from "../../support/lead-clocks.ts";
import { addReps, fileSideBySide, readFaults } from "../../support/routing-load.ts";

const LEADS = 250;

describe.each(databases().filter(({ overlapping }) => overlapping))(
  "Leads that arrive side by side, on $name",
  ({ open }) => {
    let db: TestDatabase;
    beforeAll(async () => {
      db = await open();
      await setHours(db, ALWAYS);
    });
    afterAll(() => db?.close());

    test("go to nobody off shift or away, over no capacity, and to one person each", async () => {
      const reps = await addReps(db, 20);
      await fileSideBySide(db, LEADS, 7);
      const faults = await readFaults(db, reps);
      expect(faults.routed).toBeGreaterThan(20);
      expect(faults).toMatchObject({ offShift: 0, overCapacity: 0, twice: 0 });
      const { rows } = await db.run<{ leads: number }>(
        "select count(*)::integer as leads from public.leads where company = 'Load'",
      );
      expect(rows[0]?.leads).toBe(LEADS);
    });
  },
);
