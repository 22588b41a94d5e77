import { Duplex } from "node:stream";
import type { ConnectionId } from "./messages.ts";

/** The functions of the database that the stream uses. */
export type StreamOwner = {
  /** Resolves when the database is open and knows this stream. */
  begin: (stream: DatabaseStream) => Promise<void>;
  send: (stream: DatabaseStream, bytes: Uint8Array<ArrayBuffer>) => void;
  end: (stream: DatabaseStream) => void;
};

const TERMINATE = "X".charCodeAt(0);
let lastId = 0;

/** Looks like a socket to the `pg` driver and passes its bytes to the embedded database. */
export class DatabaseStream extends Duplex {
  readonly id: ConnectionId = ++lastId;
  /** The timeout of each following statement in milliseconds. Undefined means no timeout. */
  limitMs: number | undefined;
  readonly #owner: StreamOwner;

  constructor(owner: StreamOwner) {
    super();
    this.#owner = owner;
  }

  connect(): this {
    this.#owner.begin(this).then(
      () => this.emit("connect"),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, callback: () => void): void {
    // The session outlives its clients, so a client's terminate message is dropped.
    if (chunk[0] !== TERMINATE) this.#owner.send(this, new Uint8Array(chunk));
    callback();
  }

  /** The driver corks messages that belong together, so that a statement is one batch. */
  override _writev(chunks: { chunk: Uint8Array }[], callback: () => void): void {
    const bytes = new Uint8Array(chunks.reduce((sum, { chunk }) => sum + chunk.length, 0));
    let at = 0;
    for (const { chunk } of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    this.#owner.send(this, bytes);
    callback();
  }

  override _final(callback: () => void): void {
    callback();
    this.destroy();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#owner.end(this);
    callback(error);
  }

  // The driver calls these socket methods. They have no effect here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
