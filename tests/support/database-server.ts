import { randomUUID } from "node:crypto";
import pg from "pg";
import { openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { openPool } from "../../server/database/postgres-pool.ts";
import { schemaFingerprint } from "../../server/database/prepared.ts";
import type { TestDatabase } from "./database-session.ts";
import { createWorld, type World } from "./database-world.ts";

/** A PostgreSQL server where suites may create databases, and the two databases that they copy. */
export type TestServer = { url: string; migrated: string; withWorld: string; world: World };

/**
 * Creates a migrated database, which stays for the next run, and another one with the world, which is not kept because
 * its dates age.
 */
export async function prepareServer(url: string): Promise<TestServer> {
  const migrated = await migratedTemplate(url);
  const withWorld = await copyDatabase(url, migrated, "world");
  const db = await openServerDatabase(url, withWorld);
  const world = await createWorld(db);
  await db.close();
  return { url, migrated, withWorld, world };
}

/** A database that is a copy of the template. Closing it deletes it. */
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
    // Copying files takes a third of the time of logging each page.
    await server.query(`create database ${name} template ${template} strategy file_copy`);
    return name;
  });
}

function migratedTemplate(url: string): Promise<string> {
  const template = `upfunnel_template_${schemaFingerprint()}`;
  return onServer(url, async (server) => {
    // Only one run at a time creates the template, so that no one copies a partial one.
    await server.query("select pg_advisory_lock(hashtext('upfunnel_template'))");
    if ((await server.query("select from pg_database where datname = $1", [template])).rowCount) return template;
    // Templates of earlier schemas, and partial ones. A template that is being copied stays.
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
