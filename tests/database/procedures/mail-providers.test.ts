import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, becomeOwner, type Person, rolledBack } from "../../support/database-persons.ts";
import type { TestDatabase } from "../../support/database-session.ts";

/** Runs one statement as a person, and then continues as the database's owner. */
async function as<Row>(db: TestDatabase, person: Person, text: string, parameters: unknown[] = []) {
  await become(db, person);
  const { rows } = await db.run<Row>(text, parameters);
  await becomeOwner(db);
  return rows;
}

type Job = { id: string };
type Status = { stopped_since: string; waiting: number; problem: string | null };
type Failed = { status: string; failure: string | null; attempts: number };

const PROVIDER = "smtp mail.example:587";

const addMails = (db: TestDatabase, number: number) =>
  db.run(
    `select public.enqueue_outbox('mail', 'mail ' || n, jsonb_build_object('to', n || '@example.com', 'template', 'x', 'data', '{}'::jsonb))
     from generate_series(1, $1) as n`,
    [number],
  );

const claim = async (db: TestDatabase, limit = 10) =>
  (await db.run<Job>("select * from public.claim_outbox('w', $1, 60, '{mail}', $2)", [limit, PROVIDER])).rows;

const fail = (db: TestDatabase, job: Job | undefined, failure: string | null, problem: string | null = "unreachable") =>
  db.run("select public.fail_outbox($1, 'w', 'no answer', $2, $3, $4)", [job?.id, failure, PROVIDER, problem]);

const complete = (db: TestDatabase, job: Job | undefined) =>
  db.run("select public.complete_outbox($1, 'w', '{}', $2)", [job?.id, PROVIDER]);

const stateOf = async (db: TestDatabase, job: Job | undefined) =>
  (await db.run<Failed>("select status, failure, attempts from private.outbox where id = $1", [job?.id])).rows[0];

/** Lets the pause of a provider that does not answer end, and makes all emails due. */
const endPauses = async (db: TestDatabase) => {
  await db.run("update private.mail_providers set next_try_at = now()");
  await db.run("update private.outbox set run_at = now() where kind = 'mail' and status = 'queued'");
};

const closeProvider = async (db: TestDatabase, problem = "unreachable") => {
  for (const job of await claim(db, 3)) await fail(db, job, "away", problem);
  await db.run("update private.outbox set run_at = now() where status = 'queued'");
};

onEveryDatabase("A mail provider that is away", (given) => {
  const inside = (work: (db: TestDatabase) => Promise<void>) => () =>
    rolledBack(given().db, async () => {
      await given().db.run("delete from private.outbox");
      await work(given().db);
    });
  const status = () => as<Status>(given().db, given().world.people.admin, "select * from public.mail_status()");

  test(
    "gets one email at a time after three failures, and the others lose no try",
    inside(async (db) => {
      await addMails(db, 20);
      await closeProvider(db);
      expect(await claim(db)).toEqual([]);
      await endPauses(db);
      const [tried, ...others] = await claim(db);
      expect(others).toEqual([]);
      // No one else tries before this one had time to answer.
      expect(await claim(db)).toEqual([]);
      await fail(db, tried, "away");
      expect(await stateOf(db, tried)).toEqual({ status: "queued", failure: null, attempts: 0 });
      expect((await db.run("select from private.outbox where attempts > 0")).count).toBe(0);
    }),
  );

  test(
    "is tried again after 5 s, 10 s, 20 s … up to a minute, for as long as it takes",
    inside(async (db) => {
      await addMails(db, 20);
      await closeProvider(db);
      const pauses: number[] = [];
      for (let tries = 0; tries < 40; tries += 1) {
        const { rows } = await db.run<{ pause: string }>(
          "select round(extract(epoch from next_try_at - clock_timestamp())) as pause from private.mail_providers",
        );
        pauses.push(Number(rows[0]?.pause));
        await endPauses(db);
        const [job] = await claim(db);
        await fail(db, job, "away");
      }
      expect(pauses.slice(0, 7)).toEqual([5, 10, 20, 40, 60, 60, 60]);
      expect((await db.run("select from private.outbox where status = 'queued'")).count).toBe(20);
    }),
  );

  test(
    "gets all waiting emails again when it takes one",
    inside(async (db) => {
      await addMails(db, 20);
      await closeProvider(db);
      await endPauses(db);
      const [job] = await claim(db);
      await complete(db, job);
      expect(await claim(db, 50)).toHaveLength(19);
    }),
  );

  test(
    "stops no other work, and no other provider",
    inside(async (db) => {
      await addMails(db, 20);
      await db.run("select public.enqueue_outbox('lead_clock', 'clock', '{}')");
      await closeProvider(db);
      expect((await db.run("select * from public.claim_outbox('w', 10, 60, '{lead_clock}')")).count).toBe(1);
      expect((await db.run("select * from public.claim_outbox('w', 1, 60, '{mail}', 'smtp new.example')")).count).toBe(
        1,
      );
    }),
  );

  test(
    "is shown to admins with the reason and how many emails wait, until it takes one",
    inside(async (db) => {
      await addMails(db, 20);
      expect(await status()).toEqual([]);
      await closeProvider(db, "sign_in");
      expect(await status()).toMatchObject([{ waiting: 20, problem: "sign_in" }]);
      await endPauses(db);
      const [job] = await claim(db);
      await complete(db, job);
      expect(await status()).toEqual([]);
    }),
  );

  test(
    "is also shown when it hangs, or when no one sends at all",
    inside(async (db) => {
      await addMails(db, 4);
      const [hanging] = await claim(db, 1);
      await db.run("update private.outbox set run_at = now() - interval '10 minutes'");
      const [shown] = await status();
      expect(shown).toMatchObject({ waiting: 4, problem: null });
      expect(Date.now() - Date.parse(String(shown?.stopped_since))).toBeGreaterThan(9 * 60_000);
      await complete(db, hanging);
      expect(await status()).toEqual([]);
    }),
  );

  test(
    "costs an email that waits for four days",
    inside(async (db) => {
      await addMails(db, 1);
      await db.run("update private.outbox set created_at = now() - interval '95 hours'");
      const [job] = await claim(db);
      await fail(db, job, "away");
      expect(await stateOf(db, job)).toMatchObject({ status: "queued" });
      await db.run("update private.outbox set run_at = now(), created_at = now() - interval '97 hours'");
      await claim(db);
      await fail(db, job, "away");
      expect(await stateOf(db, job)).toMatchObject({ status: "failed", failure: "gave_up" });
    }),
  );
});

