import { renderLandingPage } from "../../domain/landing/render.ts";
import type { OutboxWorker } from "../mail/outbox-worker.ts";
import { answerStatic, createPageFile, type StaticFile, type StaticFiles } from "../pages/static-files.ts";
import type { SecurityOptions } from "../security/headers.ts";
import type { createViewCounter } from "./count-views.ts";
import type { Visit } from "./is-visit.ts";
import { createLandingCache, type LandingFile } from "./landing-cache.ts";
import { landingHeaders, noticeHeaders } from "./landing-headers.ts";
import { readLandingPath } from "./landing-path.ts";
import type { LandingSource } from "./load-landing.ts";
import { drawNotice, FAILED, NOT_FOUND } from "./notice-page.ts";
import { createIsOwnHost, hostName } from "./own-host.ts";

const FORM_ACTION = "/functions/v1/submit-landing-form";
const PREVIEW_TOKEN = /^[0-9a-f]{64}$/;
/** What a page on a client's domain may need of ours: faces and pictures, no script and no data. */
const ASSETS = /^\/assets\/[\w.-]+\.(woff2|png|jpg|webp|svg)$/;

/** Somebody asks for something, as the file lane and the HTTP server know it. */
export type Asked = Visit & { path: string; isGet: boolean };

export type LandingParts = {
  source: LandingSource;
  files: () => StaticFiles;
  functions: (request: Request, address: string) => Promise<Response>;
  worker: Pick<OutboxWorker, "poke">;
  counter: ReturnType<typeof createViewCounter>;
  security: SecurityOptions;
  log: (event: string, details: Record<string, unknown>) => void;
};
export type Landing = ReturnType<typeof createLanding>;

