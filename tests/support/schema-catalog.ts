import type { DatabaseConnection } from "../../server/database/connect.ts";
import { query } from "../../server/database/query.ts";

const OURS = "n.nspname in ('public', 'private')";
const comment = (oid: string, catalog: string) => `obj_description(${oid}, '${catalog}')`;

/** Queries for the lines of the catalog: every object with all its settings. */
const QUERIES: Record<string, string> = {
  schemas: `select n.nspname as name, jsonb_build_array(n.nspacl::text, ${comment("n.oid", "pg_namespace")}) as facts
    from pg_namespace n where ${OURS}`,
  defaults: `select defaclnamespace::regnamespace::text || ' ' || defaclobjtype::text as name, to_jsonb(defaclacl::text) as facts from pg_default_acl`,
  tables: `select n.nspname || '.' || c.relname as name, jsonb_build_array(c.relkind, c.relpersistence, c.relrowsecurity,
      c.relforcerowsecurity, c.reloptions::text, c.relacl::text, ${comment("c.oid", "pg_class")}, pg_get_expr(c.relpartbound, c.oid),
      case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end) as facts
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `select n.nspname || '.' || c.relname || '.' || a.attname as name, jsonb_build_array(row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attacl::text, col_description(c.oid, a.attnum)) as facts
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select n.nspname || '.' || coalesce(c.relname, '') || '.' || k.conname as name,
      jsonb_build_array(pg_get_constraintdef(k.oid), ${comment("k.oid", "pg_constraint")}) as facts
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace left join pg_class c on c.oid = k.conrelid where ${OURS}`,
  indexes: `select n.nspname || '.' || c.relname as name, jsonb_build_array(pg_get_indexdef(c.oid), ${comment("c.oid", "pg_class")}) as facts
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('i', 'I')`,
  policies: `select schemaname || '.' || tablename || ': ' || policyname as name, jsonb_build_array(permissive, roles, cmd, qual, with_check) as facts
    from pg_policies where schemaname in ('public', 'private', 'storage')`,
  functions: `select p.oid::regprocedure::text as name, jsonb_build_array(pg_get_functiondef(p.oid), p.proacl::text, ${comment("p.oid", "pg_proc")}) as facts
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and p.prokind in ('f', 'p')`,
  triggers: `select t.tgrelid::regclass::text || '.' || t.tgname as name, jsonb_build_array(pg_get_triggerdef(t.oid), t.tgenabled) as facts
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_namespace n on n.oid = p.pronamespace where ${OURS} and not t.tgisinternal`,
  types: `select n.nspname || '.' || t.typname as name, jsonb_build_array(t.typtype, t.typacl::text, ${comment("t.oid", "pg_type")},
      (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as facts
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OURS} and t.typtype in ('e', 'd')`,
};

const ROWS = `select n.nspname || '.' || c.relname as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where (${OURS} or n.nspname = 'storage') and c.relkind = 'r'`;
/** Times and random ids differ between databases. */
const VARIES = /^(\d{4}-\d\d-\d\dT|[0-9a-f]{8}(-[0-9a-f]{4}){3}-)/;

/**
 * The structure of a schema, as sorted lines: tables, columns, defaults, constraints, indexes, policies, rights, functions with
 * their bodies, triggers, types and comments.
 */
export async function readStructure(connection: DatabaseConnection): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, text] of Object.entries(QUERIES))
    for (const { name, facts } of await query<{ name: string; facts: unknown }>(connection, text))
      lines.push(`${kind} ${name} ${JSON.stringify(facts)}`);
  return lines.sort();
}

/** The structure and the initial rows. */
export async function readCatalog(connection: DatabaseConnection): Promise<string[]> {
  const lines = await readStructure(connection);
  for (const { table } of await query<{ table: string }>(connection, ROWS))
    for (const { row } of await query<{ row: object }>(
      connection,
      `select to_jsonb(each) as row from ${table} as each`,
    ))
      lines.push(`row ${table} ${JSON.stringify(row, (_, value) => (VARIES.test(String(value)) ? "varies" : value))}`);
  return lines.sort();
}
