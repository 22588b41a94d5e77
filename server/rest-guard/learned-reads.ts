import type { Executed, Sql } from "../database/request-session.ts";

/** The statement that the library makes of an address, and the headers of its response. */
export type LearnedRead = { query: Sql; offset: number; headers: [name: string, value: string][] };

/** Headers that depend on the rows. */
const OF_THE_ROWS = ["content-range", "content-length"];
const JSON_TYPE = "application/json; charset=utf-8";
/** The address, the statement and its parameters take a few kilobytes. */
const MAX_READS = 500;

/**
 * The reads that the library has translated before: address to statement. A signed-in person's read of plain columns
 * depends on nothing but its address, and its response is the rows as JSON. Only a response that proves this is kept.
 * The database decides for each caller what the statement returns.
 */
export class LearnedReads {
  readonly #reads = new Map<string, LearnedRead>();

  find(address: string): LearnedRead | undefined {
    const found = this.#reads.get(address);
    if (found) {
      // Reinserted at the end, so that the least recently used read is dropped first.
      this.#reads.delete(address);
      this.#reads.set(address, found);
    }
    return found;
  }

  /** Keeps a read if its response is what `JSON.stringify` and `rangeOf` make of the rows of its only statement. */
  async learn(address: string, offset: number, response: Response, statements: Executed[]): Promise<void> {
    const [executed] = statements;
    if (statements.length !== 1 || !executed || executed.rows.length === 0 || response.status !== 200) return;
    const { headers } = response;
    if (headers.get("content-type")?.toLowerCase() !== JSON_TYPE) return;
    if (headers.get("content-range") !== rangeOf(offset, executed.rows.length)) return;
    if ((await response.clone().text()) !== JSON.stringify(executed.rows)) return;
    const { sql, parameters } = executed;
    const kept = [...headers].filter(([name]) => !OF_THE_ROWS.includes(name));
    this.#reads.set(address, { query: { sql, parameters }, offset, headers: kept });
    if (this.#reads.size > MAX_READS) this.forget(this.#reads.keys().next().value ?? "");
  }

  /** Call this when the database refuses a statement: tables may have changed. */
  forget(address: string): void {
    this.#reads.delete(address);
  }
}

/** The Content-Range of rows that were not counted. */
export function rangeOf(offset: number, count: number): string {
  return count > 0 ? `${offset}-${offset + count - 1}/*` : "*/*";
}
