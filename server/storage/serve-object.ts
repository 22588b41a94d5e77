import { Readable } from "node:stream";
import { crossOrigin } from "../backend/protocol-errors.ts";
import type { BlobStore, ByteRange } from "./blob-store.ts";
import { isInline } from "./content-type.ts";
import { noSuchObject, StorageProblem } from "./storage-problem.ts";

/** Content to send: how to read it, and what the headers say about it. */
export type Content = {
  size: number;
  type: string;
  eTag: string;
  lastModified: string;
  cacheControl: string;
  /** Whether everyone may read it, so that shared caches may keep it. */
  isPublic: boolean;
  fileName: string;
  read: (range?: ByteRange) => Promise<Readable | undefined>;
};

/**
 * Stored files run nothing on our origin: the sandbox gives what opens an opaque origin without scripts, and everything
 * but plain media is downloaded.
 */
const POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; frame-ancestors 'none'";

export function readerOf(store: BlobStore, version: string): Content["read"] {
  return (range) => store.get(version, range);
}

/** Answers GET and HEAD of a file: whole, a range, or 304. `download` is the query's value. Throws StorageProblem. */
export async function serveContent(
  request: Request,
  content: Content,
  download: string | undefined,
): Promise<Response> {
  const headers = headersOf(content, download);
  if (isUnchanged(request.headers, content)) return new Response(null, { status: 304, headers });
  const range = readRange(request.headers, content);
  if (range === "unsatisfiable")
    throw new StorageProblem("InvalidRange", "The requested range is outside the file", {
      "Content-Range": `bytes */${content.size}`,
    });
  headers.set("Content-Length", String(range ? range.end - range.start + 1 : content.size));
  if (range) headers.set("Content-Range", `bytes ${range.start}-${range.end}/${content.size}`);
  const status = range ? 206 : 200;
  if (request.method === "HEAD" || content.size === 0) return new Response(null, { status, headers });
  const body = await content.read(range);
  if (!body) throw noSuchObject();
  return new Response(Readable.toWeb(body) as unknown as ReadableStream, { status, headers });
}

function headersOf(content: Content, download: string | undefined): Headers {
  const isText = content.type.startsWith("text/") || content.type === "application/json";
  return crossOrigin({
    "Content-Type": isText ? `${content.type}; charset=utf-8` : content.type,
    "Content-Disposition": dispositionOf(content, download),
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cache-Control": `${content.isPublic ? "public" : "private"}, ${content.cacheControl}`,
    ...(content.isPublic ? {} : { Vary: "Authorization" }),
    ETag: content.eTag,
    "Last-Modified": new Date(content.lastModified).toUTCString(),
    "Accept-Ranges": "bytes",
    "Access-Control-Expose-Headers": "Content-Length, Content-Range, Content-Disposition, ETag",
  });
}

function dispositionOf({ type, fileName }: Content, download: string | undefined): string {
  if (download === undefined && isInline(type)) return "inline";
  const name = download || fileName;
  const plain = name.replace(/[^\w .()-]/g, "_").slice(0, 200);
  const exact = encodeURIComponent(name.slice(0, 200)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

function isUnchanged(headers: Headers, { eTag, lastModified }: Content): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) return known.split(",").some((tag) => ["*", eTag].includes(tag.trim().replace(/^W\//, "")));
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return Math.floor(Date.parse(lastModified) / 1000) * 1000 <= since;
}

/** One range. Several ranges, and other units, get the whole file, as HTTP allows. */
function readRange(headers: Headers, { size, eTag }: Content): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("range")?.trim() ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return undefined;
  const expected = headers.get("if-range");
  if (expected !== null && expected.trim() !== eTag) return undefined;
  const [first, last] = [match[1] ?? "", match[2] ?? ""];
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first === "" && Number(last) === 0) return "unsatisfiable";
  if (start >= size) return "unsatisfiable";
  return start > end ? undefined : { start, end };
}
