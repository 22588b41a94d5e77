import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";
import { ALWAYS, runClockEvent, setHours, startClock } from "../../support/lead-clocks.ts";

// The database's clock cannot be moved in a test. Moving every stored time is the same: after a jump of an hour forward and
// back, what was stored in the meantime lies an hour in the future.

const run = (db: TestDatabase) => db.run("select public.run_scheduled_jobs()");
const claim = (db: TestDatabase, kind: string) =>
  db
    .run<{ id: string }>("select * from public.claim_outbox('w', 10, 60, array[$1])", [kind])
    .then(({ count }) => count);

const enqueue = (db: TestDatabase, kind: string, runAt = "now()") =>
  db.run(`select public.enqueue_outbox('${kind}', '${kind}', '{"to": "a@example.com"}', ${runAt})`);

onEveryDatabase("After the database's clock was wrong", (given) => {
  const inside = (work: (db: TestDatabase) => Promise<void>) => () =>
    rolledBack(given().db, async () => {
      const { db } = given();
      // What is scheduled runs first, so that its jobs are out of the way.
      await run(db);
      await db.run("delete from private.outbox");
      await work(db);
    });

  test.each(["1 hour", "1 day", "5 years"])("by %s, scheduled jobs run in their rhythm again", (jump) =>
    inside(async (db) => {
      await db.run(
        `update private.scheduled_jobs set next_run_at = next_run_at + interval '${jump}', last_run_at = last_run_at + interval '${jump}'`,
      );
      await db.run(`update private.purges set next_run_at = next_run_at + interval '${jump}'`);
      await run(db);
      const { rows } = await db.run(
        `select name from private.scheduled_jobs where next_run_at > now() + coalesce(run_every, interval '25 hours')
         union all select name from private.purges where next_run_at > now() + run_every`,
      );
      expect(rows).toEqual([]);
    })(),
  );

  test(
    "daily jobs wait for their time, and do not run right away",
    inside(async (db) => {
      await db.run(
        "update private.scheduled_jobs set last_run_at = null, next_run_at = next_run_at + interval '1 day' where daily_at is not null",
      );
      await run(db);
      expect(
        (await db.run("select from private.scheduled_jobs where last_run_at is not null and daily_at is not null"))
          .count,
      ).toBe(0);
    }),
  );

  test(
    "a job that a caller with a later clock has just run is not run again",
    inside(async (db) => {
      await db.run(
        `update private.scheduled_jobs set last_run_at = now() + interval '2 seconds',
           next_run_at = case when run_every is null then private.next_daily_run(daily_at, 'UTC') + interval '1 day' else now() + run_every + interval '2 seconds' end`,
      );
      const { rows: before } = await db.run("select name, next_run_at from private.scheduled_jobs order by name");
      await run(db);
      const { rows: after } = await db.run("select name, next_run_at from private.scheduled_jobs order by name");
      expect(after).toEqual(before);
    }),
  );

  test(
    "emails and retries from the future are due",
    inside(async (db) => {
      await enqueue(db, "mail");
      await enqueue(db, "check_domain");
      await db.run(
        "update private.outbox set run_at = run_at + interval '1 hour', created_at = created_at + interval '1 hour'",
      );
      await db.run(
        "update private.outbox set attempts = 5, run_at = now() + interval '2 hours' where kind = 'check_domain'",
      );
      expect(await claim(db, "mail")).toBe(0);
      await run(db);
      expect(await claim(db, "mail")).toBe(1);
      expect(await claim(db, "check_domain")).toBe(1);
    }),
  );

  test(
    "deadlines and retries that are right stay",
    inside(async (db) => {
      await enqueue(db, "lead_clock", "now() + interval '3 days'");
      await enqueue(db, "mail");
      await db.run("update private.outbox set attempts = 12, run_at = now() + interval '1 hour' where kind = 'mail'");
      const times = async () => (await db.run("select kind, run_at from private.outbox order by kind")).rows;
      const before = await times();
      await run(db);
      expect(await times()).toEqual(before);
    }),
  );

  test(
    "a lease from the future ends, unless its worker lives",
    inside(async (db) => {
      await enqueue(db, "mail");
      expect(await claim(db, "mail")).toBe(1);
      await db.run("update private.outbox set locked_until = locked_until + interval '1 hour'");
      await run(db);
      const [row] = (
        await db.run("select locked_until <= now() + interval '1 minute' as soon, status from private.outbox")
      ).rows;
      expect(row).toEqual({ soon: true, status: "running" });
      expect(await claim(db, "mail")).toBe(0);
    }),
  );

  test(
    "a clock event that comes too early waits for its time",
    inside(async (db) => {
      await setHours(db, ALWAYS);
      const { rows } = await db.run<{ id: string }>(
        "insert into public.leads (first_name, source) values ('Early', 'website_form') returning id",
      );
      const clock = await startClock(db, String(rows[0]?.id));
      await db.run("update private.outbox set run_at = now() where payload ->> 'event' = 'warned'");
      const { rows: claimed } = await db.run<{ id: string }>(
        "select * from public.claim_outbox('w', 10, 60, '{lead_clock}')",
      );
      expect(claimed).toHaveLength(1);
      expect(await runClockEvent(db, clock, "warned")).toBe(false);
      const done = await db.run("select public.complete_outbox($1, 'w') as done", [claimed[0]?.id]);
      expect(done.rows).toEqual([{ done: false }]);
      const waits = await db.run(
        `select job.status, job.run_at = clock.warn_at as in_time from private.outbox as job, public.lead_clocks as clock
         where job.id = $1 and clock.id = $2`,
        [claimed[0]?.id, clock],
      );
      expect(waits.rows).toEqual([{ status: "queued", in_time: true }]);
    }),
  );

  test(
    "a mail provider is tried again",
    inside(async (db) => {
      await db.run(
        `insert into private.mail_providers (name, failures, failing_since, next_try_at, checked_at)
         values ('p', 9, now() + interval '1 hour', now() + interval '61 minutes', now() + interval '1 hour')`,
      );
      await run(db);
      const { rows } = await db.run(
        "select next_try_at <= now() as due, failing_since <= now() as past, checked_at <= now() as checked from private.mail_providers where name = 'p'",
      );
      expect(rows).toEqual([{ due: true, past: true, checked: true }]);
    }),
  );

  test(
    "limits and quotas count in new windows",
    inside(async (db) => {
      const hit = async () => (await db.run("select * from public.hit_rate_limit('k', 2, 60)")).rows[0];
      for (let hits = 0; hits < 3; hits += 1) await hit();
      expect(await hit()).toMatchObject({ allowed: false });
      await db.run("update private.rate_limits set resets_at = resets_at + interval '1 hour'");
      expect(await hit()).toEqual({ allowed: true, retry_after_seconds: 0 });

      const key = "someone";
      const { rows } = await db.run<{ kind: string; max_count: string }>(
        "select kind, max_count from private.quotas where period is not null order by kind limit 1",
      );
      const [quota] = rows;
      await db.run("select private.consume_quota($1, $2, $3)", [quota?.kind, key, quota?.max_count]);
      await db.run("savepoint full_up");
      await expect(db.run("select private.require_quota($1, $2)", [quota?.kind, key])).rejects.toMatchObject({
        code: "PT429",
      });
      await db.run("rollback to savepoint full_up");
      await db.run("update private.quota_uses set resets_at = resets_at + interval '1 hour'");
      await db.run("select private.require_quota($1, $2)", [quota?.kind, key]);
      await db.run("select private.consume_quota($1, $2)", [quota?.kind, key]);
      expect((await db.run("select used from private.quota_uses where key = $1", [key])).rows).toEqual([{ used: 1 }]);
    }),
  );
});
