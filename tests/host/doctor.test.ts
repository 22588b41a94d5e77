import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "../../server/database/connect.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

/** Runs `npm run doctor` with only these variables. */
function doctor(variables: Record<string, string>): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH ?? "", NODE_NO_WARNINGS: "1", ...variables };
  return new Promise((resolve) =>
    execFile(process.execPath, ["--liftoff-only", "scripts/doctor.ts"], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
    ),
  );
}

let host: HostProcess;
let port = "";
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
  port = new URL(host.url).port;
});
afterAll(() => host?.dispose());

const HEALTHY = [
  /^ok +Settings +valid; the embedded database/m,
  /^ok +Secrets +present, private and strong$/m,
  /^ok +Disk +[\d.]+ [MG]B free in /m,
  /^ok +Database +reachable, PostgreSQL 1\d/m,
  /^ok +Clock +host and database agree/m,
  /^ok +Migrations +all \d+ are applied and unchanged$/m,
  /^ok +Rights +every table has row-level security, and all \d{3} rights are as the migrations make them$/m,
  // The cached copy of the demo may be hours old.
  /^(ok|warning|problem) +Outbox /m,
  /^ok +Domains /m,
  /^ok +Mail +emails stay in /m,
  /^ok +Payments +the local payment server/m,
  /^warning +Backups +none is known\. Run: npm run backup/m,
];

describe("The doctor of an embedded database", () => {
  test("asks the running host, and finds nothing wrong", async () => {
    const { code, text } = await doctor({ DATA_DIR: host.dataDir, PORT: port });
    for (const line of HEALTHY) expect(text).toMatch(line);
    expect(text).toMatch(/^0 problems, \d warnings?$/m);
    expect(code).toBe(0);
  });

  test("is answered by the host only with its secret key", async () => {
    expect((await fetch(`${host.url}/internal/report`)).status).toBe(404);
    const wrong = { Authorization: "Bearer sb_secret_wrong" };
    expect((await fetch(`${host.url}/internal/report`, { headers: wrong })).status).toBe(404);
  });

  test("names the process that has the lock if it does not answer at this port", async () => {
    const { code, text } = await doctor({ DATA_DIR: host.dataDir, PORT: "9" });
    expect(text).toMatch(new RegExp(`^problem +Database +DATA_DIR .* is in use by process ${host.child.pid}`, "m"));
    expect(code).toBe(1);
  });

  test("opens the database itself when no host runs, and names what someone changed by hand", async () => {
    const directory = await seededDataDirectory();
    const healthy = await doctor({ DATA_DIR: directory });
    for (const line of HEALTHY) expect(healthy.text).toMatch(line);
    const connection = await openConnection({ directory: join(directory, "database") });
    await connection.driver.query("grant update on public.invoices to anon");
    await connection.driver.query("alter table public.leads disable row level security");
    await connection.driver.query(
      "update private.outbox set status = 'queued', run_at = now() - interval '2 hours', locked_until = null",
    );
    await connection.close();
    chmodSync(join(directory, "secrets.json"), 0o644);
    const { code, text } = await doctor({ DATA_DIR: directory });
    expect(text).toMatch(/^problem +Secrets +others can read .*secrets\.json \(mode 644\)\. Run: chmod 600/m);
    expect(text).toMatch(/^problem +Rights +.*unexpected: right invoices \| anon \| update/m);
    expect(text).toMatch(/^problem +Rights +.*unexpected: table public\.leads without row-level security/m);
    expect(text).toMatch(/^problem +Outbox +\d+ jobs wait, the oldest for 1[12]\d min/m);
    expect(code).toBe(1);
    rmSync(directory, { recursive: true });
  });

  test("says that there is no database yet, and creates none", async () => {
    const { text } = await doctor({ DATA_DIR: join(host.dataDir, "nowhere") });
    expect(text).toMatch(/^ok +Database +none yet: the first start creates it$/m);
  });
});

test("The doctor names an invalid setting", async () => {
  const { code, text } = await doctor({ PORT: "many" });
  expect(text).toMatch(/^problem +Settings +PORT must be a number/m);
  expect(code).toBe(1);
});

