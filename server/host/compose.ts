import { Hono } from "hono";
import type { Registry } from "prom-client";
import type { RateLimiter } from "../../supabase/functions/_shared/limits.ts";
import type { Backend } from "../backend/backend.ts";
import { serveFeed } from "../booking/serve-feed.ts";
import { handleInbox } from "../dev-pages/inbox.ts";
import { isLocalRequest } from "../dev-pages/is-local-request.ts";
import { handleSamplePage } from "../dev-pages/notion-page.ts";
import type { Environment } from "../environment/environment.ts";
import { createFormPosts } from "../functions/form-posts.ts";
import { previewFrameResponse } from "../landing/preview-frame.ts";
import { withRequestId } from "../logging/request-scope.ts";
import type { OutboxWorker } from "../mail/outbox-worker.ts";
import { canonicalPath } from "../pages/canonical-path.ts";
import { probeFrameResponse } from "../security/probe-frame.ts";
import { anyOrigin } from "./any-origin.ts";
import type { Bindings } from "./bindings.ts";
import type { createHostHeaders } from "./host-headers.ts";
import { createInternal } from "./internal.ts";
import { publicConfig } from "./public-config.ts";

type RequestHandler = (request: Request, address: string) => Promise<Response>;

export type HostParts = {
  env: Environment;
  backend: Backend & { limiter: RateLimiter };
  functions: RequestHandler;
  /** The booking pages; undefined for other paths. */
  booking: (request: Request, address: string) => Promise<Response | undefined>;
  worker: OutboxWorker;
  /** True when the mailer is the local inbox. */
  inbox: boolean;
  /** The pages of the local payment server, if it is in use. */
  payPages?: ((request: Request) => Response | Promise<Response>) | undefined;
  /** Answers pages that are not files. */
  page: (request: Request) => Promise<Response>;
  hostHeaders: ReturnType<typeof createHostHeaders>;
  metrics: () => Promise<Registry>;
};

/** Routes the host's dynamic addresses. Functions come first, so that nothing else answers in their place. */
export function composeHost({
  env,
  backend,
  functions,
  booking,
  worker,
  inbox,
  payPages,
  page,
  hostHeaders,
  metrics,
}: HostParts): Hono<{ Bindings: Bindings }> {
  const host = new Hono<{ Bindings: Bindings }>();
  host.use(async (context, next) => {
    await withRequestId(context.env.requestId, next);
    const { headers } = context.res;
    for (const [name, value] of hostHeaders((name) => headers.get(name), context.env.requestId))
      headers.set(name, value);
    if (context.req.method === "POST" || context.req.method === "PUT") worker.wake();
  });
  host.all("/functions/v1/*", (context) => functions(context.req.raw, context.env.address));
  for (const path of ["/book/*", "/booking/*"])
    host.all(path, async (context, next) => (await booking(context.req.raw, context.env.address)) ?? next());
  host.get("/calendar/:file{[^/]+\\.ics}", (context) =>
    serveFeed(backend.service, env.siteUrl, context.req.param("file").slice(0, -".ics".length)),
  );
  const formPosts = createFormPosts(functions, page, async () => {
    const { data } = await backend.service.rpc("booking_types", { p_account: "agency" });
    return ((data as { types?: unknown[] } | null)?.types ?? []).length > 0;
  });
  host.post("/contact", (context) => formPosts(context.req.raw, context.env.address));
  for (const path of ["/auth/v1/*", "/rest/v1/*", "/storage/v1/*"]) {
    if (backend.protocol) host.use(path, anyOrigin);
    host.all(
      path,
      async (context) => (await backend.protocol?.(context.req.raw, context.env.address)) ?? context.notFound(),
    );
  }
  host.get("/config.json", (context) => {
    context.header("Cache-Control", "no-store");
    return context.json(publicConfig(context.req.raw, env, backend));
  });
  host.get("/landing-frame", () => previewFrameResponse());
  host.get("/dashboard-probe", () => probeFrameResponse());
  host.get("/healthz", (context) => context.json({ status: "ok" }));
  host.get("/readyz", async (context) =>
    (await backend.isReady())
      ? context.json({ status: "ready" })
      : context.json({ status: "database unreachable" }, 503, { "Retry-After": "2" }),
  );
  host.route("/", createInternal(env, backend, metrics));
  const isLocal = (request: Request, address: string) => env.developerPages && isLocalRequest(request, address);
  for (const path of ["/dev/inbox", "/dev/inbox.json"])
    host.get(path, async (context, next) => {
      if (inbox && isLocal(context.req.raw, context.env.address))
        return handleInbox(context.req.raw, backend, worker.drain);
      await next();
    });
  host.on(["GET", "POST"], "/dev/pay/*", async (context, next) => {
    if (payPages && isLocal(context.req.raw, context.env.address)) return payPages(context.req.raw);
    await next();
  });
  host.get("/dev/notion/:id", async (context, next) => {
    if (!env.demo || !isLocal(context.req.raw, context.env.address)) return next();
    return (await handleSamplePage(context.req.raw, context.req.param("id"), backend)) ?? next();
  });
  host.get("*", async (context): Promise<Response> => {
    const { pathname, search } = new URL(context.req.url);
    const tidy = canonicalPath(pathname, search);
    if (tidy) return context.redirect(tidy, 308);
    return page(context.req.raw);
  });
  host.all("*", (context) => context.json({ error: "This method isn't supported here" }, 405));
  return host;
}
