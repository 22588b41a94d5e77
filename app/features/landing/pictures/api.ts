import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { rpc, runQuery } from "~/shared/api.ts";
import { loadConfig } from "~/shared/config.ts";
import { publicFileUrl, removeFiles, uploadFile } from "~/shared/files.ts";
import { isConflict } from "~/shared/problem-text.ts";
import { queryClient } from "~/shared/query-client.ts";
import { queryKeys } from "~/shared/query-keys.ts";
import { ServiceError } from "~/shared/service-error.ts";
import { workspaceQuery } from "~/shared/workspace-query.ts";
import { storedName } from "../../../../domain/files.ts";
import type { Picture } from "../../../../domain/landing/picture.ts";
import type { Database } from "../../../../supabase/database.types.ts";

type Row = Database["public"]["Functions"]["search_landing_pictures"]["Returns"][number];
type Details = "alt" | "is_decorative" | "width" | "height" | "focus_x" | "focus_y";

/** A file of the library. Its details are null until someone has given them. */
export type LibraryPicture = Omit<Row, Details | "total"> & { [Name in Details]: Row[Name] | null } & { src: string };

const PAGE_SIZE = 60;

/** The pictures whose name or alternative text contains the query, newest first. */
export const picturesQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.landingPictureSearch(query),
    queryFn: ({ pageParam }) => searchPictures(query, pageParam),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

async function searchPictures(query: string, from: number) {
  const [rows, { supabaseUrl }] = await Promise.all([
    rpc("search_landing_pictures", { p_query: query, p_limit: PAGE_SIZE, p_offset: from }),
    loadConfig(),
  ]);
  const pictures: LibraryPicture[] = rows.map(({ total: _, ...row }) => ({
    ...row,
    src: pictureAddress(supabaseUrl, row.name),
  }));
  const total = rows[0]?.total ?? 0;
  return { pictures, total, next: from + rows.length < total ? from + rows.length : null };
}

/**
 * The address that pages store. Pictures on this host have a path only, so that they work on every domain that shows a page.
 */
function pictureAddress(supabaseUrl: string, name: string): string {
  const address = publicFileUrl(supabaseUrl, "landing", name);
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
}

/**
 * Uploads a picture under a name that its content decides, and returns the name. So a file that is sent twice, or again after
 * a lost answer, is stored once. Throws ServiceError.
 */
export async function uploadPicture(
  file: File,
  more: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<{ name: string; isNew: boolean }> {
  const account = await queryClient.fetchQuery(workspaceQuery);
  const own = storedName(file.name || "picture.png", await hashOf(file));
  // The folder decides whose picture it is.
  const name = account?.kind === "client" ? `${account.id}/${own}` : own;
  try {
    await uploadFile({ bucket: "landing", path: name, file, ...more });
    return { name, isNew: true };
  } catch (error) {
    if (!isConflict(error)) throw error;
    return { name, isNew: false };
  }
}

async function hashOf(file: Blob): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What an editor says about a picture. */
export type EnteredDetails = Pick<Picture, "alt" | "decorative" | "x" | "y">;

/** What the library knows about a picture. */
export const detailsOf = ({ alt, is_decorative, focus_x, focus_y }: LibraryPicture): EnteredDetails => ({
  alt: alt ?? "",
  decorative: is_decorative ?? false,
  x: focus_x ?? 50,
  y: focus_y ?? 50,
});

/** Stores what an editor says about a picture of the library, and returns it for a block. Throws ServiceError. */
export async function storeDetails(chosen: LibraryPicture, details: EnteredDetails): Promise<Picture> {
  const { alt, decorative, x, y } = details;
  const { src, width, height } = chosen;
  const size = width && height ? { width, height } : await measurePicture(src);
  const picture: Picture = { src, alt: alt.trim(), decorative, ...size, x, y };
  await savePictureDetails(chosen.name, picture);
  return picture;
}

/** The size of a picture in pixels, measured by the browser. Throws ServiceError if it cannot be shown. */
function measurePicture(src: string): Promise<{ width: number; height: number }> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new ServiceError("offline", "The picture can't be loaded"));
    image.src = src;
  });
}

/** Stores what an editor says about a picture, for its next use. Throws ServiceError. */
async function savePictureDetails(name: string, picture: Picture): Promise<void> {
  const { alt, decorative, width, height, x, y } = picture;
  const details = { name, alt, is_decorative: decorative, width, height, focus_x: x, focus_y: y };
  await runQuery((db) => db.from("landing_pictures").upsert(details));
}

/** The pages that show a picture, in their draft or published. */
export const pictureUsesQuery = (name: string) =>
  queryOptions({
    queryKey: queryKeys.landingPictureUses(name),
    queryFn: () => rpc("landing_picture_uses", { p_name: name }),
    staleTime: 0,
  });

/** Deletes a picture. False if a page shows it in the meantime, so that it stays. Throws ServiceError. */
export async function deletePicture(name: string): Promise<boolean> {
  return (await removeFiles("landing", [name])).includes(name);
}

const MAX_PREPARED = 20;

/**
 * Asks for the sizes of a published page's pictures, in their order, so that its first visitor does not wait until they are made.
 * Nothing depends on it.
 */
export async function prepareSizes(content: string): Promise<void> {
  const addresses = content.match(/[^\s",]*\/storage\/v1\/render\/image\/public\/[^\s",]*/g) ?? [];
  for (const address of [...new Set(addresses)].slice(0, MAX_PREPARED)) {
    const answer = await fetch(address, { headers: { accept: "image/avif" } }).catch(() => null);
    if (!answer?.ok) return;
  }
}
