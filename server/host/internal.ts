import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import type { Registry } from "prom-client";
import type { Backend } from "../backend/backend.ts";
import { isLocalRequest } from "../dev-pages/is-local-request.ts";
import { examineDatabase } from "../doctor/check-database.ts";
import { type Environment, isLoopbackHost } from "../environment/environment.ts";
import type { Bindings } from "./bindings.ts";

/** Addresses for the people who run the host. To everyone else they do not exist. */
export function createInternal(
  env: Environment,
  backend: Backend,
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
