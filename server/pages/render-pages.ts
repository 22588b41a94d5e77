import { randomBytes } from "node:crypto";
import { matchRoutes, type RouteObject } from "react-router";
import { contentSecurityPolicy, type SecurityOptions, securityHeaders } from "../security/headers.ts";

export const SERVER_BUILD = "build/server/index.js";
export const ROUTES_FILE = "build/server/routes.json";

export type RouteManifest = Record<
  string,
  { id: string; parentId?: string; path?: string; index?: boolean } | undefined
>;
export type ServerBuild = { entry: { module: ServerEntry } };
type Context = { set(key: unknown, value: unknown): void };
type ServerEntry = {
  createRequestHandler(build: unknown, mode: string): (request: Request, context: Context) => Promise<Response>;
  RouterContextProvider: new () => Context;
  nonceContext: unknown;
};

export type PageRenderer = {
  /** Whether the product has a route for this path. */
  knows(pathname: string): boolean;
  render(request: Request): Promise<Response>;
};

/**
 * Renders the pages that depend on the request, each with its own nonce in its policy. The program that renders is loaded
 * with the first such page, because it takes half a second and 25 MB.
 */
export function createPageRenderer(
  routes: RouteManifest,
  load: () => Promise<ServerBuild>,
  security: SecurityOptions,
  mode: string,
): PageRenderer {
  const tree = toTree(routes, undefined);
  return {
    knows: (pathname) => {
      const matches = matchRoutes(tree, pathname);
      return matches !== null && matches.at(-1)?.route.path !== "*";
    },
    async render(request) {
      const { createRequestHandler, RouterContextProvider, nonceContext } = (await load()).entry.module;
      const handler = createRequestHandler(load, mode);
      const nonce = randomBytes(18).toString("base64url");
      const context = new RouterContextProvider();
      context.set(nonceContext, nonce);
      const response = await handler(request, context);
      const headers = new Headers(response.headers);
      for (const [name, value] of Object.entries(securityHeaders(security))) headers.set(name, value);
      if (headers.get("content-type")?.startsWith("text/html"))
        headers.set("Content-Security-Policy", contentSecurityPolicy(security, [`nonce-${nonce}`]));
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
      return new Response(response.body, { status: response.status, headers });
    },
  };
}

function toTree(routes: RouteManifest, parent: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parent)
    .map((route) =>
      route?.index
        ? { id: route.id, index: true, ...(route.path ? { path: route.path } : {}) }
        : { id: route?.id ?? "", ...(route?.path ? { path: route.path } : {}), children: toTree(routes, route?.id) },
    );
}
