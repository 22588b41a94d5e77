import { readBody } from "../../supabase/functions/_shared/read-body.ts";
import { BadRequest } from "../request/bad-request.ts";
import { pickHeaders, pickParameters, readQuery } from "../request/read-target.ts";
import { decodeText, parseStrictJson } from "../request/strict-json.ts";
import type { AuthRequest } from "./auth-context.ts";
import type { FieldType, Route } from "./auth-routes.ts";

export const MAX_BODY_BYTES = 16 * 1024;
const MAX_QUERY_LENGTH = 4 * 1024;
/** The library checks texts with patterns that take quadratic time. */
const MAX_TEXT_LENGTH = 1024;

/** The headers that the library reads, and the headers that describe a session's device. */
const HEADERS = [
  "authorization",
  "apikey",
  "user-agent",
  "x-client-info",
  "x-supabase-api-version",
  "origin",
  "access-control-request-method",
  "access-control-request-headers",
];

type Read = Pick<AuthRequest, "request" | "params" | "body">;

/** Reads the parts of a request that its route allows. Throws BadRequest and BodyTooLarge. */
export async function readAuthRequest(request: Request, path: string[], route: Route, siteUrl: string): Promise<Read> {
  const params = pickParameters(readQuery(new URL(request.url).search, MAX_QUERY_LENGTH), route.query ?? []);
  if (params.redirect_to !== undefined && !isOwn(params.redirect_to, siteUrl)) delete params.redirect_to;
  const body = pickFields(await readObject(request), route.body ?? {});
  return { request: buildRequest(request, path, params, siteUrl), params, body };
}

/** Rebuilds the request without a body: only the canonical path, allowed parameters and allowed headers. */
export function buildRequest(
  { method, headers }: Request,
  path: string[],
  params: Readonly<Record<string, string>>,
  siteUrl: string,
): Request {
  const url = new URL(`/auth/v1/${path.join("/")}`, siteUrl);
  url.search = new URLSearchParams(params).toString();
  return new Request(url, { method, headers: pickHeaders(headers, HEADERS) });
}

/** Browsers and the library parse unusual addresses differently, so only plain addresses of this site are forwarded. */
function isOwn(target: string, siteUrl: string): boolean {
  if (target.length > 2000 || !/^[!-~]+$/.test(target) || /[\\@]/.test(target) || !URL.canParse(target)) return false;
  return new URL(target).origin === new URL(siteUrl).origin;
}

async function readObject(request: Request): Promise<Record<string, unknown>> {
  const text = decodeText(await readBody(request, MAX_BODY_BYTES));
  if (text === "") return {};
  const type = request.headers.get("content-type") ?? "application/json";
  if (!isJson(type)) throw new BadRequest("media type", "Send the body as application/json", 415);
  const value = parseStrictJson(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new BadRequest("body", "The body must be a JSON object");
}

function isJson(type: string): boolean {
  return type.split(";")[0]?.trim().toLowerCase() === "application/json";
}

/** The allowed fields, each of its type. Null means that the field is absent, as in supabase-js. */
function pickFields(
  body: Record<string, unknown>,
  types: Readonly<Record<string, FieldType>>,
): Record<string, unknown> {
  const fields = Object.entries(types).filter(([name]) => Object.hasOwn(body, name) && body[name] !== null);
  for (const [name, type] of fields) {
    if (!isOfType(body[name], type)) throw new BadRequest("field", `${name} must be ${TYPE_TEXTS[type]}`);
  }
  return Object.fromEntries(fields.map(([name]) => [name, body[name]]));
}

const TYPE_TEXTS: Record<FieldType, string> = {
  text: `a string of at most ${MAX_TEXT_LENGTH} characters`,
  object: "an object",
  boolean: "true or false",
};

function isOfType(value: unknown, type: FieldType): boolean {
  if (type === "object") return typeof value === "object" && !Array.isArray(value);
  if (type === "boolean") return typeof value === "boolean";
  // The database driver would replace a lone surrogate with another character.
  return typeof value === "string" && value.length <= MAX_TEXT_LENGTH && value.isWellFormed();
}
