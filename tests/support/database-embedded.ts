import { openConnection } from "../../server/database/connect.ts";

/** An in-memory database from the data directory in this tar file, with the owner's rights. */
export async function openEmbedded(snapshot: string) {
  const connection = await openConnection({ memory: { snapshot } });
  const { embedded } = connection;
  if (!embedded) throw new Error("The memory database is embedded");
  const client = await connection.driver.connect();
  return {
    embedded,
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
