import type { TestProject } from "vitest/node";
import { prepareSnapshot } from "./database-snapshot.ts";
import { startPostgresServer } from "./postgres-server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL server on which suites may create databases, or null where there is none. */
    postgresUrl: string | null;
  }
}

/** Once for a whole run: the snapshot of a migrated embedded database, and a PostgreSQL server where one can be had. */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  await prepareSnapshot();
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? null : await startPostgresServer();
  project.provide("postgresUrl", given ?? server?.url ?? null);
  return async () => server?.stop();
}
