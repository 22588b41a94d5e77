import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hash } from "bcrypt";
import { DEMO_HASH } from "../../server/backend/seed-demo.ts";
import { openConnection } from "../../server/database/connect.ts";
import { startHostProcess, temporaryDirectory } from "./host-process.ts";
import { DEMO_PASSWORD } from "./session.ts";

const CACHE = "node_modules/.cache/seeded-data";

/**
 * A private DATA_DIR with the demo's data, copied from a cached one. Creating a database takes seconds; copying it does
 * not. The cache is rebuilt when migrations or seed change, and each day, because the demo's data is relative to today.
 */
export async function seededDataDirectory(): Promise<string> {
  const template = join(CACHE, fingerprint());
  if (!existsSync(template)) {
    const host = await startHostProcess();
    await host.stop();
    mkdirSync(CACHE, { recursive: true });
    // Deletes copies of older migrations. Another suite may create the same copy at the same time; both are equal.
    for (const old of readdirSync(CACHE))
      if (!old.startsWith(fingerprint())) rmSync(join(CACHE, old), { recursive: true, force: true });
    const draft = `${template}.${process.pid}`;
    cpSync(host.dataDir, draft, { recursive: true });
    if (existsSync(template)) rmSync(draft, { recursive: true });
    else renameSync(draft, template);
    await host.dispose();
  }
  const directory = temporaryDirectory();
  cpSync(template, directory, { recursive: true });
  return directory;
}

/** Gives the demo accounts the cheapest hash of their password: hundreds of tests sign in with it. */
export async function quickenSignIns(directory: string): Promise<void> {
  const connection = await openConnection({ directory: join(directory, "database") });
  const quick = await hash(DEMO_PASSWORD, 4);
  // Without triggers, because nobody's password changes.
  await connection.exec(`do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    update auth.users set encrypted_password = '${quick}' where encrypted_password = '${DEMO_HASH}';
  end $$`);
  await connection.close();
}

function fingerprint(): string {
  // The demo's dates are relative to the agency's day.
  const hash = createHash("sha256").update(new Date().toLocaleDateString("en-CA", { timeZone: "America/Los_Angeles" }));
  const migrations = readdirSync("supabase/migrations").sort();
  for (const file of [
    ...migrations.map((name) => join("supabase/migrations", name)),
    "supabase/seed.sql",
    "server/database/migrate.ts",
    "package.json",
  ])
    if (existsSync(file)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
