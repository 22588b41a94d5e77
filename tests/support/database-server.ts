import { randomUUID } from "node:crypto";
import pg from "pg";
import { openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { openPool } from "../../server/database/postgres-pool.ts";
import type { TestDatabase } from "./database-session.ts";
import { schemaFingerprint } from "./database-snapshot.ts";
import { createWorld, type World } from "./database-world.ts";

/** A PostgreSQL server on which suites may create databases, and the two databases there that they copy. */
export type TestServer = { url: string; migrated: string; settled: string; world: World };

/** Makes a migrated database, which stays for the next run, and another one with the world in it, which grows old. */
export async function prepareServer(url: string): Promise<TestServer> {
  const migrated = await migratedTemplate(url);
  const settled = await copyDatabase(url, migrated, "settled");
  const db = await openServerDatabase(url, settled);
  const world = await createWorld(db);
  await db.close();
  return { url, migrated, settled, world };
}

/** A database that begins as a copy of the template and goes when it is closed. */
export async function openCopy(url: string, template: string): Promise<TestDatabase> {
  const name = await copyDatabase(url, template, "test");
  const db = await openServerDatabase(url, name);
  return {
    ...db,
    async close() {
      await db.close();
      await dropDatabase(url, name);
    },
  };
}

export function dropDatabase(url: string, name: string): Promise<void> {
  return onServer(url, async (server) => {
    await server.query(`drop database ${name} with (force)`);
  });
}

function copyDatabase(url: string, template: string, kind: string): Promise<string> {
  const name = `upfunnel_${kind}_${randomUUID().replaceAll("-", "")}`;
  return onServer(url, async (server) => {
    // Copying files takes a third of the time of writing each page to the log.
    await server.query(`create database ${name} template ${template} strategy file_copy`);
    return name;
  });
}

function migratedTemplate(url: string): Promise<string> {
  const template = `upfunnel_template_${schemaFingerprint()}`;
  return onServer(url, async (server) => {
    // One run at a time makes the template, and nobody copies it half made.
    await server.query("select pg_advisory_lock(hashtext('upfunnel_template'))");
    if ((await server.query("select from pg_database where datname = $1", [template])).rowCount) return template;
    // What earlier schemas and half-made ones left behind; one that is being copied right now stays.
    const { rows } = await server.query("select datname from pg_database where datname like 'upfunnel\\_template\\_%'");
    for (const { datname } of rows) await server.query(`drop database ${datname}`).catch(() => {});
    await server.query(`create database ${template}_draft`);
    const connection = await openConnection({ url: addressOf(url, `${template}_draft`) });
    await migrateDatabase(connection);
    await connection.close();
    await server.query(`alter database ${template}_draft rename to ${template}`);
    return template;
  });
}

async function onServer<Result>(url: string, work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const server = new pg.Client(url);
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}

const addressOf = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href;

async function openServerDatabase(url: string, name: string): Promise<TestDatabase> {
  const pool = openPool(addressOf(url, name), 8);
  const connect = async () => {
    const client = await pool.connect();
    return {
      async run<Row>(text: string, parameters: unknown[] = []) {
        const { rows, rowCount } = await client.query(text, parameters);
        return { rows: rows as Row[], count: rowCount ?? 0 };
      },
      release: () => client.release(),
    };
  };
  const main = await connect();
  return {
    run: main.run,
    connect,
    async close() {
      main.release();
      await pool.end();
    },
  };
}
