import { describe, expect, test, vi } from "vitest";
import { onEveryDatabase } from "../../support/database-matrix.ts";
import { become, type PersonKind, rolledBack, type SignedInPerson } from "../../support/database-persons.ts";
import type { Session } from "../../support/database-session.ts";
import type { World } from "../../support/database-world.ts";
import { becomeWithFactor, giveFactor } from "../../support/second-factors.ts";

/** Sessions without their second factor, by person and reason. Each is tested on every table and function. */
const INCOMPLETE_SESSIONS = {
  "an admin without the code": { kind: "admin", has: true },
  "a sales person without the code": { kind: "active sales", has: true },
  "a client without the code": { kind: "owner", has: true },
  "a person without a role and without the code": { kind: "no role", has: true },
  "an admin who must set up a factor": { kind: "admin", has: false },
  "a sales person who must set up a factor": { kind: "active sales", has: false },
} satisfies Record<string, { kind: PersonKind; has: boolean }>;

type IncompleteSession = (typeof INCOMPLETE_SESSIONS)[keyof typeof INCOMPLETE_SESSIONS];

/** What such a session may call: its own state, and today's date, which is not private. */
const OPEN = new Set(["second_factor_state", "agency_today", "landing_day_start"]);

const TABLES = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')) as reads,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, 'insert')) as inserts,
    array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('authenticated', c.oid, a.attnum, 'update')) as updates,
    has_table_privilege('authenticated', c.oid, 'delete') as deletes
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;

const FUNCTIONS = `
  select p.proname as name, array(select format_type(t, null) from unnest(p.proargtypes::oid[]) as t) as types
  from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
    and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege('anon', p.oid, 'execute')
  order by 1, 2`;

type Table = { name: string; reads: string[]; inserts: string[]; updates: string[]; deletes: boolean };
type Callable = { name: string; types: string[] };

async function startSession(db: Session, world: World, { kind, has }: IncompleteSession): Promise<SignedInPerson> {
  const person = world.people[kind] as SignedInPerson;
  if (has) await giveFactor(db, person.id);
  else
    await db.run("update public.agency_settings set require_factor_of_admins = true, require_factor_of_sales = true");
  return person;
}

/**
 * Runs a statement and rolls it back. Returns its error's code, or its rows and, given the writes so far (`seen`), how
 * many it added.
 */
async function attempt(
  db: Session,
  begin: () => Promise<void>,
  statement: string,
  parameters: unknown[] = [],
  seen?: { writes: number },
) {
  await db.run("savepoint attempt");
  try {
    await begin();
    const { rows, count } = await db.run(statement, parameters);
    const writes = seen && (await writesSoFar(db));
    const wrote = seen && writes ? writes - seen.writes : 0;
    if (seen && writes) seen.writes = writes;
    return { rows, count, wrote };
  } catch (error) {
    return { code: (error as { code?: string }).code, message: (error as Error).message };
  } finally {
    await db.run("rollback to savepoint attempt; release savepoint attempt");
  }
}

/** The rows that this transaction has added, changed and removed, in any table. */
async function writesSoFar(db: Session): Promise<number> {
  const { rows } = await db.run<{ writes: number }>(
    `select sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
       + pg_stat_get_xact_tuples_deleted(oid))::integer as writes from pg_class where relkind in ('r', 't', 'm', 'p')`,
  );
  return rows[0]?.writes ?? 0;
}

/** Whether a value contains only null, false, zero, and empty texts, lists and documents. */
function isNothing(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(isNothing);
  return !value;
}

