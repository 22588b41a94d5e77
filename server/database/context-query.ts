import pg, { type PoolClient, type QueryResult } from "pg";
import { asDriverError } from "./database-errors.ts";
import { parserOf } from "./postgres-pool.ts";
import type { NamedStatement } from "./prepared-statements.ts";
import { type Field, rowWriter, type WriteRow } from "./row-text.ts";

/** A statement of a batch. The session prepares a named statement once. */
export type Statement = { text: string; values: readonly unknown[]; named?: NamedStatement | undefined };

/**
 * One batch: it closes prepared statements, runs the prefixes, and runs the statement itself. With `asJson`, each row of its
 * result is a JSON text.
 */
export type Batch = { closed: string[]; prefixes: Statement[]; statement: Statement; asJson: boolean };

// Members of `pg` that its types leave out.
type Wire = {
  stream: { cork: () => void; uncork: () => void };
  parsedStatements: Record<string, string>;
  close: (message: { type: "S"; name: string }) => void;
  parse: (message: { name?: string; text: string }) => void;
  bind: (message: { statement: string; values: readonly unknown[] }) => void;
  execute: (message: { portal: string }) => void;
};
declare class Handlers {
  constructor(config: object, values: unknown[], callback: (error: Error | null, result: QueryResult) => void);
  name: string | undefined;
  submit(connection: Wire): Error | null;
  handleRowDescription(message: { fields: Field[] }): void;
  handleDataRow(message: { fields: (string | null)[] }): void;
  handleCommandComplete(message: object, connection: Wire): void;
}
const Query = pg.Query as unknown as typeof Handlers;

/**
 * Runs a statement in one batch with its prefixes. If one of them fails, PostgreSQL skips the rest of the batch, so the
 * statement never runs without its context. Returns only the statement's own result.
 */
export function queryInContext(client: PoolClient, batch: Batch): Promise<QueryResult> {
  const { text, values } = batch.statement;
  return new Promise((resolve, reject) => {
    const query = new ContextQuery({ text, queryMode: "extended" }, [...values], (error, result) =>
      error || query.rowError
        ? reject(asDriverError(error ?? query.rowError))
        : resolve(batch.asJson ? { ...result, rows: query.jsonRows } : result),
    );
    query.batch = batch;
    client.query(query as unknown as pg.Submittable);
  });
}

class ContextQuery extends Query {
  batch: Batch = { closed: [], prefixes: [], statement: { text: "", values: [] }, asJson: false };
  readonly jsonRows: string[] = [];
  /** A value that JSON cannot hold. It must not end the connection, so the batch goes on. */
  rowError: unknown;
  #writeRow: WriteRow | undefined;
  #finished = 0;

  override submit(connection: Wire): Error | null {
    const { closed, prefixes, statement } = this.batch;
    connection.stream.cork();
    for (const name of closed) connection.close({ type: "S", name });
    for (const prefix of prefixes) {
      prepare(connection, prefix);
      connection.bind({ statement: prefix.named?.name ?? "", values: prefix.values });
      connection.execute({ portal: "" });
    }
    if (statement.named) {
      const { name } = statement.named;
      prepare(connection, statement);
      // The driver then treats the statement as prepared.
      connection.parsedStatements[name] = statement.text;
      this.name = name;
    }
    const error = super.submit(connection);
    connection.stream.uncork();
    return error;
  }

  override handleRowDescription(message: { fields: Field[] }): void {
    if (this.batch.asJson) this.#writeRow = rowWriter(this.batch.statement.text, message.fields, parserOf);
    else super.handleRowDescription(message);
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#finished < this.batch.prefixes.length) return;
    try {
      if (this.#writeRow) this.jsonRows.push(this.#writeRow(message.fields));
      else super.handleDataRow(message);
    } catch (error) {
      this.rowError = error;
    }
  }

  override handleCommandComplete(message: object, connection: Wire): void {
    if (this.#finished === this.batch.prefixes.length) super.handleCommandComplete(message, connection);
    else this.#finished += 1;
  }
}

/**
 * The statement is closed first, so that it is no error if another connection of the same session has prepared the
 * name.
 */
function prepare(connection: Wire, { text, named }: Statement): void {
  if (named && !named.isNew) return;
  if (named) connection.close({ type: "S", name: named.name });
  connection.parse(named ? { name: named.name, text } : { text });
}
