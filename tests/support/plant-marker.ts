import type { Session } from "./database-session.ts";
import { MARKER } from "./marked-person.ts";

type Rule = { table_name: string; whose: string; treatment: string; sets: Record<string, string | null> };
type Column = { name: string; type: string };

/** Columns that link rows to the person. They already contain the marker, or an id. */
const LINKS = [
  "private.dashboard_import_entries.user_id",
  "private.file_usage.owner",
  "private.lead_counts.key",
  "private.lead_words.word",
  "private.quota_uses.key",
  "private.quota_uses.kind",
  "private.settings.value",
  "public.audit_log.actor_email",
  "public.audit_log.row_id",
  "storage.objects.bucket_id",
  "storage.objects.name",
  "storage.objects.owner_id",
  "storage.objects.version",
];

/**
 * Puts the marker into every text column of every row of the person, as found by the erasure rules. Triggers are off
 * in the meantime. Returns the columns whose own constraints refuse it.
 */
export async function plantMarker(db: Session, kind: string, id: string): Promise<string[]> {
  const person = (
    await db.run<{ person: string }>("select private.person_to_erase($1, $2)::text as person", [kind, id])
  ).rows[0]?.person;
  const { rows: rules } = await db.run<Rule>("select table_name, whose, treatment, sets from private.erasure_rules()");
  const refused: string[] = [];
  await db.run("set local session_replication_role = replica");
  for (const rule of rules.filter(({ treatment }) => treatment !== "kept"))
    for (const column of await wordyColumns(db, rule)) {
      const name = `${rule.table_name}.${column.name}`;
      if (!LINKS.includes(name) && !(await plant(db, rule, column, person ?? ""))) refused.push(name);
    }
  await db.run("set local session_replication_role = origin");
  return [...new Set(refused)].sort();
}

async function wordyColumns(db: Session, { table_name, treatment, sets }: Rule): Promise<Column[]> {
  const { rows } = await db.run<Column>(
    `select attname::text as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
       and format_type(atttypid, null) in ('text', 'character varying', 'json', 'jsonb', 'text[]')`,
    [table_name],
  );
  return rows.filter(({ name }) => treatment === "deleted" || name in sets);
}

/**
 * The candidate values: appended, as a replacement, or as an address of an email or a page. The first value that the column accepts is used.
 */
function ways({ name, type }: Column): string[] {
  if (type === "text[]") return [`held.${name} || '{${MARKER}}'`];
  if (type.startsWith("json"))
    return [
      `(case when held.${name} is null or held.${name}::text = 'null' then '{}' else held.${name}::jsonb end || '{"planted": "${MARKER}"}')::${type}`,
    ];
  return [
    `coalesce(held.${name}, '') || ' ${MARKER}'`,
    // Letters and a small number are a time zone for PostgreSQL, so the number is large.
    `'${MARKER}999' || left(md5(random()::text), 8)`,
    `'a@${MARKER}.example'`,
    `'https://${MARKER}.example'`,
  ];
}

async function plant(db: Session, rule: Rule, column: Column, person: string): Promise<boolean> {
  const here = `${rule.whose.replaceAll("$1", "$1::text::private.erased_person")}`;
  const missing = `(held.${column.name} is null or strpos(held.${column.name}::text, '${MARKER}') = 0)`;
  for (const way of ways(column)) {
    await db.run("savepoint plant");
    try {
      await db.run(`update ${rule.table_name} as held set ${column.name} = ${way} where (${here}) and ${missing}`, [
        person,
      ]);
      await db.run("release savepoint plant");
      return true;
    } catch {
      await db.run("rollback to savepoint plant");
    }
  }
  return false;
}

/** Finds a text in a dump of everything: "schema.table: row". */
export async function findInDump(db: Session, text = MARKER): Promise<string[]> {
  const { rows: tables } = await db.run<{ name: string }>(
    `select format('%I.%I', space.nspname, held.relname) as name from pg_class as held
     join pg_namespace as space on space.oid = held.relnamespace
     where held.relkind in ('r', 'm', 'p') and space.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.run<{ row: string }>(
      `select left(held::text, 600) as row from ${name} as held where strpos(lower(held::text), $1) > 0 limit 5`,
      [text],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}
