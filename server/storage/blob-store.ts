import type { Readable } from "node:stream";

/** A complete local file that becomes content. */
export type SpooledFile = { path: string; size: number; sha256: string };

/** The first and last byte, both included. */
export type ByteRange = { start: number; end: number };

/**
 * Where content is. Each content has an id of its own (`objects.version`) and never changes, so no one reads half of an
 * old and half of a new file.
 */
export type BlobStore = {
  /** Stores a local file durably under a new id. The local file may be gone afterward. */
  put: (id: string, file: SpooledFile) => Promise<void>;
  /** Streams content or a range of it. Undefined if there is none. */
  get: (id: string, range?: ByteRange) => Promise<Readable | undefined>;
  /** Deletes content. It is no error if there is none. */
  remove: (id: string) => Promise<void>;
  /** All content, with the time when it was stored. */
  list: () => AsyncIterable<{ id: string; storedAt: Date }>;
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether an id is one of ours. No other text becomes part of a path or an address. */
export const isBlobId = (id: string): boolean => ID.test(id);

/** Throws if an id is not one of ours. */
export function requireBlobId(id: string): void {
  if (!isBlobId(id)) throw new Error(`${JSON.stringify(id.slice(0, 50))} isn't the id of stored content`);
}
