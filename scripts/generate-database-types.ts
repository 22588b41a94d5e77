/**
 * Writes supabase/database.types.ts from the catalog of a freshly migrated database, in the format of `supabase gen
 * types typescript`. With --check it writes nothing and exits with 1 if the file is stale.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { openConnection } from "../server/database/connect.ts";
import { migrateDatabase } from "../server/database/migrate.ts";
import { query } from "../server/database/query.ts";

const FILE = "supabase/database.types.ts";

type TypeRef = { type: string; kind: string; element: string | null; elementKind: string | null };
type Column = TypeRef & { table: string; name: string; nullable: boolean; optional: boolean; generated: boolean };
type Relationship = {
  table: string;
  name: string;
  columns: string[];
  unique: boolean;
  target: string;
  targetColumns: string[];
};
type Argument = TypeRef & { name: string; mode: string; optional: boolean };
type DatabaseFunction = TypeRef & { name: string; set: boolean; args: Argument[] };
type Enum = { name: string; values: string[] };

const TYPE_REF = (alias: string) => `${alias}.typname as type, ${alias}.typtype as kind,
  (select e.typname from pg_type e where e.oid = ${alias}.typelem and ${alias}.typcategory = 'A') as element,
  (select e.typtype from pg_type e where e.oid = ${alias}.typelem and ${alias}.typcategory = 'A') as "elementKind"`;

const COLUMNS = `select c.relname as "table", a.attname as name, ${TYPE_REF("t")}, not a.attnotnull as nullable,
    (not a.attnotnull or a.atthasdef or a.attidentity <> '') as optional,
    (a.attgenerated <> '' or a.attidentity = 'a') as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attname collate "C"`;

const RELATIONSHIPS = `select c.relname as "table", k.conname as name, target.relname as target,
    array(select a.attname::text from unnest(k.conkey) with ordinality n(num, at) join pg_attribute a
      on a.attrelid = k.conrelid and a.attnum = n.num order by n.at) as columns,
    array(select a.attname::text from unnest(k.confkey) with ordinality n(num, at) join pg_attribute a
      on a.attrelid = k.confrelid and a.attnum = n.num order by n.at) as "targetColumns",
    exists (select from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
      and i.indnkeyatts = cardinality(k.conkey)
      and (select array_agg(num order by num) from unnest(i.indkey::int2[]) num)
        = (select array_agg(num order by num) from unnest(k.conkey) num)) as "unique"
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class target on target.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and target.relnamespace = 'public'::regnamespace
  order by c.relname collate "C", k.conname collate "C"`;

const FUNCTIONS = `select p.proname as name, ${TYPE_REF("t")}, p.proretset as "set",
    coalesce((select json_agg(json_build_object(
        'name', p.proargnames[i.at], 'mode', coalesce(p.proargmodes[i.at], 'i'),
        'optional', p.proargmodes is null and i.at > p.pronargs - p.pronargdefaults
          or coalesce(p.proargmodes[i.at] = 'i', false) and i.at > p.pronargs - p.pronargdefaults,
        'type', a.typname, 'kind', a.typtype,
        'element', (select e.typname from pg_type e where e.oid = a.typelem and a.typcategory = 'A'),
        'elementKind', (select e.typtype from pg_type e where e.oid = a.typelem and a.typcategory = 'A')) order by i.at)
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality i(type, at)
      join pg_type a on a.oid = i.type), '[]') as args
  from pg_proc p join pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and t.typname <> 'trigger'
  order by p.proname collate "C"`;

const ENUMS = `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace
  group by t.typname order by t.typname collate "C"`;

const SCALARS: Record<string, string> = {
  bool: "boolean",
  json: "Json",
  jsonb: "Json",
  void: "undefined",
  record: "Record<string, unknown>",
};
const NUMBERS = ["int2", "int4", "int8", "float4", "float8", "numeric"];
const TEXTS = [
  "bytea",
  "bpchar",
  "varchar",
  "date",
  "text",
  "citext",
  "time",
  "timetz",
  "timestamp",
  "timestamptz",
  "uuid",
  "name",
];

function typescriptType({ type, kind, element, elementKind }: TypeRef): string {
  if (element)
    return `${typescriptType({ type: element, kind: elementKind ?? "b", element: null, elementKind: null })}[]`;
  if (kind === "e") return `Database["public"]["Enums"]["${type}"]`;
  if (kind === "c") return `Database["public"]["Tables"]["${type}"]["Row"]`;
  if (NUMBERS.includes(type)) return "number";
  return TEXTS.includes(type) ? "string" : (SCALARS[type] ?? "unknown");
}

const indent = (depth: number, lines: string[]) => lines.map((line) => " ".repeat(depth) + line);
const quoted = (values: string[]) => values.map((value) => JSON.stringify(value)).join(", ");
const block = (name: string, lines: string[]) =>
  lines.length ? [`${name}: {`, ...indent(2, lines), "}"] : [`${name}: {`, "  [_ in never]: never", "}"];

function columnLines(columns: Column[], verb: "Row" | "Insert" | "Update"): string[] {
  return columns.map((column) => {
    const type = `${typescriptType(column)}${column.nullable ? " | null" : ""}`;
    if (verb === "Row") return `${column.name}: ${type}`;
    // The database computes these columns, so writing them is an error.
    if (column.generated) return `${column.name}?: never`;
    return `${column.name}${verb === "Update" || column.optional ? "?" : ""}: ${type}`;
  });
}

function relationshipLines(relationships: Relationship[]): string[] {
  if (relationships.length === 0) return ["Relationships: []"];
  const one = (each: Relationship) => [
    "{",
    `  foreignKeyName: "${each.name}"`,
    `  columns: [${quoted(each.columns)}]`,
    `  isOneToOne: ${each.unique}`,
    `  referencedRelation: "${each.target}"`,
    `  referencedColumns: [${quoted(each.targetColumns)}]`,
    "},",
  ];
  return ["Relationships: [", ...indent(2, relationships.flatMap(one)), "]"];
}

function tableLines(name: string, columns: Column[], relationships: Relationship[]): string[] {
  return block(name, [
    ...(["Row", "Insert", "Update"] as const).flatMap((verb) => block(verb, columnLines(columns, verb))),
    ...relationshipLines(relationships),
  ]);
}

function functionLines(each: DatabaseFunction): string[] {
  const byName = (a: Argument, b: Argument) => (a.name < b.name ? -1 : 1);
  const inputs = each.args.filter(({ mode }) => mode === "i" || mode === "b").sort(byName);
  const outputs = each.args.filter(({ mode }) => mode === "t" || mode === "o" || mode === "b");
  const args = inputs.length
    ? block(
        "Args",
        inputs.map((input) => `${input.name}${input.optional ? "?" : ""}: ${typescriptType(input)}`),
      )
    : ["Args: never"];
  const many = each.set ? "[]" : "";
  const returns =
    outputs.length && each.type === "record"
      ? [
          "Returns: {",
          ...indent(
            2,
            outputs.map((output) => `${output.name}: ${typescriptType(output)}`),
          ),
          `}${many}`,
        ]
      : [`Returns: ${typescriptType(each)}${many}`];
  return block(each.name, [...args, ...returns]);
}

function enumLine({ name, values }: Enum): string {
  return `${name}: ${values.map((value) => JSON.stringify(value)).join(" | ")}`;
}

/** The text of database.types.ts for the current migrations. */
async function generateDatabaseTypes(): Promise<string> {
  const connection = await openConnection({ memory: true });
  try {
    await migrateDatabase(connection);
    const columns = await query<Column>(connection, COLUMNS);
    const relationships = await query<Relationship>(connection, RELATIONSHIPS);
    const functions = await query<DatabaseFunction>(connection, FUNCTIONS);
    const enums = await query<Enum>(connection, ENUMS);
    const tables = [...new Set(columns.map(({ table }) => table))];
    const of = <Row extends { table: string }>(rows: Row[], table: string) => rows.filter((row) => row.table === table);
    const schema = block("public", [
      ...block(
        "Tables",
        tables.flatMap((table) => tableLines(table, of(columns, table), of(relationships, table))),
      ),
      ...block("Views", []),
      ...block("Functions", functions.flatMap(functionLines)),
      ...block("Enums", enums.map(enumLine)),
      ...block("CompositeTypes", []),
    ]);
    const constants = block(
      "public",
      block(
        "Enums",
        enums.map(({ name, values }) => `${name}: [${quoted(values)}],`),
      ).map((line) => (line === "}" ? "}," : line)),
    );
    return [
      HEAD,
      "export type Database = {",
      ...indent(2, schema),
      "}",
      "",
      TAIL,
      "export const Constants = {",
      ...indent(2, constants.with(-1, "},")),
      "} as const",
      "",
    ].join("\n");
  } finally {
    await connection.close();
  }
}

