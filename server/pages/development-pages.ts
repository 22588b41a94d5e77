import type { OpenPages } from "./pages.ts";

/**
 * Pages straight from the source files, with hot reload on the host's own port. There is no policy, because Vite
 * injects inline scripts.
 */
export const openDevelopmentPages: OpenPages = async ({ server }) => {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: "custom" });
  return {
    files: new Map(),
    middleware: (request, response, next) => {
      // The frames of the landing editor have no origin of their own, as in static-files.ts.
      if (/\.woff2(\?|$)/.test(request.url ?? "")) response.setHeader("Access-Control-Allow-Origin", "*");
      vite.middlewares(request, response, next);
    },
    page: async (request) => {
      const build = await vite.ssrLoadModule("virtual:react-router/server-build");
      const { createRequestHandler, RouterContextProvider } = build.entry.module;
      return createRequestHandler(() => vite.ssrLoadModule("virtual:react-router/server-build"), "development")(
        request,
        new RouterContextProvider(),
      );
    },
    close: () => vite.close(),
  };
};
