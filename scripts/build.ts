import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { prepareEmptyDatabase } from "../server/database/prepared.ts";
import { contentType, isCompressible } from "../server/pages/content-types.ts";
import { ROUTES_FILE, type RouteManifest, SERVER_BUILD } from "../server/pages/render-pages.ts";
import { STAMP_FILE, sourceStamp } from "./build-stamp.ts";
import { copyPdfFonts } from "./pdf-fonts.ts";
import { writeSiteFiles } from "./site-files.ts";

const bin = (name: string) => join("node_modules", ".bin", name);
const run = (command: string, ...args: string[]) =>
  execFileSync(bin(command), args, {
    stdio: ["ignore", process.env.BUILD_VERBOSE ? "inherit" : "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });

// The whole build: pages, assets, emails and documents, with two compressed versions of every file at the best
// compression.
// The empty database has a schema of its own, and stays.
for (const old of existsSync("build") ? readdirSync("build") : [])
  if (old !== "database") rmSync(join("build", old), { recursive: true });
run("react-router", "build");
run("vite", "build", "-c", "vite.documents.config.ts");
shortenRouteTable("build/client/assets");
await writeSiteFiles("build/client");
copyPdfFonts("build/client/pdf-fonts");
for (const entry of readdirSync("build/client", { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !isCompressible(contentType(path))) continue;
  const body = readFileSync(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
// The host finds out which addresses are pages without loading the program that renders them.
const { routes } = (await import(pathToFileURL(resolve(SERVER_BUILD)).href)) as { routes: RouteManifest };
const known = Object.entries(routes).map(([name, route]) => [
  name,
  route && { id: route.id, parentId: route.parentId, path: route.path, index: route.index },
]);
writeFileSync(ROUTES_FILE, JSON.stringify(Object.fromEntries(known)));
writeFileSync(STAMP_FILE, sourceStamp());
await prepareEmptyDatabase();

type RouteEntry = { id: string; parentId?: string; path?: string; module: string; imports: string[] };

/**
 * Every application page loads the route table. It leaves out the public pages, which are documents without React that no link
 * inside the application opens in place, and the files of a route that its parents or the first page have loaded already.
 */
function shortenRouteTable(assets: string): void {
  const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error("The build has no route table");
  const source = readFileSync(join(assets, name), "utf8");
  const [start, end] = [source.indexOf("{"), source.lastIndexOf("}") + 1];
  const table = JSON.parse(source.slice(start, end)) as {
    entry: { module: string; imports: string[] };
    routes: Record<string, RouteEntry>;
  };
  const kept = Object.entries(table.routes).filter(
    ([, { parentId, path }]) => parentId !== "routes/marketing/marketing-layout" || path === "*",
  );
  if (kept.length === Object.keys(table.routes).length) throw new Error("The route table has no public pages");
  const loadedBy = (id: string | undefined): string[] => {
    const route = id ? table.routes[id] : undefined;
    return route ? [route.module, ...route.imports, ...loadedBy(route.parentId)] : [];
  };
  const always = [table.entry.module, ...table.entry.imports, ...loadedBy("root")];
  const routes = Object.fromEntries(
    kept.map(([id, route]) => {
      const loaded = new Set([...always, ...loadedBy(route.parentId)]);
      return [id, { ...route, imports: route.imports.filter((file) => !loaded.has(file)).toSorted() }];
    }),
  );
  writeFileSync(join(assets, name), source.slice(0, start) + JSON.stringify({ ...table, routes }) + source.slice(end));
}
