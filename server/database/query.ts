import { CompiledQuery } from "kysely";
import type { DatabaseConnection } from "./connect.ts";

/** Runs one parameterized statement as the database's owner. It waits its turn on the connection. */
export async function query<Row = Record<string, unknown>>(
  connection: DatabaseConnection,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await connection.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return result.rows;
}
