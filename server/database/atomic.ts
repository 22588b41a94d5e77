import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import type { DatabaseConnection } from "./connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: the auth schema belongs to the library and has no types here.
type AnyDatabase = any;
type Atomic = <Result>(work: () => Promise<Result>, keep: (result: Result) => boolean) => Promise<Result>;

class RolledBack<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("rolled back");
    this.result = result;
  }
}

/**
 * Combines several statements of the library with our own in a single transaction. Inside `atomic(work, keep)` the
 * connection's `kysely` is that transaction. It is rolled back if `keep` returns false or the work throws.
 */
export function enableAtomic(connection: DatabaseConnection): Atomic {
  const base = connection.kysely as Kysely<AnyDatabase>;
  const current = new AsyncLocalStorage<Transaction<AnyDatabase>>();
  Object.defineProperty(connection, "kysely", { get: () => current.getStore() ?? base });
  return async (work, keep) => {
    try {
      return await base.transaction().execute((transaction) =>
        current.run(transaction, async () => {
          const result = await work();
          if (!keep(result)) throw new RolledBack(result);
          return result;
        }),
      );
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
  };
}
