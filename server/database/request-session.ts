import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { queryInContext, type Statement } from "./context-query.ts";
import { CONNECTION_LOST, recordDatabaseError } from "./database-errors.ts";
import type { EmbeddedDatabase } from "./embedded/embedded-database.ts";
import type { DatabaseStream } from "./embedded/stream.ts";
import { type NamedStatement, PreparedStatements } from "./prepared-statements.ts";

/** The connection pools for requests. `reads` is for statements that are transactions of their own. */
export type RequestPools = { transactions: Pool; reads: Pool; embedded: EmbeddedDatabase | undefined };

/** The caller: one statement that sets role, claims and limits for the transaction. */
export type RequestContext = { role: string; statement: string; values: string[]; limitMs: number };

/** The text of a statement and its parameters. */
export type Sql = Pick<CompiledQuery, "sql" | "parameters">;

/** A statement that a request executed, and its rows. */
export type Executed = Sql & { rows: unknown[] };

/** Whether a statement may be prepared, and whether each row of its result is a JSON text. */
type Way = { isNamed: boolean; asJson: boolean };

/** PostgreSQL's codes for a prepared statement whose table changed, or that does not exist. */
const STALE_STATEMENT = ["0A000", "26000"];

const statementsOfClients = new WeakMap<PoolClient, PreparedStatements>();

/**
 * The statements of one request. The context always travels in one batch with the first statement. A read-only request
 * has one implicit transaction per statement; others have one transaction for all.
 */
export class RequestSession {
  readonly #pools: RequestPools;
  readonly #context: RequestContext;
  readonly #begin: string | undefined;
  #transaction: Promise<PoolClient> | undefined;
  /** Collects the executed statements, if the caller asked for them. */
  record: Executed[] | undefined;

  /** `begin` starts the transaction. Without it, each statement is its own transaction. */
  constructor(pools: RequestPools, context: RequestContext, begin: string | undefined) {
    this.#pools = pools;
    this.#context = context;
    this.#begin = begin;
  }

  /** The session as the library uses a database. */
  kysely(): Kysely<unknown> {
    const connection: DatabaseConnection = {
      executeQuery: async <Row>(query: CompiledQuery) => {
        const result = await this.execute<Row>(query);
        this.record?.push({ sql: query.sql, parameters: query.parameters, rows: result.rows });
        return result;
      },
      // biome-ignore lint/correctness/useYield: no request uses a stream.
      async *streamQuery() {
        throw new Error("Requests don't support streaming");
      },
    };
    return new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOf(connection),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: (event) => recordDatabaseError(event, this.#context.role),
    });
  }

  /** Commits. Resolves when the database has confirmed it. */
  async commit(): Promise<void> {
    const client = await this.#transaction;
    if (!client) return;
    await client.query("commit");
    this.#transaction = undefined;
    this.#release(client);
  }

  /** Rolls back. Also works when the connection is lost. */
  async rollback(): Promise<void> {
    const client = await this.#transaction?.catch(() => undefined);
    this.#transaction = undefined;
    if (!client) return;
    const lost = await client.query("rollback").then(
      () => false,
      () => true,
    );
    this.#release(client, lost);
  }

  /** Runs a read in its caller's context, in a transaction of its own. Each row is a JSON text. */
  async readJson(query: Sql): Promise<string[]> {
    return (await this.#executeAlone<string>(query, true)).rows;
  }

  /** Runs a statement in its caller's context. */
  async execute<Row>(query: Sql): Promise<QueryResult<Row>> {
    if (!this.#begin) return this.#executeAlone(query);
    const isFirst = !this.#transaction;
    this.#transaction ??= this.#acquire(this.#pools.transactions);
    const client = await this.#transaction;
    return isFirst ? this.#runInContext(client, query, [{ text: this.#begin, values: [] }]) : run(client, [], query);
  }

  /** Retries a read if its prepared statement is stale, or if another request's statement ended the database thread. */
  async #executeAlone<Row>(query: Sql, asJson = false): Promise<QueryResult<Row>> {
    try {
      return await this.#readOnce(query, { isNamed: true, asJson });
    } catch (error) {
      const { code = "" } = error as { code?: string };
      const isLost = code === CONNECTION_LOST && this.#pools.embedded !== undefined;
      if (!isLost && !STALE_STATEMENT.includes(code)) throw error;
      return this.#readOnce(query, { isNamed: false, asJson });
    }
  }

  async #readOnce<Row>(query: Sql, way: Way): Promise<QueryResult<Row>> {
    const client = await this.#acquire(this.#pools.reads);
    try {
      return await this.#runInContext(client, query, [], way);
    } finally {
      this.#release(client);
    }
  }

  async #runInContext<Row>(
    client: PoolClient,
    query: Sql,
    before: Statement[],
    { isNamed, asJson }: Way = { isNamed: false, asJson: false },
  ): Promise<QueryResult<Row>> {
    const { statement, values, role } = this.#context;
    const statements = this.#statementsOf(client);
    // The plan depends on the role, because the role's policies are part of it.
    const key = `${role} ${query.sql}`;
    const context = { text: statement, values, named: statements.find(statement, true) };
    const named = isNamed ? statements.find(key) : undefined;
    try {
      const result = await run<Row>(client, [...before, context], query, {
        named,
        closed: statements.takeDropped(),
        asJson,
      });
      statements.confirm(statement);
      if (named) statements.confirm(key);
      return result;
    } catch (error) {
      if (STALE_STATEMENT.includes((error as { code?: string }).code ?? "")) {
        statements.drop(statement);
        statements.drop(key);
      }
      throw error;
    }
  }

  #statementsOf(client: PoolClient): PreparedStatements {
    const shared = this.#pools.embedded?.statementsOf(streamOf(client));
    if (shared) return shared;
    const own = statementsOfClients.get(client) ?? new PreparedStatements();
    statementsOfClients.set(client, own);
    return own;
  }

  async #acquire(pool: Pool): Promise<PoolClient> {
    const client = await pool.connect();
    if (this.#pools.embedded) streamOf(client).limitMs = this.#context.limitMs;
    return client;
  }

  #release(client: PoolClient, lost = false): void {
    if (this.#pools.embedded) streamOf(client).limitMs = undefined;
    client.release(lost);
  }
}

/** The stream of an embedded database client. */
function streamOf(client: PoolClient): DatabaseStream {
  return (client as unknown as { connection: { stream: DatabaseStream } }).connection.stream;
}

async function run<Row>(
  client: PoolClient,
  prefixes: Statement[],
  query: Sql,
  {
    named,
    closed = [],
    asJson = false,
  }: { named?: NamedStatement | undefined; closed?: string[]; asJson?: boolean } = {},
): Promise<QueryResult<Row>> {
  const statement = { text: query.sql, values: query.parameters, named };
  const { command, rowCount, rows } = await queryInContext(client, { closed, prefixes, statement, asJson });
  const isChange = ["INSERT", "UPDATE", "DELETE", "MERGE"].includes(command);
  return { rows: rows as Row[], ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}

/** The request's session manages its transaction, so the library may not begin or end one. */
function driverOf(connection: DatabaseConnection) {
  const refuse = async () => {
    throw new Error("A request has one transaction, and it's already open");
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
