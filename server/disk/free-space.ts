import { statfsSync } from "node:fs";

const MEGABYTE = 1024 * 1024;
/** Below this, the host logs a warning and `npm run doctor` reports one. */
export const LOW_SPACE = 500 * MEGABYTE;
/**
 * Below this, the embedded database is read-only. The database adds its log in files of 16 MB, and if there is no space for the
 * next one, it never returns.
 */
export const FULL_SPACE = 64 * MEGABYTE;

export type SpaceState = "enough" | "low" | "full";

/** The bytes that this process may still write to the disk of a directory. */
export function freeSpace(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

export function spaceState(free: number): SpaceState {
  if (free < FULL_SPACE) return "full";
  return free < LOW_SPACE ? "low" : "enough";
}

/** A number of bytes for people. */
export function formatSpace(bytes: number): string {
  return bytes >= 1024 * MEGABYTE ? `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`;
}
