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
    mkdirSync(CACHE, { recursive: true });
    // Of older migrations. Another suite may be making this one at the same time: whoever comes first, it is the same.
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
