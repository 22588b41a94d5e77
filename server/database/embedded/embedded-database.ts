import { DatabaseThread } from "./database-thread.ts";
import type { OpenOptions } from "./messages.ts";
import { DatabaseStream } from "./stream.ts";

/**
 * PGlite in a thread of its own, so that no statement stops the host. It has one session, for one client of the `pg` driver at
 * a time. A statement that outlives `limitMs` ends the thread and its transaction; the next client opens the same directory in
 * a new thread. A database in memory is lost then.
 */
export class EmbeddedDatabase {
  /** How long a statement of the present holder may take; without it, as long as it likes. */
  limitMs: number | undefined;
  readonly #options: Omit<OpenOptions, "program">;
  #thread: Promise<DatabaseThread> | undefined;
  #stream: DatabaseStream | undefined;
  #ended: Promise<unknown> | undefined;
  #lost: string | undefined;

  constructor(options: Omit<OpenOptions, "program">) {
    this.#options = options;
  }

  /** Opens the database in a thread, unless it is open. */
  open(): Promise<DatabaseThread> {
    if (this.#lost) return Promise.reject(new Error(this.#lost));
    this.#thread ??= this.#start();
    return this.#thread;
  }

  async #start(): Promise<DatabaseThread> {
    // Two threads on one directory would destroy rows.
    await this.#ended;
    return DatabaseThread.start(this.#options, {
      limitMs: () => this.limitMs,
      onEnd: (reason, end) => {
        this.#ended = end;
        this.#thread = undefined;
        if (!this.#options.directory)
          this.#lost ??= "The connection to the database is lost, and a database in memory does not come back";
        this.#stream?.destroy(reason);
      },
    });
  }

  /** A new connection for the `pg` driver, in the place of the last one. */
  connect(): DatabaseStream {
    let thread: DatabaseThread | undefined;
    return new DatabaseStream({
      begin: async (stream) => {
        thread = await this.open();
        this.#stream?.destroy(new Error("The embedded database has one connection"));
        this.#stream = stream;
      },
      send: (stream, bytes) => thread?.send(stream, bytes),
    });
  }

  /** The data directory of a database that nobody writes to at the moment, as a tar file. */
  async dumpDataDir(): Promise<Uint8Array> {
    const answer = await (await this.open()).ask({ kind: "dump" });
    if (answer.kind !== "dumped") throw new Error(`The embedded database answered ${answer.kind}`);
    return answer.file;
  }

  /** Ends in good order, or at once when a statement still runs. */
  async close(): Promise<void> {
    this.#lost = "The connection to the database is closed";
    const thread = await this.#thread?.catch(() => undefined);
    if (!thread) return;
    if (!thread.isBusy) await thread.ask({ kind: "close" });
    await thread.stop(new Error(this.#lost));
  }
}
