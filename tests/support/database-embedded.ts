import type { DatabaseConnection } from "../../server/database/connect.ts";
import { openCopy } from "./database-snapshot.ts";

/** A copy of the embedded database in this directory, with the owner's rights. */
export const openEmbedded = async (template: string) => asOwner(await openCopy(template));

/** One session of this database. Closing it closes the database. */
export async function asOwner(connection: DatabaseConnection) {
  const client = await connection.driver.connect();
  return {
    async run<Row>(text: string, parameters: unknown[] = []) {
      const { rows, rowCount } = await client.query(text, parameters);
      return { rows: rows as Row[], count: rowCount ?? 0 };
    },
    async close() {
      client.release();
      await connection.close();
    },
  };
}
