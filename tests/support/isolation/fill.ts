import type { Session } from "../database-session.ts";
import {
  A,
  AGENCY,
  AGENCY_ACCOUNT,
  B,
  CALLERS,
  CLIENTS,
  COLLEAGUE,
  INSIDERS,
  idOf,
  LENT_REP,
  namedIn,
  SHARED,
  TENANTS,
  type Tenant,
} from "./tenants.ts";
import { AGENCY_ONLY, BY_HAND, COMMON, literal, type Make, MOMENT, OTHERS, PLAIN, SHAPED, word } from "./values.ts";

export type Column = {
  name: string;
  type: string;
  required: boolean;
  has_default: boolean;
  identity: boolean;
  key: boolean;
  target: string | null;
  first_label: string | null;
};
export type Table = { name: string; columns: Column[] };

const WORDS = ["text", "character varying", "json", "jsonb", "text[]"];
export const isWords = ({ type }: Column): boolean => WORDS.includes(type);

/** Every table of the product with the columns that a row can set. */
export async function readTables(db: Session): Promise<Table[]> {
  const { rows } = await db.run<Table>(`
    select space.nspname || '.' || held.relname as name, (
      select jsonb_agg(jsonb_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, null), 'required', a.attnotnull, 'has_default', a.atthasdef,
        'identity', a.attidentity <> '',
        'key', exists (select from pg_index i where i.indrelid = held.oid and i.indisprimary and a.attnum = any (i.indkey)),
        'target', (select k.confrelid::regclass::text from pg_constraint k
          where k.conrelid = held.oid and k.contype = 'f' and a.attnum = any (k.conkey) order by cardinality(k.conkey) limit 1),
        'first_label', (select enumlabel from pg_enum where enumtypid = a.atttypid order by enumsortorder limit 1)
      ) order by a.attnum) from pg_attribute a where a.attrelid = held.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
    from pg_class as held join pg_namespace as space on space.oid = held.relnamespace
    where space.nspname in ('public', 'private', 'storage') and held.relkind in ('r', 'p') order by 1`);
  return rows;
}

/** Tables about leads and pages. Theirs may name people who have left, so they have rows of those, too. */
function workTables(tables: Table[]): Set<string> {
  const found = new Set(
    tables
      .filter(({ columns }) => columns.some(({ target, required }) => target === "accounts" && required))
      .map(({ name }) => name)
      .filter((name) => !["public.account_members", "public.account_loans"].includes(name)),
  );
  const refers = (column: Column) =>
    column.required && [...found].some((name) => name.replace("public.", "") === column.target);
  for (let size = -1; size < found.size; ) {
    size = found.size;
    for (const { name, columns } of tables) if (columns.some(refers)) found.add(name);
  }
  return found;
}

/** The value of a column, or null where the column's default is right. */
function makerOf(table: string, column: Column): Make | null {
  const { name, type, target } = column;
  for (const made of [OTHERS, SHAPED, PLAIN]) {
    const make = made[`${table}.${name}`];
    if (make) return make;
  }
  if (target === "auth.users") return (tenant, row) => literal(namedIn(tenant, row).id ?? "");
  if (target === "accounts" || name === "account_id") return ({ account }) => literal(account);
  const shaped = isWords(column) ? (SHAPED[name] ?? PLAIN[name]) : undefined;
  if (shaped) return shaped;
  if (type === "uuid") return (tenant, row) => literal(idOf(tenant, row));
  if (type === "bigint" && (column.identity || target)) return ({ first }, row) => String(first + row);
  if (type === "text[]") return (tenant, row) => `array[${word(tenant, row)}]`;
  if (type.startsWith("json")) return (tenant, row) => literal(JSON.stringify({ note: `${tenant.mark}${row} common` }));
  if (isWords(column)) return word;
  return column.required ? plainMaker(column) : null;
}

