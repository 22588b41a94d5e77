import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databases } from "../../support/database.ts";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { asPerson, becomeOwner, becomeService, rolledBack } from "../../support/database-persons.ts";
import type { Session, TestDatabase } from "../../support/database-session.ts";

type Job = { id: string; kind: string; payload: unknown; attempts: number; max_attempts: number };

const enqueue = (db: Session, key: string, kind = "mail", maxAttempts = 8) =>
  db
    .run<{ id: string }>("select public.enqueue_outbox($1, $2, $3::text::jsonb, now(), $4) as id", [
      kind,
      key,
      `{"to":"${key}"}`,
      maxAttempts,
    ])
    .then(({ rows }) => rows[0]?.id);

const claim = (db: Session, worker: string, limit = 10, kinds: string[] | null = null) =>
  db.run<Job>("select * from public.claim_outbox($1, $2, 60, $3)", [worker, limit, kinds]).then(({ rows }) => rows);

const fail = (db: Session, id: string | undefined, worker: string) =>
  db
    .run<{ done: boolean }>("select public.fail_outbox($1, $2, 'no answer') as done", [id, worker])
    .then(({ rows }) => rows[0]?.done);

const complete = (db: Session, id: string | undefined, worker: string) =>
  db
    .run<{ done: boolean }>(`select public.complete_outbox($1, $2, '{"subject":"Hi"}') as done`, [id, worker])
    .then(({ rows }) => rows[0]?.done);

const renew = (db: Session, id: string | undefined, worker: string) =>
  db
    .run<{ done: boolean }>("select public.renew_outbox($1, $2) as done", [id, worker])
    .then(({ rows }) => rows[0]?.done);

const endLeases = (db: Session) =>
  asOwner(db, "update private.outbox set locked_until = now() - interval '1 second' where status = 'running'");

/** Runs a statement as the owner of the database, in the middle of the service role's work. */
async function asOwner<Row>(db: Session, text: string) {
  await becomeOwner(db);
  const { rows } = await db.run<Row>(text);
  await becomeService(db);
  return rows;
}

