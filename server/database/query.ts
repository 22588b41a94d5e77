import { CompiledQuery } from "kysely";
import type { DatabaseConnection } from "./connect.ts";

/** Runs one parameterised statement as the database's owner, in turn with everything else that uses the connection. */
export async function query<Row = Record<string, unknown>>(
  connection: DatabaseConnection,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await connection.kysely.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
  return result.rows;
}
