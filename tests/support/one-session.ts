import type { PoolClient } from "pg";
import type { DatabaseConnection } from "../../server/database/connect.ts";
import type { TestDatabase } from "./database-session.ts";

/**
 * An open database of either kind with the owner's rights, for work that spans several transactions. It uses a
 * connection only from `begin` to `commit` or `rollback`, because the embedded database has just one.
 */
export async function oneSession({ driver }: DatabaseConnection): Promise<TestDatabase & { release: () => void }> {
  let client: PoolClient | undefined;
  const release = () => {
    client?.release();
    client = undefined;
  };
  return {
    async run<Row>(text: string, parameters: unknown[] = []) {
      if (text === "begin") client = await driver.connect();
      const { rows, rowCount } = await (client ?? driver).query(text, parameters);
      if (text === "commit" || text === "rollback") release();
      return { rows: rows as Row[], count: rowCount ?? 0 };
    },
    close: async () => {},
    release,
  };
}