describe("The doctor of a PostgreSQL database", () => {
  // Five programs start one after the other, one of them on an empty database.
  test("works before and after the first start, and finds a missing policy", async (context) => {
    const server = await startPostgresServer();
    if (!server) return context.skip("no PostgreSQL on this machine");
    try {
      const empty = await doctor({ DATABASE_URL: server.url });
      expect(empty.text).toMatch(/^problem +Migrations +the database is empty\. The first start migrates it$/m);
      const maker = await openConnection({ url: server.url });
      await maker.driver.query(
        "create database english template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'",
      );
      await maker.close();
      const english = await doctor({ DATABASE_URL: server.url.replace(/postgres$/, "english") });
      expect(english.text).toMatch(/^problem +Database +.*its locale C knows English letters only/m);
      const own = await startHostProcess({ DATABASE_URL: server.url });
      const running = await doctor({ DATABASE_URL: server.url, DATA_DIR: own.dataDir });
      expect(running.text).toMatch(/^0 problems/m);
      await own.stop();
      const connection = await openConnection({ url: server.url });
      await connection.driver.query(
        `drop policy "People read the domains of their account's pages" on public.landing_domains`,
      );
      await connection.close();
      const changed = await doctor({ DATABASE_URL: server.url, DATA_DIR: own.dataDir });
      expect(changed.text).toMatch(
        /^problem +Rights +missing: policy public\.landing_domains \| People read the domains/m,
      );
      expect(changed.code).toBe(1);
      await own.dispose();
    } finally {
      await server.stop();
    }
  }, 300_000);

  test("says that a database cannot be reached, and hides the password", async () => {
    const { code, text } = await doctor({ DATABASE_URL: "postgres://ann:hunter2@127.0.0.1:1/x" });
    expect(text).toMatch(/^problem +Database +DATABASE_URL can't be used \(.*ECONNREFUSED/m);
    expect(text).not.toContain("hunter2");
    expect(code).toBe(1);
  });
});

describe("The doctor and other services", () => {
  const said: string[] = [];
  let provider: Server;
  const mail = createTcpServer((socket) => {
    socket.write("220 mail.example ESMTP\r\n");
    socket.on("data", (chunk) => {
      said.push(chunk.toString().trim());
      socket.write(/^QUIT/i.test(chunk.toString()) ? "221 bye\r\n" : "250 fine\r\n");
    });
  });
  beforeAll(async () => {
    mail.listen(0, "127.0.0.1");
    await once(mail, "listening");
    provider = createServer((request, response) => {
      const isKnown = request.headers.authorization === "Bearer sk_test_right";
      response.writeHead(isKnown ? 200 : 401, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify(isKnown ? { object: "balance", available: [] } : { error: { message: "Invalid API Key" } }),
      );
    }).listen(0, "127.0.0.1");
    await once(provider, "listening");
  });
  afterAll(() => {
    mail.close();
    provider?.close();
  });
  const services = (key: string, smtpPort = (mail.address() as AddressInfo).port) => ({
    DATA_DIR: join(host.dataDir, "nowhere"),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Agency <hello@agency.example>",
    STRIPE_SECRET_KEY: key,
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
    STRIPE_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  });

  test("greets the mail server without sending, and knows the mode of the payment key", async () => {
    const { text } = await doctor(services("sk_test_right"));
    expect(text).toMatch(/^ok +Mail +the mail server accepts us; nothing was sent$/m);
    expect(said.join("\n")).toMatch(/^EHLO/m);
    expect(said.join("\n")).not.toMatch(/MAIL FROM/i);
    expect(text).toMatch(/^ok +Payments +the provider accepts the key \(test mode\)$/m);
  });

  test("says what is wrong with a key and a server that is away", async () => {
    const { code, text } = await doctor(services("sk_test_wrong", 9));
    expect(text).toMatch(/^problem +Mail +the mailer refuses or can't be reached \(.*ECONNREFUSED/m);
    expect(text).toMatch(/^problem +Payments +the provider refuses the key or can't be reached \(Invalid API Key/m);
    expect(code).toBe(1);
  });
});
