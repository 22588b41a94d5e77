import { spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { lockDataDirectory } from "../../server/backend/data-directory.ts";
import { openConnection } from "../../server/database/connect.ts";
import { prepareEmptyDatabase } from "../../server/database/prepared.ts";
import {
  freePort,
  type HostProcess,
  spawnHost,
  startHostProcess,
  temporaryDirectory,
} from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

const hosts: HostProcess[] = [];
const keep = <Kind extends HostProcess>(host: Kind): Kind => {
  hosts.push(host);
  return host;
};
afterAll(async () => {
  for (const host of hosts) await host.dispose();
});

/** Starts a host that must refuse. Returns its exit code and the line that it printed. */
async function refusal(variables: Record<string, string>): Promise<{ code: number | null; lines: string[] }> {
  const host = keep(await spawnHost(variables));
  const code = await new Promise<number | null>((resolve) => host.child.once("exit", resolve));
  return { code, lines: host.output().trim().split("\n") };
}

describe("a database of another version", () => {
  test.each([
    [
      "an unknown old migration",
      "insert into supabase_migrations.schema_migrations (version) values ('20260101000000')",
      /created before the first release \(migration 20260101000000\)/,
    ],
    [
      "a newer migration",
      "insert into supabase_migrations.schema_migrations (version) values ('99990101000000')",
      /newer than this version \(migration 99990101000000\)\. Start the version/,
    ],
    [
      "another content of a migration",
      "update supabase_migrations.checksums set checksum = 'another' where version = '20261123000000'",
      /20261123000000_baseline\.sql changed after this database applied it\. Restore the file/,
    ],
  ])("with %s is refused in one line and stays unchanged", async (_name, change, expected) => {
    const directory = await seededDataDirectory();
    const write = await openConnection({ directory: join(directory, "database") });
    await write.driver.query(change);
    await write.close();
    const { code, lines } = await refusal({ DATA_DIR: directory });
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(expected)] });
    const read = await openConnection({ directory: join(directory, "database") });
    const { rows } = await read.driver.query("select count(*)::integer as people from public.profiles");
    await read.close();
    rmSync(directory, { recursive: true, force: true });
    expect(rows[0].people).toBeGreaterThan(0);
  });
});

