import type { FunctionDeps, FunctionHandler } from "./deps.ts";
import type { Limit, RateLimiter } from "./limits.ts";
import { withOutages } from "./outages.ts";
import { BodyTooLarge, readBody } from "./read-body.ts";
import { CORS_HEADERS, failure } from "./respond.ts";

const MAX_BODY_BYTES = 256 * 1024;
/** The limit per address, unless a function sets its own. */
const DEFAULT_LIMIT: Limit = { limit: 300, windowSeconds: 300 };

/** Turns a function's refusal into a page for visitors whose browser shows the response. */
export type PresentError = (request: Request, answer: Response, deps: FunctionDeps) => Response;

/** How a function differs from the others. */
export type CallOptions = {
  perAddress?: Limit;
  /** The largest body. */
  maxBytes?: number;
  /** The largest multipart body, for a function that takes files. */
  maxFileBytes?: number;
  present?: PresentError;
};

type Call = CallOptions & { name: string; run: FunctionHandler; request: Request; address: string };

/**
 * Handles one call of a function in any runtime. It limits size and frequency, and turns unexpected errors into a clear
 * 500.
 */
export async function handleCall(call: Call, deps: FunctionDeps, limiter: RateLimiter): Promise<Response> {
  const answer = await runCall(call, deps, limiter);
  return call.present ? call.present(call.request, answer, deps) : answer;
}

async function runCall(call: Call, deps: FunctionDeps, limiter: RateLimiter): Promise<Response> {
  const { name, run, request, address, perAddress = DEFAULT_LIMIT } = call;
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS_HEADERS });
  const { result, error, isAway } = await withOutages(async () => {
    const verdict = await limiter(`function:${name}:${address}`, perAddress);
    if (!verdict.allowed) return tooManyRequests(verdict.retryAfterSeconds);
    return run(await withBoundedBody(request, limitOf(call)), { ...deps, address });
  });
  // What a function says about an outage itself is kept, if it says that the call can be repeated.
  if (isAway && (!result || result.status === 500)) {
    if (error) deps.log("function without database", { name, error: String(error) });
    return failure(503, "unavailable", DATABASE_AWAY);
  }
  return result ?? explain(error, call, deps);
}

function limitOf({ request, maxBytes = MAX_BODY_BYTES, maxFileBytes = maxBytes }: Call): number {
  const isMultipart = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  return isMultipart ? maxFileBytes : maxBytes;
}

function explain(error: unknown, call: Call, deps: FunctionDeps): Response {
  const { name } = call;
  if (error instanceof BodyTooLarge)
    return failure(413, "request_too_large", `The body is larger than ${limitOf(call) / 1024} kB`);
  if (isProviderDown(error)) {
    deps.log("payment provider unavailable", { name, error: String(error) });
    return failure(503, "provider_unavailable", PROVIDER_DOWN);
  }
  deps.log("function failed", {
    name,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return failure(500, "unexpected_failure", "Something went wrong on our end");
}

const DATABASE_AWAY = "The database isn't responding. Please try again in a moment.";
const PROVIDER_DOWN = "We can't reach the payment provider. Nothing was charged. Please try again in a moment.";

function isProviderDown(error: unknown): boolean {
  const type = error instanceof Error && "type" in error ? error.type : "";
  return type === "StripeConnectionError" || type === "StripeAPIError" || type === "StripeRateLimitError";
}

function tooManyRequests(seconds: number): Response {
  const response = failure(429, "too_many_requests", `Too many requests. Try again in ${seconds} seconds.`);
  response.headers.set("Retry-After", String(seconds));
  return response;
}

async function withBoundedBody(request: Request, limit: number): Promise<Request> {
  if (request.method === "GET" || request.method === "HEAD") return request;
  const body = await readBody(request, limit);
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    ...(body.length ? { body } : {}),
  });
}
