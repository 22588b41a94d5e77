import { Readable } from "node:stream";
import { createGunzip, gzipSync } from "node:zlib";
import { StartError } from "../environment/environment.ts";

/** The rows of each table of a database in PostgreSQL's COPY text format, and the migrations that made it. */
export type Backup = {
  versions: string[];
  createdAt: string;
  tables: { name: string; columns: string[]; rows: Buffer }[];
  /** Whether the stored files follow. */
  hasFiles?: boolean;
};

/** A stored file in a backup. Its content must be read before the next file. */
export type BackupFile = { id: string; size: number; content: () => AsyncGenerator<Buffer> };

const FORMAT = "upfunnel-backup-1";

/** Writes one gzip file: a heading line, then each table as a line with its size and its rows, then a closing line. */
export function encodeBackup({ versions, createdAt, tables, hasFiles = false }: Backup): Buffer {
  const parts: Buffer[] = [line({ format: FORMAT, createdAt, versions, tables: tables.length, hasFiles })];
  for (const { name, columns, rows } of tables) parts.push(line({ name, columns, bytes: rows.length }), rows);
  parts.push(line({ end: tables.length }));
  return gzipSync(Buffer.concat(parts));
}

/** One line of a backup. */
export function line(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/**
 * Reads a backup: first its tables, then its files one by one, because they may be larger than the memory. Throws a
 * StartError for anything else, including a truncated file.
 */
export async function decodeBackup(source: Buffer | Readable): Promise<Backup & { files: AsyncGenerator<BackupFile> }> {
  const unzipped = (Buffer.isBuffer(source) ? Readable.from([source]) : source).pipe(createGunzip());
  if (!Buffer.isBuffer(source)) source.once("error", (error) => unzipped.destroy(error));
  const reader = new Reader(unzipped);
  const heading = (await reader.line()) as Omit<Backup, "tables"> & { format?: string; tables: number };
  if (heading.format !== FORMAT) throw new StartError("This file isn't an Upfunnel backup");
  const tables: Backup["tables"] = [];
  for (let index = 0; index < heading.tables; index++) {
    const { name, columns, bytes } = (await reader.line()) as { name: string; columns: string[]; bytes: number };
    tables.push({ name, columns, rows: await reader.take(bytes) });
  }
  if (((await reader.line()) as { end?: number }).end !== tables.length) throw incomplete();
  const { versions, createdAt, hasFiles = false } = heading;
  return { versions, createdAt, hasFiles, tables, files: readFiles(reader, hasFiles) };
}

async function* readFiles(reader: Reader, hasFiles: boolean): AsyncGenerator<BackupFile> {
  for (let count = 0; hasFiles; count++) {
    const next = (await reader.line()) as { file?: string; bytes?: number; end?: number };
    if (next.end === count) return;
    if (next.file === undefined || next.bytes === undefined) throw incomplete();
    const { file: id, bytes: size } = next;
    yield { id, size, content: () => reader.stream(size) };
  }
}

const incomplete = () => new StartError("The backup file is incomplete");
const damaged = () => new StartError("The file is damaged or isn't an Upfunnel backup");

/** Reads lines and counted bytes from a stream. */
class Reader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async take(bytes: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.stream(bytes)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *stream(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) await this.#fill();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async line(): Promise<unknown> {
    while (!this.#rest.includes(10)) await this.#fill();
    const end = this.#rest.indexOf(10);
    const text = (await this.take(end + 1)).toString();
    try {
      return JSON.parse(text);
    } catch {
      throw damaged();
    }
  }

  async #fill(): Promise<void> {
    const { value, done } = await this.#source.next().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof StartError) throw error;
      throw error.code === "Z_BUF_ERROR" ? incomplete() : damaged();
    });
    if (done) throw incomplete();
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
  }
}
