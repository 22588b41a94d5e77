import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

const run = async (db: TestDatabase) =>
  Number((await db.run("select public.run_scheduled_jobs() as ran")).rows[0]?.ran);
const job = async (db: TestDatabase, name: string) =>
  (await db.run("select *, next_run_at - now() as wait from private.scheduled_jobs where name = $1", [name])).rows[0];

const jobs = async (db: TestDatabase) => (await db.run("select from private.scheduled_jobs")).rows.length;

onEveryDatabase("Scheduled jobs", (given) => {
  test("run when they are due, and not again before their next time", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      expect(await run(db)).toBe(await jobs(db));
      expect(await run(db)).toBe(0);
    });
  });

  test("delete only expired limits", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run(
        "insert into private.rate_limits values ('over', 1, now() - interval '1 s'), ('on', 1, now() + interval '1 h')",
      );
      await run(db);
      expect((await db.run("select key from private.rate_limits")).rows).toEqual([{ key: "on" }]);
    });
  });

  test("that fail roll back their own work, store the reason, and do not stop the others", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run(`create function private.break() returns void language plpgsql as $$
        begin delete from public.contacts; raise exception 'out of order'; end $$`);
      await db.run(
        "insert into private.scheduled_jobs (name, job_function, run_every, next_run_at) values ('broken', 'break', '1 hour', now() - interval '1 day')",
      );
      expect(await run(db)).toBe(await jobs(db));
      expect((await db.run("select from public.contacts")).count).toBe(1);
      expect(await job(db, "broken")).toMatchObject({ last_error: "out of order" });
      expect(await job(db, "purge payment events")).toMatchObject({ last_error: null });
      expect(await run(db)).toBe(0);
    });
  });

  test.each([
    ["America/New_York", "03:30"],
    ["Asia/Kolkata", "00:00"],
    ["UTC", "23:59"],
  ])("that are daily run at their time in %s", async (zone, time) => {
    const { db } = given();
    await rolledBack(db, async () => {
      await db.run("update public.agency_settings set time_zone = $1", [zone]);
      await db.run("update private.scheduled_jobs set daily_at = $1::text::time where name = 'purge payment events'", [
        time,
      ]);
      await run(db);
      const { rows } = await db.run(
        `select to_char(next_run_at at time zone $1, 'HH24:MI') as shown, next_run_at > now() as later,
           next_run_at <= now() + interval '25 hours' as soon from private.scheduled_jobs where name = 'purge payment events'`,
        [zone],
      );
      expect(rows).toEqual([{ shown: time, later: true, soon: true }]);
    });
  });

  test("accept only existing time zones", async () => {
    const { db } = given();
    await rolledBack(db, () =>
      expect(db.run("update public.agency_settings set time_zone = 'Mars/Olympus'")).rejects.toMatchObject({
        code: "22023",
      }),
    );
  });
});

onEveryDatabase("A rate limit", (given) => {
  const hit = async (db: TestDatabase, key: string) =>
    (await db.run("select * from public.hit_rate_limit($1, 2, 60)", [key])).rows[0];

  test("allows this many requests per key and window, and says how long to wait", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      expect(await hit(db, "a")).toEqual({ allowed: true, retry_after_seconds: 0 });
      expect(await hit(db, "a")).toEqual({ allowed: true, retry_after_seconds: 0 });
      const third = await hit(db, "a");
      expect(third?.allowed).toBe(false);
      expect(third?.retry_after_seconds).toBeGreaterThan(0);
      expect(third?.retry_after_seconds).toBeLessThanOrEqual(60);
      expect(await hit(db, "b")).toMatchObject({ allowed: true });
    });
  });

  test("restarts when its window ends", async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      for (let hits = 0; hits < 3; hits += 1) await hit(db, "a");
      await db.run("update private.rate_limits set resets_at = now() - interval '1 hour'");
      expect(await hit(db, "a")).toMatchObject({ allowed: true });
    });
  });
});
