import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { lockDataDirectory, prepareDataDirectory } from "../server/backend/data-directory.ts";
import { openDatabase } from "../server/backend/open-database.ts";
import type { DatabaseConnection } from "../server/database/connect.ts";
import { readEnvironment, StartError } from "../server/environment/environment.ts";

type DatabaseTask = (connection: DatabaseConnection, argument: string) => Promise<void>;

/** The name of the first argument, and the error message for a hosted project's database. */
type Messages = { argument: string; hosted: string };
const OF_BACKUPS: Messages = { argument: "file", hosted: "A hosted project is backed up by Supabase itself" };

/** Opens the database from the environment under the host's own lock. If it cannot, prints one line that says why. */
export async function withDatabase(
  value: string | undefined,
  usage: string,
  work: DatabaseTask,
  { argument, hosted }: Messages = OF_BACKUPS,
): Promise<void> {
  if (existsSync(".env")) loadEnvFile(".env");
  try {
    if (!value) throw new StartError(`Name the ${argument}: ${usage}`);
    const env = readEnvironment(process.env);
    if (env.SUPABASE_URL) throw new StartError(hosted);
    prepareDataDirectory(env.dataDir);
    const unlock = env.DATABASE_URL ? () => {} : lockDataDirectory(env.dataDir);
    try {
      const { connection } = await openDatabase(env);
      await work(connection, value).finally(() => connection.close());
    } finally {
      unlock();
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