/** Thousands of calls take long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

onEveryDatabase("A session without its second factor", (given) => {
  describe.each(Object.entries(INCOMPLETE_SESSIONS))("of %s", (_, session) => {
    const inside = (work: (db: Session, person: SignedInPerson) => Promise<void>) =>
      rolledBack(given().db, async () => work(given().db, await startSession(given().db, given().world, session)));

    test("reads, adds, changes and removes nothing in any table", () =>
      inside(async (db, person) => {
        const { rows: tables } = await db.run<Table>(TABLES);
        const wrong: string[] = [];
        for (const table of tables)
          for (const [verb, statement, parameters] of await statementsFor(db, table)) {
            const { code, count, message } = await attempt(db, () => become(db, person), statement, parameters);
            const refused = code === "42501" || (verb !== "insert" && count === 0);
            if (!refused) wrong.push(`${verb} ${table.name}: ${count ?? `${code} ${message}`}`);
          }
        expect(wrong).toEqual([]);
      }));

    test("gets no effect and no data from any function", () =>
      inside(async (db, person) => {
        const wrong: string[] = [];
        const all = await calls(db, person);
        const seen = { writes: await writesSoFar(db) };
        for (const { name, call } of all) {
          const { code, rows, message, wrote } = await attempt(db, () => become(db, person), call, [], seen);
          // Another person's row is "not found". Any other error may mean that the rights were checked too late.
          const refused = code ? ["42501", "PT404"].includes(code) : wrote === 0 && rows?.every(isNothing);
          if (!refused && !OPEN.has(name)) wrong.push(`${call}: ${code ?? JSON.stringify(rows)} ${message ?? ""}`);
        }
        expect(wrong).toEqual([]);
      }));
  });

  test("is refused only because of the factor: with it, the same calls and statements work", () =>
    rolledBack(given().db, async () => {
      const { db, world } = given();
      const person = await startSession(db, world, INCOMPLETE_SESSIONS["an admin without the code"]);
      const { rows: tables } = await db.run<Table>(TABLES);
      const read = [];
      for (const table of tables) {
        const statement = `select ${table.reads.join(", ")} from public.${table.name}`;
        if (table.reads.length && (await attempt(db, () => becomeWithFactor(db, person), statement)).count)
          read.push(table.name);
      }
      expect(read.length).toBeGreaterThan(25);
      const [answered, wrote] = [new Set<string>(), new Set<string>()];
      const all = await calls(db, person);
      const seen = { writes: await writesSoFar(db) };
      for (const { name, call } of all) {
        const result = await attempt(db, () => becomeWithFactor(db, person), call, [], seen);
        if (result.code !== "42501" && result.code !== "PT404") answered.add(name);
        if (result.wrote) wrote.add(name);
      }
      expect(answered.size).toBeGreaterThan(80);
      expect(wrote.size).toBeGreaterThan(8);
    }));
});

/** Every statement that grants allow on a table, with its own row for an insert. */
async function statementsFor(db: Session, table: Table): Promise<[string, string, unknown[]?][]> {
  const { name, reads, inserts, updates, deletes } = table;
  const { rows } = await db.run<{ row: object }>(`select to_jsonb(held) as row from public.${name} as held limit 1`);
  const columns = inserts.join(", ");
  return [
    ...(reads.length ? [["select", `select ${reads.join(", ")} from public.${name}`] as [string, string]] : []),
    ...(updates.length
      ? [
          ["update", `update public.${name} set ${updates.map((column) => `${column} = default`).join(", ")}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(deletes ? [["delete", `delete from public.${name}`] as [string, string]] : []),
    ...(inserts.length
      ? [
          [
            "insert",
            `insert into public.${name} (${columns}) select ${columns} from jsonb_populate_record(null::public.${name}, $1::text::jsonb)`,
            [JSON.stringify(rows[0]?.row ?? {})],
          ] as [string, string, unknown[]],
        ]
      : []),
  ];
}

/** Every function with arguments of its types. For ids it uses rows of every table, the person's own first. */
async function calls(db: Session, person: SignedInPerson): Promise<{ name: string; call: string }[]> {
  const { rows: functions } = await db.run<Callable>(FUNCTIONS);
  const ids = await idsFor(db, person);
  return functions.flatMap(({ name, types }) =>
    (types.some((type) => type.startsWith("uuid")) ? ids : [person.id]).map((id) => ({
      name,
      call: `select * from public.${name}(${types.map((type) => argument(type, id)).join(", ")})`,
    })),
  );
}

async function idsFor(db: Session, person: SignedInPerson): Promise<string[]> {
  await db.run("insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)", [person.id]);
  const { rows: tables } = await db.run<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
    where (c.relnamespace = 'public'::regnamespace or c.oid = 'auth.sessions'::regclass) and c.relkind = 'r'
      and a.atttypid = 'uuid'::regtype order by 1`);
  const ids = [person.id];
  for (const { name } of tables) {
    const { rows } = await db.run<{ id: string }>(
      `select held.id from ${name} as held order by (to_jsonb(held)::text like '%' || $1 || '%') desc limit 1`,
      [person.id],
    );
    if (rows[0]) ids.push(rows[0].id);
  }
  return ids;
}

const VALUES: Record<string, string> = {
  text: "'mine'",
  jsonb: "'{}'",
  integer: "1",
  bigint: "1",
  numeric: "1",
  boolean: "true",
  date: "current_date",
  "timestamp with time zone": "now()",
};

function argument(type: string, id: string): string {
  if (type.endsWith("[]")) return `array[${argument(type.slice(0, -2), id)}]::${type}`;
  if (type === "uuid") return `'${id}'::uuid`;
  return VALUES[type] ? `${VALUES[type]}::${type}` : `(enum_range(null::${type}))[1]`;
}
