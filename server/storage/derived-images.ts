import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { requireBlobId } from "./blob-store.ts";
import type { Transform } from "./image-transform.ts";
import { loadSharp, MAX_PIXELS, oneImageAtATime } from "./sharp.ts";
import { StorageProblem } from "./storage-problem.ts";

export type Derived = { path: string; size: number; type: string };

export type DerivedImages = {
  /** The image of this version in these dimensions, from the cache or made now. Throws StorageProblem. */
  get: (version: string, transform: Transform, read: () => Promise<Readable | undefined>) => Promise<Derived>;
  /** Deletes all sizes of an image. */
  forget: (version: string) => Promise<void>;
  /** The versions that have sizes here. */
  versions: () => Promise<string[]>;
  /** Deletes the sizes that were not used for longest, until the cache is small enough. */
  trim: () => Promise<void>;
};

const MAX_CACHE_BYTES = 1024 * 1024 * 1024;
/** Fast settings: the visitor who asks first waits for them. */
const OUTPUT = {
  avif: (quality: number) => ({ quality: Math.max(1, quality - 20), effort: 2 }),
  webp: (quality: number) => ({ quality, effort: 3 }),
  jpeg: (quality: number) => ({ quality }),
  png: () => ({}),
};

/**
 * Sizes of images are made when someone first asks for them, because most are never asked for, and kept in a local
 * directory. Requests for one that is being made wait for it together.
 */
export function createDerivedImages(directory: string, maxBytes = MAX_CACHE_BYTES): DerivedImages {
  const making = new Map<string, Promise<Derived>>();
  const folderOf = (version: string) => {
    requireBlobId(version);
    return join(directory, version);
  };
  return {
    async get(version, transform, read) {
      const path = join(folderOf(version), transform.key);
      const type = `image/${transform.format}`;
      const found = await stat(path).catch(() => undefined);
      if (found) {
        const now = new Date();
        if (now.getTime() - found.mtimeMs > 3_600_000) await utimes(path, now, now).catch(() => undefined);
        return { path, size: found.size, type };
      }
      const running =
        making.get(path) ?? make(path, folderOf(version), transform, read).finally(() => making.delete(path));
      making.set(path, running);
      return running;
    },
    forget: (version) => rm(folderOf(version), { recursive: true, force: true }),
    versions: () => readdir(directory).catch(() => []),
    trim: () => trim(directory, maxBytes),
  };
}

async function make(
  path: string,
  folder: string,
  transform: Transform,
  read: () => Promise<Readable | undefined>,
): Promise<Derived> {
  return oneImageAtATime(async () => {
    const content = await read();
    if (!content) throw new StorageProblem("NoSuchKey", "Object not found");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}`;
    const original = `${draft}.original`;
    try {
      await pipeline(content, createWriteStream(original, { mode: 0o600 }));
      const sharp = await loadSharp();
      const { width, height, resize, format, quality } = transform;
      const image = sharp(original, { limitInputPixels: MAX_PIXELS }).autoOrient();
      const fit = { cover: "cover", contain: "inside", fill: "fill" } as const;
      image.resize({
        ...(width && { width }),
        ...(height && { height }),
        fit: fit[resize],
        withoutEnlargement: resize !== "fill" && !(width && height),
      });
      await image.toFormat(format, OUTPUT[format](quality)).toFile(draft);
      await rename(draft, path);
      return { path, size: (await stat(path)).size, type: `image/${format}` };
    } catch (error) {
      await rm(draft, { force: true });
      if (error instanceof StorageProblem) throw error;
      throw new StorageProblem("InvalidRequest", "The image can't be resized");
    } finally {
      await rm(original, { force: true });
    }
  });
}

async function trim(directory: string, maxBytes: number): Promise<void> {
  const files: { path: string; size: number; usedAt: number }[] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found) files.push({ path, size: found.size, usedAt: found.mtimeMs });
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of files.sort((one, other) => one.usedAt - other.usedAt)) {
    if (total <= maxBytes) return;
    await rm(path, { force: true });
    total -= size;
  }
}

/** Streams a derived image or a range of it. */
export const readDerived = (path: string, range?: { start: number; end: number }): Readable =>
  createReadStream(path, range);
