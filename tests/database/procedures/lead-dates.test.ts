import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { formatDay } from "../../../domain/format-date.ts";
import { dayIn } from "../../../domain/zoned-time.ts";
import { refusalCode } from "../../support/database-calls.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import { importLeads, readImport, stagedImport } from "../../support/lead-imports.ts";
import { addLeadRow } from "../../support/lead-rows.ts";

const STRANGE = ["infinity", "-infinity", "0001-01-01 BC", "9999-12-31"];

onEveryDatabase("Infinite and far-away dates", (given) => {
  test("are refused for tasks, activities and the archive, whoever writes them", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const lead = await addLeadRow(db, sales);
      const log = "select public.log_activity($1, $2, 'call', null, 'connected', $3, false, $4)";
      for (const at of STRANGE) {
        const ask = (statement: string, ...values: unknown[]) =>
          refusalCode(db, sales, statement, [lead, at, ...values]);
        expect(await ask("insert into public.lead_tasks (lead_id, title, due_at) values ($1, 'Call', $2)"), at).toBe(
          "23514",
        );
        expect(await ask("update public.leads set archived_at = $2 where id = $1"), at).toBe("23514");
        const next = JSON.stringify({ title: "Call", due_at: at });
        expect(await refusalCode(db, sales, log, [randomUUID(), lead, null, next]), at).toBe("22023");
      }
      for (const at of ["infinity", "2199-12-31", new Date(Date.now() + 600_000).toISOString()])
        expect(await refusalCode(db, sales, log, [randomUUID(), lead, at, null]), at).toBe("22023");
      // A clock that is a minute ahead means now.
      const ahead = new Date(Date.now() + 60_000).toISOString();
      expect(await refusalCode(db, sales, log, [randomUUID(), lead, ahead, null])).toBe("nothing was refused");
      for (const at of ["-infinity", "0001-01-01 BC", "1969-12-30"]) {
        expect(await refusalCode(db, sales, log, [randomUUID(), lead, at, null]), at).toBe("22023");
        const note =
          "insert into public.lead_activities (lead_id, kind, actor_id, occurred_at) values ($1, 'note', $2, $3)";
        expect(await refusalCode(db, sales, note, [lead, sales.id, at]), at).toBe("23514");
      }
    });
  });

  test("are reported row by row when a file is checked, and the other rows are imported", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const rows = [
        { email: "good@moment.example", created_at: "2026-02-03T12:00:00Z", closed_at: "2026-03-03T12:00:00Z" },
        { email: "endless@moment.example", created_at: "infinity" },
        { email: "early@moment.example", created_at: "0900-01-01T12:00:00Z" },
        { email: "closed@moment.example", closed_at: "-infinity" },
      ];
      const id = await stagedImport(db, sales, rows);
      expect(await readImport(db, id)).toMatchObject({ rows: 4, wrong: 3 });
      const { rows: wrong } = await db.run(
        "select problem from private.lead_import_rows where import_id = $1 and problem is not null order by row_no",
        [id],
      );
      expect(wrong).toEqual([
        { problem: "Arrived on: not a date between 1970 and 2199" },
        { problem: "Arrived on: not a date between 1970 and 2199" },
        { problem: "Closed on: not a date between 1970 and 2199" },
      ]);
      expect((await importLeads(db, sales, rows)).done).toMatchObject({ created: 1, failed: 0 });
    });
  });

  test("are the written day in every zone of an account, in lists and in figures", async () => {
    const { db, world } = given();
    const { "active sales": sales } = world.people;
    await rolledBack(db, async () => {
      const days = ["2024-02-29", "2026-03-08", "2026-10-25", "2026-11-28"];
      for (const timeZone of Intl.supportedValuesOf("timeZone")) {
        const { rows } = await db.run<{ day: string; at: Date }>(
          "select day, private.import_moment(day, $2) as at from unnest($1::text[]) as day",
          [days, timeZone],
        );
        for (const { day, at } of rows)
          expect([timeZone, formatDay(at, { timeZone })]).toEqual([timeZone, formatDay(day)]);
      }
      await db.run("update public.accounts set time_zone = 'Pacific/Kiritimati' where id = private.agency_account()");
      const row = { email: "east@moment.example", created_at: "2026-03-02", closed_at: "2026-03-20", stage: "won" };
      await importLeads(db, sales, [row]);
      const { rows } = await db.run(
        `select to_char(lead.created_at at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD HH24:MI') as created,
           to_char(lead.closed_at at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD HH24:MI') as closed
         from public.leads as lead where lead.email = $1`,
        [row.email],
      );
      expect(rows).toEqual([{ created: "2026-03-02 12:00", closed: "2026-03-20 12:00" }]);
      // Today isn't later than now.
      await importLeads(db, sales, [
        { email: "today@moment.example", created_at: dayIn(Date.now(), "Pacific/Kiritimati") },
      ]);
      const { rows: today } = await db.run(
        "select lead.created_at <= now() as past from public.leads as lead where lead.email = 'today@moment.example'",
      );
      expect(today).toEqual([{ past: true }]);
    });
  });
});
