import { readPrefix } from "./object-name.ts";
import { OBJECT_COLUMNS, type ObjectRow, type Run } from "./object-rows.ts";
import { StorageProblem } from "./storage-problem.ts";

/** Spec §9: 100 names, in ascending order. */
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;
const MAX_OFFSET = 1_000_000;
const COLUMNS = ["name", "updated_at", "created_at", "last_accessed_at"];

type Body = Record<string, unknown>;
type Listed = Pick<ObjectRow, "name" | "metadata"> & Record<string, unknown>;

/** One folder's files and folders. Folders come first and have no id. Names are relative to the folder. */
export async function listFolder(run: Run, bucket: string, body: Body): Promise<Listed[]> {
  const prefix = readPrefix(body["prefix"]);
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const { column, direction } = readOrder(body["sortBy"], COLUMNS);
  const limit = readCount("limit", body["limit"], DEFAULT_LIMIT, 1, MAX_LIMIT);
  const offset = readCount("offset", body["offset"], 0, 0, MAX_OFFSET);
  const search = body["search"] ?? "";
  if (typeof search !== "string" || search.length > 200) throw invalid("search must be a short text");
  const order = column === "name" ? "entry" : column;
  return run<Listed>(
    `with held as (
       select ${OBJECT_COLUMNS}, split_part(substr(name, length($2) + 1), '/', 1) as entry, strpos(substr(name, length($2) + 1), '/') > 0 as is_folder
       from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select entry, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
         null::timestamptz as last_accessed_at, null::jsonb as metadata, true as is_folder
       from held where is_folder group by entry
       union all
       select entry, id, updated_at, created_at, last_accessed_at, metadata, false from held where not is_folder
     )
     select entry as name, id, updated_at, created_at, last_accessed_at, metadata from entries
     where starts_with(lower(entry), lower($3))
     order by is_folder desc, ${order} ${direction}, entry limit $4 offset $5`,
    [bucket, folder, search, limit, offset],
  );
}

type Page = { hasNext: boolean; nextCursor?: string; folders: object[]; objects: object[] };

/** A page of all files below a prefix, or with a delimiter of one level. The cursor names the last entry of a page. */
export async function listPage(run: Run, bucket: string, body: Body): Promise<Page> {
  const prefix = readPrefix(body["prefix"]);
  const { column, direction } = readOrder(body["sortBy"], COLUMNS.slice(0, 3));
  const limit = readCount("limit", body["limit"], MAX_LIMIT, 1, MAX_LIMIT);
  const byLevel = body["with_delimiter"] === true;
  const after = readCursor(body["cursor"]);
  const later = direction === "asc" ? ">" : "<";
  const order = column === "name" ? "entry" : `coalesce(${column}, '-infinity'::timestamptz)::text`;
  const rows = await run<ObjectRow & { entry: string; place: string }>(
    `with held as (
       select ${OBJECT_COLUMNS}, case when $3 and strpos(substr(name, length($2) + 1), '/') > 0
         then $2 || split_part(substr(name, length($2) + 1), '/', 1) || '/' else name end as entry
       from storage.objects where bucket_id = $1 and starts_with(name, $2)
     ), entries as (
       select entry, max(created_at) as created_at, max(updated_at) as updated_at, max(last_accessed_at) as last_accessed_at,
         (array_agg(id))[1] as id, (array_agg(metadata))[1] as metadata
       from held group by entry
     ), placed as (select entries.*, (${order})::text collate "C" as place from entries)
     select * from placed
     where $4::text is null or (place, entry collate "C") ${later} ($4, $5)
     order by place ${direction}, entry collate "C" ${direction} limit $6`,
    [bucket, prefix, byLevel, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit;
  return {
    hasNext,
    ...(hasNext && last
      ? { nextCursor: Buffer.from(JSON.stringify([last.place, last.entry])).toString("base64url") }
      : {}),
    folders: page.filter(({ entry }) => entry.endsWith("/")).map(({ entry }) => ({ name: entry, key: entry })),
    objects: page
      .filter(({ entry }) => !entry.endsWith("/"))
      .map(({ entry, place: _, ...row }) => ({ ...row, name: entry, key: entry })),
  };
}

function readCursor(cursor: unknown): [string, string] | undefined {
  if (cursor === undefined || cursor === null || cursor === "") return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(String(cursor), "base64url").toString());
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string"))
      return value as [string, string];
  } catch {}
  throw invalid("The cursor isn't valid");
}

function readOrder(sortBy: unknown, columns: string[]): { column: string; direction: "asc" | "desc" } {
  const { column = "name", order = "asc" } = (sortBy ?? {}) as { column?: unknown; order?: unknown };
  if (!columns.includes(String(column))) throw invalid(`sortBy.column must be one of ${columns.join(", ")}`);
  if (order !== "asc" && order !== "desc") throw invalid("sortBy.order must be asc or desc");
  return { column: String(column), direction: order };
}

function readCount(name: string, value: unknown, fallback: number, min: number, max: number): number {
  if (value === undefined || value === null) return fallback;
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max)
    throw invalid(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

const invalid = (message: string) => new StorageProblem("InvalidRequest", message);
