import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ADD_MAILS, type FaultDatabase, MAIL_STATES, openFaultDatabase } from "../support/fault-database.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { openSmtpProvider, type SmtpProvider } from "../support/smtp-provider.ts";

// A lease takes three seconds.
const SCALE = 1 / 20;
const LONGER_THAN_A_LEASE_MS = 6_000;
const KEYS = {
  NODE_ENV: "production",
  JWT_SECRET: "a-signing-secret-for-tests-only-0123456789",
  PUBLISHABLE_KEY: "sb_publishable_0123456789abcdefghijkl_01234567",
  SECRET_KEY: "sb_secret_0123456789abcdefghijkl_01234567",
};

let database: FaultDatabase;
let provider: SmtpProvider;
let hosts: HostProcess[] = [];

beforeAll(async () => {
  database = await openFaultDatabase();
  provider = await openSmtpProvider();
  const variables = { ...KEYS, DATABASE_URL: database.url, OUTBOX_TIME_SCALE: String(SCALE), ...provider.variables };
  // One after the other: the first one migrates.
  hosts = [await startHostProcess(variables), await startHostProcess(variables)];
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.dispose()));
  await provider?.close();
  await database?.close();
});
beforeEach(() => {
  provider.behave("takes");
  provider.delivered.length = 0;
});

const add = (name: string, count: number) => database.sql(ADD_MAILS, [name, count]);
const untilStates = (name: string, wanted: string) =>
  expect.poll(() => database.value(MAIL_STATES, [name]), { timeout: 80_000, interval: 200 }).toBe(wanted);
const deliveredTo = (name: string) => provider.delivered.map(({ to }) => to).filter((to) => to.startsWith(name));
const expectEachOnce = (name: string, count: number) => {
  expect(deliveredTo(name)).toHaveLength(count);
  expect(new Set(deliveredTo(name)).size).toBe(count);
};

test("Two hosts send each email once", async () => {
  await add("both-", 300);
  await untilStates("both-", "done 300");
  expectEachOnce("both-", 300);
  const workers = await database.value("select count(distinct locked_by)::int from private.outbox");
  expect(workers).toBe(0);
}, 120_000);

test("Two hosts send each email once, also when each send takes longer than its lease", async () => {
  provider.behave("takes", LONGER_THAN_A_LEASE_MS);
  await add("slow-", 40);
  await untilStates("slow-", "done 40");
  expectEachOnce("slow-", 40);
}, 120_000);

test.each([
  ["forward", "-"],
  ["back", "+"],
])(
  "A clock that jumps an hour %s while emails are being sent doubles none and holds none up",
  async (name, sign) => {
    provider.behave("takes", LONGER_THAN_A_LEASE_MS);
    await add(`jump-${name}-`, 20);
    await expect
      .poll(() => database.value("select count(*)::int from private.outbox where status = 'running'"))
      .toBe(10);
    await database.sql(
      `update private.outbox set run_at = run_at ${sign} interval '1 hour', created_at = created_at ${sign} interval '1 hour',
       locked_until = locked_until ${sign} interval '1 hour' where dedupe_key like $1`,
      [`fault:jump-${name}-%`],
    );
    await untilStates(`jump-${name}-`, "done 20");
    expectEachOnce(`jump-${name}-`, 20);
  },
  120_000,
);

test("The jobs of a host that is killed go to the other one", async () => {
  provider.behave("hangs");
  const third = await startHostProcess({
    ...KEYS,
    DATABASE_URL: database.url,
    OUTBOX_TIME_SCALE: String(SCALE),
    ...provider.variables,
  });
  await add("orphan-", 15);
  await expect
    .poll(() => database.value("select count(*)::int from private.outbox where status = 'running'"))
    .toBeGreaterThan(10);
  await third.stop("SIGKILL");
  provider.behave("takes");
  await untilStates("orphan-", "done 15");
  expectEachOnce("orphan-", 15);
  await third.dispose();
}, 120_000);

test("Each due scheduled job runs on one of the hosts", async () => {
  await database.sql("create table private.runs (name text)");
  await database.sql(`do $$
    begin
      for n in 1..20 loop
        execute format('create function private.fault_job_%s() returns void language sql as %L', chr(96 + n), format('insert into private.runs values (%L)', n::text));
        insert into private.scheduled_jobs (name, job_function, run_every) values ('fault ' || n, 'fault_job_' || chr(96 + n), interval '1 day');
      end loop;
    end $$`);
  await expect.poll(() => database.value("select count(distinct name)::int from private.runs")).toBe(20);
  // Each host looks twice more.
  await delay(1_000);
  expect(await database.value("select count(*)::int from private.runs")).toBe(20);
});

test("Schedules and limits from an hour in the future heal", async () => {
  await database.sql(
    "update private.scheduled_jobs set next_run_at = next_run_at + interval '1 hour', last_run_at = null where run_every < interval '1 hour'",
  );
  await expect
    .poll(() =>
      database.value(
        "select count(*)::int from private.scheduled_jobs where run_every < interval '1 hour' and last_run_at is null",
      ),
    )
    .toBe(0);
});

test("Both hosts count requests together, and a window from an hour in the future starts again", async () => {
  const signIn = (attempt: number) =>
    fetch(`${hosts[attempt % 2]?.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: KEYS.PUBLISHABLE_KEY, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "target@example.com", password: "wrong-password" }),
    }).then(({ status }) => status);
  const together = async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, attempt) => signIn(attempt)));
    return statuses.filter((status) => status === 400).length;
  };
  expect(await together()).toBe(20);
  expect(await signIn(0)).toBe(429);
  await database.sql("update private.rate_limits set resets_at = resets_at + interval '1 hour'");
  expect(await signIn(0)).toBe(400);
});
