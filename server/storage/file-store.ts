import { createReadStream } from "node:fs";
import { mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BlobStore, isBlobId, requireBlobId } from "./blob-store.ts";

/**
 * Content as files of a directory, in 256 folders. A file is complete on disk before it gets its name. So after a crash a
 * name either has its whole content or does not exist.
 */
export function createFileStore(directory: string): BlobStore {
  const pathOf = (id: string) => {
    requireBlobId(id);
    return join(directory, id.slice(0, 2), id);
  };
  return {
    async put(id, file) {
      const path = pathOf(id);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await syncToDisk(file.path);
      await rename(file.path, path);
      await syncToDisk(dirname(path));
    },
    async get(id, range) {
      const path = pathOf(id);
      if (!(await exists(path))) return undefined;
      return createReadStream(path, { ...range, highWaterMark: 256 * 1024 });
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    list: () => listFiles(directory),
  };
}

async function* listFiles(directory: string): AsyncGenerator<{ id: string; storedAt: Date }> {
  if (!(await exists(directory))) return;
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (!entry.isFile() || !isBlobId(entry.name)) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (found) yield { id: entry.name, storedAt: found.mtime };
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Writes a file, or the names in a directory, through to the disk. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
