import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const MEGABYTE = 1024 * 1024;
/** A small database fits, and its host stays below the 450 MB that it promises. */
const MIN_MEGABYTES = 32;
/** PostgreSQL's own default. */
const MAX_MEGABYTES = 128;

/**
 * How much memory the embedded database keeps for pages, as its setting: a fifth of the data in this directory, between 32 and
 * 128 MB. With less, the pages of 100,000 leads are read from the disk again and again.
 */
export function sharedBuffersFor(directory: string): string {
  const base = join(directory, "base");
  // One after the other: the host has just started, and a thousand promises take five times as long.
  let bytes = 0;
  if (existsSync(base))
    for (const name of readdirSync(base, { recursive: true })) bytes += statSync(join(base, String(name))).size;
  return `${Math.min(Math.max(Math.round(bytes / 5 / MEGABYTE), MIN_MEGABYTES), MAX_MEGABYTES)}MB`;
}