onEveryDatabase("The outbox", (given) => {
  const asService = (work: (db: TestDatabase) => Promise<void>) => async () => {
    const { db } = given();
    await rolledBack(db, async () => {
      await becomeService(db);
      await work(db);
    });
  };

  test(
    "adds one job per dedupe key, and returns the same id",
    asService(async (db) => {
      const first = await enqueue(db, "a");
      expect(await enqueue(db, "a")).toBe(first);
      expect(await enqueue(db, "b")).not.toBe(first);
      expect((await claim(db, "w")).map(({ payload }) => payload)).toEqual(
        expect.arrayContaining([{ to: "a" }, { to: "b" }]),
      );
    }),
  );

  test(
    "gives out a job once, with its payload and attempt number",
    asService(async (db) => {
      const id = await enqueue(db, "a");
      expect(await claim(db, "w1")).toEqual([
        { id, kind: "mail", dedupe_key: "a", payload: { to: "a" }, attempts: 1, max_attempts: 8 },
      ]);
      expect(await claim(db, "w2")).toEqual([]);
    }),
  );

  test(
    "gives out only the requested kinds, up to the requested number, and nothing before its time",
    asService(async (db) => {
      await enqueue(db, "a", "sms");
      await enqueue(db, "b");
      await enqueue(db, "c");
      await db.run("select public.enqueue_outbox('mail', 'later', '{}', now() + interval '1 hour')");
      expect(await claim(db, "w", 1, ["mail"])).toHaveLength(1);
      expect(await claim(db, "w", 10, ["mail"])).toHaveLength(1);
      expect(await claim(db, "w", 10, ["mail"])).toHaveLength(0);
      expect(await claim(db, "w", -1)).toHaveLength(0);
      expect(await claim(db, "w")).toHaveLength(1);
    }),
  );

  test(
    "gives out a job again when its worker is silent, and then ignores this worker",
    asService(async (db) => {
      const id = await enqueue(db, "a");
      await claim(db, "w1");
      await endLeases(db);
      // The worker has half a lease to show that it lives.
      expect(await claim(db, "w2")).toEqual([]);
      await endLeases(db);
      expect(await claim(db, "w2")).toMatchObject([{ id, attempts: 2 }]);
      expect(await complete(db, id, "w1")).toBe(false);
      expect(await fail(db, id, "w1")).toBe(false);
      expect(await complete(db, id, "w2")).toBe(true);
      expect(await complete(db, id, "w2")).toBe(false);
    }),
  );

  test(
    "leaves a job with a worker that renews its lease, even when the lease ended before",
    asService(async (db) => {
      const id = await enqueue(db, "a");
      await claim(db, "w1");
      for (let times = 0; times < 3; times += 1) {
        await endLeases(db);
        expect(await claim(db, "w2")).toEqual([]);
        expect(await renew(db, id, "w1")).toBe(true);
        expect(await renew(db, id, "w2")).toBe(false);
        expect(await claim(db, "w2")).toEqual([]);
      }
      expect(await complete(db, id, "w1")).toBe(true);
      expect(await renew(db, id, "w1")).toBe(false);
    }),
  );

  test(
    "takes a job back from a worker that stops, without counting the try",
    asService(async (db) => {
      const id = await enqueue(db, "a");
      await claim(db, "w1");
      const release = "select public.release_outbox($1, $2) as done";
      expect((await db.run(release, [id, "w2"])).rows).toEqual([{ done: false }]);
      expect((await db.run(release, [id, "w1"])).rows).toEqual([{ done: true }]);
      expect(await claim(db, "w2")).toMatchObject([{ id, attempts: 1 }]);
    }),
  );

  test(
    "waits twice as long after each failure, up to an hour, and gives up after the last attempt",
    asService(async (db) => {
      const id = await enqueue(db, "a", "mail", 12);
      const waits: number[] = [];
      for (let attempt = 1; attempt <= 12; attempt += 1) {
        expect(await claim(db, "w")).toMatchObject([{ attempts: attempt }]);
        expect(await fail(db, id, "w")).toBe(true);
        const [row] = await asOwner<{ wait: string; status: string; last_error: string }>(
          db,
          "select extract(epoch from run_at - now()) as wait, status, last_error from private.outbox",
        );
        expect(row).toMatchObject({ status: attempt < 12 ? "queued" : "failed", last_error: "no answer" });
        waits.push(Number(row?.wait));
        await asOwner(db, "update private.outbox set run_at = now()");
      }
      expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
      expect(await claim(db, "w")).toEqual([]);
    }),
  );

  test(
    "gives up on a job if every worker died",
    asService(async (db) => {
      await enqueue(db, "a", "mail", 1);
      await claim(db, "w");
      for (const status of ["running", "failed"]) {
        await endLeases(db);
        expect(await claim(db, "w")).toEqual([]);
        expect(await asOwner(db, "select status from private.outbox")).toEqual([{ status }]);
      }
      expect(await asOwner(db, "select status, last_error from private.outbox")).toEqual([
        { status: "failed", last_error: "The last worker never came back" },
      ]);
    }),
  );

  test(
    "lists emails with their content, newest first",
    asService(async (db) => {
      const older = await enqueue(db, "a");
      const newer = await enqueue(db, "b");
      await enqueue(db, "c", "sms");
      await asOwner(db, "update private.outbox set created_at = now() - interval '1 minute' where dedupe_key = 'a'");
      await claim(db, "w");
      await complete(db, older, "w");
      const { rows } = await db.run("select * from public.list_outbox_messages(10)");
      expect(rows).toMatchObject([
        { id: newer, status: "running", result: null },
        { id: older, status: "done", result: { subject: "Hi" } },
      ]);
      expect((await db.run("select * from public.list_outbox_messages(1)")).count).toBe(1);
      await asOwner(db, `update private.outbox set payload = '{"to": "Ann@Example.com"}' where dedupe_key = 'b'`);
      for (const [to, ids] of [
        [" ann@example.COM ", [newer]],
        ["ann@example", []],
        ["%", []],
        ["", []],
      ] as const) {
        const found = await db.run("select id from public.list_outbox_messages(10, $1)", [to]);
        expect(
          found.rows.map(({ id }) => id),
          to,
        ).toEqual(ids);
      }
    }),
  );

  test.each([
    ["a payload that is not an object", `select public.enqueue_outbox('mail', 'a', '"{}"')`],
    [
      "a payload that is too large",
      `select public.enqueue_outbox('mail', 'a', jsonb_build_object('x', repeat('x', 300000)))`,
    ],
    ["no key", "select public.enqueue_outbox('mail', '', '{}')"],
    ["no kind", "select public.enqueue_outbox('', 'a', '{}')"],
  ])("refuses %s", (_, text) => asService((db) => expect(db.run(text)).rejects.toMatchObject({ code: "23514" }))());

  test.each(["anon", "owner", "admin"] as const)("cannot be used by %s", async (kind) => {
    const { db, world } = given();
    for (const text of [
      "select public.enqueue_outbox('mail', 'a', '{}')",
      "select * from public.claim_outbox('w')",
      "select public.complete_outbox(null, 'w')",
      "select public.fail_outbox(null, 'w', 'e')",
      "select public.renew_outbox(null, 'w')",
      "select public.release_outbox(null, 'w')",
      "select * from private.mail_providers",
      "select * from public.list_outbox_messages()",
      "select public.run_scheduled_jobs()",
      "select * from public.hit_rate_limit('a', 1, 1)",
      "select * from private.outbox",
      "select * from private.settings",
    ])
      await expect(asPerson(db, world.people[kind], text)).rejects.toMatchObject({ code: "42501" });
  });
});

