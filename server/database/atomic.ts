import { AsyncLocalStorage } from "node:async_hooks";
import type { Kysely, Transaction } from "kysely";
import type { DatabaseConnection } from "./connect.ts";

// biome-ignore lint/suspicious/noExplicitAny: the auth schema is the library's own and has no types here.
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
 * Lets several statements of the library, which it would run one by one, happen in a single transaction together with
 * our own: inside `atomic(work, keep)` the connection's `kysely` is that transaction. When `keep` answers false, or the
 * work throws, nothing of it remains.
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
