import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ADD_MAILS, type FaultDatabase, MAIL_STATES, openFaultDatabase } from "../support/fault-database.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { type HttpMailProvider, openHttpMailProvider } from "../support/http-mail-provider.ts";
import { openSmtpProvider, type SmtpProvider } from "../support/smtp-provider.ts";

// A minute takes a second, so that eleven minutes without a mail server take eleven.
const SCALE = 1 / 60;
const variables = { DEMO: "0", RATE_LIMIT_SCALE: "0", OUTBOX_TIME_SCALE: String(SCALE) };

let database: FaultDatabase;
let number = 0;
beforeAll(async () => {
  database = await openFaultDatabase();
});
afterAll(() => database?.close());

/** A name that marks the emails of one test. */
const newName = () => `fault-${++number}-`;
const add = (name: string, count: number) => database.sql(ADD_MAILS, [name, count]);
const states = (name: string) => database.value<string>(MAIL_STATES, [name]);
const untilStates = (name: string, wanted: string | RegExp, timeout = 30_000) =>
  expect.poll(() => states(name), { timeout, interval: 100 }).toMatch(wanted);
const duplicates = (list: string[]) => list.length - new Set(list).size;

describe("An SMTP server", () => {
  let provider: SmtpProvider;
  let host: HostProcess;
  beforeAll(async () => {
    provider = await openSmtpProvider();
    host = await startHostProcess({ ...variables, DATABASE_URL: database.url, ...provider.variables });
  });
  afterAll(async () => {
    await host?.dispose();
    await provider?.close();
  });
  beforeEach(() => {
    provider.delivered.length = 0;
    provider.behave("takes");
  });
  const addresses = () => provider.delivered.map(({ to }) => to);

  test("that takes emails gets each once, with a Message-ID of the outbox", async () => {
    const name = newName();
    await add(name, 20);
    await untilStates(name, /^done 20$/);
    expect(duplicates(addresses())).toBe(0);
    const ids = await database.sql<{ id: string }>("select id from private.outbox where dedupe_key like $1", [
      `fault:${name}:%`,
    ]);
    expect(provider.delivered.map(({ messageId }) => messageId.split("@")[0]).sort()).toEqual(
      ids.map(({ id }) => `<${id}`).sort(),
    );
  });

  test("that hangs gets all emails once, when it works again", async () => {
    const name = newName();
    provider.behave("hangs");
    await add(name, 30);
    const before = provider.connections();
    // Its three failures and some tries.
    await expect.poll(() => provider.connections() - before, { timeout: 20_000 }).toBeGreaterThan(6);
    expect(await states(name)).not.toContain("failed");
    provider.behave("takes");
    await untilStates(name, /^done 30$/);
    expect(addresses()).toHaveLength(30);
    expect(duplicates(addresses())).toBe(0);
  });

  test("that is away for eleven minutes gets all emails once, when it is back, and none fails", async () => {
    const name = newName();
    await provider.goAway();
    await add(name, 40);
    const begun = Date.now();
    await expect.poll(() => Date.now() - begun, { timeout: 20_000 }).toBeGreaterThan(11 * 60_000 * SCALE);
    expect(await states(name)).not.toMatch(/failed|done/);
    expect(await database.value("select max(failures) >= 3 from private.mail_providers")).toBe(true);
    await provider.comeBack();
    await untilStates(name, /^done 40$/);
    expect(addresses()).toHaveLength(40);
    expect(await database.value("select max(failures) from private.mail_providers")).toBe(0);
  });

  test("that is busy gets all emails later", async () => {
    const name = newName();
    provider.behave("is busy");
    await add(name, 10);
    await expect.poll(() => database.value("select max(failures) >= 3 from private.mail_providers")).toBe(true);
    provider.behave("takes");
    await untilStates(name, /^done 10$/);
    expect(duplicates(addresses())).toBe(0);
  });

  test("that knows no such mailbox fails the email immediately, and others still leave", async () => {
    const name = newName();
    provider.behave("knows no mailbox");
    await add(name, 4);
    await untilStates(name, /^failed refused 4$/);
    expect(
      await database.value("select last_error from private.outbox where dedupe_key = $1", [`fault:${name}:1`]),
    ).toContain("No such user here");
    provider.behave("takes");
    const next = newName();
    await add(next, 4);
    await untilStates(next, /^done 4$/);
  });

  test("that puts a mailbox off gets the email later, and takes the others in the meantime", async () => {
    const name = newName();
    provider.behave("puts the mailbox off");
    await add(name, 1);
    const attempts = () =>
      database.value<number>("select attempts from private.outbox where dedupe_key = $1", [`fault:${name}:1`]);
    await expect.poll(attempts, { timeout: 20_000 }).toBeGreaterThan(2);
    provider.behave("takes");
    const next = newName();
    await add(next, 2);
    await untilStates(next, /^done 2$/);
    await untilStates(name, /^done 1$/);
  });

  test.each(["hangs after the message", "breaks off after the message"] as const)(
    "that %s gets it once, and the email log says that it may have arrived",
    async (mode) => {
      const name = newName();
      provider.behave(mode);
      await add(name, 3);
      await untilStates(name, /^failed unconfirmed 3$/);
      provider.behave("takes");
      const next = newName();
      await add(next, 2);
      await untilStates(next, /^done 2$/);
      expect(addresses().filter((address) => address.startsWith(name))).toHaveLength(3);
    },
  );

  test("that confirms twice gets each email once", async () => {
    const name = newName();
    provider.behave("confirms twice");
    await add(name, 5);
    await untilStates(name, /^done 5$/);
    expect(duplicates(addresses())).toBe(0);
  });

  test("that takes a minute for each email gets each once", async () => {
    const name = newName();
    provider.behave("takes", 60_000 * SCALE);
    await add(name, 20);
    await untilStates(name, /^done 20$/, 60_000);
    expect(addresses()).toHaveLength(20);
    expect(duplicates(addresses())).toBe(0);
  });
});

