import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "./database-embedded.ts";
import { dropDatabase, prepareServer } from "./database-server.ts";
import { prepareSnapshot, saveSnapshot } from "./database-snapshot.ts";
import { createWorld } from "./database-world.ts";
import { startPostgresServer } from "./postgres-server.ts";

/**
 * Runs once per test run. It creates an embedded database and, if available, one on a PostgreSQL server, each migrated,
 * and a copy of each with the world (not kept, because its dates age).
 */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const migrated = await prepareSnapshot();
  const db = await openEmbedded(migrated);
  const world = await createWorld(db);
  const withWorld = await saveSnapshot(db.embedded, `withWorld-${process.pid}`);
  await db.close();
  project.provide("embedded", { migrated, withWorld, world });
  const given = process.env.TEST_DATABASE_URL;
  const started = given ? null : await startPostgresServer();
  const url = given ?? started?.url;
  const server = url ? await prepareServer(url) : null;
  project.provide("server", server);
  return async () => {
    rmSync(withWorld);
    if (given && server) await dropDatabase(given, server.withWorld);
    await started?.stop();
  };
}
