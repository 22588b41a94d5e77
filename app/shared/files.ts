import { type Bucket, FILE_RULES, IMAGE_WIDTHS, typeProblem } from "../../domain/files.ts";
import { loadConfig } from "./config.ts";
import * as z from "./schema.ts";
import { ServiceError, toServiceError } from "./service-error.ts";
import { getSupabase } from "./supabase.ts";
import { uploadWithProgress } from "./uploads/upload-with-progress.ts";

// Files in the buckets of the product, on all three backends. docs/storage.md says who may do what. Everything throws
// ServiceError; `problemText` makes a sentence of it.

type Transform = { width?: number; height?: number; resize?: "cover" | "contain" | "fill"; quality?: number };

export type Upload = {
  bucket: Bucket;
  /** From `avatarPath`, `requestFilePath`, `answerFilePath`, or `storedName` alone. */
  path: string;
  file: Blob;
  /** The name on the sender's device, which paths cannot have. */
  name?: string;
  /** Replaces the file that is there. Signed links that were made before may still show the old one. */
  replace?: boolean;
  /** The share that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Aborts the upload, which then rejects with the signal's reason. Nothing is stored. */
  signal?: AbortSignal;
};

export type StoredFile = { name: string; path: string; size: number; type: string; createdAt: string };

/** Uploads a file. Throws ServiceError; PT409 if the path is taken and the file does not replace it. */
export async function uploadFile({
  bucket,
  path,
  file,
  name,
  replace = false,
  onProgress,
  signal,
}: Upload): Promise<void> {
  const { url, headers } = await connect();
  const answer = await uploadWithProgress({
    url: `${url}/object/${bucket}/${encodePath(path)}`,
    headers: {
      ...headers,
      "x-upsert": String(replace),
      "cache-control": "max-age=31536000",
      "content-type": file.type || "application/octet-stream",
      ...(name !== undefined && { "x-metadata": encodeMetadata({ name }) }),
    },
    file,
    onProgress,
    signal,
  });
  if (answer.status < 200 || answer.status > 299) throw problemOf(bucket, answer.status, answer.body, answer.requestId);
}

/** Deletes files. Files that the caller may not delete stay, without an error. Returns the paths of deleted files. */
export async function removeFiles(bucket: Bucket, paths: string[]): Promise<string[]> {
  const removed = await call(
    bucket,
    "DELETE",
    `object/${bucket}`,
    { prefixes: paths },
    z.array(z.object({ name: z.string() })),
  );
  return removed.map(({ name }) => name);
}

const listed = z.array(
  z.object({
    name: z.string(),
    id: z.nullable(z.string()),
    created_at: z.nullable(z.string()),
    metadata: z.nullable(z.object({ size: z.number(), mimetype: z.string() })),
  }),
);

/** The files of a folder, oldest first, at most 100. */
export async function listFiles(bucket: Bucket, folder: string): Promise<StoredFile[]> {
  const body = { prefix: folder, limit: 100, offset: 0, sortBy: { column: "created_at", order: "asc" } };
  const rows = await call(bucket, "POST", `object/list/${bucket}`, body, listed);
  return rows.flatMap(({ name, id, created_at, metadata }) =>
    id && metadata
      ? [{ name, path: `${folder}/${name}`, size: metadata.size, type: metadata.mimetype, createdAt: created_at ?? "" }]
      : [],
  );
}

/**
 * Links to files of a private bucket, by path, that work for `seconds` (an hour by default, at most a week), even after
 * sign-out. Files that the caller may not read are left out.
 */
export async function signedFileUrls(bucket: Bucket, paths: string[], seconds = 3600): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const answer = z.array(z.object({ path: z.nullable(z.string()), signedURL: z.nullable(z.string()) }));
  const links = await call(bucket, "POST", `object/sign/${bucket}`, { expiresIn: seconds, paths }, answer);
  const { url } = await connect();
  return new Map(
    links.flatMap(({ path, signedURL }) =>
      path && signedURL ? [[path, encodeURI(`${url}${signedURL}`)] as const] : [],
    ),
  );
}

