import { cpSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { openConnection } from "../../server/database/connect.ts";
import { prepareEmptyDatabase } from "../../server/database/prepared.ts";
import { asOwner } from "./database-embedded.ts";
import { dropDatabase, prepareServer } from "./database-server.ts";
import { createWorld } from "./database-world.ts";
import { temporaryDirectory } from "./host-process.ts";
import { startPostgresServer } from "./postgres-server.ts";

/**
 * Runs once per test run. It creates an embedded database and, if available, one on a PostgreSQL server, each migrated,
 * and a copy of each with the world (not kept, because its dates age).
 */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const migrated = await prepareEmptyDatabase();
  const withWorld = temporaryDirectory();
  cpSync(migrated, withWorld, { recursive: true });
  const db = await asOwner(await openConnection({ directory: withWorld }));
  const world = await createWorld(db);
  await db.close();
  project.provide("embedded", { migrated, withWorld, world });
  const given = process.env.TEST_DATABASE_URL;
  const started = given ? null : await startPostgresServer();
  const url = given ?? started?.url;
  const server = url ? await prepareServer(url) : null;
  project.provide("server", server);
  return async () => {
    rmSync(withWorld, { recursive: true });
    if (given && server) await dropDatabase(given, server.withWorld);
    await started?.stop();
  };
}
