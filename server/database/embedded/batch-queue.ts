import type { ConnectionId } from "./messages.ts";

/**
 * The batches that wait for the one session, in the order in which they came. While a connection holds the session with an open
 * transaction, only its own batches may run. Host and worker keep the same queue, so both know which batch runs.
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

  /** Takes the batch that may run next out of the queue. */
  take(): Batch | undefined {
    if (this.holder === undefined) return this.#waiting.shift();
    const at = this.#waiting.findIndex(({ connection }) => connection === this.holder);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  /** Takes every batch out of the queue. */
  clear(): Batch[] {
    const all = this.#waiting;
    this.#waiting = [];
    return all;
  }
}
