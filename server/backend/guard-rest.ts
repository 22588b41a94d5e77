import { BodyTooLarge, readBody } from "../../supabase/functions/_shared/read-body.ts";
import { queryComplaint } from "./guard-query.ts";
import { protocolError, restError } from "./protocol-errors.ts";

/** A batch of an import is the largest thing that the table API takes; a visitor's message is far smaller. */
const LARGEST_BODY = 1024 * 1024;
/** A landing page's draft, large enough that the database is the one who says by how much it is too long. */
const LARGEST_DRAFT = 8 * 1024 * 1024;
const DRAFTS = new Set(["/rest/v1/rpc/create_landing_page", "/rest/v1/rpc/save_landing_draft"]);
const LARGEST_MESSAGE = 64 * 1024;
const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Stands in front of `/rest/v1`: sizes, methods and content types that the library would let through or stumble over. */
export async function guardRest(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response> {
  if (!METHODS.includes(request.method))
    return restError(405, "PGRST117", `Unsupported HTTP method: ${request.method}`);
  // A query plan tells about rows that its reader may not see.
  if (/vnd\.pgrst\.plan/i.test(request.headers.get("accept") ?? ""))
    return restError(406, "PGRST107", "None of these media types are available: application/vnd.pgrst.plan");
  const { pathname, search } = new URL(request.url);
  // No name of ours needs a percent sign; one in a path only hides it from the rules below.
  if (pathname.includes("%")) return restError(400, "PGRST125", "Invalid path specified in request URL");
  const complaint = queryComplaint(search);
  if (complaint) return restError(400, "PGRST100", complaint);
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return plainHeaders(await forward(request));
  const type = request.headers.get("content-type") ?? "application/json";
  if (request.method !== "DELETE" && !/json|csv|x-www-form-urlencoded|octet-stream|text\/plain/i.test(type))
    return restError(415, "PGRST102", `Content-Type not acceptable: ${type.slice(0, 100)}`);
  try {
    const body = await readBody(request, largestBody(pathname));
    const { method, headers } = request;
    const whole = new Request(request.url, { method, headers, ...(body.length ? { body } : {}) });
    return plainHeaders(await forward(whole));
  } catch (error) {
    if (error instanceof BodyTooLarge) return protocolError("/rest/v1", 413, "PGRST102", "The body is too large");
    throw error;
  }
}

function largestBody(pathname: string): number {
  if (DRAFTS.has(pathname)) return LARGEST_DRAFT;
  return pathname === "/rest/v1/contacts" ? LARGEST_MESSAGE : LARGEST_BODY;
}

/** The library repeats the whole query in a header, which clients refuse when it is long. */
function plainHeaders(response: Response): Response {
  if (!response.headers.has("content-location")) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-location");
  return new Response(response.body, { status: response.status, headers });
}
