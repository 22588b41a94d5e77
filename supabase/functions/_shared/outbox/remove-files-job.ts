import type { FunctionDeps } from "../deps.ts";

/**
 * Deletes the files of erased people through the storage API, which also deletes their content. Only hosted projects need
 * it: our own storage deletes content by itself.
 */
export async function removeFilesJob(
  _payload: Record<string, unknown>,
  _id: string,
  { service }: FunctionDeps,
): Promise<null> {
  for (;;) {
    const { data, error } = await service.rpc("list_removed_files");
    if (error) throw new Error(`list_removed_files: ${error.message}`);
    const bucket = data[0]?.bucket_id;
    if (bucket === undefined) return null;
    const names = data.filter((file) => file.bucket_id === bucket).map((file) => file.name);
    const removed = await service.storage.from(bucket).remove(names);
    if (removed.error) throw new Error(`The files weren't deleted: ${removed.error.message}`);
    const forgotten = await service.rpc("forget_removed_files", { p_bucket_id: bucket, p_names: names });
    if (forgotten.error) throw new Error(`forget_removed_files: ${forgotten.error.message}`);
  }
}
