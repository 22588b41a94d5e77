import { gunzipSync, gzipSync } from "node:zlib";
import { StartError } from "../environment/environment.ts";

/** A backup: the migrations of its database, and the rows of each table in PostgreSQL's COPY text format. */
export type Backup = {
  versions: string[];
  createdAt: string;
  tables: { name: string; columns: string[]; rows: Buffer }[];
};

const FORMAT = "upfunnel-backup-1";

/** Writes one gzip file: a heading line, then each table as a line with its size and its rows, then a closing line. */
export function encodeBackup({ versions, createdAt, tables }: Backup): Buffer {
  const parts: Buffer[] = [line({ format: FORMAT, createdAt, versions, tables: tables.length })];
  for (const { name, columns, rows } of tables) parts.push(line({ name, columns, bytes: rows.length }), rows);
  parts.push(line({ end: tables.length }));
  return gzipSync(Buffer.concat(parts));
}

/** Reads a file from `encodeBackup`. Throws a StartError for anything else, including a truncated file. */
export function decodeBackup(file: Buffer): Backup {
  const reader = new Reader(unzip(file));
  const heading = reader.line() as { format?: string; createdAt: string; versions: string[]; tables: number };
  if (heading.format !== FORMAT) throw new StartError("This file isn't an Upfunnel backup");
  const tables: Backup["tables"] = [];
  for (let index = 0; index < heading.tables; index++) {
    const { name, columns, bytes } = reader.line() as { name: string; columns: string[]; bytes: number };
    tables.push({ name, columns, rows: reader.take(bytes) });
  }
  if ((reader.line() as { end?: number }).end !== tables.length) throw new StartError("The backup file is incomplete");
  return { versions: heading.versions, createdAt: heading.createdAt, tables };
}

function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

function unzip(file: Buffer): Buffer {
  try {
    return gunzipSync(file);
  } catch {
    throw new StartError("The file is damaged or isn't an Upfunnel backup");
  }
}

class Reader {
  #rest: Buffer;
  constructor(content: Buffer) {
    this.#rest = content;
  }
  take(bytes: number): Buffer {
    if (bytes > this.#rest.length) throw new StartError("The backup file is incomplete");
    const taken = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }
  line(): unknown {
    const end = this.#rest.indexOf(10);
    if (end === -1) throw new StartError("The backup file is incomplete");
    const text = this.take(end + 1).toString();
    try {
      return JSON.parse(text);
    } catch {
      throw new StartError("The file is damaged or isn't an Upfunnel backup");
    }
  }
}
