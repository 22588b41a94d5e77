import type { TestDatabase } from "../database-session.ts";
import { type Callable, callsOf, readFunctions } from "./calls.ts";
import { fillTables, readTables, type Table } from "./fill.ts";
import { type Rights, readRights, readsOf, writesOf } from "./statements.ts";
import { B, type Caller, patternOf } from "./tenants.ts";
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

/** Everything that there is to try. In accounts that are closed to the caller, every table and function once or twice. */
export function statementsFor(filled: Filled, caller: Caller, slug: string | null, kinds: Kinds[]): string[] {
  const few = caller.hidden.some((tenant) => tenant.slug === slug) || slug === NO_SUCH;
  const rights = filled.rights[caller.person.id ? "authenticated" : "anon"];
  const tableOf = (name: string) => filled.tables.find((table) => table.name === name);
  return [
    ...(kinds.includes("reads") ? rights.flatMap((right) => readsOf(right, few)) : []),
    ...(kinds.includes("writes") ? rights.flatMap((right) => writesOf(right, tableOf(right.name), caller)) : []),
    ...(kinds.includes("functions") ? filled.functions.flatMap((callable) => callsOf(callable, caller, few)) : []),
  ];
}

export async function tryEverything(filled: Filled, caller: Caller, kinds: Kinds[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const slug of slugsOf(caller))
    attempts.push(...(await tryAll(filled.db, caller, slug, statementsFor(filled, caller, slug, kinds))));
  return attempts;
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
