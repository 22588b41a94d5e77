import type { DatabaseConnection } from "../database/connect.ts";

/**
 * The library checks a link and opens its session in its own transaction. Inside `atomic` it joins ours, so that both
 * are committed together or not at all.
 */
export function joinOuterTransaction(connection: DatabaseConnection): void {
  const alone = connection.runInTransaction.bind(connection);
  const joined = (work: Parameters<typeof alone>[0]) =>
    connection.kysely.isTransaction ? work(connection.kysely as Parameters<typeof work>[0]) : alone(work);
  connection.runInTransaction = joined as typeof connection.runInTransaction;
}
