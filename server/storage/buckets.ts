import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";
import { noSuchBucket } from "./storage-problem.ts";

/** What an upload or download must know of its bucket. */
export type Bucket = { id: string; public: boolean; maxBytes: number; allowedTypes: string[] | null };

/** The largest file of a bucket without a limit of its own, and the most that a bucket may allow. */
export const MAX_FILE_BYTES = 500 * 1024 * 1024;

type Row = { id: string; public: boolean | null; file_size_limit: number | null; allowed_mime_types: string[] | null };

/** Reads a bucket with the owner's rights. Its rules apply to people who may not read its row. Throws NoSuchBucket. */
export async function loadBucket(connection: DatabaseConnection, id: string): Promise<Bucket> {
  const text = "select id, public, file_size_limit, allowed_mime_types from storage.buckets where id = $1";
  const [row] = await query<Row>(connection, text, [id]);
  if (!row) throw noSuchBucket();
  return {
    id: row.id,
    public: row.public === true,
    maxBytes: Math.min(row.file_size_limit ?? MAX_FILE_BYTES, MAX_FILE_BYTES),
    allowedTypes: row.allowed_mime_types,
  };
}
