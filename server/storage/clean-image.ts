import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { SpooledFile } from "./blob-store.ts";
import { loadSharp, MAX_PIXELS, oneImageAtATime } from "./sharp.ts";
import { StorageProblem } from "./storage-problem.ts";

type Format = "jpeg" | "png" | "webp" | "avif" | "gif";

const FORMATS: Record<string, Format> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/webp": "webp",
  "image/avif": "avif",
  "image/gif": "gif",
};

/** High, because these files are the originals of all sizes. */
const QUALITY = { jpeg: { quality: 92 }, png: {}, webp: { quality: 92 }, avif: { quality: 75, effort: 2 }, gif: {} };

/** Whether a file of this type is an image that we can write again. */
export const isImage = (type: string): boolean => type in FORMATS;

/**
 * Writes an image again: upright, and without the place, the time and the camera that its metadata names. What is not part
 * of the picture, such as a page behind its last byte, is gone too. Throws InvalidRequest for what is not an image, and
 * for one that would take too much memory.
 */
export async function cleanImage(file: SpooledFile, type: string): Promise<SpooledFile> {
  const format = FORMATS[type];
  if (!format) return file;
  const path = `${file.path}.clean`;
  const animated = format === "gif" || format === "webp";
  try {
    await oneImageAtATime(async () => {
      const sharp = await loadSharp();
      const input = sharp(file.path, { limitInputPixels: MAX_PIXELS, animated, failOn: "error" });
      await input.autoOrient().toFormat(format, QUALITY[format]).toFile(path);
    });
  } catch (error) {
    await rm(path, { force: true });
    throw new StorageProblem("InvalidRequest", unreadable(error as Error));
  }
  await rename(path, file.path);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file.path), hash);
  return { path: file.path, size: (await stat(file.path)).size, sha256: hash.digest("hex") };
}

function unreadable(error: Error): string {
  return /pixel limit/i.test(error.message)
    ? `The image has more than ${MAX_PIXELS / 1_000_000} million pixels`
    : "The image can't be read. It may be damaged";
}
