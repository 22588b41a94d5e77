import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { StartError } from "../environment/environment.ts";
import { type BlobStore, isBlobId, requireBlobId } from "./blob-store.ts";

/** Where an S3-compatible store is. `prefix` is empty or ends with a slash. */
export type S3Location = {
  origin: string;
  bucket: string;
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const ATTEMPTS = 3;
const REQUEST_MS = 30_000;
const TRANSFER_MS = 15 * 60_000;

/** Reads STORAGE_URL, such as s3://key:secret@host:9000/bucket?region=eu-central-1&https=0. Throws a StartError. */
export function readStorageUrl(text: string): S3Location {
  const url = new URL(text);
  const [bucket = "", ...folders] = decodeURIComponent(url.pathname).split("/").filter(Boolean);
  const isComplete = url.hostname && bucket && url.username && url.password;
  if (!isComplete)
    throw new StartError(
      "STORAGE_URL must look like s3://KEY:SECRET@HOST:PORT/BUCKET?region=REGION (encode / in the secret as %2F)",
    );
  return {
    origin: `${url.searchParams.get("https") === "0" ? "http" : "https"}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(""),
    region: url.searchParams.get("region") ?? "us-east-1",
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Content as objects of an S3-compatible store. A store makes an object visible only when it is complete. */
export function createS3Store(location: S3Location): BlobStore {
  const send = (init: Sending) => sendWithRetries(location, init);
  const keyOf = (id: string) => {
    requireBlobId(id);
    return `${location.prefix}${id}`;
  };
  return {
    async put(id, { path, sha256 }) {
      // A blob of a file is read while it is sent, and has a size, which stores demand.
      const body = () => openAsBlob(path);
      await send({
        method: "PUT",
        key: keyOf(id),
        body,
        headers: { "x-amz-content-sha256": sha256 },
        timeout: TRANSFER_MS,
      });
    },
    async get(id, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await send({ method: "GET", key: keyOf(id), headers, timeout: TRANSFER_MS });
      return response.body && response.status !== 404 ? Readable.fromWeb(response.body as ReadableStream) : undefined;
    },
    async remove(id) {
      await send({ method: "DELETE", key: keyOf(id) });
    },
    list: () => listObjects(location, send),
  };
}

type Sending = {
  method: string;
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: () => Promise<Blob>;
  timeout?: number;
};

/** Signs and sends a request. A missing object is an answer; other refusals are errors. Busy stores are asked again. */
async function sendWithRetries(location: S3Location, sending: Sending): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    // The server library replaces the global Response, so an answer is told from an error by what errors are.
    const result = await sendOnce(location, sending).catch((error: Error) => error);
    const status = result instanceof Error ? 0 : result.status;
    if (!(result instanceof Error) && (result.ok || (status === 404 && sending.key !== ""))) return result;
    const isBusy = status === 0 || status >= 500 || status === 429;
    if (!isBusy || attempt === ATTEMPTS) throw await explain(result, sending);
    await setTimeout(100 * 4 ** attempt);
  }
}

async function sendOnce(
  location: S3Location,
  { method, key, query = {}, headers = {}, body, timeout }: Sending,
): Promise<Response> {
  const { origin, bucket, region, accessKeyId, secretAccessKey } = location;
  const url = new URL(key ? `/${bucket}/${key}` : `/${bucket}`, origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers,
    service: "s3",
    region,
    accessKeyId,
    secretAccessKey,
  }).sign();
  const signal = AbortSignal.timeout(timeout ?? REQUEST_MS);
  return fetch(signed.url, { method, headers: signed.headers, signal, ...(body && { body: await body() }) });
}

async function explain(result: Response | Error, { method }: Sending): Promise<Error> {
  if (result instanceof Error)
    return new Error(`The file store can't be reached (${result.message})`, { cause: result });
  const code = /<Code>(\w{1,50})<\/Code>/.exec(await result.text())?.[1] ?? "";
  return new Error(`The file store refused ${method} (${result.status} ${code})`);
}

async function* listObjects({ prefix }: S3Location, send: (sending: Sending) => Promise<Response>) {
  const element = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  for (let last = ""; ; ) {
    const query = { prefix, ...(last && { marker: last }) };
    const text = await (await send({ method: "GET", key: "", query })).text();
    for (const [, entry = ""] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      last = element(entry, "Key") ?? last;
      const id = last.slice(prefix.length);
      if (isBlobId(id)) yield { id, storedAt: new Date(element(entry, "LastModified") ?? 0) };
    }
    if (element(text, "IsTruncated") !== "true") return;
  }
}
