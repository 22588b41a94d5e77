import pg, { type PoolClient, type QueryResult } from "pg";

/** A statement that goes before another: its text, or the name under which the connection has prepared it. */
export type Prefix = { text: string } | { prepared: string; values: string[] };

// What `pg` knows and its types do not.
type Wire = {
  stream: { cork: () => void; uncork: () => void };
  parse: (message: { text: string }) => void;
  bind: (message: { statement: string; values: string[] }) => void;
  execute: (message: { portal: string }) => void;
};
declare class Handlers {
  constructor(config: object, values: unknown[], callback: (error: Error | null, result: QueryResult) => void);
  submit(connection: Wire): Error | null;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Wire): void;
}
const Query = pg.Query as unknown as typeof Handlers;

/**
 * Runs a statement in one batch with those that must come before it. When one of them fails, PostgreSQL skips the rest of the
 * batch, so the statement never runs without its context. Only the statement's own result comes back.
 */
export function queryInContext(
  client: PoolClient,
  prefixes: Prefix[],
  text: string,
  values: readonly unknown[],
): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new ContextQuery({ text, queryMode: "extended" }, [...values], (error, result) =>
      error ? reject(error) : resolve(result),
    );
    query.prefixes = prefixes;
    client.query(query as unknown as pg.Submittable);
  });
}

class ContextQuery extends Query {
  prefixes: Prefix[] = [];
  #finished = 0;

  override submit(connection: Wire): Error | null {
    connection.stream.cork();
    for (const prefix of this.prefixes) {
      if ("text" in prefix) connection.parse(prefix);
      connection.bind(
        "text" in prefix ? { statement: "", values: [] } : { statement: prefix.prepared, values: prefix.values },
      );
      connection.execute({ portal: "" });
    }
    const error = super.submit(connection);
    connection.stream.uncork();
    return error;
  }

  override handleDataRow(message: object): void {
    if (this.#finished === this.prefixes.length) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: Wire): void {
    if (this.#finished === this.prefixes.length) super.handleCommandComplete(message, connection);
    else this.#finished += 1;
  }
}
