import { expect, test } from "vitest";
import { runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import { ALWAYS, logActivity, setHours, startClock } from "../../support/lead-clocks.ts";
import { addLeadRow, mergeLeads, readLead } from "../../support/lead-rows.ts";

onEveryDatabase("The first response of merged leads", (given) => {
  test("stays when the lead writes again, and returns when the merge is undone", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      await setHours(db, ALWAYS);
      const [keep, other] = [await addLeadRow(db, sales), await addLeadRow(db, sales)];
      await startClock(db, other, 500);
      await logActivity(db, sales, other, "call", 440);
      const batch = await mergeLeads(db, sales, keep, other);
      const first = { response_seconds: 60, answered_by: sales.id, answer_target_seconds: 300 };
      expect(await readLead(db, keep)).toMatchObject({ ...first, clock_due_at: null });
      await startClock(db, keep, 10);
      expect(await readLead(db, keep)).toMatchObject({ ...first, clock_due_at: expect.any(String) });
      await runAs(db, sales, "select public.undo_lead_merge($1)", [batch]);
      expect(await readLead(db, keep)).toMatchObject({ response_seconds: null, answered_by: null });
      expect(await readLead(db, other)).toMatchObject(first);
    });
  });
});
