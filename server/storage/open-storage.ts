import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { DatabaseConnection } from "../database/connect.ts";
import type { Environment } from "../environment/environment.ts";
import type { Keys } from "../rest-guard/read-caller.ts";
import type { BlobStore } from "./blob-store.ts";
import { startCleanUp } from "./clean-up.ts";
import { createDerivedImages } from "./derived-images.ts";
import { createFileStore } from "./file-store.ts";
import { createS3Store, readStorageUrl } from "./s3-store.ts";
import { createLinkSigner } from "./signed-links.ts";
import { createStorage } from "./storage.ts";

type Options = {
  env: Environment;
  connection: DatabaseConnection;
  keys: Keys;
  limiter: RateLimiter;
  log: (error: unknown, path: string) => void;
};

export type Storage = {
  answer: (request: Request, address: string) => Promise<Response>;
  stop: () => Promise<void>;
};

/** The store that the environment selects. Throws a StartError for an address that is not complete. */
export function openBlobStore(env: Pick<Environment, "dataDir" | "STORAGE_URL">): BlobStore {
  if (env.STORAGE_URL) return createS3Store(readStorageUrl(env.STORAGE_URL));
  return createFileStore(join(filesDirectory(env), "content"));
}

/** Where files, partial uploads and sizes of images are. */
export const filesDirectory = ({ dataDir }: Pick<Environment, "dataDir">): string => join(dataDir, "files");

/** Opens `/storage/v1` over a database, and starts its cleanup. */
export function openStorage({ env, connection, keys, limiter, log }: Options): Storage {
  const store = openBlobStore(env);
  const incoming = join(filesDirectory(env), "incoming");
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  const derived = createDerivedImages(join(filesDirectory(env), "sizes"));
  const cleanUp = startCleanUp({ connection, store, derived, incoming }, log);
  const signer = createLinkSigner(keys.jwtSecret);
  const answer = createStorage({
    connection,
    keys,
    store,
    incoming,
    derived,
    signer,
    limiter,
    sweepSoon: cleanUp.soon,
    log,
  });
  return { answer, stop: cleanUp.stop };
}
