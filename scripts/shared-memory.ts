import { mkdirSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const MEMORY = "/dev/shm";
const ENOUGH = 4e9;

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
  if (process.env.TMPDIR || !hasSharedMemory()) return;
  const directory = `${MEMORY}/upfunnel-tests`;
  mkdirSync(directory, { recursive: true });
  process.env.TMPDIR = directory;
}
