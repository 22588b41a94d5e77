import { query } from "../database/query.ts";
import { loadBucket } from "./buckets.ts";
import { isImage } from "./clean-image.ts";
import { readDerived } from "./derived-images.ts";
import { readTransform, TRANSFORM_PARAMETERS, type TransformParameters } from "./image-transform.ts";
import { findObject } from "./object-routes.ts";
import { type ObjectRow, runAs } from "./object-rows.ts";
import { type Content, readerOf, serveContent } from "./serve-object.ts";
import type { StorageCaller } from "./storage-caller.ts";
import type { StorageDeps } from "./storage-deps.ts";
import { noSuchBucket, noSuchObject, StorageProblem } from "./storage-problem.ts";

/** Why a file may be read: its bucket is public, the caller may read it, or the link is signed. */
export type Access = "public" | "authenticated" | "sign";

export type Reading = {
  access: Access;
  bucket: string;
  name: string;
  query: Record<string, string>;
  caller: StorageCaller;
  /** Counts the images that are made for one sender. Throws StorageProblem. */
  countImage: () => Promise<void>;
};

/** Answers GET and HEAD of a file. */
export function downloadObject(deps: StorageDeps, request: Request, reading: Reading): Promise<Response> {
  return withFreshRow(deps, reading, ({ row, isPublic }) =>
    serveContent(request, contentOf(deps, row, isPublic), reading.query["download"]),
  );
}

/** Answers GET and HEAD of an image in another size. */
export function renderImage(deps: StorageDeps, request: Request, reading: Reading): Promise<Response> {
  return withFreshRow(deps, reading, async ({ row, isPublic, transform: signed }) => {
    const original = contentOf(deps, row, isPublic);
    if (!isImage(original.type)) throw new StorageProblem("InvalidRequest", "The file isn't an image");
    const parameters = signed ?? pickTransform(reading.query);
    const transform = readTransform(parameters, request.headers.get("accept") ?? "", original.type);
    const derived = await deps.derived.get(row.version, transform, async () => {
      await reading.countImage();
      return original.read();
    });
    const content: Content = {
      ...original,
      size: derived.size,
      type: derived.type,
      eTag: `${original.eTag.slice(0, -1)}-${transform.key}"`,
      fileName: `${original.fileName.replace(/\.\w+$/, "")}.${transform.format}`,
      read: async (range) => readDerived(derived.path, range),
    };
    const response = await serveContent(request, content, reading.query["download"]);
    response.headers.append("Vary", "Accept");
    return response;
  });
}

type Found = { row: ObjectRow; isPublic: boolean; transform?: TransformParameters };

/** Reads the row again when its content was replaced between the row and the content. */
async function withFreshRow(
  deps: StorageDeps,
  reading: Reading,
  answer: (found: Found) => Promise<Response>,
): Promise<Response> {
  const found = await findReadable(deps, reading);
  try {
    return await answer(found);
  } catch (error) {
    if (!(error instanceof StorageProblem && error.code === "NoSuchKey")) throw error;
    const newer = await findReadable(deps, reading);
    if (newer.row.version !== found.row.version) return answer(newer);
    deps.log(new Error(`The content ${found.row.version} is missing`), `${reading.bucket}/${found.row.id}`);
    throw error;
  }
}

async function findReadable(
  deps: StorageDeps,
  { access, bucket, name, query: parameters, caller }: Reading,
): Promise<Found> {
  if (access === "authenticated")
    return { row: await runAs(deps.connection, caller, (run) => findObject(run, bucket, name)), isPublic: false };
  const asOwner = <Row>(text: string, values: readonly unknown[] = []) => query<Row>(deps.connection, text, values);
  if (access === "public") {
    if (!(await loadBucket(deps.connection, bucket)).public) throw noSuchBucket();
    return { row: await findObject(asOwner, bucket, name), isPublic: true };
  }
  const link = deps.signer.read(parameters["token"], "download");
  if (link.bucket !== bucket || link.name !== name)
    throw new StorageProblem("InvalidSignature", "The link isn't valid");
  const row = await findObject(asOwner, bucket, name);
  if (row.id !== link.id) throw noSuchObject();
  return { row, isPublic: false, transform: Object.fromEntries(new URLSearchParams(link.transform)) };
}

function contentOf({ store }: StorageDeps, row: ObjectRow, isPublic: boolean): Content {
  const { metadata } = row;
  if (!metadata) throw noSuchObject();
  return {
    size: metadata.size,
    type: metadata.mimetype,
    eTag: metadata.eTag,
    lastModified: metadata.lastModified,
    cacheControl: metadata.cacheControl,
    isPublic,
    fileName: row.name.split("/").at(-1) ?? "file",
    read: readerOf(store, row.version),
  };
}

function pickTransform(parameters: Record<string, string>): TransformParameters {
  return Object.fromEntries(
    TRANSFORM_PARAMETERS.flatMap((name) => (parameters[name] === undefined ? [] : [[name, parameters[name]]])),
  );
}
