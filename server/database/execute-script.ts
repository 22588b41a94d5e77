import type { DatabaseConnection } from "./connect.ts";

/** Runs a file of several statements as the database's owner. Throws the database's own error. */
export async function executeScript(connection: DatabaseConnection, script: string): Promise<void> {
  await connection.driver.query(script);
}
