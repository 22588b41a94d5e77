import type { Connection, Submittable } from "pg";

/** The size of one message of rows, small enough for every server. */
const CHUNK = 64 * 1024;

type Callback = (error?: Error) => void;

/** Members of `pg` that its types leave out. */
type CopyConnection = Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void };

/**
 * `copy … from stdin` with all of its rows in one batch. The embedded database reads a batch to its end and cannot wait
 * for more in the middle of a statement. PostgreSQL accepts the same.
 */
export class CopyIn implements Submittable {
  callback: Callback | undefined;
  readonly #statement: string;
  readonly #rows: Buffer;

  constructor(statement: string, rows: Buffer) {
    this.#statement = statement;
    this.#rows = rows;
  }

  submit(connection: Connection): void {
    const { stream } = connection;
    const copying = connection as CopyConnection;
    stream.cork();
    copying.query(this.#statement);
    for (let at = 0; at < this.#rows.length; at += CHUNK)
      copying.sendCopyFromChunk(this.#rows.subarray(at, at + CHUNK));
    copying.endCopyFrom();
    stream.uncork();
  }

  handleError(error: Error): void {
    this.#settle(error);
  }

  handleReadyForQuery(): void {
    this.#settle();
  }

  #settle(error?: Error): void {
    this.callback?.(error);
    this.callback = undefined;
  }

  handleCopyInResponse(): void {}
  handleCommandComplete(): void {}
}
