import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startHostProcess, temporaryDirectory } from "./host-process.ts";

const CACHE = "node_modules/.cache/seeded-data";

/**
 * A private DATA_DIR with the demo's data, copied from a cached one. Creating a database takes seconds; copying it does
 * not. The cache is rebuilt when migrations or seed change.
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

function fingerprint(): string {
  const hash = createHash("sha256");
  const migrations = readdirSync("supabase/migrations").sort();
  for (const file of [
    ...migrations.map((name) => join("supabase/migrations", name)),
    "supabase/seed.sql",
    "package.json",
  ])
    if (existsSync(file)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
