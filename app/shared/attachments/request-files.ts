import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { rpc } from "../api.ts";
import { downloadUrl, signedFileUrls, signedImageUrl } from "../files.ts";
import { queryKeys } from "../query-keys.ts";
import * as z from "../schema.ts";

/** A little less than the hour that links work. */
const FRESH_FOR = 50 * 60_000;
const THUMBNAIL = { width: 128, height: 128, resize: "cover" } as const;

export const requestFiles = z.array(
  z.object({
    request_id: z.string(),
    answer_id: z.nullable(z.string()),
    path: z.string(),
    name: z.string(),
    size: z.number(),
    type: z.string(),
  }),
);

/** A file of a request or an answer, with a link that saves it. */
export type RequestFile = { path: string; name: string; size: number; type: string; href: string | undefined };

/** The files by the id of the request or answer that they belong to. */
export type FilesById = ReadonlyMap<string, readonly RequestFile[]>;

async function loadRequestFiles(requestIds: string[]): Promise<FilesById> {
  const files = await rpc("list_request_files", { p_request_ids: requestIds }, requestFiles);
  const links = await signedFileUrls(
    "attachments",
    files.map(({ path }) => path),
  );
  const byId = new Map<string, RequestFile[]>();
  for (const { request_id, answer_id, path, name, size, type } of files) {
    const link = links.get(path);
    const file = { path, name, size, type, href: link && downloadUrl(link, name) };
    byId.set(answer_id ?? request_id, [...(byId.get(answer_id ?? request_id) ?? []), file]);
  }
  return byId;
}

/** The files of requests and their answers, with links: two calls for all of them. */
export function useRequestFiles(requestIds: readonly string[]) {
  return useQuery(
    queryOptions({
      queryKey: queryKeys.requestFiles(requestIds),
      queryFn: () => loadRequestFiles([...requestIds]),
      enabled: requestIds.length > 0,
      staleTime: FRESH_FOR,
      refetchInterval: FRESH_FOR,
      placeholderData: keepPreviousData,
    }),
  );
}

/** A small version of an attached picture. */
export function useThumbnail({ path, type }: RequestFile) {
  return useQuery(
    queryOptions({
      queryKey: queryKeys.requestThumbnail(path),
      queryFn: () => signedImageUrl("attachments", path, THUMBNAIL),
      enabled: type.startsWith("image/"),
      staleTime: FRESH_FOR,
      refetchInterval: FRESH_FOR,
    }),
  );
}
