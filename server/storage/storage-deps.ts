import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { DatabaseConnection } from "../database/connect.ts";
import type { Keys } from "../rest-guard/read-caller.ts";
import type { BlobStore } from "./blob-store.ts";
import type { DerivedImages } from "./derived-images.ts";
import type { LinkSigner } from "./signed-links.ts";

export type StorageDeps = {
  connection: DatabaseConnection;
  keys: Keys;
  store: BlobStore;
  /** The local directory of uploads that are not complete. */
  incoming: string;
  derived: DerivedImages;
  signer: LinkSigner;
  /** Counts requests in this host's memory, as for the table API. */
  limiter: RateLimiter;
  /** Deletes content that a change has just replaced. It does not wait. */
  sweepSoon: () => void;
  log: (error: unknown, path: string) => void;
};
