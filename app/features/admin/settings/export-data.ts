import { toServiceError } from "~/shared/service-error.ts";
import { getSupabase } from "~/shared/supabase.ts";
import { EXPORT_TABLES, type ExportTable, rowsAfter } from "./export-tables.ts";

const PAGE_SIZE = 1000;

/** `table` is being read; `rows` of about `total` are there. */
export type ExportProgress = { table: string; rows: number; total: number };
type Options = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * Everything that the admin may read, as one JSON file: an object with a list for each table. A page of rows becomes text as
 * it comes, so that the browser holds pieces of a file and never one huge object. Throws ServiceError, or what the signal says.
 */
export async function exportData({ signal, onProgress }: Options): Promise<Blob> {
  const tables: readonly ExportTable[] = EXPORT_TABLES;
  const total = await countRows(tables, signal);
  const parts: (string | Blob)[] = [`{"exportedAt":${JSON.stringify(new Date().toISOString())}`];
  let rows = 0;
  for (const table of tables) {
    parts.push(`,\n${JSON.stringify(table.name)}:[`);
    let first = true;
    for await (const page of pagesOf(table, signal)) {
      const text = page.map((row) => JSON.stringify(row)).join(",\n");
      // A blob leaves the page's memory; at the end there is little left to put together.
      if (text) parts.push(new Blob([first ? "\n" : ",\n", text]));
      first = false;
      rows += page.length;
      onProgress({ table: table.name, rows, total: Math.max(rows, total) });
    }
    parts.push("]");
  }
  parts.push("}\n");
  return new Blob(parts, { type: "application/json" });
}

async function countRows(tables: readonly ExportTable[], signal: AbortSignal): Promise<number> {
  const counts = await Promise.all(
    tables.map(async ({ name, key }) => {
      const supabase = await getSupabase();
      const query = supabase.from(name as "leads").select(key[0] as "id", { count: "exact", head: true });
      return (await query.abortSignal(signal)).count ?? 0;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Page by page along the key: rows that come or go meanwhile shift nothing, and the last page costs what the first did. */
async function* pagesOf({ name, key, columns = "*" }: ExportTable, signal: AbortSignal) {
  const supabase = await getSupabase();
  for (let last: Record<string, unknown> | undefined; ; ) {
    // One table's name stands for all: the rows are only passed on.
    let page = supabase.from(name as "leads").select(columns as "*");
    if (last) page = page.or(rowsAfter(key, last));
    for (const column of key) page = page.order(column as "id") as typeof page;
    const { data, error, status } = await page.limit(PAGE_SIZE).abortSignal(signal);
    signal.throwIfAborted();
    if (error) throw toServiceError(error, `/rest/v1/${name}`, status);
    yield data;
    if (data.length < PAGE_SIZE) return;
    last = data.at(-1);
  }
}
