import { MAX_FILE_BYTES } from "./buckets.ts";
import { readNewBucketId } from "./object-name.ts";
import type { Run } from "./object-rows.ts";
import { noSuchBucket, StorageProblem } from "./storage-problem.ts";

type Body = Record<string, unknown>;
type Bucket = { id: string; name: string };

const COLUMNS = "id, name, owner, public, file_size_limit, allowed_mime_types, type, created_at, updated_at";
const ORDERS = ["id", "name", "created_at", "updated_at"];
const EMPTIED_AT_ONCE = 1000;

// Everything here runs with the caller's rights. No policy lets people see buckets, so only the service role succeeds.

export function listBuckets(run: Run, query: Record<string, string>): Promise<Bucket[]> {
  const order = query["sortColumn"] ?? "name";
  if (!ORDERS.includes(order)) throw invalid(`sortColumn must be one of ${ORDERS.join(", ")}`);
  const direction = query["sortOrder"] === "desc" ? "desc" : "asc";
  const [limit, offset] = [Number(query["limit"] ?? 1000), Number(query["offset"] ?? 0)];
  if (
    !(Number.isInteger(limit) && limit > 0 && limit <= 1000 && Number.isInteger(offset) && offset >= 0 && offset < 1e6)
  )
    throw invalid("limit and offset must be whole numbers");
  return run<Bucket>(
    `select ${COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0 order by ${order} ${direction} limit $2 offset $3`,
    [(query["search"] ?? "").slice(0, 100), limit, offset],
  );
}

export async function getBucket(run: Run, id: string): Promise<Bucket> {
  const [bucket] = await run<Bucket>(`select ${COLUMNS} from storage.buckets where id = $1`, [id]);
  if (!bucket) throw noSuchBucket();
  return bucket;
}

export async function createBucket(run: Run, body: Body): Promise<{ name: string }> {
  const id = readNewBucketId(body["id"] ?? body["name"]);
  if (body["type"] !== undefined && body["type"] !== "STANDARD") throw invalid("Only STANDARD buckets are supported");
  rejectVersions(body);
  await run(
    `insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $1, $2, $3, $4::text[])`,
    [
      id,
      body["public"] === true,
      readSize(body["file_size_limit"]) ?? null,
      readTypes(body["allowed_mime_types"]) ?? null,
    ],
  );
  return { name: id };
}

export async function updateBucket(run: Run, id: string, body: Body): Promise<{ message: string }> {
  rejectVersions(body);
  const [size, types] = [readSize(body["file_size_limit"]), readTypes(body["allowed_mime_types"])];
  const changed = await run(
    `update storage.buckets set public = coalesce($2, public), updated_at = now(),
       file_size_limit = case when $3 then $4::bigint else file_size_limit end,
       allowed_mime_types = case when $5 then $6::text[] else allowed_mime_types end
     where id = $1 returning id`,
    [
      id,
      typeof body["public"] === "boolean" ? body["public"] : null,
      size !== undefined,
      size ?? null,
      types !== undefined,
      types ?? null,
    ],
  );
  if (changed.length === 0) throw noSuchBucket();
  return { message: "Successfully updated" };
}

export async function emptyBucket(run: Run, id: string): Promise<{ message: string }> {
  await getBucket(run, id);
  const text = `delete from storage.objects where id in (select id from storage.objects where bucket_id = $1 limit ${EMPTIED_AT_ONCE}) returning id`;
  for (let gone = EMPTIED_AT_ONCE; gone === EMPTIED_AT_ONCE; ) gone = (await run(text, [id])).length;
  return { message: "Successfully emptied" };
}

export async function deleteBucket(run: Run, id: string): Promise<{ message: string }> {
  await getBucket(run, id);
  const [held] = await run("select id from storage.objects where bucket_id = $1 limit 1", [id]);
  if (held) throw new StorageProblem("ResourceAlreadyExists", "The bucket isn't empty");
  await run("delete from storage.buckets where id = $1", [id]);
  return { message: "Successfully deleted" };
}

const UNITS: Record<string, number> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** A size in bytes, or as text such as `10MB`. Undefined if it is not given, null for no limit. */
function readSize(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return value;
  const match = /^(\d{1,12})\s?([a-z]{0,3})$/i.exec(String(value));
  const unit = UNITS[match?.[2]?.toLowerCase() ?? "?"];
  const bytes = match && unit ? Number(match[1]) * unit : Number.NaN;
  if (!(bytes > 0 && bytes <= MAX_FILE_BYTES))
    throw invalid(`file_size_limit must be from 1 to ${MAX_FILE_BYTES} bytes`);
  return bytes;
}

function readTypes(value: unknown): string[] | null | undefined {
  if (value === undefined || value === null) return value;
  const isList = Array.isArray(value) && value.length <= 100;
  if (
    !isList ||
    !value.every((type) => typeof type === "string" && /^[\w.+-]{1,60}\/([\w.+-]{1,100}|\*)$|^\*\/\*$/.test(type))
  )
    throw invalid("allowed_mime_types must be a list of types such as image/png or image/*");
  return value as string[];
}

function rejectVersions(body: Body): void {
  if (body["versioning_status"] === "ENABLED") throw invalid("Versions of files aren't supported");
}

const invalid = (message: string) => new StorageProblem("InvalidRequest", message);
