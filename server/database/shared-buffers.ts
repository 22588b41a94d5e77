import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const MEGABYTE = 1024 * 1024;
/** Enough for a small database. The host stays under its promised 350 MB. */
const MIN_MEGABYTES = 16;
/** PostgreSQL's own default. */
const MAX_MEGABYTES = 128;

/**
 * The `shared_buffers` setting of the embedded database: a fifth of the data in this directory, between 32 and 128 MB.
 * With less, the pages of 100,000 leads are read from disk again and again.
 */
export function sharedBuffersFor(directory: string): string {
  const base = join(directory, "base");
  // Sequential and synchronous, because at startup a thousand promises would take five times as long.
  let bytes = 0;
  if (existsSync(base))
    for (const name of readdirSync(base, { recursive: true })) bytes += statSync(join(base, String(name))).size;
  return `${Math.min(Math.max(Math.round(bytes / 5 / MEGABYTE), MIN_MEGABYTES), MAX_MEGABYTES)}MB`;
}
