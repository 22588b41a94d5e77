import type { DatabaseConnection } from "../../server/database/connect.ts";
import type { TestDatabase } from "./database.ts";

/** One session of an open database, of either kind, as its owner: for work that spans several transactions. */
export async function oneSession({ driver }: DatabaseConnection): Promise<TestDatabase & { release: () => void }> {
  const close = async () => {};
  if ("dumpDataDir" in driver)
    return {
      async run<Row>(text: string, parameters: unknown[] = []) {
        const { rows, affectedRows } = await driver.query<Row>(text, parameters);
        return { rows, count: rows.length || (affectedRows ?? 0) };
      },
      close,
      release: () => {},
    };
  const client = await driver.connect();
  return {
    async run<Row>(text: string, parameters: unknown[] = []) {
      const { rows, rowCount } = await client.query(text, parameters);
      return { rows: rows as Row[], count: rowCount ?? 0 };
    },
    close,
    release: () => client.release(),
  };
}
