import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { refusal, runAs } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const ADD = "insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', $2)";
const MOVE = "update public.lead_tasks set due_at = $2 where lead_id = $1";
const LOG = "select public.log_activity($1, $2, 'call', null, 'connected', null, false, $3)";
const FINISH = "select public.finish_task($1, $2)";

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const next = (due: string) => JSON.stringify({ kind: "call", title: "Call back", due_at: due });

onEveryDatabase("A next step in the past", (given) => {
  const sales = () => given().world.people["active sales"];
  const oldTask = async (db: TestDatabase, lead: string) =>
    (await db.run<{ id: string }>(`${ADD} returning id`, [lead, ago(86_400)])).rows[0]?.id;

  test("is refused for every way in which a person plans or moves one", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales());
      // The product itself may write older ones, as an import does.
      const task = await oldTask(db, lead);
      for (const due of [ago(600), "2019-05-01T10:00:00Z"])
        for (const [statement, parameters] of [
          [ADD, [lead, due]],
          [MOVE, [lead, due]],
          [LOG, [randomUUID(), lead, next(due)]],
          [FINISH, [task, next(due)]],
        ] as [string, unknown[]][])
          expect(await refusal(db, sales(), statement, parameters), statement).toMatchObject({
            code: "22023",
            message: "Choose a later time",
            detail: "due_at",
          });
    });
  });

  test("can still be finished, changed otherwise and moved to a later time", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales());
      const task = await oldTask(db, lead);
      for (const change of [
        "title = 'Call again'",
        "done_at = now()",
        "done_at = null",
        "due_at = now() + interval '1 hour'",
      ])
        await runAs(db, sales(), `update public.lead_tasks set ${change} where id = $1`, [task]);
      // Minutes of a form and clocks that differ are no reason to refuse.
      await runAs(db, sales(), ADD, [lead, ago(60)]);
      const { rows } = await db.run(
        "select count(*)::int as open from public.lead_tasks where lead_id = $1 and done_at is null",
        [lead],
      );
      expect(rows).toEqual([{ open: 2 }]);
    });
  });
});
