import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { openEmbedded } from "./database-embedded.ts";
import { prepareSnapshot, saveSnapshot } from "./database-snapshot.ts";
import { createWorld } from "./database-world.ts";
import { startPostgresServer } from "./postgres-server.ts";

/**
 * Once for a whole run: the snapshot of a migrated embedded database, another one with the world in it (which grows old, so it
 * is not kept), and a PostgreSQL server where one can be had.
 */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const db = await openEmbedded(await prepareSnapshot());
  const world = await createWorld(db);
  const settled = { file: await saveSnapshot(db.embedded, `settled-${process.pid}`), world };
  await db.close();
  project.provide("settled", settled);
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await startPostgresServer();
  project.provide("postgresUrl", given ?? server?.url ?? null);
  return async () => {
    rmSync(settled.file);
    await server?.stop();
  };
}
