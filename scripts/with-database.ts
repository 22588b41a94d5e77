import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { lockDataDirectory, prepareDataDirectory } from "../server/backend/data-directory.ts";
import { hasEmbeddedDatabase, openDatabase } from "../server/backend/open-database.ts";
import type { DatabaseConnection } from "../server/database/connect.ts";
import { type Environment, readEnvironment, StartError } from "../server/environment/environment.ts";

type DatabaseTask = (connection: DatabaseConnection, argument: string, env: Environment) => Promise<void>;

/**
 * The name of the first argument, the error message for a hosted project's database, whether the task may run on a new
 * database, and what must be right before one is opened or created.
 */
type Options = {
  argument?: string;
  hosted?: string;
  mayCreate?: boolean;
  check?: (argument: string, env: Environment) => Promise<unknown>;
};

/**
 * Opens the database from the environment under the host's own lock. If it cannot, prints one line that says why. Creates a
 * database only for a task that fills it, so that a mistyped DATA_DIR is noticed.
 */
export async function withDatabase(
  value: string | undefined,
  usage: string,
  work: DatabaseTask,
  {
    argument = "file",
    hosted = "A hosted project is backed up by Supabase itself",
    mayCreate = false,
    check,
  }: Options = {},
): Promise<void> {
  if (existsSync(".env")) loadEnvFile(".env");
  try {
    if (!value) throw new StartError(`Name the ${argument}: ${usage}`);
    const env = readEnvironment(process.env);
    if (env.SUPABASE_URL) throw new StartError(hosted);
    if (!mayCreate) requireDatabase(env);
    await check?.(value, env);
    prepareDataDirectory(env.dataDir);
    const unlock = env.DATABASE_URL ? () => {} : await lockDataDirectory(env.dataDir);
    try {
      const connection = await openDatabase(env);
      await work(connection, value, env).finally(() => connection.close());
    } finally {
      unlock();
    }
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

function requireDatabase(env: Environment): void {
  if (!env.DATABASE_URL && !hasEmbeddedDatabase(env.dataDir))
    throw new StartError(`There is no database in ${env.dataDir}: check DATA_DIR`);
}

/** One line for what the person can change: the settings and the file. Other errors are thrown. */
function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code && path) return `${path} can't be used (${code}): check the path and its rights`;
  throw error;
}
