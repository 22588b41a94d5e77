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
 * The demo accounts have the cheapest hash of their password, because hundreds of tests sign in with it, or the real one.
 */
export async function seededDataDirectory({ hasRealHashes = false } = {}): Promise<string> {
  const real = join(CACHE, fingerprint());
  const quick = `${real}-quick`;
  if (!existsSync(real)) {
    const host = await startHostProcess();
    await host.stop();
    mkdirSync(CACHE, { recursive: true });
    // Deletes copies of older migrations.
    for (const old of readdirSync(CACHE))
      if (!old.startsWith(fingerprint())) rmSync(join(CACHE, old), { recursive: true, force: true });
    keep(host.dataDir, real);
    await host.dispose();
  }
  if (!existsSync(quick)) {
    const directory = copyOf(real);
    await quickenSignIns(directory);
    keep(directory, quick);
    rmSync(directory, { recursive: true });
  }
  return copyOf(hasRealHashes ? real : quick);
}

function copyOf(template: string): string {
  const directory = temporaryDirectory();
  cpSync(template, directory, { recursive: true });
  return directory;
}

function keep(directory: string, template: string): void {
  const draft = `${template}.${process.pid}`;
  cpSync(directory, draft, { recursive: true });
  try {
    renameSync(draft, template);
  } catch {
    // Another suite kept the same copy at the same time.
    rmSync(draft, { recursive: true });
  }
}

async function quickenSignIns(directory: string): Promise<void> {
  const connection = await openConnection({ directory: join(directory, "database") });
  const quick = await hash(DEMO_PASSWORD, 4);
  // Without triggers, because no one's password changes.
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