onEveryDatabase("An email", (given) => {
  const inside = (work: (db: TestDatabase) => Promise<void>) => () =>
    rolledBack(given().db, async () => {
      await given().db.run("delete from private.outbox");
      await work(given().db);
    });
  const asAdmin = (text: string, parameters: unknown[] = []) =>
    as(given().db, given().world.people.admin, text, parameters);

  test.each(["refused", "unconfirmed"])("that is %s fails immediately and says so", (failure) =>
    inside(async (db) => {
      await addMails(db, 1);
      const [job] = await claim(db);
      await fail(db, job, failure, null);
      expect(await stateOf(db, job)).toEqual({ status: "failed", failure, attempts: 1 });
      expect(await asAdmin("select failure, last_error from public.search_email_log()")).toEqual([
        { failure, last_error: "no answer" },
      ]);
    })(),
  );

  test(
    "that its mailbox does not take right now is retried with growing pauses, more often than eight times",
    inside(async (db) => {
      await addMails(db, 1);
      for (let tries = 1; tries <= 30; tries += 1) {
        const [job] = await claim(db);
        await fail(db, job, "deferred", null);
        expect(await stateOf(db, job)).toEqual({ status: "queued", failure: null, attempts: tries });
        await endPauses(db);
      }
      expect((await db.run("select from private.mail_providers where failures > 0")).count).toBe(0);
    }),
  );

  test(
    "that failed is resent with all others by one call, which counts once, does nothing twice, and is audited",
    inside(async (db) => {
      await addMails(db, 6);
      const [refused, unconfirmed, expired, gaveUp, old, waiting] = await claim(db);
      await fail(db, refused, "refused", null);
      await fail(db, unconfirmed, "unconfirmed", null);
      await db.run("update private.outbox set status = 'failed', failure = 'gave_up' where id = any ($1)", [
        `{${[expired, gaveUp, old].map((job) => job?.id).join(",")}}`,
      ]);
      await db.run("update private.outbox set payload = private.without_content(payload) where id = $1", [expired?.id]);
      await db.run("update private.outbox set created_at = now() - interval '10 days', attempts = 8 where id = $1", [
        old?.id,
      ]);
      expect(await asAdmin("select * from public.count_failed_emails()")).toEqual([{ resendable: 3, unconfirmed: 1 }]);
      const id = randomUUID();
      const resend = () => asAdmin("select public.resend_failed_emails($1) as resent", [id]);
      expect(await resend()).toEqual([{ resent: 3 }]);
      await db.run("update private.outbox set status = 'failed' where id = $1", [gaveUp?.id]);
      expect(await resend()).toEqual([{ resent: 3 }]);
      expect(await stateOf(db, gaveUp)).toMatchObject({ status: "failed" });
      for (const job of [unconfirmed, expired]) expect(await stateOf(db, job)).toMatchObject({ status: "failed" });
      expect(await stateOf(db, waiting)).toMatchObject({ status: "running" });
      // An old email gets four more days.
      expect(await stateOf(db, old)).toEqual({ status: "queued", failure: null, attempts: 0 });
      const claimed = await claim(db);
      await fail(
        db,
        claimed.find((job) => job.id === old?.id),
        "away",
      );
      expect(await stateOf(db, old)).toMatchObject({ status: "queued" });
      expect(await asAdmin("select action, row_id, after from public.audit_log where table_name = 'outbox'")).toEqual([
        { action: "update", row_id: id, after: { emails: 3 } },
      ]);
    }),
  );
});
