import { FULL_SPACE, freeSpace } from "../../disk/free-space.ts";
import type { PreparedStatements } from "../prepared-statements.ts";
import { DatabaseThread, DiskFull } from "./database-thread.ts";
import type { OpenOptions } from "./messages.ts";
import { DatabaseStream } from "./stream.ts";

/**
 * PGlite in its own thread, so that no statement blocks the host. Its one session serves several `pg` connections:
 * single statements take turns, and a transaction runs until it ends. A statement that exceeds its stream's `limitMs`
 * ends the thread and the open transaction. The next connection opens the same directory in a new thread. An in-memory
 * database is lost then. On a full disk it is not opened, because it could not repair itself.
 */
export class EmbeddedDatabase {
  readonly #options: Omit<OpenOptions, "program">;
  #thread: Promise<DatabaseThread> | undefined;
  #ended: Promise<unknown> | undefined;
  #lost: string | undefined;
  #isReadOnly = false;
  readonly #threads = new WeakMap<DatabaseStream, DatabaseThread>();

  constructor(options: Omit<OpenOptions, "program">) {
    this.#options = options;
  }

  /** Opens the database in a thread if it is not open. */
  open(): Promise<DatabaseThread> {
    if (this.#lost) return Promise.reject(new Error(this.#lost));
    this.#thread ??= this.#start();
    return this.#thread;
  }

  async #start(): Promise<DatabaseThread> {
    // Two threads on one directory would destroy rows.
    await this.#ended;
    const { directory } = this.#options;
    if (directory && this.#ended && freeSpace(directory) < FULL_SPACE / 2) {
      this.#thread = undefined;
      throw new DiskFull("The disk is full");
    }
    const thread = await DatabaseThread.start(this.#options, (end) => {
      this.#ended = end;
      this.#thread = undefined;
      if (!this.#options.directory)
        this.#lost ??= "The database connection was lost, and an in-memory database can't be restored";
    });
    if (this.#isReadOnly) thread.setReadOnly(true);
    return thread;
  }

  /** Refuses or allows writing, from the next transaction on. Refused statements get PostgreSQL's code 25006. */
  async setReadOnly(isOn: boolean): Promise<void> {
    this.#isReadOnly = isOn;
    (await this.#thread?.catch(() => undefined))?.setReadOnly(isOn);
  }

  /** A new connection for the `pg` driver. */
  connect(): DatabaseStream {
    return new DatabaseStream({
      begin: async (stream) => {
        const thread = await this.open();
        this.#threads.set(stream, thread);
        thread.add(stream);
      },
      send: (stream, bytes) => this.#threads.get(stream)?.send(stream, bytes),
      end: (stream) => this.#threads.get(stream)?.remove(stream),
    });
  }

  /** The prepared statements of a connection's session. */
  statementsOf(stream: DatabaseStream): PreparedStatements | undefined {
    return this.#threads.get(stream)?.statements;
  }

  /** Closes cleanly, or immediately if a statement still runs. */
  async close(): Promise<void> {
    this.#lost = "The database connection is closed";
    const thread = await this.#thread?.catch(() => undefined);
    if (!thread) return;
    if (!thread.isBusy) await thread.request({ kind: "close" });
    await thread.stop(new Error(this.#lost));
  }
}
