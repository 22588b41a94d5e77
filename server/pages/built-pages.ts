import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { StartError } from "../environment/environment.ts";
import { contentSecurityPolicy, type SecurityOptions } from "../security/headers.ts";
import type { OpenPages } from "./pages.ts";
import { createPageRenderer, ROUTES_FILE, type RouteManifest, SERVER_BUILD, type ServerBuild } from "./render-pages.ts";
import { loadStaticFiles, type StaticFiles } from "./static-files.ts";

/** The pages of the build: files come from memory, the rest is rendered per request. */
export const openBuiltPages: OpenPages = async ({ demo, ...security }) => {
  if (!existsSync(ROUTES_FILE)) throw new StartError("the build is missing: run `npm run build`");
  const files = loadStaticFiles("build/client", security);
  // The component gallery is only for developers and tests.
  if (!demo) for (const path of files.keys()) if (path.startsWith("/dev/")) files.delete(path);
  const load = () => import(pathToFileURL(resolve(SERVER_BUILD)).href) as Promise<ServerBuild>;
  const routes = JSON.parse(readFileSync(ROUTES_FILE, "utf8")) as RouteManifest;
  const renderer = createPageRenderer(routes, load, security, "production");
  return {
    files,
    page: async (request) => {
      const { pathname } = new URL(request.url);
      const answers = renderer.knows(pathname) && (demo || !pathname.startsWith("/dev/"));
      return answers ? renderer.render(request) : notFound(files, security);
    },
  };
};

/** Unknown addresses are frequent, so the response is the prerendered page. */
function notFound(files: StaticFiles, security: SecurityOptions): Response {
  const page = files.get("/404")?.variants.identity;
  if (!page)
    return new Response("Oops! Page not found", {
      status: 404,
      headers: { "Content-Security-Policy": contentSecurityPolicy(security, []) },
    });
  const { "Content-Length": _length, ...headers } = page.headers;
  return new Response(new Uint8Array(page.body), {
    status: 404,
    headers: { ...(headers as Record<string, string>), "Cache-Control": "no-store" },
  });
}
