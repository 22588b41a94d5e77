import { BodyTooLarge, readBody } from "../../supabase/functions/_shared/read-body.ts";
import { protocolError, restError } from "./protocol-errors.ts";

/** A bulk import is the largest thing that the table API takes. */
const LARGEST_BODY = 12 * 1024 * 1024;
const METHODS = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"];

/** Stands in front of `/rest/v1`: sizes, methods and content types that the library would let through or stumble over. */
export async function guardRest(request: Request, forward: (request: Request) => Promise<Response>): Promise<Response> {
  if (!METHODS.includes(request.method))
    return restError(405, "PGRST117", `Unsupported HTTP method: ${request.method}`);
  // A query plan tells about rows that its reader may not see.
  if (/vnd\.pgrst\.plan/i.test(request.headers.get("accept") ?? ""))
    return restError(406, "PGRST107", "None of these media types are available: application/vnd.pgrst.plan");
  if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return forward(request);
  const type = request.headers.get("content-type") ?? "application/json";
  if (request.method !== "DELETE" && !/json|csv|x-www-form-urlencoded|octet-stream|text\/plain/i.test(type))
    return restError(415, "PGRST102", `Content-Type not acceptable: ${type.slice(0, 100)}`);
  try {
    const body = await readBody(request, LARGEST_BODY);
    return await forward(
      new Request(request.url, { method: request.method, headers: request.headers, ...(body.length ? { body } : {}) }),
    );
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return protocolError("/rest/v1", 413, "PGRST102", `The body is larger than ${LARGEST_BODY / 1024 / 1024} MB`);
    throw error;
  }
}
