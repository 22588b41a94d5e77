import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { Answer, OpenOptions, Request } from "./messages.ts";
import type { DatabaseStream } from "./stream.ts";

/** Why a statement ended early, as PostgreSQL names it. */
class StatementTooLong extends Error {
  readonly code = "57014";
}

type Callbacks = {
  /** How long the statement that is sent now may take, if there is a limit. */
  limitMs: () => number | undefined;
  /** Called once, when the thread begins to end, with the reason; the promise tells when it has ended. */
  onEnd: (reason: Error, end: Promise<unknown>) => void;
};

/** One life of the thread that holds PGlite. When it ends, for whatever reason, its open transaction never happened. */
export class DatabaseThread {
  readonly #worker: Worker;
  readonly #limitMs: Callbacks["limitMs"];
  /** Whose batches are not answered yet, oldest first. */
  readonly #waiting: DatabaseStream[] = [];
  #timer: NodeJS.Timeout | undefined;
  #reply: ((answer: Answer) => void) | undefined;
  readonly #onEnd: Callbacks["onEnd"];
  #end: Promise<unknown> | undefined;

  private constructor(worker: Worker, { limitMs, onEnd }: Callbacks) {
    this.#worker = worker;
    this.#limitMs = limitMs;
    this.#onEnd = onEnd;
  }

  /** Opens the database. Throws what keeps it from opening. */
  static async start(options: Omit<OpenOptions, "program">, callbacks: Callbacks): Promise<DatabaseThread> {
    const workerData: OpenOptions = { ...options, program: await compileOnce() };
    // The thread's own objects are bytes on their way; the database itself lives outside of its heap.
    const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };
    const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData, resourceLimits });
    const thread = new DatabaseThread(worker, callbacks);
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.on("error", (error) => {
        reject(error);
        void thread.stop(new Error("The connection to the database is lost", { cause: error }));
      });
      worker.once("exit", () => {
        reject(new Error("The embedded database ended while it opened"));
        void thread.stop(new Error("The connection to the database is lost"));
      });
    });
    worker.on("message", (answer: Answer) => thread.#receive(answer));
    return thread;
  }

  /** Whether a statement runs. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  send(stream: DatabaseStream, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#end) return;
    this.#waiting.push(stream);
    if (this.#waiting.length === 1) this.#watch();
    this.#post({ kind: "bytes", bytes }, [bytes.buffer]);
  }

  /** Asks for something else than statements. Nobody else may ask meanwhile. */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      this.#reply = resolve;
      this.#post(request);
    });
  }

  /** Ends the thread at once, in the middle of whatever it does. Its clients get the error. */
  stop(error: Error): Promise<unknown> {
    if (this.#end) return this.#end;
    clearTimeout(this.#timer);
    this.#end = this.#worker.terminate();
    this.#onEnd(error, this.#end);
    this.#reply?.({ kind: "closed" });
    return this.#end;
  }

  #post(request: Request, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  /** PGlite cannot cancel a statement, so the thread ends with a statement that takes too long. */
  #watch(): void {
    clearTimeout(this.#timer);
    const limit = this.#waiting.length > 0 ? this.#limitMs() : undefined;
    if (limit === undefined) return;
    this.#timer = setTimeout(
      () => void this.stop(new StatementTooLong("canceling statement due to statement timeout")),
      limit,
    );
  }

  #receive(answer: Answer): void {
    if (answer.kind === "bytes") {
      const [stream] = this.#waiting;
      // The driver may have dropped the connection meanwhile.
      if (stream && !stream.destroyed) stream.push(answer.bytes);
    } else if (answer.kind === "done") {
      this.#waiting.shift();
      this.#watch();
    } else this.#reply?.(answer);
  }
}

let program: Promise<WebAssembly.Module> | undefined;

/** Compiled once for each process: a thread that takes another's place opens in half a second. */
function compileOnce(): Promise<WebAssembly.Module> {
  program ??= (async () => {
    const library = createRequire(import.meta.url).resolve("@electric-sql/pglite");
    return WebAssembly.compile(await readFile(new URL("pglite.wasm", `file://${library}`)));
  })();
  return program;
}
