import type { Registry } from "prom-client";
import { createClientAddress } from "../../supabase/functions/_shared/client-address.ts";
import type { Backend } from "../backend/backend.ts";
import { openBackend } from "../backend/open-backend.ts";
import { createBooking } from "../booking/serve-booking.ts";
import { type Environment, StartError } from "../environment/environment.ts";
import { createFunctionDeps } from "../functions/function-deps.ts";
import { createFunctions } from "../functions/functions.ts";
import { createVisitCollector } from "../landing/collect-visits.ts";
import { createViewCounter } from "../landing/count-views.ts";
import { createLandingSource } from "../landing/load-landing.ts";
import { createLanding } from "../landing/serve-landing.ts";
import { logError } from "../logging/log.ts";
import { chooseMailer } from "../mail/choose-mailer.ts";
import { startOutboxWorker } from "../mail/outbox-worker.ts";
import type { OpenPages } from "../pages/pages.ts";
import { choosePayments } from "../payments/choose-payments.ts";
import { findPayment } from "../payments/find-payment.ts";
import { loadMerchant } from "../payments/load-merchant.ts";
import { closeHost } from "./close-host.ts";
import { composeHost } from "./compose.ts";
import { createHostHeaders } from "./host-headers.ts";
import { createHttpServer, type Handlers, listen } from "./listen.ts";
import { createReadRows } from "./read-rows.ts";

export type Host = {
  url: string;
  port: number;
  mailer: string;
  mode: string;
  hasDemo: boolean;
  close: () => Promise<void>;
};

const METRICS_DELAY_MS = 1_000;
/** The first requests come before the work that can wait. */
const AFTER_START_MS = 250;

/** Starts the whole product: backend, functions, worker, pages and server. Throws a StartError if it cannot. */
export async function startHost(env: Environment, openPages: OpenPages): Promise<Host> {
  const mailer = chooseMailer(env);
  const logFailure = (error: unknown, path: string) =>
    logError("backend failed", { path, error: error instanceof Error ? error.message : String(error) });
  const backend = await openBackend(env, { canSendMail: mailer.kind !== "none", log: logFailure });
  try {
    const { payments, test } = choosePayments(env, (body, signature) => deliverWebhook(functions, body, signature), {
      merchant: () => loadMerchant(backend.service, env.siteUrl),
      findPayment: (intent) => findPayment(backend.service, intent),
    });
    const deps = createFunctionDeps(env, backend, mailer, payments, logError);
    const functions = createFunctions(deps, backend.limiter, () => backend.space?.isFull ?? false);
    await storeAdminSetupEmail(env, deps.service);
    const handlers = {} as Handlers;
    const { server, closeIdleConnections } = createHttpServer(handlers, createClientAddress(env.TRUST_PROXY));
    const { files, page, middleware, close } = await openPages({
      siteUrl: env.siteUrl,
      supabaseUrl: backend.supabaseUrl,
      demo: env.demo,
      server,
    });
    const worker = startOutboxWorker(deps);
    const security = { siteUrl: env.siteUrl, supabaseUrl: backend.supabaseUrl };
    const hostHeaders = createHostHeaders(security);
    const metrics = startMetrics(backend, env.dataDir);
    const booking = createBooking(
      { service: backend.service, limiter: backend.limiter, security, files: () => files, wake: worker.wake },
      logError,
    );
    const host = composeHost({
      env,
      backend,
      functions,
      booking,
      worker,
      inbox: mailer.kind === "inbox",
      payPages: test?.pages,
      page,
      hostHeaders,
      metrics,
    });
    const source = createLandingSource(backend.service);
    const counter = createViewCounter(source.record, logError);
    const visits = createVisitCollector(source.recordVisits, logError);
    const isSiteKnown = env.SITE_URL !== undefined;
    const landing = createLanding({
      source,
      files: () => files,
      functions,
      storage: backend.protocol,
      booking,
      worker,
      counter,
      visits,
      security,
      isSiteKnown,
      log: logError,
    });
    const fetch: Handlers["fetch"] = async (request, bindings) => {
      const page = await landing.handle(request, bindings.address);
      page?.headers.set("X-Request-Id", bindings.requestId);
      return page ?? landing.afterResponse(request, await host.fetch(request, bindings));
    };
    const readRows = backend.readRows && createReadRows(backend.readRows, hostHeaders);
    Object.assign(handlers, { fetch, find: landing.find, middleware, readRows } satisfies Handlers);
    const port = await listen(server, env.PORT, env.HOST);
    const late = setTimeout(() => {
      backend.afterStart?.().catch((error: unknown) => logFailure(error, "work after the start"));
    }, AFTER_START_MS);
    late.unref();
    const shutDown = () => {
      clearTimeout(late);
      return closeHost(server, closeIdleConnections, worker, [
        { name: "pages", ms: 2_000, run: async () => close?.() },
        { name: "test payments", ms: 2_000, run: async () => test?.stop() },
        { name: "counts of landing page visits", ms: 4_000, run: () => counter.stop().then(visits.stop) },
        { name: "statements of the database", ms: 11_000, run: backend.close },
      ]);
    };
    const { mode, hasDemo } = backend;
    return { url: env.siteUrl, port, mailer: mailer.kind, mode, hasDemo, close: shutDown };
  } catch (error) {
    await backend.close();
    throw error;
  }
}

/** Loaded after the start, which does not need it. */
function startMetrics(backend: Backend, dataDir: string): () => Promise<Registry> {
  let metrics: Promise<Registry> | undefined;
  const load = () => {
    metrics ??= import("../metrics/metrics.ts").then(({ createMetrics }) => createMetrics(backend, dataDir));
    return metrics;
  };
  setTimeout(load, METRICS_DELAY_MS).unref();
  return load;
}

/** Delivers webhooks of the local payment server the same way as the real provider's. */
async function deliverWebhook(
  functions: ReturnType<typeof createFunctions>,
  body: string,
  signature: string,
): Promise<boolean> {
  const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
  const request = new Request("http://host.internal/functions/v1/stripe-webhook", { method: "POST", headers, body });
  return (await functions(request, "")).ok;
}

async function storeAdminSetupEmail(
  env: Environment,
  service: ReturnType<typeof createFunctionDeps>["service"],
): Promise<void> {
  const email = env.ADMIN_SETUP_EMAIL ?? (env.demo ? "owner@example.com" : null);
  const { error } = await service.rpc("set_admin_setup_email", { p_email: email as string });
  if (error)
    throw new StartError(`The database schema doesn't match this version (${error.message}): run its migrations first`);
}
