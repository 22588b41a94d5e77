/** More statements would cost the database memory for plans that are rarely used again. */
const MAX_STATEMENTS = 64;
const MAX_SEEN_STATEMENTS = 500;

/** A prepared statement's name in the session. `isNew` means that the sender must prepare it first. */
export type NamedStatement = { name: string; isNew: boolean };

let lastName = 0;

/**
 * The prepared statements of one session, so that the database plans them once. A statement gets a name the second time
 * it comes. Names are never reused, so a name always means one statement, even after a lost message.
 */
export class PreparedStatements {
  readonly #names = new Map<string, { name: string; isPrepared: boolean }>();
  readonly #seen = new Set<string>();
  #dropped: string[] = [];

  /** `key` is the text plus everything else that the plan depends on. Undefined for a new statement. */
  find(key: string, always = false): NamedStatement | undefined {
    const known = this.#names.get(key);
    if (known) {
      // Reinserted at the end, so that the least recently used statement is dropped first.
      this.#names.delete(key);
      this.#names.set(key, known);
      return { name: known.name, isNew: !known.isPrepared };
    }
    if (!always && !this.#seen.has(key)) {
      if (this.#seen.size >= MAX_SEEN_STATEMENTS) this.#seen.clear();
      this.#seen.add(key);
      return undefined;
    }
    this.#seen.delete(key);
    const name = `s${++lastName}`;
    this.#names.set(key, { name, isPrepared: false });
    const [oldest] = this.#names.keys();
    if (this.#names.size > MAX_STATEMENTS && oldest !== undefined) this.drop(oldest);
    return { name, isNew: true };
  }

  /** Call this when the database has prepared the statement. */
  confirm(key: string): void {
    const known = this.#names.get(key);
    if (known) known.isPrepared = true;
  }

  /** The statement is prepared again under another name when it comes again. */
  drop(key: string): void {
    const known = this.#names.get(key);
    if (!known) return;
    this.#names.delete(key);
    this.#dropped.push(known.name);
  }

  /** The names that the next batch closes. */
  takeDropped(): string[] {
    const dropped = this.#dropped;
    this.#dropped = [];
    return dropped;
  }
}
