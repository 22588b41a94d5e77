import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openConnection } from "../../server/database/connect.ts";
import { migrateDatabase } from "../../server/database/migrate.ts";
import { openPool } from "../../server/database/postgres-pool.ts";
import { openEmbedded } from "./database-embedded.ts";
import type { TestDatabase } from "./database-session.ts";
import { prepareSnapshot, schemaFingerprint } from "./database-snapshot.ts";
import { createWorld, type World } from "./database-world.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL server on which suites may create databases, or null where there is none. */
    postgresUrl: string | null;
    /** An embedded database with the world in it: its data directory, as a file. */
    settled: { file: string; world: World };
  }
}

type Kind = {
  name: string;
  overlapping: boolean;
  /** A migrated database of its own, as its owner sees it. */
  open: () => Promise<TestDatabase>;
  /** The same with the world in it. */
  settle: () => Promise<{ db: TestDatabase; world: World }>;
};

/** The databases that a suite has to pass on: always the embedded one, and PostgreSQL where the machine has it. */
export function databases(): Kind[] {
  const embedded: Kind = {
    name: "the embedded database",
    overlapping: false,
    open: async () => openEmbedded(await prepareSnapshot()),
    async settle() {
      const { file, world } = inject("settled");
      return { db: await openEmbedded(file), world };
    },
  };
  const url = postgresUrl();
  if (!url) return [embedded];
  const open = () => openOnServer(url);
  const settle = async () => {
    const db = await open();
    return { db, world: await createWorld(db) };
  };
  return [embedded, { name: "PostgreSQL", overlapping: true, open, settle }];
}

function postgresUrl(): string | null {
  return inject("postgresUrl") ?? process.env.TEST_DATABASE_URL ?? null;
}

async function openOnServer(serverUrl: string): Promise<TestDatabase> {
  const template = `upfunnel_template_${schemaFingerprint()}`;
  const name = `upfunnel_test_${randomUUID().replaceAll("-", "")}`;
  const at = (database: string) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
  const server = new pg.Client(serverUrl);
  await server.connect();
  try {
    // One file at a time makes the template, and nobody copies it half made.
    await server.query("select pg_advisory_lock(hashtext('upfunnel_template'))");
    if (!(await server.query("select from pg_database where datname = $1", [template])).rowCount) {
      // What earlier schemas and half-made ones left behind; one that is being copied right now stays.
      const { rows } = await server.query(
        "select datname from pg_database where datname like 'upfunnel\\_template\\_%'",
      );
      for (const { datname } of rows) await server.query(`drop database ${datname}`).catch(() => {});
      await server.query(`create database ${template}_draft`);
      const connection = await openConnection({ url: at(`${template}_draft`) });
      await migrateDatabase(connection);
      await connection.close();
      await server.query(`alter database ${template}_draft rename to ${template}`);
    }
    await server.query(`create database ${name} template ${template}`);
  } finally {
    await server.end();
  }
  return openServerDatabase(at(name), async () => {
    const dropper = new pg.Client(serverUrl);
    await dropper.connect();
    await dropper.query(`drop database ${name} with (force)`);
    await dropper.end();
  });
}

async function openServerDatabase(url: string, drop: () => Promise<void>): Promise<TestDatabase> {
  const pool = openPool(url, 8);
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
      await drop();
    },
  };
}