const HEAD = `// Generated from the migrated database by scripts/generate-database-types.ts; never edited by hand.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]
`;

/** Tables, TablesInsert and TablesUpdate differ only in the part of a table that they return. */
function rowHelper(name: string, part: string, tables: (schema: string) => string): string {
  const tablesOf = tables('DatabaseWithoutInternals[NameOrOptions["schema"]]');
  return `export type ${name}<
  NameOrOptions extends keyof (${tables("DefaultSchema")}) | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals } ? keyof (${tablesOf}) : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (${tablesOf})[Name] extends { ${part}: infer Part } ? Part : never
  : NameOrOptions extends keyof (${tables("DefaultSchema")})
    ? (${tables("DefaultSchema")})[NameOrOptions] extends { ${part}: infer Part } ? Part : never
    : never
`;
}

function namedHelper(name: string, group: "Enums" | "CompositeTypes"): string {
  return `export type ${name}<
  NameOrOptions extends keyof DefaultSchema["${group}"] | { schema: keyof DatabaseWithoutInternals },
  Name extends NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
    ? keyof DatabaseWithoutInternals[NameOrOptions["schema"]]["${group}"] : never = never,
> = NameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[NameOrOptions["schema"]]["${group}"][Name]
  : NameOrOptions extends keyof DefaultSchema["${group}"] ? DefaultSchema["${group}"][NameOrOptions] : never
`;
}

const TAIL = [
  'type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">\n',
  'type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]\n',
  rowHelper("Tables", "Row", (schema) => `${schema}["Tables"] & ${schema}["Views"]`),
  rowHelper("TablesInsert", "Insert", (schema) => `${schema}["Tables"]`),
  rowHelper("TablesUpdate", "Update", (schema) => `${schema}["Tables"]`),
  namedHelper("Enums", "Enums"),
  namedHelper("CompositeTypes", "CompositeTypes"),
].join("\n");

const wanted = await generateDatabaseTypes();
if (!process.argv.includes("--check")) writeFileSync(FILE, wanted);
else if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== wanted) {
  console.error(`${FILE} is stale: run npm run db:types`);
  process.exitCode = 1;
}
