import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { loadBucket } from "./buckets.ts";
import { transformText } from "./image-transform.ts";
import { readBucketId, readObjectName } from "./object-name.ts";
import { type FileMetadata, OBJECT_COLUMNS, type ObjectRow, type Run, runAs } from "./object-rows.ts";
import { readCacheControl } from "./receive-upload.ts";
import { readLifetime } from "./signed-links.ts";
import { spool } from "./spool.ts";
import type { StorageCaller } from "./storage-caller.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { noSuchObject, StorageProblem } from "./storage-problem.ts";
import { isTypeAllowed, type Stored, storeContent, writeRow } from "./upload-object.ts";

type Body = Record<string, unknown>;
const MAX_NAMES = 1000;

/** The row of a file that the caller may read. Throws NoSuchKey. */
export async function findObject(run: Run, bucket: string, name: string): Promise<ObjectRow> {
  const text = `select ${OBJECT_COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const [row] = await run<ObjectRow>(text, [bucket, name]);
  if (!row) throw noSuchObject();
  return row;
}

/** What `info()` returns. */
export function infoOf({ metadata, user_metadata, ...row }: ObjectRow) {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata?.size,
    content_type: metadata?.mimetype,
    cache_control: metadata?.cacheControl,
    etag: metadata?.eTag,
    metadata: user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}

/** Deletes files that the caller may delete, and returns their rows. Others are left out. */
export function removeObjects(run: Run, bucket: string, body: Body): Promise<ObjectRow[]> {
  const names = readNames(body["prefixes"], "prefixes");
  const text = `delete from storage.objects where bucket_id = $1 and name = any($2::text[]) returning ${OBJECT_COLUMNS}`;
  return run<ObjectRow>(text, [bucket, names]);
}

/** Gives a file another name. Its content stays where it is. */
export async function moveObject(deps: StorageDeps, caller: StorageCaller, body: Body): Promise<{ message: string }> {
  const { from, to } = readFromAndTo(body);
  await runAs(deps.connection, caller, async (run) => {
    const source = await findObject(run, from.bucket, from.name);
    if (to.bucket !== from.bucket) await requireAccepted(deps, to.bucket, source.metadata);
    const moved = await run(
      "update storage.objects set bucket_id = $3, name = $4, updated_at = now() where bucket_id = $1 and name = $2 returning id",
      [from.bucket, from.name, to.bucket, to.name],
    );
    if (moved.length === 0) throw new StorageProblem("AccessDenied", "new row violates row-level security policy");
  });
  return { message: "Successfully moved" };
}

/** Copies a file, with content of its own. */
export async function copyObject(
  deps: StorageDeps,
  caller: StorageCaller,
  body: Body,
  upsert: boolean,
): Promise<Stored> {
  const { from, to } = readFromAndTo(body);
  const source = await runAs(deps.connection, caller, (run) => findObject(run, from.bucket, from.name));
  const bucket = await requireAccepted(deps, to.bucket, source.metadata);
  const content = await deps.store.get(source.version);
  if (!content || !source.metadata) throw noSuchObject();
  const file = await spool(content, deps.incoming, bucket.maxBytes);
  try {
    const version = randomUUID();
    const changed = (body["metadata"] ?? {}) as { cacheControl?: unknown };
    const cacheControl =
      typeof changed.cacheControl === "string" ? readCacheControl(changed.cacheControl) : source.metadata.cacheControl;
    const metadata = { ...source.metadata, cacheControl, lastModified: new Date().toISOString() };
    const userMetadata = body["copyMetadata"] === false ? null : source.user_metadata;
    const target = { bucket: to.bucket, name: to.name, upsert };
    return await storeContent(
      deps,
      file,
      version,
      (run) => writeRow(run, caller, target, { version, metadata, userMetadata }),
      caller,
    );
  } finally {
    await rm(file.path, { force: true });
  }
}

/** A link to one file that the caller may read. */
export async function signObject(deps: StorageDeps, caller: StorageCaller, bucket: string, name: string, body: Body) {
  const seconds = readLifetime(body["expiresIn"]);
  const transform = transformText(body["transform"]);
  const row = await runAs(deps.connection, caller, (run) => findObject(run, bucket, name));
  const token = deps.signer.sign({ for: "download", bucket, name, id: row.id, transform }, seconds);
  return { signedURL: `/${transform ? "render/image" : "object"}/sign/${bucket}/${name}?token=${token}` };
}

/** Links to many files. Files that the caller may not read get an error instead. */
export async function signObjects(deps: StorageDeps, caller: StorageCaller, bucket: string, body: Body) {
  const seconds = readLifetime(body["expiresIn"]);
  const names = readNames(body["paths"], "paths");
  const text = "select id, name from storage.objects where bucket_id = $1 and name = any($2::text[])";
  const rows = await runAs(deps.connection, caller, (run) => run<ObjectRow>(text, [bucket, names]));
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  return names.map((path) => {
    const id = ids.get(path);
    if (!id) return { path, signedURL: null, error: "The object doesn't exist or you can't read it" };
    const token = deps.signer.sign({ for: "download", bucket, name: path, id, transform: "" }, seconds);
    return { path, signedURL: `/object/sign/${bucket}/${path}?token=${token}`, error: null };
  });
}

async function requireAccepted(deps: StorageDeps, id: string, metadata: FileMetadata | null) {
  const bucket = await loadBucket(deps.connection, id);
  if (!isTypeAllowed(bucket, metadata?.mimetype ?? ""))
    throw new StorageProblem("InvalidMimeType", `mime type ${metadata?.mimetype} isn't supported here`);
  if ((metadata?.size ?? 0) > bucket.maxBytes)
    throw new StorageProblem("EntityTooLarge", "The object exceeded the maximum allowed size");
  return bucket;
}

function readFromAndTo(body: Body) {
  if (body["sourceVersionId"] !== undefined)
    throw new StorageProblem("InvalidRequest", "Versions of files aren't supported");
  const bucket = readBucketId(body["bucketId"]);
  return {
    from: { bucket, name: readObjectName(body["sourceKey"]) },
    to: { bucket: readBucketId(body["destinationBucket"] ?? bucket), name: readObjectName(body["destinationKey"]) },
  };
}

function readNames(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_NAMES)
    throw new StorageProblem("InvalidRequest", `${field} must be a list of 1 to ${MAX_NAMES} names`);
  return value.map(readObjectName);
}