/** A signed link that saves the file under this name. */
export const downloadUrl = (signedUrl: string, name: string): string =>
  `${signedUrl}&download=${encodeURIComponent(name)}`;

/** A link to an image of a private bucket in one size. The size must be one of `IMAGE_WIDTHS`, or 32 to 256. */
export async function signedImageUrl(
  bucket: Bucket,
  path: string,
  transform: Transform,
  seconds = 3600,
): Promise<string> {
  const body = { expiresIn: seconds, transform };
  const { signedURL } = await call(
    bucket,
    "POST",
    `object/sign/${bucket}/${encodePath(path)}`,
    body,
    z.object({ signedURL: z.string() }),
  );
  return encodeURI(`${(await connect()).url}${signedURL}`);
}

/** The address of a file in a public bucket. `supabaseUrl` comes from `loadConfig()`. */
export function publicFileUrl(supabaseUrl: string, bucket: Bucket, path: string, transform?: Transform): string {
  const query = new URLSearchParams(Object.entries(transform ?? {}).map(([name, value]) => [name, String(value)]));
  const route = transform
    ? `render/image/public/${bucket}/${encodePath(path)}?${query}`
    : `object/public/${bucket}/${encodePath(path)}`;
  return `${storageUrl(supabaseUrl)}/${route}`;
}

/** `src` and `srcset` of a picture in a public bucket. The host sends AVIF or WebP to browsers that know them. */
export function imageSources(supabaseUrl: string, bucket: Bucket, path: string): { src: string; srcSet: string } {
  const at = (width: number) => publicFileUrl(supabaseUrl, bucket, path, { width });
  return { src: at(1280), srcSet: IMAGE_WIDTHS.map((width) => `${at(width)} ${width}w`).join(", ") };
}

const storageUrl = (supabaseUrl: string): string => `${supabaseUrl.replace(/\/+$/, "")}/storage/v1`;
/** Headers have no letters beyond ASCII. */
const encodeMetadata = (metadata: object): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(metadata))));
const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

async function connect(): Promise<{ url: string; headers: Record<string, string> }> {
  const [{ supabaseUrl, supabasePublishableKey: key }, client] = await Promise.all([loadConfig(), getSupabase()]);
  const token = (await client.auth.getSession()).data.session?.access_token;
  return { url: storageUrl(supabaseUrl), headers: { apikey: key, ...(token && { authorization: `Bearer ${token}` }) } };
}

async function call<Answer>(
  bucket: Bucket,
  method: string,
  route: string,
  body: object,
  schema: z.ZodMiniType<Answer>,
): Promise<Answer> {
  const { url, headers } = await connect();
  const request = { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${url}/${route}`, request).catch((error: Error) => {
    throw toServiceError({ message: error.message }, "/storage/v1", 0);
  });
  const text = await response.text();
  if (!response.ok) throw problemOf(bucket, response.status, text, response.headers.get("x-request-id"));
  return z.parse(schema, JSON.parse(text));
}

/** The error of a storage answer. Hosted projects give the real status in the body. */
function problemOf(bucket: Bucket, status: number, text: string, requestId: string | null): ServiceError {
  const { statusCode, code, error, message = "" } = readProblem(text);
  const real = Number(statusCode) || status;
  const refused = (sqlstate: string, sentence: string) => new ServiceError("failed", sentence, sqlstate, requestId);
  if (real === 413)
    return refused("PT400", `The file is larger than ${FILE_RULES[bucket].maxBytes / (1024 * 1024)} MB`);
  if (real === 415) return refused("PT400", typeProblem(bucket));
  if (real === 409) return refused("PT409", "A file with this name is already there");
  if (code === "QuotaReached" || error === "quota_reached") return refused("PT429", message);
  if (real === 400 && code === "InvalidRequest") return refused("PT400", message);
  return toServiceError({ message, ...(code && { code }) }, "/storage/v1", real);
}

function readProblem(text: string): { statusCode?: string; code?: string; error?: string; message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
