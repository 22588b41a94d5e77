import { runQuery, runQueryWithCount } from "~/shared/api.ts";
import type { getSupabase } from "~/shared/supabase.ts";

/** An exported table: the key that orders its pages, and its columns when not all are readable. */
type ExportTable = { name: string; key: readonly string[]; columns?: string };

/** All public tables that an admin can read. Policies exclude visitors' messages and email bodies. */
const EXPORT_TABLES = [
  { name: "agency_settings", key: ["id"] },
  { name: "profiles", key: ["user_id"] },
  { name: "user_roles", key: ["user_id", "role"] },
  {
    name: "invitations",
    key: ["id"],
    columns: "id, email, role, invited_by, created_at, expires_at, revoked_at, accepted_at, accepted_by",
  },
  { name: "client_dashboards", key: ["id"] },
  { name: "change_requests", key: ["id"] },
  { name: "change_request_answers", key: ["id"], columns: "id, request_id, body, created_at, from_client" },
  { name: "invoices", key: ["id"] },
  { name: "invoice_lines", key: ["id"] },
  { name: "payments", key: ["id"] },
  { name: "retainers", key: ["id"] },
  { name: "leads", key: ["id"] },
  { name: "lead_activities", key: ["id"] },
  { name: "applications", key: ["id"] },
  { name: "landing_pages", key: ["id"] },
  { name: "pipeline_stages", key: ["key"] },
  { name: "lost_reasons", key: ["id"] },
  { name: "audit_log", key: ["id"] },
] as const satisfies readonly ExportTable[];

const PAGE_SIZE = 1000;

/** The export is reading `table`; it has read `rows` of about `total`. */
export type ExportProgress = { table: string; rows: number; total: number };
type Options = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

/**
 * All data that the admin can read, as one JSON file: an object with a list for each table. Each page of rows becomes text when
 * it arrives, so the browser never keeps one huge object. Throws ServiceError, or the signal's reason.
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
      // A blob does not stay in the page's memory.
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
    tables.map(({ name, key }) =>
      runQueryWithCount((db) =>
        tableOf(db, name)
          .select(key[0] as "id", { count: "exact", head: true })
          .abortSignal(signal),
      ).then(
        ({ count }) => count ?? 0,
        // The total is only for the progress bar.
        () => 0,
      ),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Pages along the key, so that added or removed rows shift nothing, and the last page costs as much as the first. */
async function* pagesOf({ name, key, columns = "*" }: ExportTable, signal: AbortSignal) {
  for (let last: Record<string, unknown> | undefined; ; ) {
    const rows = await runQuery((db) => {
      let page = tableOf(db, name).select(columns as "*");
      if (last) page = page.or(rowsAfter(key, last));
      for (const column of key) page = page.order(column as "id") as typeof page;
      return page.limit(PAGE_SIZE).abortSignal(signal);
    });
    signal.throwIfAborted();
    yield rows;
    if (rows.length < PAGE_SIZE) return;
    last = rows.at(-1);
  }
}

/** The code only passes rows on, so one table's type is enough for all. */
function tableOf(db: Awaited<ReturnType<typeof getSupabase>>, name: string) {
  return db.from(name as "leads");
}

/** The PostgREST filter for the rows after this one: (a) > (x), or with two columns (a, b) > (x, y). */
export function rowsAfter(key: readonly string[], last: Record<string, unknown>): string {
  return key
    .map((column, at) => {
      const equal = key.slice(0, at).map((before) => `${before}.eq.${quoted(last[before])}`);
      const after = `${column}.gt.${quoted(last[column])}`;
      return equal.length ? `and(${[...equal, after].join(",")})` : after;
    })
    .join(",");
}

function quoted(value: unknown): string {
  const text = String(value);
  return /^[\w-]+$/.test(text) ? text : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
