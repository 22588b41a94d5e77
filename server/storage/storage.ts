import { crossOrigin } from "../backend/protocol-errors.ts";
import { createBucket, deleteBucket, emptyBucket, getBucket, listBuckets, updateBucket } from "./bucket-routes.ts";
import { listFolder, listPage } from "./list-objects.ts";
import { copyObject, findObject, infoOf, moveObject, removeObjects, signObject, signObjects } from "./object-routes.ts";
import { type Run, runAs } from "./object-rows.ts";
import { type Access, downloadObject, type Reading, renderImage } from "./read-object.ts";
import { UPLOAD_LINK_SECONDS } from "./signed-links.ts";
import { callerOf, linkClaims, readStorageCaller, type StorageCaller, VISITOR } from "./storage-caller.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { IMAGES, REQUESTS, UPLOADS } from "./storage-limits.ts";
import { StorageProblem } from "./storage-problem.ts";
import { readStorageRequest, type StorageRequest } from "./storage-request.ts";
import { checkUpload, uploadObject } from "./upload-object.ts";

/** One request with everything that its route needs. */
type Context = StorageRequest & {
  deps: StorageDeps;
  request: Request;
  caller: StorageCaller;
  /** Names the sender in counters. */
  sender: string;
  /** Runs statements with the caller's rights. */
  run: <Result>(work: (run: Run) => Promise<Result>) => Promise<Result>;
};
type Route = (context: Context) => Promise<unknown>;

const READS = ["GET", "HEAD"];
const METHODS = "GET, HEAD, POST, PUT, DELETE, OPTIONS";
const HEADERS =
  "authorization, apikey, content-type, cache-control, x-client-info, x-upsert, x-metadata, range, if-none-match";

/**
 * Supabase Storage's protocol over `storage.buckets` and `storage.objects`. Each request is read once and counted. Then
 * the database decides with the caller's rights.
 */
export function createStorage(deps: StorageDeps): (request: Request, address: string) => Promise<Response> {
  return async (request, address) => {
    try {
      if (request.method === "OPTIONS") return preflight();
      return await answer(deps, request, address);
    } catch (error) {
      if (error instanceof StorageProblem) return error.toResponse();
      if (request.signal.aborted)
        return new StorageProblem("InvalidRequest", "The sender ended the request").toResponse();
      deps.log(error, new URL(request.url).pathname);
      return new StorageProblem("InternalError", "Something went wrong on our end").toResponse();
    }
  };
}

async function answer(deps: StorageDeps, request: Request, address: string): Promise<Response> {
  const read = readStorageRequest(request);
  // A public or signed address says everything, so a token that has ended does not matter there.
  const isOpen = isOpenRoute(read);
  const caller = isOpen ? VISITOR : readStorageCaller(request.headers, deps.keys, Date.now());
  const sender = caller.id ? `person:${caller.id}` : `address:${address}`;
  if (caller.role !== "service_role")
    await count(deps, `storage:${sender}`, REQUESTS[caller.id ? "person" : "visitor"]);
  const run: Context["run"] = (work) => runAs(deps.connection, caller, work);
  const result = await findRoute(read)({ ...read, deps, request, caller, sender, run });
  return result instanceof Response
    ? result
    : Response.json(result, { headers: crossOrigin({ "Cache-Control": "no-store" }) });
}

function isOpenRoute({ method, words }: StorageRequest): boolean {
  if (method === "PUT") return words[0] === "object" && words[1] === "upload";
  const access = words[words[0] === "render" ? 2 : 1];
  return READS.includes(method) && (access === "public" || access === "sign");
}

