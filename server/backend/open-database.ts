import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type DatabaseConnection, openConnection } from "../database/connect.ts";
import { migrateDatabase } from "../database/migrate.ts";
import { preparedDatabase } from "../database/prepared.ts";
import { FULL_SPACE, formatSpace, freeSpace } from "../disk/free-space.ts";
import { type Environment, StartError } from "../environment/environment.ts";

const CREATE_DATABASE = fileURLToPath(new URL("create-database.ts", import.meta.url));

/**
 * An arbitrary number that nothing else uses. Hosts that start together on one PostgreSQL migrate one after the other.
 */
const MIGRATION_LOCK = 7_301_948_221;

/** Opens the migrated database of the embedded modes, and creates it if there is none. */
export async function openDatabase(env: Environment): Promise<DatabaseConnection> {
  return env.DATABASE_URL ? openServer(env.DATABASE_URL) : openEmbedded(env.dataDir);
}

/** Whether the embedded database of this DATA_DIR exists. Creates nothing. */
export const hasEmbeddedDatabase = (dataDir: string): boolean => existsSync(join(dataDir, "database", "PG_VERSION"));

async function openServer(url: string): Promise<DatabaseConnection> {
  const connection = await openConnection({ url });
  const session = await connection.driver.connect().catch((error: Error) => {
    throw new StartError(
      `DATABASE_URL can't be reached (${error.message || (error as { code?: string }).code}): check that PostgreSQL is running and the URL is right`,
    );
  });
  await session.query("set statement_timeout = 0");
  await session.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  try {
    await migrateDatabase(connection);
    return connection;
  } finally {
    await session.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
    // Destroys the session instead of returning it to the pool, because it may wait forever.
    session.release(true);
  }
}

/**
 * Builds a new embedded database under a temporary name and renames it when it is complete. If the start is killed
 * halfway, no later start mistakes the rest for a database. A directory that holds anything is never initialized,
 * because that would delete what it holds.
 */
async function openEmbedded(dataDir: string): Promise<DatabaseConnection> {
  const directory = join(dataDir, "database");
  const free = freeSpace(dataDir);
  if (free < FULL_SPACE)
    throw new StartError(
      `the disk of DATA_DIR ${dataDir} is full (${formatSpace(free)} free): free some space, at least 64 MB and better 500 MB`,
    );
  if (existsSync(directory) && readdirSync(directory).length === 0) rmdirSync(directory);
  const fresh = !existsSync(directory);
  if (fresh) {
    for (const entry of readdirSync(dataDir))
      if (entry.startsWith("database.new")) rmSync(join(dataDir, entry), { recursive: true });
    const draft = join(dataDir, `database.new-${process.pid}`);
    const prepared = preparedDatabase();
    if (prepared) cpSync(prepared, draft, { recursive: true });
    // Its code runs once, so it is not worth optimizing.
    else await promisify(execFile)(process.execPath, ["--liftoff-only", CREATE_DATABASE, draft]);
    renameSync(draft, directory);
  }
  if (!hasEmbeddedDatabase(dataDir)) throw damaged(directory, "its file PG_VERSION is missing");
  const connection = await openConnection({ directory }).catch((error: Error) => {
    throw damaged(directory, error.message.split("\n", 1)[0] ?? "");
  });
  if (!fresh) await migrateDatabase(connection);
  return connection;
}

const damaged = (directory: string, reason: string) =>
  new StartError(
    `the database in ${directory} can't be opened (${reason}). Nothing was changed. Move the directory away, start, and restore a backup.`,
  );
