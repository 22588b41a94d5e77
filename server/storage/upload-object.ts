import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { query } from "../database/query.ts";
import { type Bucket, loadBucket } from "./buckets.ts";
import { cleanImage } from "./clean-image.ts";
import { findContentType } from "./content-type.ts";
import { type FileMetadata, type Run, runAs } from "./object-rows.ts";
import { announcedBytes, type Received, receiveUpload } from "./receive-upload.ts";
import type { StorageCaller } from "./storage-caller.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { StorageProblem } from "./storage-problem.ts";

export type Upload = { bucket: string; name: string; upsert: boolean };
export type Stored = { id: string; bucket: string; name: string };

/**
 * Stores a file. The rights are checked before the body is read. The content is complete on disk before the row names it,
 * and the row is committed in one step. So a crash leaves the old file or the new one, and at most content without a row,
 * which is cleaned up later.
 */
export async function uploadObject(
  deps: StorageDeps,
  caller: StorageCaller,
  target: Upload,
  request: Request,
): Promise<Stored> {
  const bucket = await loadBucket(deps.connection, target.bucket);
  const announced = Math.min(announcedBytes(request), bucket.maxBytes);
  await checkUpload(deps, caller, target, announced);
  const received = await receiveUpload(request, deps.incoming, bucket.maxBytes);
  try {
    return await storeReceived(deps, caller, target, bucket, received);
  } finally {
    await rm(received.file.path, { force: true });
  }
}

/** Whether the caller may store this file, as a trial that is rolled back. Throws StorageProblem if not. */
export async function checkUpload(deps: StorageDeps, caller: StorageCaller, target: Upload, bytes = 0): Promise<void> {
  const metadata = { size: bytes } as FileMetadata;
  const trial = (run: Run) => writeRow(run, caller, target, { version: randomUUID(), metadata, userMetadata: null });
  await runAs(deps.connection, caller, trial, { undo: true });
}

async function storeReceived(
  deps: StorageDeps,
  caller: StorageCaller,
  target: Upload,
  bucket: Bucket,
  { file: spooled, declaredType, cacheControl, userMetadata }: Received,
): Promise<Stored> {
  const type = await findContentType(spooled.path, declaredType);
  if (!isTypeAllowed(bucket, type))
    throw new StorageProblem("InvalidMimeType", `mime type ${type} isn't supported here`);
  const file = await cleanImage(spooled, type);
  if (file.size > bucket.maxBytes)
    throw new StorageProblem("EntityTooLarge", "The object exceeded the maximum allowed size");
  const version = randomUUID();
  const metadata: FileMetadata = {
    eTag: `"${file.sha256.slice(0, 32)}"`,
    size: file.size,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: file.size,
    httpStatusCode: 200,
  };
  return storeContent(
    deps,
    file,
    version,
    (run) => writeRow(run, caller, target, { version, metadata, userMetadata }),
    caller,
  );
}

/**
 * Stores content, then the row. Before both, the database notes that this content is to be deleted in an hour, and the row
 * removes the note.
 */
export async function storeContent(
  deps: StorageDeps,
  file: { path: string; size: number; sha256: string },
  version: string,
  write: (run: Run) => Promise<Stored>,
  caller: StorageCaller,
): Promise<Stored> {
  await query(deps.connection, NOTE_ARRIVING, [version]);
  await deps.store.put(version, file);
  try {
    const stored = await runAs(deps.connection, caller, write);
    deps.sweepSoon();
    return stored;
  } catch (error) {
    // A lost connection leaves open whether the row was committed. The cleanup finds out later.
    if (error instanceof StorageProblem && error.code !== "DatabaseTimeout") await deps.store.remove(version);
    throw error;
  }
}

/** Whether a bucket accepts files of this type. A bucket without a list accepts all; `image/*` means every image. */
export function isTypeAllowed({ allowedTypes }: Bucket, type: string): boolean {
  if (!allowedTypes || allowedTypes.length === 0) return true;
  return allowedTypes.some((allowed) => allowed === type || allowed === "*/*" || allowed === `${type.split("/")[0]}/*`);
}

const NOTE_ARRIVING = "insert into private.removed_blobs (version, delete_at) values ($1, now() + interval '1 hour')";

type NewContent = { version: string; metadata: FileMetadata; userMetadata: Record<string, unknown> | null };

/** Inserts the row of a file, or replaces its content. Policies, quotas and taken names decide in the database. */
export async function writeRow(run: Run, caller: StorageCaller, target: Upload, content: NewContent): Promise<Stored> {
  const { bucket, name, upsert } = target;
  const id = randomUUID();
  const insert = `insert into storage.objects (id, bucket_id, name, version, metadata, user_metadata, owner, owner_id)
    values ($1::uuid, $2, $3, $4, $5::text::jsonb, $6::text::jsonb, $7::text::uuid, $7)`;
  const { version, metadata, userMetadata } = content;
  const values = [
    id,
    bucket,
    name,
    version,
    JSON.stringify(metadata),
    userMetadata && JSON.stringify(userMetadata),
    caller.id,
  ];
  if (!upsert) {
    // Without a returned row, people can add files that they may not read.
    await run(insert, values);
    return { id, bucket, name };
  }
  const [row] = await run<{ id: string }>(
    `${insert} on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
       user_metadata = excluded.user_metadata, updated_at = now() returning id`,
    values,
  );
  return { id: row?.id ?? id, bucket, name };
}
