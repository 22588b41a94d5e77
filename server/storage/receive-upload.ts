import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { Busboy } from "@fastify/busboy";
import { BadRequest } from "../request/bad-request.ts";
import { parseStrictJson } from "../request/strict-json.ts";
import type { SpooledFile } from "./blob-store.ts";
import { DROPPED_BYTES, spool, tooLarge } from "./spool.ts";
import { StorageProblem } from "./storage-problem.ts";

/** An upload as it arrived: its content as a local file, and what the sender says about it. */
export type Received = {
  file: SpooledFile;
  declaredType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
};

/** Spec §9: default cache-control. */
const DEFAULT_SECONDS = 3600;
const MAX_SECONDS = 365 * 24 * 3600;
const MAX_USER_METADATA = 8 * 1024;

/** Receives the body of an upload: the bytes themselves, or a form with one file. Throws StorageProblem. */
export async function receiveUpload(request: Request, directory: string, limit: number): Promise<Received> {
  const type = request.headers.get("content-type") ?? "application/octet-stream";
  const isForm = /^multipart\/form-data\s*;/i.test(type);
  if (announcedBytes(request) > limit + DROPPED_BYTES) throw tooLarge();
  if (!request.body) throw new StorageProblem("InvalidRequest", "The body is empty");
  const body = Readable.fromWeb(request.body as ReadableStream);
  if (isForm) return receiveForm(body, type, directory, limit);
  return {
    file: await spool(body, directory, limit),
    declaredType: type,
    cacheControl: readCacheControl(request.headers.get("cache-control")),
    userMetadata: readUserMetadata(decodeBase64(request.headers.get("x-metadata"))),
  };
}

/** The size that the sender announces; 0 if none. */
export function announcedBytes(request: Request): number {
  const announced = Number(request.headers.get("content-length") ?? 0);
  return Number.isSafeInteger(announced) && announced > 0 ? announced : 0;
}

async function receiveForm(body: Readable, type: string, directory: string, limit: number): Promise<Received> {
  const fields = new Map<string, string>();
  let arriving: Promise<SpooledFile> | undefined;
  const abort = new AbortController();
  let declaredType = "application/octet-stream";
  const form = openForm(type);
  form.on("field", (name, value) => fields.set(name, value));
  form.on("file", (_name, stream, _fileName, _encoding, partType) => {
    declaredType = partType;
    arriving = spool(stream, directory, limit, abort.signal);
    // Stops reading the rest of the form.
    arriving.catch((error) => body.destroy(error));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      form.once("finish", resolve).once("error", reject);
      for (const limitName of ["partsLimit", "filesLimit", "fieldsLimit"] as const)
        form.once(limitName, () => reject(new StorageProblem("InvalidRequest", "The form has too many parts")));
      body.once("error", reject).pipe(form);
    });
  } catch (error) {
    body.destroy();
    form.destroy();
    abort.abort();
    const file = await arriving?.catch(() => undefined);
    if (file) await rm(file.path, { force: true });
    throw error instanceof StorageProblem ? error : new StorageProblem("InvalidRequest", "The form can't be read");
  }
  if (!arriving) throw new StorageProblem("InvalidRequest", "The form has no file");
  const seconds = fields.get("cacheControl");
  return {
    file: await arriving,
    declaredType,
    cacheControl: readCacheControl(seconds === undefined ? null : `max-age=${seconds}`),
    userMetadata: readUserMetadata(fields.get("metadata")),
  };
}

function openForm(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: {
        files: 1,
        fields: 10,
        parts: 12,
        fieldNameSize: 100,
        fieldSize: MAX_USER_METADATA * 2,
        headerPairs: 20,
      },
      isPartAFile: (_field, partType, name) => name !== undefined || partType === "application/octet-stream",
    });
  } catch {
    throw new StorageProblem("InvalidRequest", "The form has no boundary");
  }
}

/** Only a number of seconds or `no-cache` is kept, because the value becomes a header. */
export function readCacheControl(text: string | null | undefined): string {
  if (/^\s*no-(cache|store)\s*$/i.test(text ?? "")) return "no-cache";
  const seconds = /max-age=(\d{1,12})/i.exec(text ?? "")?.[1];
  return `max-age=${Math.min(Number(seconds ?? DEFAULT_SECONDS), MAX_SECONDS)}`;
}

function readUserMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === "") return null;
  if (text.length > MAX_USER_METADATA) throw new StorageProblem("InvalidRequest", "The metadata is too large");
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    if (error instanceof BadRequest) throw new StorageProblem("InvalidRequest", "The metadata isn't valid JSON");
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new StorageProblem("InvalidRequest", "The metadata must be a JSON object");
  return value as Record<string, unknown>;
}

function decodeBase64(text: string | null): string | undefined {
  return text === null ? undefined : Buffer.from(text, "base64").toString("utf8");
}