describe("An HTTP mail service", () => {
  let provider: HttpMailProvider;
  let host: HostProcess;
  beforeAll(async () => {
    provider = await openHttpMailProvider();
    host = await startHostProcess({ ...variables, DATABASE_URL: database.url, ...provider.variables });
  });
  afterAll(async () => {
    await host?.dispose();
    await provider?.close();
  });
  beforeEach(() => {
    provider.delivered.length = 0;
    provider.behave("takes");
  });

  test.each(["hangs", "fails", "is busy"] as const)(
    "that %s gets all emails once, when it works again",
    async (mode) => {
      const name = newName();
      provider.behave(mode);
      await add(name, 20);
      const before = provider.requests();
      await expect.poll(() => provider.requests() - before, { timeout: 20_000 }).toBeGreaterThan(6);
      expect(await states(name)).not.toMatch(/failed|done/);
      provider.behave("takes");
      await untilStates(name, /^done 20$/);
      expect(provider.delivered).toHaveLength(20);
    },
  );

  test("that takes an email and does not answer is asked again with the same key, and delivers it once", async () => {
    const name = newName();
    provider.behave("takes and hangs");
    await add(name, 3);
    const before = provider.requests();
    await expect.poll(() => provider.requests() - before, { timeout: 20_000 }).toBeGreaterThan(6);
    provider.behave("takes");
    await untilStates(name, /^done 3$/);
    expect(provider.delivered).toHaveLength(3);
  });

  test("that answers twice delivers each email once", async () => {
    const name = newName();
    provider.behave("answers twice");
    await add(name, 10);
    await untilStates(name, /^done 10$/);
    expect(provider.delivered).toHaveLength(10);
  });

  test("that refuses a mailbox fails the email immediately", async () => {
    const name = newName();
    provider.behave("refuses the mailbox");
    await add(name, 2);
    await untilStates(name, /^failed refused 2$/);
  });

  test("that takes a minute for each email delivers each once", async () => {
    const name = newName();
    provider.behave("takes", 60_000 * SCALE);
    await add(name, 20);
    const before = provider.requests();
    await untilStates(name, /^done 20$/, 60_000);
    expect(provider.requests() - before).toBe(20);
    expect(provider.delivered).toHaveLength(20);
  });
});