describe("a start that cannot continue prints one line and exits with code 1", () => {
  const cases: [string, Record<string, string>, RegExp][] = [
    ["a port that is no number", { PORT: "many" }, /PORT must be a number/],
    ["a flag that is neither 0 nor 1", { DEMO: "yes" }, /DEMO must be 0 or 1/],
    ["an address that is none", { SITE_URL: "upfunnel.example" }, /SITE_URL must be a URL/],
    [
      "a database of another kind",
      { DATABASE_URL: "mysql://localhost/x" },
      /DATABASE_URL must be a URL that starts with postgres/,
    ],
    ["a signing secret that is too short", { JWT_SECRET: "short" }, /JWT_SECRET must have at least 32 characters/],
    ["a share above one", { SIGNAL_OUTAGE_RATE: "7" }, /SIGNAL_OUTAGE_RATE/],
    [
      "two backends at once",
      {
        DATABASE_URL: "postgres://x/y",
        SUPABASE_URL: "https://x.example",
        SUPABASE_PUBLISHABLE_KEY: "a",
        SUPABASE_SECRET_KEY: "b",
      },
      /can't both be set/,
    ],
    ["half a hosted project", { SUPABASE_URL: "https://x.example" }, /SUPABASE_PUBLISHABLE_KEY/],
    ["production on the embedded database", { NODE_ENV: "production" }, /DATABASE_URL .*ALLOW_EMBEDDED=1/],
    [
      "known demo passwords in production",
      { NODE_ENV: "production", ALLOW_EMBEDDED: "1", DEMO: "1" },
      /DEMO=1 isn't allowed in production/,
    ],
    [
      "production on PostgreSQL without shared secrets",
      { NODE_ENV: "production", DATABASE_URL: "postgres://127.0.0.1:1/x" },
      /JWT_SECRET is required/,
    ],
    ["a public address without production", { SITE_URL: "https://upfunnel.example" }, /SITE_URL .*NODE_ENV=production/],
    [
      "a public address with the demo",
      { SITE_URL: "http://192.168.1.20:3000", DEMO: "1", HOST: "0.0.0.0" },
      /SITE_URL .*NODE_ENV=production/,
    ],
    ["a PostgreSQL that is not there", { DATABASE_URL: "postgres://127.0.0.1:1/x" }, /DATABASE_URL can't be reached/],
    ["a DATA_DIR that cannot be made", { DATA_DIR: "/proc/upfunnel" }, /DATA_DIR \/proc\/upfunnel can't be written/],
    ["a DATA_DIR that is a file", { DATA_DIR: "/dev/null" }, /DATA_DIR \/dev\/null can't be written/],
  ];
  test.each(cases)("%s", async (_name, variables, expected) => {
    const { code, lines } = await refusal(variables);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^Upfunnel can't start: /);
    expect(lines[0]).toMatch(expected);
    expect(code).toBe(1);
  });

  test("a taken port", async () => {
    const port = await freePort();
    const other = createServer().listen(port, "127.0.0.1");
    const { code, lines } = await refusal({ PORT: String(port), DATA_DIR: await seededDataDirectory() });
    other.close();
    expect(lines.join("\n")).toMatch(new RegExp(`PORT ${port} on 127.0.0.1 is in use`));
    expect(code).toBe(1);
  });
});

describe("one process per DATA_DIR", () => {
  test("a second process is refused with the first one's id, and the first continues", async () => {
    const first = keep(await startHostProcess({ DATA_DIR: await seededDataDirectory() }));
    const second = await refusal({ DATA_DIR: first.dataDir });
    expect(second.lines.join("\n")).toContain(`is in use by process ${first.child.pid}`);
    expect(second.code).toBe(1);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test("a new process takes over the lock of a killed one, and its data is there", async () => {
    const first = keep(await startHostProcess({ DATA_DIR: await seededDataDirectory() }));
    await first.stop("SIGKILL");
    expect(existsSync(join(first.dataDir, "lock.json"))).toBe(true);
    const second = keep(await startHostProcess({ DATA_DIR: first.dataDir }));
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(existsSync(join(first.dataDir, "lock.json"))).toBe(false);
  });
});

describe("the lock of a process that cannot be seen from here", () => {
  const lockOf = (holder: object) => {
    const directory = temporaryDirectory();
    const path = join(directory, "lock.json");
    writeFileSync(path, JSON.stringify(holder));
    return { directory, path };
  };

  test.concurrent("is taken over when it does not change any more, as after a container was replaced", async () => {
    const { directory, path } = lockOf({ pid: 1, started: "7", place: "another container" });
    const unlock = await lockDataDirectory(directory);
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
    unlock();
    expect(existsSync(path)).toBe(false);
    rmSync(directory, { recursive: true });
  });

  test.concurrent("is respected while its holder touches it, and the message names the file", async () => {
    const { directory, path } = lockOf({ pid: 1, started: "7", place: "another container" });
    const beat = setInterval(() => utimesSync(path, new Date(), new Date()), 500);
    await expect(lockDataDirectory(directory)).rejects.toThrow(`If it isn't running, delete ${path}`);
    clearInterval(beat);
    rmSync(directory, { recursive: true });
  });

  test("a host whose lock another process took ends before it can destroy rows, and leaves that lock alone", async () => {
    const host = keep(await startHostProcess({ DATA_DIR: await seededDataDirectory() }));
    const path = join(host.dataDir, "lock.json");
    const theirs = JSON.stringify({ pid: 1, started: "7", place: "another container" });
    writeFileSync(path, theirs);
    expect(await new Promise((resolve) => host.child.once("exit", resolve))).toBe(1);
    expect(host.output()).toContain("now belongs to another process");
    expect(readFileSync(path, "utf8")).toBe(theirs);
  });

  test("a process that has ended but has not been waited for holds nothing", async () => {
    const first = temporaryDirectory();
    const unlock = await lockDataDirectory(first);
    const { place } = JSON.parse(readFileSync(join(first, "lock.json"), "utf8"));
    unlock();
    // The shell becomes `sleep`, which never waits for the shell's child.
    const parent = spawn("sh", ["-c", "sleep 0 & echo $!; exec sleep 60"]);
    const pid = Number(await new Promise((resolve) => parent.stdout.once("data", resolve)));
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
    const started = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19];
    const { directory } = lockOf({ pid, started, place });
    (await lockDataDirectory(directory))();
    parent.kill();
    for (const each of [first, directory]) rmSync(each, { recursive: true });
  });
});

describe("a damaged database is refused in one line and stays as it is", () => {
  test.each([
    ["a missing PG_VERSION", (database: string) => rmSync(join(database, "PG_VERSION"))],
    ["an empty pg_control", (database: string) => writeFileSync(join(database, "global/pg_control"), "")],
  ])("%s", async (_name, damage) => {
    const directory = await seededDataDirectory();
    const database = join(directory, "database");
    damage(database);
    const before = readdirSync(database, { recursive: true, encoding: "utf8" });
    const { code, lines } = await refusal({ DATA_DIR: directory });
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/can.t be opened .* restore a backup/)],
    });
    expect(readdirSync(database, { recursive: true, encoding: "utf8" })).toEqual(expect.arrayContaining(before));
    rmSync(directory, { recursive: true });
  });
});