function plainMaker({ type, has_default, first_label }: Column): Make | null {
  if (type === "timestamp with time zone") return () => MOMENT;
  if (has_default) return null;
  if (type === "uuid[]") return (tenant, row) => `array['${idOf(tenant, row)}'::uuid]`;
  if (type === "bytea") return ({ mark }, row) => `sha256('${mark}${row}')`;
  // A person is in one place at a time.
  if (type === "tstzrange")
    return ({ first }, row) =>
      `tstzrange(now() + ${first + row} * interval '1 hour', now() + ${first + row + 1} * interval '1 hour')`;
  if (type === "date") return () => "current_date";
  if (type === "boolean") return () => "false";
  if (/^(integer|bigint|smallint|numeric)$/.test(type)) return (_, row) => String(row);
  if (first_label) return () => literal(first_label);
  return null;
}

/** The columns and values of a row. A column for which there is no value keeps its default, and fails without one. */
export function rowOf(table: Table, tenant: Tenant, row: number): Record<string, string> {
  return Object.fromEntries(
    table.columns.flatMap((column) => {
      const make = makerOf(table.name, column);
      return make ? [[column.name, make(tenant, row)]] : [];
    }),
  );
}

export function tenantsOf(name: string): Tenant[] {
  if (name in COMMON || BY_HAND.includes(name)) return [];
  if (AGENCY_ONLY.includes(name)) return [AGENCY];
  return name === "public.accounts" || name === "public.account_members" ? CLIENTS : TENANTS;
}

/** Tables with one row for each account. */
const ONE_OF_ACCOUNT = [
  ...["private.past_subscribers", "private.plan_checkouts", "private.last_departures"],
  ...["public.accounts", "public.landing_brands", "public.lead_routing"],
];

/** Fills every table with rows of every tenant, without triggers, so that each row is as given here. */
export async function fillTables(db: Session, tables: Table[]): Promise<void> {
  const work = workTables(tables);
  await db.run("set local session_replication_role = replica");
  await addPeople(db);
  for (const table of tables) {
    const tenants = tenantsOf(table.name);
    const many = (tenant: Tenant) =>
      ONE_OF_ACCOUNT.includes(table.name) ? 1 : tenant === B && work.has(table.name) ? 5 : 3;
    const rows = tenants.flatMap((tenant) =>
      Array.from({ length: many(tenant) }, (_, at) => rowOf(table, tenant, at + 1)),
    );
    const [first] = rows;
    if (!first) continue;
    const values = rows.map((row) => `(${Object.values(row).join(", ")})`);
    const columns = Object.keys(first).map((name) => `"${name}"`);
    await db
      .run(`insert into ${table.name} (${columns}) overriding system value values ${values.join(",\n")}`)
      .catch((error: Error & { detail?: string }) => {
        throw new Error(`No rows can be made for ${table.name}: ${error.message} (${error.detail ?? ""})`);
      });
  }
  await db.run("set local session_replication_role = origin");
}

async function addPeople(db: Session): Promise<void> {
  const known = Object.values({ ...CALLERS, ...INSIDERS });
  const people = new Map(
    known.flatMap(({ person, role }) => (person.id ? [[person.id, { ...person, role }] as const] : [])),
  );
  people.set(COLLEAGUE.id ?? "", { ...COLLEAGUE, role: "sales" });
  for (const tenant of TENANTS)
    for (const row of [1, 2, 3]) {
      const person = namedIn(tenant, row);
      people.set(person.id ?? "", { ...person, role: tenant.account === AGENCY_ACCOUNT ? "sales" : "client" });
    }
  for (const { id, email, role } of people.values()) {
    await db.run("insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())", [id, email]);
    await db.run("insert into public.user_roles (user_id, role, status) values ($1, $2, 'active')", [id, role]);
    if (email.startsWith(SHARED.mark))
      await db.run("insert into public.profiles (user_id, first_name) values ($1, $2)", [id, SHARED.mark]);
  }
  await db.run("insert into public.account_loans (account_id, user_id) values ($1, $2), ($3, $4)", [
    A.account,
    LENT_REP.id,
    B.account,
    COLLEAGUE.id,
  ]);
}
