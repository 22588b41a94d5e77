import { BodyTooLarge, readBody } from "../../supabase/functions/_shared/read-body.ts";
import { BadRequest } from "../request/bad-request.ts";
import { pickParameters, readQuery } from "../request/read-target.ts";
import { decodeText, parseStrictJson } from "../request/strict-json.ts";
import { decodeOnce, readBucketId, readObjectName } from "./object-name.ts";
import { tooLarge } from "./spool.ts";
import { MAX_JSON_BYTES, MAX_QUERY_LENGTH } from "./storage-limits.ts";
import { StorageProblem } from "./storage-problem.ts";

const PREFIX = "/storage/v1/";
const PARAMETERS = [
  "token",
  "download",
  "width",
  "height",
  "resize",
  "quality",
  "format",
  "versionId",
  "limit",
  "offset",
  "search",
  "sortColumn",
  "sortOrder",
];

/** A request, read once: the words of its route, the bucket and the name that follow them, and its query. */
export type StorageRequest = {
  method: string;
  words: string[];
  query: Record<string, string>;
  /** The bucket at this place of the path. Throws NoSuchBucket. */
  bucketAt: (place: number) => string;
  /** The name that begins at this place of the path and goes to its end. Throws InvalidKey. */
  nameAt: (place: number) => string;
  /** The JSON object of the body; empty if there is none. Throws StorageProblem. */
  body: () => Promise<Record<string, unknown>>;
};

/** Reads the path and the query. Throws StorageProblem for what two parsers could read differently. */
export function readStorageRequest(request: Request): StorageRequest {
  const url = new URL(request.url);
  const words = url.pathname.slice(PREFIX.length).split("/");
  const query = readParameters(url.search);
  if (query["versionId"] !== undefined)
    throw new StorageProblem("InvalidRequest", "Versions of files aren't supported");
  return {
    method: request.method,
    words,
    query,
    bucketAt: (place) => readBucketId(decodeOnce(words[place] ?? "")),
    nameAt: (place) => readObjectName(decodeOnce(words.slice(place).join("/"))),
    body: () => readObject(request),
  };
}

function readParameters(search: string): Record<string, string> {
  try {
    return pickParameters(readQuery(search, MAX_QUERY_LENGTH), PARAMETERS);
  } catch (error) {
    throw asProblem(error);
  }
}

async function readObject(request: Request): Promise<Record<string, unknown>> {
  try {
    const text = decodeText(await readBody(request, MAX_JSON_BYTES));
    const value = text.trim() === "" ? {} : parseStrictJson(text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new StorageProblem("InvalidRequest", "The body must be a JSON object");
    return value as Record<string, unknown>;
  } catch (error) {
    throw asProblem(error);
  }
}

function asProblem(error: unknown): unknown {
  if (error instanceof BodyTooLarge) return tooLarge();
  return error instanceof BadRequest ? new StorageProblem("InvalidRequest", error.message) : error;
}
