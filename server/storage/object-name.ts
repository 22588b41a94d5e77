import { StorageProblem } from "./storage-problem.ts";

/** A path in a URL has at most 1,024 characters, the rest of which are for the route and the bucket. */
const MAX_NAME_LENGTH = 512;
const MAX_FOLDERS = 20;
/** The characters that Supabase Storage allows in names, without the one that ends a path in an address. */
const ALLOWED = /^[\w/!.*'() &$@=;:+,-]+$/;
const BUCKET = /^[\w!.*'() &$@=;:+,-]{1,100}$/;
/** These words follow `/object/` in other routes. */
const ROUTE_WORDS = ["authenticated", "copy", "info", "list", "list-v2", "move", "public", "sign", "upload"];

/** The name as given, if it is one that every part of the system reads alike. Throws InvalidKey. */
export function readObjectName(name: unknown): string {
  if (typeof name !== "string" || name === "") throw invalid("A name is required");
  if (name.length > MAX_NAME_LENGTH) throw invalid(`A name has at most ${MAX_NAME_LENGTH} characters`);
  if (!ALLOWED.test(name)) throw invalid(`Invalid key: ${printable(name)}`);
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    throw invalid(`Invalid key: ${printable(name)}. Empty parts, . and .. aren't allowed`);
  if (parts.length > MAX_FOLDERS) throw invalid(`A name has at most ${MAX_FOLDERS} parts`);
  return name;
}

/** The start of names, for lists: as a name, but it may be empty and end with a slash. Throws InvalidKey. */
export function readPrefix(prefix: unknown): string {
  if (prefix === undefined || prefix === "" || prefix === "/") return "";
  if (typeof prefix !== "string") throw invalid("The prefix must be text");
  readObjectName(prefix.replace(/^\//, "").replace(/\/$/, ""));
  return prefix.replace(/^\//, "");
}

/** The id of a bucket. Throws NoSuchBucket, because no bucket has another name. */
export function readBucketId(id: unknown): string {
  if (typeof id !== "string" || !BUCKET.test(id)) throw new StorageProblem("NoSuchBucket", "Bucket not found");
  return id;
}

/** The id of a new bucket, which no route may hide. Throws InvalidKey. */
export function readNewBucketId(id: unknown): string {
  if (typeof id !== "string" || !BUCKET.test(id) || id.trim() !== id || id.startsWith(".") || ROUTE_WORDS.includes(id))
    throw invalid("Invalid bucket name");
  return id;
}

/** Decodes a part of a path once. Throws InvalidKey for a stray percent sign and for bytes that are not UTF-8. */
export function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid("The path isn't valid percent-encoded UTF-8");
  }
}

const invalid = (message: string) => new StorageProblem("InvalidKey", message);
const printable = (name: string) => name.slice(0, 100).replace(/[^\x20-\x7e]/g, "?");
