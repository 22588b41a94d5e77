import { openConnection } from "../../server/database/connect.ts";

/** An embedded database in memory that begins with this data directory, as its owner sees it. */
export async function openEmbedded(memory: Blob) {
  const connection = await openConnection({ memory });
  const { driver } = connection;
  if (!("exec" in driver)) throw new Error("The memory database is embedded");
  return {
    driver,
    async run<Row>(text: string, parameters: unknown[] = []) {
      const { rows, affectedRows } = await driver.query<Row>(text, parameters);
      return { rows, count: rows.length || (affectedRows ?? 0) };
    },
    close: () => connection.close(),
  };
}
