import type { TestDatabase } from "../database-session.ts";
import { type Callable, callsOf, readFunctions } from "./calls.ts";
import { fillTables, readTables, type Table } from "./fill.ts";
import { type Scene, scenesOf } from "./scenes.ts";
import { type Rights, readRights, readsOf, writesOf } from "./statements.ts";
import { AGENCY, B, type Caller, patternOf } from "./tenants.ts";
import { type Attempt, prepareTrying, tryAll, watchTables } from "./try-calls.ts";

/** An open transaction in which every table is full of rows of all accounts. */
export type Filled = {
  db: TestDatabase;
  tables: Table[];
  functions: Callable[];
  rights: Record<"anon" | "authenticated", Rights[]>;
};

/** People of the server's own tables, of whom functions tell. */
const WATCHED_TOO = ["auth.users", "auth.sessions", "auth.identities", "auth.refresh_tokens"];

export async function fillDatabase(db: TestDatabase): Promise<Filled> {
  await prepareTrying(db);
  const tables = await readTables(db);
  await fillTables(db, tables);
  await watchTables(db, [...tables.map(({ name }) => name), ...WATCHED_TOO]);
  await db.run("analyze");
  return {
    db,
    tables,
    functions: await readFunctions(db),
    rights: { anon: await readRights(db, "anon"), authenticated: await readRights(db, "authenticated") },
  };
}

/** A slug that names nothing. */
const NO_SUCH = "No such account'";

/** The accounts that a caller names in the header: none, the own one, B, and garbage. */
const slugsOf = ({ own }: Caller): (string | null)[] => [...new Set([null, own?.slug ?? B.slug, B.slug, NO_SUCH])];

export type Kinds = "reads" | "writes" | "functions";

/** Whether the caller may not enter this account, or enters it by its other name, too: without the header, it is the agency's. */
const isRepeated = ({ own, hidden }: Caller, slug: string | null): boolean =>
  slug === NO_SUCH ||
  hidden.some((tenant) => tenant.slug === slug) ||
  (slug === null && (own === AGENCY || (own !== null && hidden.includes(AGENCY))));

/** Everything that there is to try. In accounts that are closed to the caller, every table and function once or twice. */
export function statementsFor(filled: Filled, caller: Caller, slug: string | null, kinds: Kinds[]): string[] {
  const few = isRepeated(caller, slug);
  const rights = filled.rights[caller.person.id ? "authenticated" : "anon"];
  const tableOf = (name: string) => filled.tables.find((table) => table.name === name);
  return [
    ...(kinds.includes("reads") ? rights.flatMap((right) => readsOf(right, few)) : []),
    ...(kinds.includes("writes") ? rights.flatMap((right) => writesOf(right, tableOf(right.name), caller)) : []),
    ...(kinds.includes("functions") ? filled.functions.flatMap((callable) => callsOf(callable, caller, few)) : []),
  ];
}

/** The calls that need something to happen first, of those functions that the caller may try. */
export const scenesFor = ({ functions }: Filled): Scene[] => functions.flatMap(({ name }) => scenesOf(name));

export type Tried = Attempt & { slug: string | null };

/** Tries everything in every account that the caller can name. `locks` is what kept people of other accounts waiting. */
export async function tryEverything(filled: Filled, caller: Caller): Promise<{ attempts: Tried[]; locks: string[] }> {
  const attempts: Tried[] = [];
  const run = async (slug: string | null, statements: (string | Scene)[]) => {
    for (const attempt of await tryAll(filled.db, caller, slug, statements)) attempts.push({ ...attempt, slug });
  };
  const before = await locksOf(filled, caller);
  for (const slug of slugsOf(caller)) await run(slug, statementsFor(filled, caller, slug, ALL));
  const isLocked = (await locksOf(filled, caller)) !== before;
  // What happens first in these scenes leaves marks of its own.
  for (const slug of [caller.own?.slug ?? null, B.slug]) await run(slug, scenesFor(filled));
  return { attempts, locks: isLocked ? await findLocks(filled, caller) : [] };
}

const ALL: Kinds[] = ["reads", "writes", "functions"];

/**
 * What the database notes of locks on the rows of those of whom the caller may see nothing. A lock leaves its mark there even if it
 * is rolled back, and so does a change.
 */
async function locksOf({ db, tables }: Filled, { hidden }: Caller): Promise<string> {
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, string_agg(concat_ws(' ', held.ctid, held.xmax), ',' order by held.ctid) as noted from ${name} as held where held::text ~ $1`,
  );
  const { rows } = await db.run<{ noted: string }>(
    `select md5(string_agg(concat_ws(' ', name, noted), ',' order by name)) as noted from (${parts.join(" union all ")}) as each`,
    [patternOf(hidden)],
  );
  return rows[0]?.noted ?? "";
}

/** The statements that lock a row, found by halves. */
async function findLocks(filled: Filled, caller: Caller): Promise<string[]> {
  const found: string[] = [];
  const search = async (slug: string | null, statements: string[]): Promise<void> => {
    const before = await locksOf(filled, caller);
    await tryAll(filled.db, caller, slug, statements);
    if (before === (await locksOf(filled, caller))) return;
    if (statements.length === 1) {
      found.push(`${statements[0]} in ${slug}`);
      return;
    }
    const half = Math.ceil(statements.length / 2);
    await search(slug, statements.slice(0, half));
    await search(slug, statements.slice(half));
  };
  for (const slug of slugsOf(caller)) await search(slug, statementsFor(filled, caller, slug, ALL));
  return found;
}

/** The columns of words in which no row of B has its mark. */
export async function unmarkedColumns({ db, tables }: Filled, words: (table: Table) => string[]): Promise<string[]> {
  const unmarked: string[] = [];
  for (const table of tables) {
    const columns = words(table);
    if (columns.length === 0) continue;
    const { rows } = await db.run<Record<string, boolean>>(
      `select ${columns.map((column) => `coalesce(bool_or("${column}"::text ~ '${B.mark}'), false) as "${column}"`)} from ${table.name}`,
    );
    unmarked.push(...columns.filter((column) => !rows[0]?.[column]).map((column) => `${table.name}.${column}`));
  }
  return unmarked;
}

/** Deletes everything of these tenants, without triggers. */
export async function removeTenants({ db, tables }: Filled, tenants: (typeof B)[]): Promise<void> {
  const pattern = patternOf(tenants);
  await db.run("set local session_replication_role = replica");
  for (const name of [...tables.map((table) => table.name), "auth.users"])
    await db.run(`delete from ${name} as held where held::text ~ '${pattern}'`);
  await db.run("set local session_replication_role = origin");
}
