import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startHostProcess, temporaryDirectory } from "./host-process.ts";

const CACHE = "node_modules/.cache/seeded-data";

/**
 * A DATA_DIR of its own with the demo's data, copied from one that a host made before: creating a database takes seconds,
 * copying it does not. Made anew when migrations or seed change.
 */
export async function seededDataDirectory(): Promise<string> {
  const template = join(CACHE, fingerprint());
  if (!existsSync(template)) {
    const host = await startHostProcess();
    await host.stop();
    rmSync(CACHE, { recursive: true, force: true });
    mkdirSync(CACHE, { recursive: true });
    const draft = `${template}.${process.pid}`;
    cpSync(host.dataDir, draft, { recursive: true });
    renameSync(draft, template);
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
