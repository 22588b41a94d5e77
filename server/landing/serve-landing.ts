import { MAX_REPORT_BYTES, readVisitReport, VISIT_QUERY } from "../../domain/landing/visit-report.ts";
import { readBody } from "../../supabase/functions/_shared/read-body.ts";
import { isBookingPath } from "../booking/serve-booking.ts";
import type { OutboxWorker } from "../mail/outbox-worker.ts";
import { type StaticFile, type StaticFiles, staticResponse } from "../pages/static-files.ts";
import type { SecurityOptions } from "../security/headers.ts";
import { createVariantFinder } from "./assign-variant.ts";
import type { createVisitCollector } from "./collect-visits.ts";
import type { createViewCounter } from "./count-views.ts";
import type { Visit } from "./is-visit.ts";
import { createLandingCache, type LandingFile, type LandingFiles } from "./landing-cache.ts";
import { withGuardHeaders } from "./landing-headers.ts";
import { readLandingPath } from "./landing-path.ts";
import type { LandingSource } from "./load-landing.ts";
import { FAILED, NOT_FOUND } from "./notice-page.ts";
import { createIsOwnHost, createIsWwwVariant, hostName, isServicePath } from "./own-host.ts";
import { createVisitorReader } from "./read-visitor.ts";
import { createLandingRenderer, FORM_ACTION } from "./render-landing.ts";

const PREVIEW_TOKEN = /^[0-9a-f]{64}$/;
/** The files that a page on a client's domain may load from us: fonts and images, no scripts and no data. */
const ASSETS = /^\/assets\/[\w.-]+\.(woff2|png|jpg|webp|svg)$/;

/** The pictures of pages, and the logo of a client on its booking pages. The agency's own files have no folder, and stay out. */
const PICTURES = /^\/storage\/v1\/(?:object|render\/image)\/public\/(?:landing|brand\/[0-9a-f-]{36})\//;

/** API calls of admins that change landing pages or their domains. */
const WRITE_PATHS = /^\/(?:rest\/v1\/(?:rpc\/\w*landing\w*|landing_\w+)|functions\/v1\/check-landing-domain)$/;

/** A request as the static fast path and the HTTP server know it. */
export type FileRequest = Visit & { path: string; isGet: boolean };

export type LandingParts = {
  source: LandingSource;
  files: () => StaticFiles;
  functions: (request: Request, address: string) => Promise<Response>;
  /** Our own storage; undefined if a hosted project has the files. */
  storage: ((request: Request, address: string) => Promise<Response>) | undefined;
  /** The booking pages on an account's own domain. */
  booking: (request: Request, address: string, domain: string) => Promise<Response | undefined>;
  worker: Pick<OutboxWorker, "wake">;
  counter: ReturnType<typeof createViewCounter>;
  visits: ReturnType<typeof createVisitCollector>;
  security: SecurityOptions;
  /** Whether the public address is set. If so, the product's pages appear under no other name. */
  isSiteKnown: boolean;
  log: (event: string, details: Record<string, unknown>) => void;
};
export type Landing = ReturnType<typeof createLanding>;

/**
 * Serves landing pages: below /landing/ on our own host, and as the whole site on a client's verified domain (spec §2,
 * §4).
 */
