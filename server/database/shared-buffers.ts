import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const MEGABYTE = 1024 * 1024;
/** A small database fits, and its host stays below the 450 MB that it promises. */
const LEAST = 32;
/** PostgreSQL's own default. */
const MOST = 128;

/**
 * How much memory the embedded database keeps for pages, as its setting: a fifth of the data in this directory, between 32 and
 * 128 MB. With less, the pages of 100,000 leads are read from the disk again and again.
 */
export async function sharedBuffersFor(directory: string): Promise<string> {
  const base = join(directory, "base");
  const names = await readdir(base, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(names.map((name) => stat(join(base, name)).catch(() => undefined)));
  const bytes = sizes.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
  return `${Math.min(Math.max(Math.round(bytes / 5 / MEGABYTE), LEAST), MOST)}MB`;
}
