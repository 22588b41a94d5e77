import { once } from "node:events";
import type { PGlite } from "@electric-sql/pglite";
import type postgres from "postgres";
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
  return driver.begin("isolation level repeatable read", (transaction) =>
    work(serverSession(transaction)),
  ) as Promise<Result>;
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

function serverSession(transaction: postgres.TransactionSql): CopySession {
  return {
    run: async (statement) => void (await transaction.unsafe(statement)),
    copyOut: async (table) => {
      const chunks: Buffer[] = [];
      for await (const chunk of await transaction.unsafe(`copy ${list(table)} to stdout`).readable())
        chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },
    copyIn: async (table, rows) => {
      if (rows.length === 0) return;
      const stream = await transaction.unsafe(`copy ${list(table)} from stdin`).writable();
      const finished = once(stream, "finish");
      stream.end(rows);
      await finished;
    },
  };
}
