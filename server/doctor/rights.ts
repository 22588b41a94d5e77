import type { RunQuery } from "./finding.ts";

/** Every right of a visitor (anon) or a signed-in person (authenticated) on a table, before policies narrow it. */
export const TABLE_RIGHTS = `
  with rights as (
    select c.relname, r.rolname, lower(p.right) as "right", null::text as "column"
    from pg_class c cross join (values ('anon'), ('authenticated')) r(rolname)
    cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('REFERENCES'), ('TRIGGER')) p("right")
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_table_privilege(r.rolname, c.oid, p.right)
    union all
    select c.relname, r.rolname, lower(p.right), a.attname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    cross join (values ('anon'), ('authenticated')) r(rolname)
    cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('REFERENCES')) p("right")
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege(r.rolname, c.oid, a.attnum, p.right) and not has_table_privilege(r.rolname, c.oid, p.right)
  ), verbs as (
    select relname, rolname,
      "right" || coalesce('(' || string_agg("column", ' ' order by "column" collate "C") || ')', '') as verb
    from rights group by relname, rolname, "right"
  )
  select relname || ' | ' || rolname || ' | ' || string_agg(verb, ', ' order by verb collate "C") as line
  from verbs group by relname, rolname order by relname collate "C", rolname`;

/** Every function that someone other than the service role may call. */
export const FUNCTION_RIGHTS = `
  select n.nspname || '.' || p.proname || ' | ' || string_agg(r.rolname, ', ' order by r.rolname) as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  cross join (values ('anon'), ('authenticated')) r(rolname)
  where n.nspname in ('public', 'private') and has_function_privilege(r.rolname, p.oid, 'execute')
  group by n.nspname, p.proname order by n.nspname collate "C", p.proname collate "C"`;

const ROW_SECURITY = `
  select n.nspname || '.' || c.relname || case when c.relrowsecurity then '' else ' without row-level security' end as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') order by 1`;

const POLICIES = `
  select schemaname || '.' || tablename || ' | ' || policyname || ' | ' || permissive || ' | ' || cmd || ' | ' || roles::text as line
  from pg_policies where schemaname in ('public', 'private') order by 1`;

const TOPICS: [string, string][] = [
  ["table", ROW_SECURITY],
  ["policy", POLICIES],
  ["right", TABLE_RIGHTS],
  ["call", FUNCTION_RIGHTS],
];

/** Who may do what, as lines that are equal on every version of PostgreSQL. */
export async function readRights(query: RunQuery): Promise<string[]> {
  const lines: string[] = [];
  for (const [topic, text] of TOPICS)
    for (const { line } of await query<{ line: string }>(text)) lines.push(`${topic} ${line}`);
  return lines;
}