async function count(deps: StorageDeps, key: string, limit: { limit: number; windowSeconds: number }): Promise<void> {
  const { allowed, retryAfterSeconds } = await deps.limiter(key, limit);
  if (!allowed)
    throw new StorageProblem("SlowDown", `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
      "Retry-After": String(retryAfterSeconds),
    });
}

function findRoute({ method, words }: StorageRequest): Route {
  const [first, second, third] = words;
  const shape = `${method} ${first}`;
  if (first === "bucket") return bucketRoute(method, words);
  if (first === "render" && second === "image" && READS.includes(method) && isAccess(third)) return render;
  if (first === "cdn" && method === "DELETE") return purge;
  if (first !== "object" || second === undefined) throw unknownRoute();
  if (shape === "POST object" && words.length === 2 && second === "move") return move;
  if (shape === "POST object" && words.length === 2 && second === "copy") return copy;
  if (shape === "POST object" && words.length === 3 && second === "list") return list;
  if (shape === "POST object" && words.length === 3 && second === "list-v2") return listAll;
  if (second === "upload" && third === "sign") {
    if (method === "POST") return signUpload;
    if (method === "PUT") return uploadByLink;
  }
  if (shape === "POST object" && second === "sign") return words.length === 3 ? signMany : sign;
  if (READS.includes(method) && second === "info") return info;
  if (READS.includes(method)) return download;
  if (shape === "DELETE object") return words.length === 2 ? removeMany : removeOne;
  if (shape === "POST object" || shape === "PUT object") return upload;
  throw unknownRoute();
}

const unknownRoute = () => new StorageProblem("NoSuchRoute", "There is no such route");
const isAccess = (word: string | undefined): word is Access =>
  word === "public" || word === "authenticated" || word === "sign";

function bucketRoute(method: string, words: string[]): Route {
  const route =
    words.length === 3 && words[2] === "empty"
      ? `${method} empty`
      : words.length <= 2
        ? `${method} ${words.length}`
        : "";
  const routes: Record<string, Route> = {
    "GET 1": ({ run, query }) => run((db) => listBuckets(db, query)),
    "POST 1": async ({ run, body }) => {
      const given = await body();
      return run((db) => createBucket(db, given));
    },
    "GET 2": ({ run, bucketAt }) => run((db) => getBucket(db, bucketAt(1))),
    "PUT 2": async ({ run, body, bucketAt }) => {
      const given = await body();
      return run((db) => updateBucket(db, bucketAt(1), given));
    },
    "POST empty": async ({ run, bucketAt, deps }) => {
      const result = await run((db) => emptyBucket(db, bucketAt(1)));
      deps.sweepSoon();
      return result;
    },
    "DELETE 2": ({ run, bucketAt }) => run((db) => deleteBucket(db, bucketAt(1))),
  };
  const found = routes[route];
  if (!found) throw unknownRoute();
  return found;
}

const upload: Route = async ({ deps, request, caller, sender, method, bucketAt, nameAt }) => {
  const target = {
    bucket: bucketAt(1),
    name: nameAt(2),
    upsert: method === "PUT" || request.headers.get("x-upsert") === "true",
  };
  if (caller.role !== "service_role") await count(deps, `storage-upload:${sender}`, UPLOADS);
  const { id, bucket, name } = await uploadObject(deps, caller, target, request);
  return { Id: id, Key: `${bucket}/${name}` };
};

const signUpload: Route = async ({ deps, request, caller, bucketAt, nameAt }) => {
  const target = { bucket: bucketAt(3), name: nameAt(4), upsert: request.headers.get("x-upsert") === "true" };
  await checkUpload(deps, caller, target);
  const token = deps.signer.sign({ for: "upload", ...target, claims: linkClaims(caller) }, UPLOAD_LINK_SECONDS);
  return { url: `/object/upload/sign/${target.bucket}/${target.name}?token=${token}`, token };
};

/** Runs with the rights of the person who signed the link, so it ends with their session or their rights. */
const uploadByLink: Route = async ({ deps, request, sender, query, bucketAt, nameAt }) => {
  const link = deps.signer.read(query["token"], "upload");
  if (link.bucket !== bucketAt(3) || link.name !== nameAt(4))
    throw new StorageProblem("InvalidSignature", "The link isn't valid");
  await count(deps, `storage-upload:${sender}`, UPLOADS);
  const { bucket, name } = await uploadObject(deps, callerOf(link.claims), link, request);
  return { Key: `${bucket}/${name}` };
};

const reading = (context: Context, access: Access, place: number): Reading => ({
  access,
  bucket: context.bucketAt(place),
  name: context.nameAt(place + 1),
  query: context.query,
  caller: context.caller,
  countImage: () => count(context.deps, `storage-image:${context.sender}`, IMAGES),
});

const download: Route = (context) => {
  const { deps, request, words } = context;
  const access = isAccess(words[1]) ? words[1] : undefined;
  return downloadObject(deps, request, reading(context, access ?? "authenticated", access ? 2 : 1));
};

const render: Route = (context) =>
  renderImage(context.deps, context.request, reading(context, context.words[2] as Access, 3));

const info: Route = (context) => {
  const place = context.words[2] === "authenticated" ? 3 : 2;
  const [bucket, name] = [context.bucketAt(place), context.nameAt(place + 1)];
  return context.run(async (run) => infoOf(await findObject(run, bucket, name)));
};

const list: Route = async ({ run, body, bucketAt }) => {
  const given = await body();
  return run((db) => listFolder(db, bucketAt(2), given));
};

const listAll: Route = async ({ run, body, bucketAt }) => {
  const given = await body();
  return run((db) => listPage(db, bucketAt(2), given));
};

const removeMany: Route = async ({ deps, run, body, bucketAt }) => {
  const given = await body();
  const removed = await run((db) => removeObjects(db, bucketAt(1), given));
  deps.sweepSoon();
  return removed;
};

const removeOne: Route = async ({ deps, run, bucketAt, nameAt }) => {
  const name = nameAt(2);
  const removed = await run((db) => removeObjects(db, bucketAt(1), { prefixes: [name] }));
  if (removed.length === 0) throw new StorageProblem("NoSuchKey", "Object not found");
  deps.sweepSoon();
  return { message: "Successfully deleted" };
};

const move: Route = async ({ deps, caller, body }) => moveObject(deps, caller, await body());

const copy: Route = async ({ deps, request, caller, sender, body }) => {
  if (caller.role !== "service_role") await count(deps, `storage-upload:${sender}`, UPLOADS);
  const { id, bucket, name } = await copyObject(deps, caller, await body(), request.headers.get("x-upsert") === "true");
  return { Id: id, Key: `${bucket}/${name}` };
};

const sign: Route = async ({ deps, caller, body, bucketAt, nameAt }) =>
  signObject(deps, caller, bucketAt(2), nameAt(3), await body());

const signMany: Route = async ({ deps, caller, body, bucketAt }) =>
  signObjects(deps, caller, bucketAt(2), await body());

/** Nothing caches files between this host and browsers. What can be purged is an image's sizes. */
const purge: Route = async ({ deps, caller, run, words, bucketAt, nameAt }) => {
  if (caller.role !== "service_role")
    throw new StorageProblem("AccessDenied", "Only the secret key can purge the cache");
  if (words.length > 2) {
    const [bucket, name] = [bucketAt(1), nameAt(2)];
    await deps.derived.forget((await run((db) => findObject(db, bucket, name))).version);
  }
  return { message: "success" };
};

function preflight(): Response {
  const headers = crossOrigin({
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": HEADERS,
    "Access-Control-Max-Age": "86400",
  });
  return new Response(null, { status: 204, headers });
}
