import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SpooledFile } from "./blob-store.ts";
import { StorageProblem } from "./storage-problem.ts";

/** How long a sender may pause. */
const MAX_PAUSE_MS = 30_000;

/**
 * Writes a stream to a new local file, and measures it. Stops at `limit` bytes (EntityTooLarge) and when the sender pauses.
 * A failed upload leaves no file.
 */
export async function spool(content: Readable, directory: string, limit: number): Promise<SpooledFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, randomUUID());
  const hash = createHash("sha256");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > limit) return done(tooLarge());
      hash.update(chunk);
      pause.refresh();
      done(null, chunk);
    },
  });
  const pause = setTimeout(
    () => measure.destroy(new StorageProblem("InvalidRequest", "The upload stopped halfway")),
    MAX_PAUSE_MS,
  );
  try {
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600 }));
    return { path, size, sha256: hash.digest("hex") };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    clearTimeout(pause);
  }
}

export const tooLarge = (): StorageProblem =>
  new StorageProblem("EntityTooLarge", "The object exceeded the maximum allowed size", { Connection: "close" });
