import { CompiledQuery, type Kysely } from "kysely";
import type { DatabaseConnection } from "../database/connect.ts";
import { isConnectionLost } from "../database/database-errors.ts";
import type { StorageCaller } from "./storage-caller.ts";
import { type StorageCode, StorageProblem } from "./storage-problem.ts";

/** Runs one statement and returns its rows. */
export type Run = <Row = Record<string, unknown>>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** A file's metadata, with Supabase Storage's names. */
export type FileMetadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};

export type ObjectRow = {
  id: string;
  bucket_id: string;
  name: string;
  version: string;
  created_at: string;
  updated_at: string;
  last_accessed_at: string;
  metadata: FileMetadata | null;
  user_metadata: Record<string, unknown> | null;
};

export const OBJECT_COLUMNS =
  "id, bucket_id, name, version, created_at, updated_at, last_accessed_at, metadata, user_metadata";

class Undo<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super("undo");
    this.result = result;
  }
}

/** Runs statements in one transaction with the caller's rights, as the table API does. Throws StorageProblem. */
export async function runAs<Result>(
  connection: DatabaseConnection,
  caller: StorageCaller,
  work: (run: Run) => Promise<Result>,
  { undo = false } = {},
): Promise<Result> {
  const auth = { uid: caller.id ?? "", role: caller.role, jwt: caller.claims };
  try {
    return await connection.withContext({ auth } as never, async (db: Kysely<unknown>) => {
      const result = await work(runOn(db));
      if (undo) throw new Undo(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Undo) return error.result as Result;
    throw explain(error);
  }
}

function runOn(db: Kysely<unknown>): Run {
  return async <Row>(text: string, values: readonly unknown[] = []) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const CODES: Record<string, [code: StorageCode, message: string]> = {
  "42501": ["AccessDenied", "new row violates row-level security policy"],
  "23503": ["NoSuchBucket", "Bucket not found"],
  "23505": ["ResourceAlreadyExists", "The resource already exists"],
  "57014": ["DatabaseTimeout", "The request took too long and was stopped. Nothing was changed."],
  PT401: ["InvalidJWT", "The session has ended"],
};

/** Why the database refused, for the sender. Other errors stay as they are. */
function explain(error: unknown): unknown {
  if (error instanceof StorageProblem) return error;
  if (isConnectionLost(error))
    return new StorageProblem("DatabaseTimeout", "The database isn't responding. Please try again in a moment.", {
      "Retry-After": "2",
    });
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (code === "PT429") return new StorageProblem("QuotaReached", message);
  if (code === "PT409") return new StorageProblem("ResourceAlreadyExists", message);
  const known = CODES[code];
  return known ? new StorageProblem(...known) : error;
}
