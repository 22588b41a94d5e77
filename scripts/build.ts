import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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
rmSync("build", { recursive: true, force: true });
run("react-router", "build");
run("vite", "build", "-c", "vite.documents.config.ts");
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
