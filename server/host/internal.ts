import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Registry } from "prom-client";
import { createNetworks, parseAddress } from "../../supabase/functions/_shared/ip-address.ts";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { Backend } from "../backend/backend.ts";
import { isForwarded, isLocalRequest } from "../dev-pages/is-local-request.ts";
import { examineDatabase } from "../doctor/check-database.ts";
import { type Environment, isLoopbackHost } from "../environment/environment.ts";
import { createDomainCheck } from "../landing/domain-allowed.ts";
import type { Bindings } from "./bindings.ts";

/** A proxy asks once for each certificate, and again for each name that has none. */
const ASK_LIMIT = { limit: 600, windowSeconds: 60 };

/** Addresses for the people who run the host. To everyone else they do not exist. */
export function createInternal(
  env: Environment,
  backend: Backend & { limiter: RateLimiter },
  metrics: () => Promise<Registry>,
): Hono<{ Bindings: Bindings }> {
  const internal = new Hono<{ Bindings: Bindings }>();
  internal.get("/internal/report", async (context, next) => {
    const { query } = backend;
    const isOwn = isLoopbackHost(context.env.address) && hasToken(context.req.raw, backend.secretKey);
    if (!query || !isOwn) return next();
    context.header("Cache-Control", "no-store");
    return context.json(await examineDatabase(query));
  });
  const isTrusted = createNetworks(["127.0.0.0/8", "::1", ...env.TRUST_PROXY]);
  const isAllowed = createDomainCheck(env.siteUrl, backend);
  internal.get("/internal/domain-allowed", async (context, next) => {
    const address = parseAddress(context.env.address);
    if (isForwarded(context.req.raw) || !address || !isTrusted(address)) return next();
    const verdict = await backend.limiter("domain-allowed", ASK_LIMIT);
    if (!verdict.allowed)
      return new Response(null, { status: 429, headers: { "Retry-After": String(verdict.retryAfterSeconds) } });
    const status = (await isAllowed(context.req.query("domain") ?? "")) ? 200 : 404;
    return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
  });
  internal.get("/metrics", async (context, next) => {
    const isAllowed = env.METRICS_TOKEN
      ? hasToken(context.req.raw, env.METRICS_TOKEN)
      : isLocalRequest(context.req.raw, context.env.address);
    if (!isAllowed) return next();
    const registry = await metrics();
    const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
    return new Response(await registry.metrics(), { headers });
  });
  return internal;
}

/** Whether the request has this bearer token. The comparison takes the same time for every wrong token. */
function hasToken(request: Request, token: string): boolean {
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
