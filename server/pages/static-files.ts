import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import {
  contentSecurityPolicy,
  inlineScriptHashes,
  type SecurityOptions,
  securityHeaders,
} from "../security/headers.ts";
import { contentType, isCompressible } from "./content-types.ts";

type Encoding = "br" | "gzip" | "identity";
export type Variant = { body: Buffer; headers: Record<string, string | number> };
export type StaticFile = {
  etag: string;
  status: number;
  variants: Partial<Record<Encoding, Variant>> & { identity: Variant };
};
export type StaticFiles = Map<string, StaticFile>;

/** Prerendered pages contain this in place of the public address, which is known only when the host starts. */
const SITE_URL_PLACEHOLDER = "__SITE_URL__";

/**
 * Reads the whole build into memory, each file ready to send in three encodings. This is far faster than reading from
 * disk, and a new build does not disturb a running host. Pages are found by their address, without `index.html`.
 */
export function loadStaticFiles(directory: string, security: SecurityOptions): StaticFiles {
  const files: StaticFiles = new Map();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.(br|gz)$/.test(path)) continue;
    const name = path.slice(directory.length).replaceAll("\\", "/");
    const address = name.endsWith("/index.html") ? name.slice(0, -"/index.html".length) || "/" : name;
    files.set(address, loadFile(path, name, security));
  }
  return files;
}

function loadFile(path: string, name: string, security: SecurityOptions): StaticFile {
  const type = contentType(path);
  const text = /\.(html|data|txt|xml|webmanifest)$/.test(path);
  const stored = readFileSync(path);
  const body = text ? Buffer.from(stored.toString().replaceAll(SITE_URL_PLACEHOLDER, security.siteUrl)) : stored;
  const changed = !body.equals(stored);
  const etag = etagOf(body);
  const headers: Record<string, string> = { ...securityHeaders(security), "Content-Type": type, ETag: etag };
  headers["Cache-Control"] = name.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
  if (type.startsWith("text/html"))
    headers["Content-Security-Policy"] = contentSecurityPolicy(security, inlineScriptHashes(body.toString()));
  // Landing pages have an opaque origin, so no specific origin can be named.
  if (name.startsWith("/assets/") && /^(font|image)\//.test(type)) headers["Access-Control-Allow-Origin"] = "*";
  if (type === "image/svg+xml") headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'";
  const variant = variantWith(isCompressible(type) ? { ...headers, Vary: "Accept-Encoding" } : headers);
  const file: StaticFile = {
    etag,
    status: name === "/404/index.html" ? 404 : 200,
    variants: { identity: variant(body) },
  };
  if (isCompressible(type) && body.length > 512)
    addLazily(file.variants, {
      br: () => variant(precompressed(path, "br", changed) ?? brotli(body), "br"),
      gzip: () => variant(precompressed(path, "gz", changed) ?? gzipSync(body), "gzip"),
    });
  return file;
}

const variantWith =
  (headers: Record<string, string>) =>
  (encoded: Buffer, encoding?: string): Variant => ({
    body: encoded,
    headers: {
      ...headers,
      ...(encoding ? { "Content-Encoding": encoding } : {}),
      "Content-Length": encoded.length,
    },
  });

/** A page that was rendered at run time, ready to send in three encodings. */
export function createPageFile(html: string, headers: Record<string, string>): StaticFile {
  const body = Buffer.from(html);
  const etag = etagOf(body);
  const variant = variantWith({ ...headers, ETag: etag, Vary: "Accept-Encoding" });
  const file: StaticFile = { etag, status: 200, variants: { identity: variant(body) } };
  addLazily(file.variants, { br: () => variant(brotli(body, 5), "br"), gzip: () => variant(gzipSync(body), "gzip") });
  return file;
}

function etagOf(body: Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Compressing all pages takes a second, so each page is compressed at its first request in that encoding. */
function addLazily(variants: StaticFile["variants"], make: Record<"br" | "gzip", () => Variant>): void {
  for (const [encoding, create] of Object.entries(make)) {
    const get = () => {
      const value = create();
      Object.defineProperty(variants, encoding, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(variants, encoding, { get, configurable: true, enumerable: true });
  }
}

function precompressed(path: string, ending: string, changed: boolean): Buffer | undefined {
  const file = `${path}.${ending}`;
  return !changed && existsSync(file) ? readFileSync(file) : undefined;
}

function brotli(body: Buffer, quality = 9): Buffer {
  return brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}

/** A file's best encoding that the Accept-Encoding header allows. */
export function chooseVariant({ variants }: StaticFile, accepted: string): Variant {
  return (accepted.includes("br") && variants.br) || (accepted.includes("gzip") && variants.gzip) || variants.identity;
}

/**
 * Sends a file in the best encoding that the client accepts, or 304 if the client already has it. Returns the status.
 */
export function sendStatic(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  requestId: string,
): number {
  const variant = chooseVariant(file, String(request.headers["accept-encoding"] ?? ""));
  if (request.headers["if-none-match"]?.includes(file.etag)) {
    const {
      "Content-Length": _length,
      "Content-Encoding": _encoding,
      "Content-Type": _type,
      ...headers
    } = variant.headers;
    response.writeHead(304, { ...headers, "X-Request-Id": requestId }).end();
    return 304;
  }
  response.writeHead(file.status, { ...variant.headers, "X-Request-Id": requestId });
  response.end(request.method === "HEAD" ? undefined : variant.body);
  return file.status;
}

/** The same for web-standard requests. */
export function staticResponse(request: Request, file: StaticFile): Response {
  const { body, headers } = chooseVariant(file, request.headers.get("accept-encoding") ?? "");
  const { "Content-Length": length, ...rest } = headers as Record<string, string>;
  if (request.headers.get("if-none-match")?.includes(file.etag)) {
    const { "Content-Encoding": _encoding, "Content-Type": _type, ...kept } = rest;
    return new Response(null, { status: 304, headers: kept });
  }
  if (request.method === "HEAD")
    return new Response(null, { status: file.status, headers: { ...rest, "Content-Length": String(length) } });
  return new Response(new Uint8Array(body), { status: file.status, headers: rest });
}
