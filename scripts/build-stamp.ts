import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const STAMP_FILE = "build/stamp";

const SOURCES = [
  "app",
  "domain",
  "public",
  "scripts/find-pages.ts",
  "scripts/share-pictures.ts",
  "scripts/site-files.ts",
  "supabase/functions",
  "package.json",
  "vite.config.ts",
  "vite.documents.config.ts",
  "react-router.config.ts",
];

/** A fingerprint of all build inputs. */
export function sourceStamp(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES)
    if (existsSync(source)) for (const file of filesBelow(source)) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

/** Whether a build exists and matches the current sources. */
export function isBuildFresh(): boolean {
  return existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, "utf8") === sourceStamp();
}

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
