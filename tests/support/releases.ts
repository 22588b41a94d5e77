import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { temporaryDirectory } from "./host-process.ts";

const RELEASES = "tests/fixtures/releases";
const MAX_BYTES = 2 ** 30;

/** The version of the newest migration, which names a release. */
export function newestMigration(): string {
  return readdirSync("supabase/migrations").sort().at(-1)?.split("_", 1)[0] ?? "";
}

export const releaseFile = (version: string) => join(RELEASES, `${version}.tar.br`);

/** The versions of the releases that are kept, the oldest first. */
export function keptReleases(): string[] {
  return globSync(releaseFile("*"))
    .map((file) => basename(file, ".tar.br"))
    .sort();
}

/** Compresses a directory with `data` (a DATA_DIR) and `migrations` into a release. Returns its size in bytes. */
export function packRelease(directory: string, version: string): number {
  const tar = execFileSync("tar", ["-C", directory, "-cf", "-", "data", "migrations"], { maxBuffer: MAX_BYTES });
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: tar.length };
  const packed = brotliCompressSync(tar, { params });
  mkdirSync(RELEASES, { recursive: true });
  writeFileSync(releaseFile(version), packed);
  return packed.length;
}

/** Unpacks a release into a directory of its own, which the caller removes: `data` is its DATA_DIR, `migrations` its files. */
export function unpackRelease(version: string): string {
  const directory = temporaryDirectory();
  execFileSync("tar", ["-C", directory, "-xf", "-"], {
    input: brotliDecompressSync(readFileSync(releaseFile(version))),
  });
  return directory;
}
