import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { PGlite } from "@electric-sql/pglite";
import type { Pool, PoolClient } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { DatabaseConnection } from "../database/connect.ts";
import type { BackupTable } from "./tables.ts";

/** One transaction in which tables are copied out or in, and statements run. */
export type CopySession = {
  run: (statement: string) => Promise<void>;
  copyOut: (table: BackupTable) => Promise<Buffer>;
  copyIn: (table: BackupTable, rows: Buffer) => Promise<void>;
};

/** Runs `work` in one transaction of either database; when it throws, nothing has happened. */
export async function withCopySession<Result>(
  connection: DatabaseConnection,
  work: (session: CopySession) => Promise<Result>,
): Promise<Result> {
  const { driver } = connection;
  if ("dumpDataDir" in driver)
    return driver.transaction((transaction) => work(embeddedSession(transaction))) as Promise<Result>;
  return inTransaction(driver, (client) => work(serverSession(client)));
}

async function inTransaction<Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read");
    await client.query("set local statement_timeout = 0");
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Without this connection there is no transaction any more either.
    client.release(true);
    throw error;
  }
}

const list = ({ name, columns }: BackupTable) => `${name} (${columns.join(", ")})`;

type EmbeddedTransaction = Parameters<Parameters<PGlite["transaction"]>[0]>[0];

function embeddedSession(transaction: EmbeddedTransaction): CopySession {
  return {
    run: async (statement) => void (await transaction.exec(statement)),
    copyOut: async (table) => {
      const { blob } = await transaction.query(`copy ${list(table)} to '/dev/blob'`);
      return blob ? Buffer.from(await blob.arrayBuffer()) : Buffer.alloc(0);
    },
    copyIn: async (table, rows) => {
      if (rows.length > 0)
        await transaction.query(`copy ${list(table)} from '/dev/blob'`, [], { blob: new Blob([new Uint8Array(rows)]) });
    },
  };
}

function serverSession(client: PoolClient): CopySession {
  return {
    run: async (statement) => void (await client.query(statement)),
    copyOut: async (table) => buffer(client.query(copyTo(`copy ${list(table)} to stdout`))),
    copyIn: async (table, rows) => {
      if (rows.length > 0) await pipeline([rows], client.query(copyFrom(`copy ${list(table)} from stdin`)));
    },
  };
}
