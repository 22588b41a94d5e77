import { afterAll, beforeAll, expect, test } from "vitest";
import { ADD_DUE_CLOCKS, DUE_CLOCK_DELAYS } from "../support/due-clocks.ts";
import { ADD_MAILS, type FaultDatabase, MAIL_STATES, openFaultDatabase } from "../support/fault-database.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { openSmtpProvider, type SmtpProvider } from "../support/smtp-provider.ts";

// In real time: nothing may wait for the deadlines of the emails.
let database: FaultDatabase;
let provider: SmtpProvider;
let host: HostProcess;
const others: HostProcess[] = [];
const MAILS = 1_000;
const CLOCKS = 10;

beforeAll(async () => {
  database = await openFaultDatabase();
  provider = await openSmtpProvider();
  provider.behave("hangs");
  host = await startHostProcess({
    DATABASE_URL: database.url,
    DEMO: "0",
    RATE_LIMIT_SCALE: "0",
    ...provider.variables,
  });
});
afterAll(async () => {
  await Promise.all([host, ...others].map((each) => each?.dispose()));
  await provider?.close();
  await database?.close();
});

test("A mail server that hangs stops neither clocks nor schedules, and SIGTERM ends the host, which says what it left", async () => {
  await database.sql(ADD_MAILS, ["hanging-", MAILS]);
  await expect.poll(() => provider.connections()).toBeGreaterThan(0);
  const [settings, leads, dueTimes] = ADD_DUE_CLOCKS;
  await database.sql(settings);
  await database.sql(leads, [CLOCKS]);
  await database.sql("update private.scheduled_jobs set next_run_at = now(), last_run_at = null");
  await database.sql(dueTimes, [0, 0.1]);
  await expect
    .poll(async () => (await database.sql<{ done: number }>(DUE_CLOCK_DELAYS))[0]?.done, { timeout: 20_000 })
    .toBe(CLOCKS);
  await expect
    .poll(() => database.value("select count(*)::int from private.scheduled_jobs where last_run_at is null"))
    .toBe(0);
  expect(await database.value(MAIL_STATES, ["hanging-"])).toMatch(/^queued \d+, running \d+$/);

  expect(await host.stop("SIGTERM")).toBe(0);
  expect(host.output()).toMatch(/"left":\["mail: \d running"\].*stopped before everything was done/);
  // The next host continues immediately, and the emails lost no try.
  expect(await database.value(MAIL_STATES, ["hanging-"])).toBe(`queued ${MAILS}`);
  expect(await database.value("select max(attempts) from private.outbox where kind = 'mail'")).toBe(0);
}, 120_000);

test("A host that stops while a server has a message but did not confirm it does not send the message again", async () => {
  await database.sql("delete from private.outbox");
  await database.sql("delete from private.mail_providers");
  provider.delivered.length = 0;
  provider.behave("hangs after the message");
  const variables = { DATABASE_URL: database.url, DEMO: "0", RATE_LIMIT_SCALE: "0", ...provider.variables };
  const start = async () => {
    const started = await startHostProcess(variables);
    others.push(started);
    return started;
  };
  await host.stop();
  const stopped = await start();
  await database.sql(ADD_MAILS, ["handed-", 2]);
  await expect.poll(() => provider.delivered.length).toBe(2);
  expect(await stopped.stop("SIGTERM")).toBe(0);
  expect(await database.value(MAIL_STATES, ["handed-"])).toBe("failed unconfirmed 2");
  provider.behave("takes");
  await start();
  await database.sql(ADD_MAILS, ["next-", 1]);
  await expect.poll(() => database.value(MAIL_STATES, ["next-"])).toBe("done 1");
  expect(provider.delivered.map(({ to }) => to).sort()).toEqual([
    "handed-1@example.com",
    "handed-2@example.com",
    "next-1@example.com",
  ]);
}, 120_000);
