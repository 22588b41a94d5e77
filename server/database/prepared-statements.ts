/** More would cost the database memory for plans that nobody asks for again. */
const MAX_STATEMENTS = 64;
const MAX_SEEN_STATEMENTS = 500;

/** A statement under the name that a session knows it by. `isNew` asks the sender to prepare it first. */
export type NamedStatement = { name: string; isNew: boolean };

let lastName = 0;

/**
 * The statements that one session of the database has prepared, so that it plans them once. A statement gets a name when it
 * comes for the second time. Names are never used again, so a name means one statement, whatever was lost on the way.
 */
export class PreparedStatements {
  readonly #names = new Map<string, { name: string; isPrepared: boolean }>();
  readonly #seen = new Set<string>();
  #dropped: string[] = [];

  /** `key` is the text, with all else that its plan depends on. Undefined for a statement that comes for the first time. */
  find(key: string, always = false): NamedStatement | undefined {
    const known = this.#names.get(key);
    if (known) {
      // The one that was used last is dropped last.
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

  /** The database has prepared the statement. */
  confirm(key: string): void {
    const known = this.#names.get(key);
    if (known) known.isPrepared = true;
  }

  /** The statement is prepared anew, under another name, when it comes again. */
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
