import { BodyTooLarge, readBody } from "../../supabase/functions/_shared/read-body.ts";
import { authError, tooManyRequests } from "../backend/protocol-errors.ts";
import { type AuthGuardDeps, type AuthRequest, TooMany } from "./auth-context.ts";
import { countedAddress, perAddress } from "./auth-limits.ts";
import { verify } from "./email-links.ts";
import { resend } from "./resend.ts";
import { sendCode, sendMail } from "./send-mail.ts";
import { issueToken } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { updateUser } from "./update-user.ts";

type Handle = (call: AuthRequest) => Promise<Response>;

const LARGEST_BODY = 16 * 1024;
const pass: Handle = (call) => call.forward();
const readUser: Handle = async (call) => {
  await call.count(`user:address:${call.address}`, perAddress.user);
  return call.forward();
};

/** Everything that `/auth/v1` answers. What the product does not use stays closed. */
const routes: Record<string, Partial<Record<string, Handle>>> = {
  "/signup": { POST: signUp },
  "/token": { POST: issueToken },
  "/logout": { POST: pass },
  "/recover": { POST: sendMail },
  "/resend": { POST: resend },
  "/otp": { POST: sendCode },
  "/verify": { GET: verify, POST: verify },
  "/user": { GET: readUser, PUT: updateUser },
  "/health": { GET: pass },
  "/settings": { GET: pass },
};

/**
 * Stands in front of the embedded library's auth endpoints: body size and shape, limits by address and by account, and
 * one handler for each hole that the library leaves open. Errors have Supabase Auth's shape.
 */
export function createAuthGuard(deps: AuthGuardDeps): (request: Request, address: string) => Promise<Response> {
  return async (request, address) => {
    const path = new URL(request.url).pathname.slice("/auth/v1".length).replace(/\/$/, "");
    if (request.method === "OPTIONS") return deps.forward(request);
    const methods = routes[path];
    if (!methods) return authError(404, "not_found", `There is nothing at /auth/v1${path}`);
    const handle = methods[request.method];
    if (!handle)
      return authError(
        405,
        "method_not_allowed",
        `${request.method} is not possible here`,
        {},
        { Allow: Object.keys(methods).join(", ") },
      );
    try {
      const body = await readObject(request);
      if (body instanceof Response) return body;
      const complaint = bodyComplaint(body);
      if (complaint) return authError(400, "validation_failed", complaint);
      return await handle(toCall(deps, withSafeRedirect(request, deps.siteUrl), body, countedAddress(address)));
    } catch (error) {
      if (error instanceof TooMany) return tooManyRequests("/auth/v1", error.retryAfterSeconds);
      if (error instanceof BodyTooLarge)
        return authError(413, "request_too_large", `The body is larger than ${LARGEST_BODY} bytes`);
      throw error;
    }
  };
}

const TEXTS = ["email", "password", "token", "token_hash", "type", "refresh_token", "phone"];

/** Texts are texts, and hold no NUL, which PostgreSQL cannot store. */
function bodyComplaint(body: Record<string, unknown>): string | undefined {
  for (const name of TEXTS)
    if (body[name] !== undefined && typeof body[name] !== "string") return `${name} must be a text`;
  return JSON.stringify(body).includes("\\u0000") ? "Texts must not contain NUL" : undefined;
}

/** Browsers and the library read odd addresses differently: only plain ones of this site are handed on. */
function withSafeRedirect(request: Request, siteUrl: string): Request {
  const url = new URL(request.url);
  const target = url.searchParams.get("redirect_to");
  if (target === null || isOwn(target, siteUrl)) return request;
  url.searchParams.delete("redirect_to");
  return new Request(url, request);
}

function isOwn(target: string, siteUrl: string): boolean {
  if (!/^[!-~]+$/.test(target) || /[\\@]/.test(target) || !URL.canParse(target)) return false;
  return new URL(target).origin === new URL(siteUrl).origin;
}

function toCall(deps: AuthGuardDeps, request: Request, body: Record<string, unknown>, address: string): AuthRequest {
  return {
    deps,
    request,
    body,
    address,
    forward: (other) => deps.forward(rebuild(request, other ?? body)),
    count: async (key, limit) => {
      const verdict = await deps.limiter(`auth:${key}`, limit);
      if (!verdict.allowed) throw new TooMany(verdict.retryAfterSeconds);
    },
  };
}

function rebuild(request: Request, body: Record<string, unknown>): Request {
  const bare = request.method === "GET" || Object.keys(body).length === 0;
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, ...(bare ? {} : { body: JSON.stringify(body) }) });
}

async function readObject(request: Request): Promise<Record<string, unknown> | Response> {
  const text = new TextDecoder().decode(await readBody(request, LARGEST_BODY));
  if (text === "") return {};
  const type = request.headers.get("content-type") ?? "application/json";
  if (!/\bjson\b/i.test(type)) return authError(415, "unsupported_media_type", "Send the body as application/json");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
    return authError(400, "bad_json", "The body must be a JSON object");
  } catch {
    return authError(400, "bad_json", "Could not parse request body as JSON");
  }
}