/** Landing pages: on our own host below /landing/, on a client's verified domain as the whole of it (spec §2, §4). */
export function createLanding({ source, files, functions, worker, counter, security, log }: LandingParts) {
  const isOwnHost = createIsOwnHost(security.siteUrl);
  const scheme = new URL(security.siteUrl).protocol;
  const fonts = () => findFonts(files());
  const cache = createLandingCache(source, build);

  async function build(id: string, onDomain: boolean): Promise<LandingFile | null> {
    const page = await source.page(id);
    if (!page) return null;
    const address = page.custom_domain
      ? `${scheme}//${page.custom_domain}/`
      : `${security.siteUrl}/landing/${page.slug}`;
    const html = renderLandingPage(page, { address, formAction: FORM_ACTION, fonts: fonts() });
    const file = createPageFile(html, landingHeaders(security, onDomain ? "domain" : "site"));
    return { ...file, page: { id: page.id, version: page.version } };
  }

  function notice(title: string, status: number, onDomain: boolean): Response {
    const headers = noticeHeaders(security, onDomain);
    if (status === 503) headers["Retry-After"] = "5";
    return new Response(drawNotice(title, fonts(), onDomain ? null : "/"), { status, headers });
  }

  async function serve(request: Request, id: string | undefined, onDomain: boolean, visit: Visit): Promise<Response> {
    const file = id ? await cache.file(id, onDomain) : null;
    if (!file) return notice(NOT_FOUND, 404, onDomain);
    if (request.method === "GET") counter.count(file.page, visit);
    return answerStatic(request, file);
  }

  async function preview(token: string): Promise<Response> {
    const draft = PREVIEW_TOKEN.test(token) ? await source.preview(token) : null;
    if (!draft) return notice(NOT_FOUND, 404, false);
    const address = `${security.siteUrl}/landing/${draft.slug}`;
    const html = renderLandingPage(draft, { address, formAction: "#", preview: true, fonts: fonts() });
    return new Response(html, { headers: landingHeaders(security, "preview") });
  }

  async function callFunction(request: Request, address: string): Promise<Response> {
    const answer = await functions(request, address);
    worker.poke();
    return answer;
  }

  /** A form that was sent without scripts, to the page's own address: a sandboxed page says nowhere else where it is. */
  function takeForm(request: Request, address: string): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set("Referer", request.url);
    const sent = { method: "POST", headers, body: request.body, duplex: "half" } as RequestInit;
    return callFunction(new Request(new URL(FORM_ACTION, request.url), sent), address);
  }

  async function answerDomain(request: Request, name: string, address: string, visit: Visit): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === FORM_ACTION) return callFunction(request, address);
    const isPage = pathname === "/" || readLandingPath(pathname) !== undefined;
    if (request.method === "POST" && isPage) return takeForm(request, address);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead) return new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } });
    const asset = ASSETS.test(pathname) ? files().get(pathname) : undefined;
    if (asset) return answerStatic(request, asset);
    return serve(request, isPage ? cache.known()?.byDomain.get(name) : undefined, true, visit);
  }

  async function answerSite(request: Request, address: string, visit: Visit): Promise<Response | undefined> {
    const { pathname, search, searchParams } = new URL(request.url);
    const asked = readLandingPath(pathname);
    if (asked && "slug" in asked && request.method === "POST") return takeForm(request, address);
    if (!asked || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
    if ("moved" in asked) return new Response(null, { status: 308, headers: { Location: asked.moved + search } });
    if ("nothing" in asked) return notice(NOT_FOUND, 404, false);
    const token = searchParams.get("preview");
    if (token !== null) return preview(token);
    const index = await cache.load();
    return serve(request, index.bySlug.get(asked.slug), false, visit);
  }

  return {
    /** A file that can be sent at once, a landing page or one of the build; undefined when somebody has to be asked. */
    find(asked: Asked): StaticFile | undefined {
      const { host, path } = asked;
      if (isOwnHost(host)) {
        if (!path.startsWith("/landing/")) return files().get(path);
        const slug = path.slice("/landing/".length);
        if (asked.query.includes("preview=")) return undefined;
        return send(asked, cache.current()?.bySlug.get(slug), false);
      }
      const index = cache.current();
      if (!index) return undefined;
      const name = hostName(host);
      if (!index.domains.has(name)) return files().get(path);
      return path === "/" ? send(asked, index.byDomain.get(name), true) : undefined;
    },
    /** Answers what belongs to landing pages; undefined for everything else. */
    async answer(request: Request, address: string): Promise<Response | undefined> {
      const host = request.headers.get("host") ?? "";
      const header = (name: string) => request.headers.get(name) ?? undefined;
      const visit = { host, query: new URL(request.url).search, address: () => address, header };
      const foreign = !isOwnHost(host);
      const name = hostName(host);
      try {
        if (!foreign) return await answerSite(request, address, visit);
        const index = await cache.load();
        if (index.domains.has(name)) return await answerDomain(request, name, address, visit);
        const file = files().get(new URL(request.url).pathname);
        if (file && (request.method === "GET" || request.method === "HEAD")) return answerStatic(request, file);
        return await answerSite(request, address, visit);
      } catch (error) {
        log("landing page not loaded", { host: name, error: error instanceof Error ? error.message : String(error) });
        const onDomain = foreign && Boolean(cache.known()?.domains.has(name));
        // Whoever asks for something else under a name that we do not know asks the product.
        const concerned = onDomain || readLandingPath(new URL(request.url).pathname) !== undefined;
        return concerned ? notice(FAILED, 503, onDomain) : undefined;
      }
    },
  };

  function send(asked: Asked, id: string | undefined, onDomain: boolean): LandingFile | undefined {
    const file = id ? cache.remembered(id, onDomain) : undefined;
    if (file && asked.isGet) counter.count(file.page, asked);
    return file;
  }
}

const found = new WeakMap<StaticFiles, { display: string; text: string } | undefined>();

/** The two faces of the themes, by the names that the build gave them. */
function findFonts(files: StaticFiles): { display: string; text: string } | undefined {
  if (found.has(files)) return found.get(files);
  const named = (name: string) =>
    [...files.keys()].find((path) => path.startsWith(`/assets/${name}`) && path.endsWith(".woff2"));
  const [display, text] = [named("funnel-display-latin"), named("funnel-sans-latin")];
  const fonts = display && text ? { display, text } : undefined;
  found.set(files, fonts);
  return fonts;
}
