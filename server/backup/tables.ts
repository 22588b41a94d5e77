import type { DatabaseConnection } from "../database/connect.ts";
import { query } from "../database/query.ts";

export type BackupTable = { name: string; columns: string[] };

const SCHEMAS = ["auth", "public", "private", "storage"];

/** Every table with data, parents before children, so that a restore never misses a reference. */
export async function listTables(connection: DatabaseConnection): Promise<BackupTable[]> {
  const tables = await query<BackupTable>(
    connection,
    `select format('%I.%I', n.nspname, c.relname) as name, array_agg(format('%I', a.attname)::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1::text[])
     group by 1 order by 1`,
    [SCHEMAS],
  );
  const references = await query<{ child: string; parent: string }>(
    connection,
    `select distinct format('%I.%I', cn.nspname, c.relname) as child, format('%I.%I', pn.nspname, p.relname) as parent
     from pg_constraint k
     join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
     join pg_class p on p.oid = k.confrelid join pg_namespace pn on pn.oid = p.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  return parentsFirst(tables, references);
}

function parentsFirst(tables: BackupTable[], references: { child: string; parent: string }[]): BackupTable[] {
  const sorted: BackupTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map((table) => table.name));
    const free = [...waiting].filter(
      (table) => !references.some(({ child, parent }) => child === table.name && names.has(parent)),
    );
    if (free.length === 0) throw new Error(`These tables have circular references: ${[...names].join(", ")}`);
    for (const table of free) {
      sorted.push(table);
      waiting.delete(table);
    }
  }
  return sorted;
}

/** The versions of a database's applied migrations, oldest first. */
export async function listVersions(connection: DatabaseConnection): Promise<string[]> {
  const rows = await query<{ version: string }>(
    connection,
    "select version from supabase_migrations.schema_migrations order by version",
  );
  return rows.map((row) => row.version);
}
