import { BodyTooLarge } from "../../supabase/functions/_shared/read-body.ts";
import { authError, tooManyRequests } from "../backend/protocol-errors.ts";
import { BadRequest } from "../request/bad-request.ts";
import { readPath } from "../request/read-target.ts";
import { type AuthGuardDeps, type AuthRequest, TooManyRequests, withBody } from "./auth-context.ts";
import { findRoute } from "./auth-routes.ts";
import { buildRequest, MAX_BODY_BYTES, readAuthRequest } from "./read-auth-request.ts";

/**
 * Guards the embedded library's auth endpoints. It reads each request once, counts it by address and by account, and
 * has one handler for each weakness of the library. Errors have the format of Supabase Auth.
 */
export function createAuthGuard(deps: AuthGuardDeps): (request: Request, address: string) => Promise<Response> {
  return async (request, address) => {
    try {
      return await handleRequest(deps, request, address);
    } catch (error) {
      if (error instanceof TooManyRequests) return tooManyRequests("/auth/v1", error.retryAfterSeconds);
      if (error instanceof BodyTooLarge)
        return authError(413, "request_too_large", `The body is larger than ${MAX_BODY_BYTES} bytes`);
      if (error instanceof BadRequest) return authError(error.status, CODES[error.part], error.message);
      throw error;
    }
  };
}

async function handleRequest(deps: AuthGuardDeps, request: Request, address: string): Promise<Response> {
  const path = readPath(new URL(request.url).pathname, "/auth/v1");
  const found = findRoute(path);
  if (!found) return authError(404, "not_found", `No such endpoint: /auth/v1/${path.join("/")}`);
  if (request.method === "OPTIONS") return deps.forward(buildRequest(request, path, {}, deps.siteUrl));
  const { methods, segments } = found;
  const route = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  if (!route) {
    const allowed = { Allow: Object.keys(methods).join(", ") };
    return authError(405, "method_not_allowed", `${request.method} isn't supported here`, {}, allowed);
  }
  const read = await readAuthRequest(request, path, route, deps.siteUrl);
  return route.handle(toAuthRequest(deps, { ...read, segments, address }));
}

function toAuthRequest(
  deps: AuthGuardDeps,
  read: Pick<AuthRequest, "request" | "params" | "segments" | "body" | "address">,
): AuthRequest {
  return {
    deps,
    ...read,
    forward: (other) => deps.forward(withBody(read.request, other ?? read.body)),
    count: async (key, limit) => {
      const verdict = await deps.limiter(`auth:${key}`, limit);
      if (!verdict.allowed) throw new TooManyRequests(verdict.retryAfterSeconds);
    },
  };
}

/** The codes that Supabase Auth uses for bad requests. */
const CODES: Record<BadRequest["part"], string> = {
  path: "validation_failed",
  schema: "validation_failed",
  target: "validation_failed",
  field: "validation_failed",
  body: "bad_json",
  "media type": "unsupported_media_type",
};
