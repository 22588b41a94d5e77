import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { SpooledFile } from "./blob-store.ts";
import { StorageProblem } from "./storage-problem.ts";

/** How long a sender may pause. */
const MAX_PAUSE_MS = 30_000;
/** How much of a body that is too long is read and dropped, so that its sender gets the answer and not a closed connection. */
export const DROPPED_BYTES = 32 * 1024 * 1024;

/**
 * Frees the buffers of a body that are written. They are outside the engine's heap, so on its own it notices only every 64 MB that
 * they need memory, and a large upload would add that much.
 */
setFlagsFromString("--expose-gc");
const freeBuffers: (options: { type: "minor" }) => void = runInNewContext("gc");
const FREED_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * Writes a stream to a new local file, and measures it. Stops at `limit` bytes (EntityTooLarge) and when the sender pauses.
 * A failed upload leaves no file. The stream is watched from the first moment on: an error that no one hears would end the
 * process.
 */
export async function spool(
  content: Readable,
  directory: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SpooledFile> {
  const path = join(directory, randomUUID());
  const hash = createHash("sha256");
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      if (Math.floor(size / FREED_EVERY_BYTES) < Math.floor((size + chunk.length) / FREED_EVERY_BYTES))
        freeBuffers({ type: "minor" });
      size += chunk.length;
      if (size > limit) return done(size > limit + DROPPED_BYTES ? tooLarge() : null);
      hash.update(chunk);
      pause.refresh();
      done(null, chunk);
    },
    flush: (done) => done(size > limit ? tooLarge() : null),
  });
  const pause = setTimeout(
    () => measure.destroy(new StorageProblem("InvalidRequest", "The upload stopped halfway")),
    MAX_PAUSE_MS,
  );
  try {
    await pipeline(content, measure, createWriteStream(path, { mode: 0o600 }), { ...(signal && { signal }) });
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
