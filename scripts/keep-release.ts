import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../server/database/connect.ts";
import { createWorld } from "../tests/support/database-world.ts";
import { startHostProcess } from "../tests/support/host-process.ts";
import { addMarkedPerson } from "../tests/support/marked-person.ts";
import { oneSession } from "../tests/support/one-session.ts";
import { newestMigration, packRelease, releaseFile } from "../tests/support/releases.ts";

// npm run db:release keeps a data directory of this version, with rows in nearly every table, and its migrations. The tests
// upgrade it with every later version. A release that is kept never changes.

const version = newestMigration();
if (existsSync(releaseFile(version))) {
  console.error(`${releaseFile(version)} is there already, and a release never changes.`);
  process.exit(1);
}
const host = await startHostProcess();
try {
  await host.stop();
  const connection = await openConnection({ directory: join(host.dataDir, "database") });
  const db = await oneSession(connection);
  await db.run("begin");
  await addMarkedPerson(db, await createWorld(db));
  await db.run("commit");
  await connection.close();
  const draft = `${host.dataDir}-release`;
  mkdirSync(draft);
  cpSync(host.dataDir, join(draft, "data"), { recursive: true });
  cpSync("supabase/migrations", join(draft, "migrations"), { recursive: true });
  const bytes = packRelease(draft, version);
  rmSync(draft, { recursive: true });
  console.log(`${releaseFile(version)}: ${(bytes / 1024 / 1024).toFixed(1)} MB`);
} finally {
  await host.dispose();
}
