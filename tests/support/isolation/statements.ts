import type { Session } from "../database-session.ts";
import { rowOf, type Table } from "./fill.ts";
import { type Caller, idOf } from "./tenants.ts";
import { literal } from "./values.ts";

/** The columns of a table that a role may read and write, and whether it may delete rows. */
export type Rights = {
  name: string;
  select: string[];
  insert: string[];
  update: string[];
  delete: boolean;
};

export async function readRights(db: Session, role: "anon" | "authenticated"): Promise<Rights[]> {
  const columns = (verb: string) => `coalesce((
    select jsonb_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = held.oid and a.attnum > 0
      and not a.attisdropped and has_column_privilege('${role}', held.oid, a.attnum, '${verb}')
      and ('${verb}' = 'select' or a.attgenerated = '')), '[]')`;
  const { rows } = await db.run<Rights>(`
    select space.nspname || '.' || held.relname as name, ${columns("select")} as select, ${columns("insert")} as insert,
      ${columns("update")} as update, has_table_privilege('${role}', held.oid, 'delete') as delete
    from pg_class as held join pg_namespace as space on space.oid = held.relnamespace
    where space.nspname in ('public', 'storage') and held.relkind in ('r', 'p', 'v', 'm') order by 1`);
  return rows;
}

/** Reads of everything that is granted, and of each column alone. With `few`, only of everything. */
export const readsOf = ({ name, select }: Rights, few = false): string[] =>
  select.length === 0
    ? []
    : [
        `select ${list(select)} from ${name}`,
        ...(few ? [] : select.map((column) => `select ${list([column])} from ${name}`)),
      ];

const list = (columns: string[]): string => columns.map((column) => `"${column}"`).join(", ");

/** Changes of all rows at once, of each foreign row, and new rows that name foreign ones. */
export function writesOf(rights: Rights, table: Table | undefined, caller: Caller): string[] {
  const { name, update } = rights;
  const key = table?.columns.find((column) => column.key && column.type === "uuid")?.name;
  const theirs = caller.hidden.flatMap((tenant) => [1, 2, 4, 5].map((row) => literal(idOf(tenant, row))));
  const each = key ? ["", ...theirs.map((id) => ` where "${key}" = ${id}`)] : [""];
  const changes = update.flatMap((column) => [
    `update ${name} set "${column}" = "${column}"`,
    ...each.slice(1, 2).map((where) => `update ${name} set "${column}" = "${column}"${where}`),
  ]);
  const deletes = rights.delete ? each.map((where) => `delete from ${name}${where}`) : [];
  return [...changes, ...deletes, ...insertsOf(rights, table, caller)];
}

/** A row as the caller would add it, with each id of a stranger in turn, with all of them, and under a stranger's name. */
function insertsOf({ name, insert }: Rights, table: Table | undefined, { own, hidden }: Caller): string[] {
  const [stranger] = hidden;
  if (!table || !stranger || insert.length === 0) return [];
  const base = own ?? stranger;
  const mine = rowOf(table, base, 1);
  const theirs = rowOf(table, stranger, 1);
  const ids = table.columns
    .filter(
      ({ name: column, type, target }) =>
        insert.includes(column) && (type === "uuid" || target !== null || isId(theirs[column])),
    )
    .map((column) => column.name);
  const keys = table.columns.filter(({ key, target }) => key && target === null).map((column) => column.name);
  const withTheirs = (columns: string[]): string => {
    const values = insert.flatMap((column) => {
      if (columns.includes(column)) return [[column, theirs[column] ?? "null"]];
      if (keys.includes(column) && ids.includes(column)) return [[column, "gen_random_uuid()"]];
      return mine[column] === undefined ? [] : [[column, mine[column]]];
    });
    return `insert into ${name} (${list(values.map(([column]) => column ?? ""))}) values (${values.map(([, value]) => value)})`;
  };
  return [withTheirs([]), ...ids.map((column) => withTheirs([column])), withTheirs(ids)];
}

const isId = (value: string | undefined): boolean => /^'[0-9a-f]{8}-0000-4000/.test(value ?? "");
