import type { DatabaseConnection } from "../database/connect.ts";

/**
 * The library checks a link and opens its session in a transaction of its own. Inside `atomic` that transaction is ours, so that
 * what we write with it happens together with it or not at all.
 */
export function joinOuterTransaction(connection: DatabaseConnection): void {
  const alone = connection.runInTransaction.bind(connection);
  const joined = (work: Parameters<typeof alone>[0]) =>
    connection.kysely.isTransaction ? work(connection.kysely as Parameters<typeof work>[0]) : alone(work);
  connection.runInTransaction = joined as typeof connection.runInTransaction;
}
