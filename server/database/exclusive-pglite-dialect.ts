import type { PGlite } from "@electric-sql/pglite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";

/** A statement or transaction that cannot get the embedded database's one connection for this long fails loudly. */
const LONGEST_WAIT_MS = 30_000;

/**
 * PGlite has a single connection, and the library's own dialect hands it to everybody at once: two transactions that
 * overlap share one `set local role` and one `request.jwt.claims`, so a person could read with another person's rights.
 * This dialect gives the connection to one transaction (or single statement) at a time, in order of arrival.
 */
export function exclusivePgliteDialect(client: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new ExclusiveDriver(client),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class ExclusiveDriver implements Driver {
  readonly #connection: DatabaseConnection;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(client: PGlite) {
    this.#connection = new PgliteSession(client);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#taken) await this.#turn();
    this.#taken = true;
    return this.#connection;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        reject(new Error(`The embedded database was busy for ${LONGEST_WAIT_MS / 1000} s`));
      }, LONGEST_WAIT_MS);
      const proceed = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(proceed);
    });
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The connection stays taken while it passes from hand to hand, so that nobody slips in between.
    if (next) next();
    else this.#taken = false;
  }

  beginTransaction = (connection: DatabaseConnection) => run(connection, "begin");
  commitTransaction = (connection: DatabaseConnection) => run(connection, "commit");
  rollbackTransaction = (connection: DatabaseConnection) => run(connection, "rollback");

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await connection.executeQuery(CompiledQuery.raw(statement));
}

class PgliteSession implements DatabaseConnection {
  readonly #client: PGlite;

  constructor(client: PGlite) {
    this.#client = client;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.#client.query<Row>(query.sql, [...query.parameters]);
    return {
      rows: result.rows,
      ...(result.affectedRows === undefined ? {} : { numAffectedRows: BigInt(result.affectedRows) }),
    };
  }

  // biome-ignore lint/correctness/useYield: PGlite cannot stream, and nothing asks it to.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("The embedded database does not stream");
  }
}
