import { rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DatabaseConnection, openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { query } from "../../server/database/query.ts";
import { applyRequestContext } from "../../server/database/request-context.ts";
import { temporaryDirectory } from "../support/host-process.ts";
import { startPostgresServer } from "../support/postgres-server.ts";
import { openProtocol, post, type TestProtocol } from "../support/protocol.ts";

const LIMIT_MS = 200;
const ROUNDS = 6;
const WRITERS = 4;

/** Statements that would take minutes: in a sleep, in the executor, in a procedure, in a sort. */
const RUNAWAYS = [
  "select pg_sleep(600)",
  "select count(*) from generate_series(1, 1000000) as a, generate_series(1, 1000000) as b where a.a < b.b",
  "select public.runaway()",
  "select * from generate_series(1, 5000) as a, generate_series(1, 5000) as b order by md5(a::text || b) limit 1",
];

const SCHEMA = `
  create table public.pairs (writer text, number integer, half integer);
  grant all on public.pairs to anon;
  create function public.runaway() returns void language plpgsql as 'begin loop perform 1; end loop; end';
  grant execute on function public.runaway() to anon;`;

type Pair = [writer: string, number: number];

/** One request of a person that writes two rows in a transaction. */
async function writePair(connection: DatabaseConnection, [writer, number]: Pair, then = "select 1"): Promise<void> {
  await connection.withContext({ auth: { role: "anon" } }, async (db) => {
    for (const half of [1, 2]) await sql`insert into public.pairs values (${writer}, ${number}, ${half})`.execute(db);
    await sql.raw(then).execute(db);
  });
}

/** Writes pairs until it is stopped. Returns the pairs that the database confirmed. */
async function keepWriting(connection: DatabaseConnection, writer: string, stopped: () => boolean): Promise<Pair[]> {
  const confirmed: Pair[] = [];
  for (let number = 0; !stopped(); number += 1) {
    const pair: Pair = [writer, number];
    await writePair(connection, pair).then(
      () => confirmed.push(pair),
      () => {},
    );
  }
  return confirmed;
}

async function provesThatRunawaysAreStopped(connection: DatabaseConnection): Promise<void> {
  applyRequestContext(connection, { anon: LIMIT_MS });
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, (_, at) => keepWriting(connection, `writer ${at}`, () => isOver));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const runaway = RUNAWAYS[round % RUNAWAYS.length] ?? "";
      await expect(writePair(connection, ["runaway", round], runaway)).rejects.toMatchObject({ code: "57014" });
    }
  } finally {
    isOver = true;
  }
  const confirmed = (await Promise.all(writers)).flat();
  const rows = await query<{ writer: string; number: number; halves: number }>(
    connection,
    "select writer, number, count(*)::integer as halves from public.pairs group by writer, number",
  );
  expect(confirmed.length).toBeGreaterThan(0);
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([]);
  expect(rows.filter(({ writer }) => writer === "runaway")).toEqual([]);
  const there = new Set(rows.map(({ writer, number }) => `${writer} ${number}`));
  expect(confirmed.filter(([writer, number]) => !there.has(`${writer} ${number}`))).toEqual([]);
}

describe("A statement that exceeds its timeout", () => {
  const directory = temporaryDirectory();
  let protocol: TestProtocol;
  beforeAll(async () => {
    const connection = await openConnection({ directory: join(directory, "database") });
    await migrateDatabase(connection);
    await connection.driver.query(SCHEMA);
    protocol = await openProtocol({ connection });
  });
  afterAll(async () => {
    await protocol.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("is stopped on the embedded database, with its transaction, and no confirmed row is lost", async () => {
    await provesThatRunawaysAreStopped(protocol.connection);
  });

  test("gets 503 and Retry-After, and waiting requests are answered after it", async () => {
    // The waiting requests reach a database that has just opened.
    applyRequestContext(protocol.connection, { anon: 5 * LIMIT_MS });
    const runaway = protocol.send("/rest/v1/rpc/runaway", post({}));
    const waiting = Array.from({ length: 5 }, () => protocol.send("/rest/v1/pairs?select=half&limit=1"));
    const stopped = await runaway;
    expect(stopped.status).toBe(503);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stopped.json()).toMatchObject({ code: "57014" });
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test("of the host itself has no timeout", async () => {
    applyRequestContext(protocol.connection, { anon: LIMIT_MS });
    const [row] = await query(protocol.connection, `select pg_sleep(${(LIMIT_MS * 3) / 1000}) is not null as finished`);
    expect(row).toEqual({ finished: true });
  });

  test("does not keep the database from closing", async () => {
    const connection = await openConnection({ memory: true });
    const asleep = query(connection, "select pg_sleep(600)").catch(({ message }: Error) => message);
    await connection.embedded?.close();
    expect(await asleep).toMatch(/database connection is closed/i);
    await expect(query(connection, "select 1")).rejects.toThrow(/database connection is closed/i);
    await connection.close();
  });

  test("is stopped on PostgreSQL too", async (context) => {
    const server = await startPostgresServer();
    if (!server) return context.skip("no PostgreSQL on this machine");
    const connection = await openConnection({ url: server.url });
    try {
      await migrateDatabase(connection);
      await connection.driver.query(SCHEMA);
      await provesThatRunawaysAreStopped(connection);
    } finally {
      await connection.close();
      await server.stop();
    }
  });
});
