import { buffer } from "node:stream/consumers";
import type { PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { DatabaseConnection } from "../database/connect.ts";
import { CopyIn } from "./copy-in.ts";
import type { BackupTable } from "./tables.ts";

/** One transaction that copies tables out or in and runs statements. */
export type CopySession = {
  run: (statement: string) => Promise<void>;
  rows: <Row>(statement: string) => Promise<Row[]>;
  copyOut: (table: BackupTable) => Promise<Buffer>;
  copyIn: (table: BackupTable, rows: Buffer) => Promise<void>;
};

/** Runs `work` in one transaction on either database. If it throws, nothing changes. */
export async function withCopySession<Result>(
  connection: DatabaseConnection,
  work: (session: CopySession) => Promise<Result>,
): Promise<Result> {
  const client = await connection.driver.connect();
  try {
    await client.query("begin isolation level repeatable read");
    await client.query("set local statement_timeout = 0");
    const result = await work(sessionOf(client));
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // Closing the connection also ends its transaction.
    client.release(true);
    throw error;
  }
}

const list = ({ name, columns }: BackupTable) => `${name} (${columns.join(", ")})`;

function sessionOf(client: PoolClient): CopySession {
  return {
    run: async (statement) => void (await client.query(statement)),
    rows: async <Row>(statement: string) => (await client.query(statement)).rows as Row[],
    copyOut: async (table) => buffer(client.query(copyTo(`copy ${list(table)} to stdout`))),
    copyIn: async (table, rows) => {
      if (rows.length > 0) await copyIn(client, new CopyIn(`copy ${list(table)} from stdin`, rows));
    },
  };
}

function copyIn(client: PoolClient, copy: CopyIn): Promise<void> {
  return new Promise((resolve, reject) => {
    copy.callback = (error) => (error ? reject(error) : resolve());
    client.query(copy);
  });
}
