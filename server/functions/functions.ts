import type { FunctionDeps, FunctionHandler } from "../../supabase/functions/_shared/deps.ts";
import { CORS_HEADERS, failure } from "../../supabase/functions/_shared/respond.ts";
import { handler as dispatchOutbox } from "../../supabase/functions/dispatch-outbox/handler.ts";
import { handler as sendApplicationEmail } from "../../supabase/functions/send-application-email/handler.ts";
import { handler as sendContactEmail } from "../../supabase/functions/send-contact-email/handler.ts";
import { BodyTooLarge, readBody } from "../backend/read-body.ts";
import type { Limit, RateLimiter } from "../rate-limit/rate-limiter.ts";
import { SUBMISSIONS } from "./submission-limit.ts";

type Mounted = { run: FunctionHandler; perAddress: Limit };

const USUAL: Limit = { limit: 300, windowSeconds: 300 };

/** The remote functions that the host mounts at `/functions/v1/<name>`. */
const functions: Record<string, Mounted> = {
  "dispatch-outbox": { run: dispatchOutbox, perAddress: USUAL },
  "send-application-email": { run: sendApplicationEmail, perAddress: SUBMISSIONS },
  "send-contact-email": { run: sendContactEmail, perAddress: SUBMISSIONS },
};

const LARGEST_BODY = 256 * 1024;

/** Answers `/functions/v1/<name>`: finds the function, limits size and frequency, and turns bugs into a clear 500. */
export function createFunctions(deps: FunctionDeps, limiter: RateLimiter) {
  return async (request: Request, address: string): Promise<Response> => {
    const name = new URL(request.url).pathname.slice("/functions/v1/".length);
    const mounted = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (!mounted) return failure(404, "not_found", "There is no such function");
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS_HEADERS });
    const verdict = await limiter(`function:${name}:${address}`, mounted.perAddress);
    if (!verdict.allowed) {
      const response = failure(
        429,
        "too_many_requests",
        `Too many requests. Try again in ${verdict.retryAfterSeconds} seconds.`,
      );
      response.headers.set("Retry-After", String(verdict.retryAfterSeconds));
      return response;
    }
    try {
      return await mounted.run(await bounded(request), { ...deps, address });
    } catch (error) {
      if (error instanceof BodyTooLarge)
        return failure(413, "request_too_large", `The body is larger than ${LARGEST_BODY / 1024} kB`);
      deps.log("function failed", {
        name,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return failure(500, "unexpected_failure", "Something went wrong on our side");
    }
  };
}

async function bounded(request: Request): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const body = await readBody(request, LARGEST_BODY);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    ...(body.length ? { body } : {}),
  });
}
