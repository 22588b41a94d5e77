import { Worker } from "node:worker_threads";
import { freeSpace } from "../../disk/free-space.ts";
import { PreparedStatements } from "../prepared-statements.ts";
import { BatchQueue } from "./batch-queue.ts";
import { compileDatabase } from "./compile-database.ts";
import type { ConnectionId, OpenOptions, Reply, Request } from "./messages.ts";
import type { DatabaseStream } from "./stream.ts";

/** Why a statement ended early, with PostgreSQL's code. */
class StatementTooLong extends Error {
  readonly code = "57014";
}

/** PostgreSQL's code for a failed connection. */
class ConnectionLost extends Error {
  readonly code = "08006";
}

/** PostgreSQL's code for a full disk. */
export class DiskFull extends Error {
  readonly code = "53100";
}

/** The database adds its log in files of this size. Without space for the next one it never returns. */
const LOG_FILE_BYTES = 16 * 1024 * 1024;
const STUCK_MS = 3_000;
const LOOK_EVERY_MS = 1_000;

/** A batch fails if it waits this long for other connections. */
const ACQUIRE_TIMEOUT_MS = 30_000;

type Sent = { connection: ConnectionId; stream: DatabaseStream | undefined; limitMs: number | undefined };

/** One thread that runs PGlite. When it ends, its open transaction is lost. */
export class DatabaseThread {
  /** The prepared statements of the session. */
  readonly statements = new PreparedStatements();
  readonly #worker: Worker;
  readonly #waiting = new BatchQueue<Sent & { timer: NodeJS.Timeout | undefined }>();
  #running: Sent | undefined;
  #timer: NodeJS.Timeout | undefined;
  #reply: ((answer: Reply) => void) | undefined;
  readonly #onEnd: (end: Promise<unknown>) => void;
  #end: Promise<unknown> | undefined;
  readonly #streams = new Set<DatabaseStream>();
  #startedAt = 0;
  #stuckTimer: NodeJS.Timeout | undefined;

  private constructor(worker: Worker, onEnd: (end: Promise<unknown>) => void) {
    this.#worker = worker;
    this.#onEnd = onEnd;
  }

  /**
   * Opens the database, or throws the reason why it does not open. `onEnd` is called once, when the thread starts to
   * end. Its promise resolves when the thread has ended.
   */
  static async start(
    options: Omit<OpenOptions, "program">,
    onEnd: (end: Promise<unknown>) => void,
  ): Promise<DatabaseThread> {
    const workerData: OpenOptions = { ...options, program: await compileDatabase() };
    // The thread's heap only contains bytes in transit. The database itself is outside of it.
    const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData, resourceLimits });
    const thread = new DatabaseThread(worker, onEnd);
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.on("error", (error) => {
        reject(error);
        void thread.stop(new ConnectionLost("The database connection was lost", { cause: error }));
      });
      worker.once("exit", () => {
        reject(new Error("The embedded database stopped while it was opening"));
        void thread.stop(new ConnectionLost("The database connection was lost"));
      });
    });
    worker.on("message", (answer: Reply) => thread.#receive(answer));
    if (options.directory) thread.#watchDisk(options.directory);
    return thread;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** From the next transaction on, writing is refused or allowed. */
  setReadOnly(isOn: boolean): void {
    if (!this.#end) this.#post({ kind: "read-only", isOn });
  }

  add(stream: DatabaseStream): void {
    this.#streams.add(stream);
  }

  send(stream: DatabaseStream, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#end) return;
    this.#queue({ connection: stream.id, stream, limitMs: stream.limitMs });
    this.#post({ kind: "batch", connection: stream.id, bytes }, [bytes.buffer]);
  }

  /** Rolls back the transaction of a closed stream. */
  remove(stream: DatabaseStream): void {
    if (!this.#streams.delete(stream) || this.#end) return;
    this.#queue({ connection: stream.id, stream: undefined, limitMs: undefined });
    this.#post({ kind: "end", connection: stream.id });
  }

  /** Sends a request other than a batch. Only one such request may be pending. */
  request(request: Request): Promise<Reply> {
    return new Promise((resolve) => {
      this.#reply = resolve;
      this.#post(request);
    });
  }

  /** Ends the thread immediately, even in the middle of a statement. Its streams get `error`; `culprit` gets its own. */
  stop(error: Error, culprit?: { stream: DatabaseStream; error: Error }): Promise<unknown> {
    if (this.#end) return this.#end;
    clearTimeout(this.#timer);
    clearInterval(this.#stuckTimer);
    for (const { timer } of this.#waiting.clear()) clearTimeout(timer);
    this.#running = undefined;
    this.#end = this.#worker.terminate();
    this.#onEnd(this.#end);
    culprit?.stream.destroy(culprit.error);
    for (const stream of this.#streams) stream.destroy(error);
    this.#reply?.({ kind: "closed" });
    return this.#end;
  }

  #post(request: Request, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  #queue(sent: Sent): void {
    const { stream } = sent;
    const cancel = () => stream?.destroy(new Error(`The database connection was busy for ${ACQUIRE_TIMEOUT_MS} ms`));
    const waits = this.#running !== undefined || this.#waiting.size > 0;
    this.#waiting.add({ ...sent, timer: waits && stream ? setTimeout(cancel, ACQUIRE_TIMEOUT_MS) : undefined });
    if (!this.#running) this.#startNext();
  }

  /** The worker takes the same batch from its own queue. */
  #startNext(): void {
    clearTimeout(this.#timer);
    const next = this.#waiting.take();
    clearTimeout(next?.timer);
    this.#running = next;
    this.#startedAt = performance.now();
    const { stream, limitMs } = next ?? {};
    // PGlite cannot cancel a statement, so a statement that takes too long ends the thread.
    if (stream && limitMs !== undefined) this.#timer = setTimeout(() => this.#stopRunaway(stream), limitMs);
  }

  #stopRunaway(stream: DatabaseStream): void {
    const error = new StatementTooLong("canceling statement due to statement timeout");
    void this.stop(new ConnectionLost("The database connection was lost"), { stream, error });
  }

  /** On a full disk the database waits for space without an end, and at full speed. */
  #watchDisk(directory: string): void {
    this.#stuckTimer = setInterval(() => {
      const stream = this.#running?.stream;
      if (!this.#running || performance.now() - this.#startedAt < STUCK_MS || freeSpace(directory) > LOG_FILE_BYTES)
        return;
      const error = new DiskFull("The disk is full");
      void this.stop(new ConnectionLost("The database connection was lost"), stream && { stream, error });
    }, LOOK_EVERY_MS);
    this.#stuckTimer.unref();
  }

  #receive(answer: Reply): void {
    if (answer.kind !== "part") {
      this.#reply?.(answer);
      return;
    }
    const stream = this.#running?.stream;
    // The driver may have dropped the connection in the meantime.
    if (stream && !stream.destroyed && answer.bytes.length > 0) stream.push(answer.bytes);
    if (!answer.next) return;
    this.#waiting.holder = answer.next.holder;
    this.#startNext();
  }
}
