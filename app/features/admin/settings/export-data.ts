import { rpc, runQuery, runQueryWithCount } from "~/shared/api.ts";
import { ServiceError } from "~/shared/service-error.ts";
import type { getSupabase } from "~/shared/supabase.ts";
import { EXPORT_TABLES, type ExportTable, exportedRow } from "./export-tables.ts";

const PAGE_SIZE = 1000;
/** How long the export waits when it asked more often than the server allows. */
const PAUSE_MS = 3_000;

/** The export is reading `table`; it has read `rows` of about `total`. */
export type ExportProgress = { table: string; rows: number; total: number };
type Options = { signal: AbortSignal; onProgress: (progress: ExportProgress) => void };

type Row = Record<string, unknown>;
type Pages = AsyncGenerator<Row[], void>;
type Account = { id: string; slug: string };
/** A list of the file, with about so many rows. */
type Part = { name: string; rows: number; read: (() => Pages)[] };

/**
 * All data that the admin can read, as one JSON file: an object with a list for each table. Each page of rows becomes text when
 * it arrives, so the browser never keeps one huge object. Throws ServiceError, or the signal's reason.
 */
export async function exportData({ signal, onProgress }: Options): Promise<Blob> {
  const accounts = await loadAccounts(signal);
  const parts: Part[] = [await peoplePart(signal)];
  for (const table of EXPORT_TABLES) {
    parts.push(table.ofAccount ? await partByAccount(table, accounts, signal) : await wholePart(table, signal));
    signal.throwIfAborted();
  }
  const total = parts.reduce((sum, part) => sum + part.rows, 0);
  const file: (string | Blob)[] = [`{"exportedAt":${JSON.stringify(new Date().toISOString())}`];
  let rows = 0;
  for (const { name, read } of parts) {
    file.push(`,\n${JSON.stringify(name)}:[`);
    let first = true;
    for (const pages of read)
      for await (const page of pages()) {
        const text = page.map((row) => JSON.stringify(row)).join(",\n");
        // A blob does not stay in the page's memory.
        if (text) file.push(new Blob([first ? "\n" : ",\n", text]));
        first &&= !text;
        rows += page.length;
        onProgress({ table: name, rows, total: Math.max(rows, total) });
      }
    file.push("]");
  }
  file.push("}\n");
  return new Blob(file, { type: "application/json" });
}

async function loadAccounts(signal: AbortSignal): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  const table = { name: "accounts", key: ["id"], columns: "id, slug" };
  for await (const page of pagesOf(table, undefined, signal))
    for (const { id, slug } of page) slugs.set(String(id), String(slug));
  return slugs;
}

/** The addresses of people, which are in no table that a person reads. */
async function peoplePart(signal: AbortSignal): Promise<Part> {
  const read = async (offset: number, limit: number) => {
    const sorted = { p_sort: "created", p_descending: false };
    const people = await patiently(() => rpc("search_people", { ...sorted, p_offset: offset, p_limit: limit }), signal);
    signal.throwIfAborted();
    return people;
  };
  async function* pages(): Pages {
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const people = await read(offset, PAGE_SIZE);
      yield people.map(({ total: _, ...person }) => person);
      if (people.length < PAGE_SIZE) return;
    }
  }
  return { name: "people", rows: (await read(0, 1))[0]?.total ?? 0, read: [pages] };
}

/** Only the accounts that have rows: most tables are empty in most accounts. */
async function partByAccount(table: ExportTable, slugs: Map<string, string>, signal: AbortSignal): Promise<Part> {
  const counted = await patiently(() => rpc("count_account_rows", { p_table: table.name }), signal);
  const read = counted.flatMap(({ account_id: id }) => {
    const slug = slugs.get(id);
    return slug ? [() => pagesOf(table, { id, slug }, signal)] : [];
  });
  return { name: table.name, rows: counted.reduce((sum, { rows }) => sum + rows, 0), read };
}

async function wholePart(table: ExportTable, signal: AbortSignal): Promise<Part> {
  const count = () =>
    runQueryWithCount((db) =>
      tableOf(db, table.name)
        .select(table.key[0] as "id", { count: "exact", head: true })
        .abortSignal(signal),
    );
  // The count is only for the progress bar.
  const rows = await patiently(count, signal).then(
    (counted) => counted.count ?? 0,
    () => 0,
  );
  return { name: table.name, rows, read: [() => pagesOf(table, undefined, signal)] };
}

/** Pages along the key, so that added or removed rows shift nothing, and the last page costs as much as the first. */
async function* pagesOf(table: ExportTable, account: Account | undefined, signal: AbortSignal): Pages {
  const { name, key, columns = "*", pageSize = PAGE_SIZE } = table;
  let size = pageSize;
  for (let last: Row | undefined; ; ) {
    const read = () =>
      runQuery((db) => {
        let page = tableOf(db, name).select(columns as "*");
        if (account) page = page.eq("account_id", account.id);
        if (last) page = page.or(rowsAfter(key, last));
        for (const column of key) page = page.order(column as "id") as typeof page;
        return page.limit(size).abortSignal(signal);
      }, account?.slug);
    const rows: Row[] | null = await patiently(read, signal).catch((error: unknown) => {
      // Landing pages may be so long that fewer of them fit into one response.
      if (size > 1 && error instanceof ServiceError && error.status === 413) return null;
      throw error;
    });
    signal.throwIfAborted();
    if (!rows) {
      size = Math.ceil(size / 4);
      continue;
    }
    yield rows.map((row) => exportedRow(table, row));
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}

/** Repeats a request that the server refuses because there were too many. A large agency's export makes thousands. */
async function patiently<Answer>(request: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ServiceError) || error.status !== 429) throw error;
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, PAUSE_MS);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** The code only passes rows on, so one table's type is enough for all. */
function tableOf(db: Awaited<ReturnType<typeof getSupabase>>, name: string) {
  return db.from(name as "leads");
}

/** The PostgREST filter for the rows after this one: (a) > (x), or with two columns (a, b) > (x, y). */
export function rowsAfter(key: readonly string[], last: Row): string {
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
