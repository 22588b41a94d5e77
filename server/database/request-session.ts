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
import { type Prefix, queryInContext } from "./context-query.ts";
import { noteDatabaseError } from "./database-errors.ts";
import type { EmbeddedDatabase } from "./embedded/embedded-database.ts";

/** The database as requests reach it. */
export type Lane = { pool: Pool; embedded: EmbeddedDatabase | undefined };

/** Who asks: one statement that sets role, claims and limits for the transaction. */
export type RequestContext = { name: string; statement: string; values: string[]; limitMs: number };

const prepared = new WeakMap<PoolClient, Set<string>>();

/**
 * The statements of one request. Its context travels with its first statement in one batch, and never without it. A request
 * that only reads has one implicit transaction for each statement; others have one transaction for all.
 */
export class RequestSession {
  readonly #lane: Lane;
  readonly #context: RequestContext;
  readonly #begin: string | undefined;
  #transaction: Promise<PoolClient> | undefined;

  /** `begin` starts the transaction; without it, each statement is its own. */
  constructor(lane: Lane, context: RequestContext, begin: string | undefined) {
    this.#lane = lane;
    this.#context = context;
    this.#begin = begin;
  }

  /** The session as the library uses a database. */
  kysely(): Kysely<unknown> {
    const connection: DatabaseConnection = {
      executeQuery: (query) => this.#execute(query),
      // biome-ignore lint/correctness/useYield: no request asks for a stream.
      async *streamQuery() {
        throw new Error("Requests do not stream");
      },
    };
    return new Kysely<unknown>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driverOf(connection),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: noteDatabaseError,
    });
  }

  /** Makes what happened last. Resolves when the database has confirmed it. */
  async commit(): Promise<void> {
    const client = await this.#transaction;
    if (!client) return;
    await client.query("commit");
    this.#transaction = undefined;
    this.#release(client);
  }

  /** Takes everything back, also when the connection is lost. */
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

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!this.#begin) return this.#executeAlone(query);
    const isFirst = !this.#transaction;
    this.#transaction ??= this.#acquire();
    const client = await this.#transaction;
    return run(client, isFirst ? [{ text: this.#begin }, this.#prefix] : [], query);
  }

  async #executeAlone<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const client = await this.#acquire();
    try {
      return await run(client, [this.#prefix], query);
    } finally {
      this.#release(client);
    }
  }

  get #prefix(): Prefix {
    return { prepared: this.#context.name, values: this.#context.values };
  }

  async #acquire(): Promise<PoolClient> {
    const client = await this.#lane.pool.connect();
    if (this.#lane.embedded) this.#lane.embedded.limitMs = this.#context.limitMs;
    const { name, statement } = this.#context;
    const known = prepared.get(client) ?? new Set();
    if (known.has(name)) return client;
    try {
      await client.query(`prepare ${name} as ${statement}`);
    } catch (error) {
      this.#release(client);
      throw error;
    }
    prepared.set(client, known.add(name));
    return client;
  }

  #release(client: PoolClient, lost = false): void {
    if (this.#lane.embedded) this.#lane.embedded.limitMs = undefined;
    client.release(lost);
  }
}

async function run<Row>(client: PoolClient, prefixes: Prefix[], query: CompiledQuery): Promise<QueryResult<Row>> {
  const { command, rowCount, rows } = await queryInContext(client, prefixes, query.sql, query.parameters);
  const isChange = ["INSERT", "UPDATE", "DELETE", "MERGE"].includes(command);
  return { rows: rows as Row[], ...(isChange ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}

/** A request's transaction is its session's affair. */
function driverOf(connection: DatabaseConnection) {
  const refuse = async () => {
    throw new Error("A request has one transaction, and it is open already");
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
