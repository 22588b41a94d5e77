import { readBody } from "../../supabase/functions/_shared/read-body.ts";
import { BadRequest } from "../request/bad-request.ts";
import { type Parameter, readPath, readQuery } from "../request/read-target.ts";
import { decodeText, parseStrictJson } from "../request/strict-json.ts";
import { checkQuery } from "./check-query.ts";
import { MAX_ANONYMOUS_ROWS, MAX_QUERY_LENGTH, type RestBounds } from "./rest-bounds.ts";

const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** The table or procedure of a request. */
export type RestTarget = { method: string; name: string; isProcedure: boolean };

/** Reads the table or procedure that a path names. Throws BadRequest. */
export function readTarget({ url, method }: Request): RestTarget {
  const path = readPath(new URL(url).pathname, "/rest/v1");
  const isProcedure = path.length === 2 && path[0] === "rpc";
  const name = path.at(-1) ?? "";
  if ((path.length !== 1 && !isProcedure) || !NAME.test(name))
    throw new BadRequest("path", "Invalid path specified in request URL", 404);
  return { method, name, isProcedure };
}

/** The canonical address, built from what was read and checked. Throws BadRequest. */
export function readAddress(url: URL, target: RestTarget, bounds: RestBounds, isAnonymous: boolean): URL {
  // The key counts only in its header.
  const parameters = readQuery(url.search, MAX_QUERY_LENGTH).filter(([name]) => name !== "apikey");
  checkQuery(parameters, target, bounds);
  const address = new URL(target.isProcedure ? `/rest/v1/rpc/${target.name}` : `/rest/v1/${target.name}`, url.origin);
  const isRead = target.method === "GET" || target.method === "HEAD";
  const limited = isAnonymous && isRead && !target.isProcedure ? withRowLimit(parameters) : parameters;
  address.search = new URLSearchParams(limited.map(([name, value]) => [name, value])).toString();
  return address;
}

function withRowLimit(parameters: Parameter[]): Parameter[] {
  const requestedLimit = parameters.find(([name]) => name === "limit")?.[1];
  const limit = Math.min(MAX_ANONYMOUS_ROWS, Number(requestedLimit ?? MAX_ANONYMOUS_ROWS));
  return [...parameters.filter(([name]) => name !== "limit"), ["limit", String(limit)]];
}

/** The body as text that every parser reads alike. Undefined if there is none. Throws BadRequest and BodyTooLarge. */
export async function readJson(request: Request, limit: number, maxRows: number): Promise<string | undefined> {
  const text = decodeText(await readBody(request, limit));
  if (text === "") return undefined;
  const type = request.headers.get("content-type") ?? "application/json";
  if (type.split(";")[0]?.trim().toLowerCase() !== "application/json")
    throw new BadRequest("media type", `Content-Type not acceptable: ${type.slice(0, 100)}`, 415);
  const value = parseStrictJson(text);
  if (Array.isArray(value) && value.length > maxRows)
    throw new BadRequest("body", `At most ${maxRows} rows are allowed`);
  return text;
}
