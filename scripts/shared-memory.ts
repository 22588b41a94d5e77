import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ENOUGH = 4e9;
/** No suite runs as long. */
const LEFT_BEHIND_MS = 3 * 3_600_000;

/** Whether files in memory have room for all that suites and their browsers write. Containers often have none. */
export function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > ENOUGH && freemem() > ENOUGH;
  } catch {
    return false;
  }
}

/**
 * Lets this process and those that it starts keep temporary files in memory, if it has room. Suites copy and delete directories of
 * a thousand files, and a disk's file system takes eight times the work for that.
 */
export function keepTemporaryFilesInMemory(): void {
  const directory = `${MEMORY}/upfunnel-tests`;
  removeLeftovers(directory);
  if (process.env.TMPDIR || !hasSharedMemory()) return;
  mkdirSync(directory, { recursive: true });
  process.env.TMPDIR = directory;
}

/** Suites that were killed could not delete their files, which would fill the memory. */
function removeLeftovers(directory: string): void {
  try {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (Date.now() - statSync(path).mtimeMs > LEFT_BEHIND_MS) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // Another suite deletes them, too, or there are none.
  }
}