describe("the demo", () => {
  const signIn = async (host: HostProcess, email: string) => {
    const { supabasePublishableKey } = (await (await fetch(`${host.url}/config.json`)).json()) as {
      supabasePublishableKey: string;
    };
    const { status } = await fetch(`${host.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: supabasePublishableKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email, password: "demo-password" }),
    });
    return status;
  };

  test("is added by the next start when the first one ended before it was", async () => {
    const directory = temporaryDirectory();
    cpSync(await prepareEmptyDatabase(), join(directory, "database"), { recursive: true });
    const host = keep(await startHostProcess({ DATA_DIR: directory }));
    expect(host.output()).toContain("Demo accounts");
    expect(await signIn(host, "sales@example.com")).toBe(200);
  });

  test("is not added to a database with people of its own, and no account is named that does not exist", async () => {
    const directory = temporaryDirectory();
    cpSync(await prepareEmptyDatabase(), join(directory, "database"), { recursive: true });
    const connection = await openConnection({ directory: join(directory, "database") });
    await connection.driver.query("insert into auth.users (id, email) values (gen_random_uuid(), 'own@example.net')");
    await connection.close();
    const host = keep(await startHostProcess({ DATA_DIR: directory }));
    expect(host.output()).not.toContain("Demo accounts");
    expect(host.output()).toContain("DEMO=1 added nothing");
    expect(await signIn(host, "sales@example.com")).toBe(400);
  });
});

describe("secrets", () => {
  test("are generated once, are readable only for their owner, and stay the same", async () => {
    const first = keep(await startHostProcess({ DATA_DIR: await seededDataDirectory() }));
    const path = join(first.dataDir, "secrets.json");
    const before = readFileSync(path, "utf8");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await first.stop();
    const second = keep(await startHostProcess({ DATA_DIR: first.dataDir }));
    expect(readFileSync(path, "utf8")).toBe(before);
    await second.stop();
  });

  test("are never replaced if their file is damaged; the start is refused", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "secrets.json"), "{ half");
    const { code, lines } = await refusal({ DATA_DIR: directory });
    expect(lines[0]).toContain("secrets.json can't be read");
    expect(code).toBe(1);
    expect(readFileSync(join(directory, "secrets.json"), "utf8")).toBe("{ half");
    chmodSync(directory, 0o700);
    rmSync(directory, { recursive: true });
  });
});

describe("stopping", () => {
  test("a SIGTERM to `npm start` ends the server and releases the lock", async () => {
    const directory = await seededDataDirectory();
    const port = await freePort();
    const npm = spawn("npm", ["start"], {
      env: { ...process.env, PORT: String(port), DATA_DIR: directory },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    npm.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed, { timeout: 50_000 }).toContain("Demo accounts");
    npm.kill("SIGTERM");
    await new Promise((resolve) => npm.once("exit", resolve));
    await expect.poll(() => existsSync(join(directory, "lock.json")), { timeout: 20_000 }).toBe(false);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    rmSync(directory, { recursive: true, force: true });
  });

  test.each(["SIGTERM", "SIGINT"] as const)("%s finishes the running request and exits with code 0", async (signal) => {
    const host = keep(await startHostProcess({ DATA_DIR: await seededDataDirectory({ hasRealHashes: true }) }));
    const config = (await (await fetch(`${host.url}/config.json`)).json()) as { supabasePublishableKey: string };
    // A sign-in hashes a password for some fifty milliseconds, so it is still running when the signal arrives.
    const answer = fetch(`${host.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: config.supabasePublishableKey, "Content-Type": "application/json" },
      body: JSON.stringify({ email: "client@example.com", password: "demo-password" }),
    });
    await fetch(`${host.url}/healthz`);
    const stopped = host.stop(signal);
    expect((await answer).status).toBe(200);
    expect(await stopped).toBe(0);
  });
});
