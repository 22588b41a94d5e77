import type { ConnectionId } from "./messages.ts";

/**
 * The batches that wait for the one session, in order of arrival. While a connection has an open transaction, only its
 * own batches may run. The host and the worker keep the same queue, so both know which batch runs.
 */
export class BatchQueue<Batch extends { connection: ConnectionId }> {
  #waiting: Batch[] = [];
  /** The connection with the open transaction. */
  holder: ConnectionId | undefined;

  get size(): number {
    return this.#waiting.length;
  }

  add(batch: Batch): void {
    this.#waiting.push(batch);
  }

  /** Removes the next batch that may run from the queue and returns it. */
  take(): Batch | undefined {
    if (this.holder === undefined) return this.#waiting.shift();
    const at = this.#waiting.findIndex(({ connection }) => connection === this.holder);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** Empties the queue and returns its batches. */
  clear(): Batch[] {
    const all = this.#waiting;
    this.#waiting = [];
    return all;
  }
}