export function createLanding(parts: LandingParts) {
  const { source, files, functions, storage, booking, worker, counter, visits, security, isSiteKnown, log } = parts;
  const isOwnHost = createIsOwnHost(security.siteUrl);
  const isWwwVariant = createIsWwwVariant(security.siteUrl);
  const render = createLandingRenderer(security, files);
  const cache = createLandingCache(source, async (id, onDomain) => {
    const page = await source.page(id);
    return page && render.page(page, onDomain);
  });

  const findVariant = createVariantFinder();
  const readVisitor = createVisitorReader();

  /** The live version, or the variant of a running test. Counts the view of a GET request. */
  function show({ live, test }: LandingFiles, visit: Visit, isGet: boolean): LandingFile {
    const visitor = test || isGet ? readVisitor(visit) : null;
    const file = (test && visitor !== null && findVariant(test, visit, visitor)?.file) || live;
    if (isGet) counter.count(file.page, visit, visitor);
    return file;
  }

  /** Whether this visitor was shown this version. */
  function hasSeen({ live, test }: LandingFiles, version: number, visit: Visit, visitor: string): boolean {
    if (!test) return version === live.page.version;
    // A report doesn't say which source the visitor came from.
    if (test.onlySource !== null)
      return [live, ...test.variants.map(({ file }) => file)].some(({ page }) => page.version === version);
    return (findVariant(test, visit, visitor)?.file ?? live).page.version === version;
  }

  /** Takes a report about a visit. The answer is the same for every report. */
  async function takeReport(
    request: Request,
    id: string | undefined,
    onDomain: boolean,
    visit: Visit,
  ): Promise<Response> {
    const body = await readBody(request, MAX_REPORT_BYTES).catch(() => null);
    const report = body && readVisitReport(new TextDecoder().decode(body));
    const visitor = report && readVisitor(visit);
    const files = visitor && id ? await cache.files(id, onDomain) : null;
    if (report && visitor && files && hasSeen(files, report.version, visit, visitor))
      visits.add(files.live.page.id, visitor, report);
    return new Response(null, { status: 204 });
  }

  async function serve(request: Request, id: string | undefined, onDomain: boolean, visit: Visit): Promise<Response> {
    const files = id ? await cache.files(id, onDomain) : null;
    if (!files) return render.notice(NOT_FOUND, 404, onDomain);
    return staticResponse(request, show(files, visit, request.method === "GET"));
  }

  async function preview(token: string): Promise<Response> {
    const draft = PREVIEW_TOKEN.test(token) ? await source.preview(token) : null;
    if (!draft) return render.notice(NOT_FOUND, 404, false);
    return render.preview(draft);
  }

  async function callFunction(request: Request, address: string): Promise<Response> {
    const answer = await functions(request, address);
    worker.wake();
    return answer;
  }

  /**
   * Submits a form that was sent without scripts to the page's own address. A sandboxed page sends no usable Referer,
   * so it is set here.
   */
  function submitForm(request: Request, address: string): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set("Referer", request.url);
    const sent = { method: "POST", headers, body: request.body, duplex: "half" } as RequestInit;
    return callFunction(new Request(new URL(FORM_ACTION, request.url), sent), address);
  }

  function assetFor(request: Request): Response | undefined {
    const { pathname } = new URL(request.url);
    const asset = ASSETS.test(pathname) ? files().get(pathname) : undefined;
    return asset && staticResponse(request, asset);
  }

  async function handleDomain(request: Request, name: string, address: string, visit: Visit): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === FORM_ACTION) return callFunction(request, address);
    const bookingPage = isBookingPath(pathname) ? await booking(request, address, name) : undefined;
    if (bookingPage) return bookingPage;
    const isPage = pathname === "/" || readLandingPath(pathname) !== undefined;
    if (isReport(request) && isPage) return takeReport(request, cache.lastIndex()?.byDomain.get(name), true, visit);
    if (request.method === "POST" && isPage) return submitForm(request, address);
    if (!isRead(request)) return refuseMethod(isPage ? "GET, HEAD, POST" : "GET, HEAD");
    if (storage && PICTURES.test(pathname)) return storage(request, address);
    return assetFor(request) ?? serve(request, isPage ? cache.lastIndex()?.byDomain.get(name) : undefined, true, visit);
  }

  async function handleSite(request: Request, address: string, visit: Visit): Promise<Response | undefined> {
    const { pathname, search, searchParams } = new URL(request.url);
    const landingPath = readLandingPath(pathname);
    if (landingPath && "slug" in landingPath && isReport(request))
      return takeReport(request, (await cache.load()).bySlug.get(landingPath.slug), false, visit);
    if (landingPath && "slug" in landingPath && request.method === "POST") return submitForm(request, address);
    if (!landingPath) return undefined;
    if (!isRead(request)) return refuseMethod("GET, HEAD, POST");
    if ("redirect" in landingPath)
      return new Response(null, { status: 308, headers: { Location: landingPath.redirect + search } });
    if ("notFound" in landingPath) return render.notice(NOT_FOUND, 404, false);
    const token = searchParams.get("preview");
    if (token !== null) return preview(token);
    const index = await cache.load();
    return serve(request, index.bySlug.get(landingPath.slug), false, visit);
  }

  /**
   * Handles a name that is neither ours nor a landing page's: a removed domain, or one that someone else pointed here.
   */
  async function handleUnknownHost(request: Request, name: string, address: string, visit: Visit) {
    if (!isSiteKnown) return handleSite(request, address, visit);
    const { pathname, search } = new URL(request.url);
    if (isServicePath(pathname)) return undefined;
    const asset = isRead(request) ? assetFor(request) : undefined;
    if (asset) return asset;
    if (!isRead(request) || !isWwwVariant(name)) return render.notice(NOT_FOUND, 404, true);
    return new Response(null, { status: 308, headers: { Location: `${security.siteUrl}${pathname}${search}` } });
  }

  return {
    /**
     * Finds a file that can be sent immediately: a landing page or a file of the build. Undefined if the database must be
     * read first.
     */
    find(fileRequest: FileRequest): StaticFile | undefined {
      const { host, path } = fileRequest;
      if (isOwnHost(host)) {
        if (!path.startsWith("/landing/")) return files().get(path);
        const slug = path.slice("/landing/".length);
        if (fileRequest.query.includes("preview=")) return undefined;
        return send(fileRequest, cache.current()?.bySlug.get(slug), false);
      }
      const index = cache.current();
      if (!index) return undefined;
      const name = hostName(host);
      if (!index.domains.has(name)) return isSiteKnown ? undefined : files().get(path);
      return path === "/" ? send(fileRequest, index.byDomain.get(name), true) : undefined;
    },
    /** Answers requests for landing pages. Undefined for everything else. */
    async handle(request: Request, address: string): Promise<Response | undefined> {
      const host = request.headers.get("host") ?? "";
      const header = (name: string) => request.headers.get(name) ?? undefined;
      const visit = { host, query: new URL(request.url).search, address: () => address, header };
      const foreign = !isOwnHost(host);
      const name = hostName(host);
      const guard = (answer: Response | undefined) => answer && withGuardHeaders(answer, security, foreign);
      try {
        if (!foreign) return guard(await handleSite(request, address, visit));
        const index = await cache.load();
        if (index.domains.has(name)) return guard(await handleDomain(request, name, address, visit));
        const file = isSiteKnown ? undefined : files().get(new URL(request.url).pathname);
        if (file && isRead(request)) return staticResponse(request, file);
        return guard(await handleUnknownHost(request, name, address, visit));
      } catch (error) {
        log("landing page not loaded", { host: name, error: error instanceof Error ? error.message : String(error) });
        const { pathname } = new URL(request.url);
        const onDomain = foreign && Boolean(cache.lastIndex()?.domains.has(name));
        const isUnknownHost = foreign && isSiteKnown && !isServicePath(pathname);
        // Other requests under an unknown name belong to the product.
        const concerned = onDomain || isUnknownHost || readLandingPath(pathname) !== undefined;
        return concerned ? render.notice(FAILED, 503, foreign) : undefined;
      }
    },
    /**
     * Adjusts the product's own responses: no HSTS under a name that is not ours. Also applies landing page changes at
     * once.
     */
    afterResponse(request: Request, answer: Response): Response {
      if (!isOwnHost(request.headers.get("host") ?? "")) answer.headers.delete("Strict-Transport-Security");
      if (!isRead(request) && answer.ok && WRITE_PATHS.test(new URL(request.url).pathname)) cache.changed();
      return answer;
    },
  };

  function send(fileRequest: FileRequest, id: string | undefined, onDomain: boolean): LandingFile | undefined {
    const files = id ? cache.cachedFiles(id, onDomain) : undefined;
    return files && show(files, fileRequest, fileRequest.isGet);
  }
}

const isReport = ({ method, url }: Request) => method === "POST" && new URL(url).search === VISIT_QUERY;
const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function refuseMethod(allowed: string): Response {
  return new Response(null, { status: 405, headers: { Allow: allowed } });
}