describe.each(databases().filter(({ overlapping }) => overlapping))(
  "Workers on the same outbox, on $name",
  ({ open }) => {
    let db: TestDatabase;
    beforeAll(async () => {
      db = await open();
    });
    afterAll(() => db?.close());

    const connect = async () => {
      const session = await db.connect?.();
      if (!session) throw new Error("This database has one connection");
      return session;
    };

    test("never get the same job, and leave no job", async () => {
      const jobs = 200;
      for (let at = 0; at < jobs; at += 1) await enqueue(db, `job ${at}`);
      const taken: string[] = [];
      const work = async (worker: string) => {
        const session = await connect();
        for (;;) {
          const batch = await claim(session, worker, 7);
          if (batch.length === 0) break;
          taken.push(...batch.map(({ id }) => id));
          for (const { id } of batch) await complete(session, id, worker);
        }
        session.release();
      };
      await Promise.all(["w1", "w2", "w3", "w4", "w5"].map(work));
      expect(taken).toHaveLength(jobs);
      expect(new Set(taken).size).toBe(jobs);
    });

    test("enqueue one job per key, even at the same moment", async () => {
      const sessions = await Promise.all([connect(), connect(), connect(), connect()]);
      const ids = await Promise.all(sessions.map((session) => enqueue(session, "one")));
      for (const session of sessions) session.release();
      expect(new Set(ids).size).toBe(1);
    });

    test("run a due scheduled job once", async () => {
      await db.run("create table private.runs (at timestamptz default clock_timestamp())");
      await db.run(
        "create function private.count_run() returns void language sql as 'insert into private.runs default values'",
      );
      await db.run(
        "insert into private.scheduled_jobs (name, job_function, run_every) values ('count', 'count_run', '1 day')",
      );
      const sessions = await Promise.all([connect(), connect(), connect(), connect()]);
      await Promise.all(sessions.map((session) => session.run("select public.run_scheduled_jobs()")));
      for (const session of sessions) session.release();
      expect((await db.run("select from private.runs")).count).toBe(1);
    });

    test("count every request toward a limit", async () => {
      const sessions = await Promise.all([connect(), connect(), connect(), connect()]);
      const hits = sessions.flatMap((session) =>
        Array.from({ length: 10 }, () =>
          session.run<{ allowed: boolean }>("select * from public.hit_rate_limit('k', 25, 3600)"),
        ),
      );
      const allowed = (await Promise.all(hits)).filter(({ rows }) => rows[0]?.allowed);
      for (const session of sessions) session.release();
      expect(allowed).toHaveLength(25);
    });
  },
);
