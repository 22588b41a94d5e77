import type { Session } from "../database-session.ts";
import { ARGUMENTS } from "./arguments.ts";
import { AGENCY, AGENCY_ACCOUNT, B, type Caller, idOf, type Tenant } from "./tenants.ts";
import { literal, MOMENT } from "./values.ts";

export type Parameter = { name: string; type: string; label: string | null };
export type Callable = { name: string; volatility: string; visitors: boolean; parameters: Parameter[] };

/** Every public function that a signed-in person or a visitor may call. */
export async function readFunctions(db: Session): Promise<Callable[]> {
  const { rows } = await db.run<Callable>(`
    select p.proname as name, p.provolatile as volatility, has_function_privilege('anon', p.oid, 'execute') as visitors, coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', p.proargnames[given.at], 'type', format_type(given.type, null),
        'label', (select enumlabel from pg_enum where enumtypid = given.type order by enumsortorder limit 1)
      ) order by given.at) from unnest(p.proargtypes::oid[]) with ordinality as given (type, at)
    ), '[]') as parameters
    from pg_proc as p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and (has_function_privilege('authenticated', p.oid, 'execute') or has_function_privilege('anon', p.oid, 'execute'))
    order by 1, p.oid`);
  return rows;
}

/** The ways to write an argument, with {id} and others (see fill) to replace; null if there is none. */
export function waysOf(name: string, { name: parameter, type, label }: Parameter): string[] | null {
  const listed = ARGUMENTS[`${name}.${parameter}`] ?? (label ? [literal(label)] : ARGUMENTS[parameter]);
  if (listed) return listed;
  if (type === "uuid") return ["{id}"];
  if (type === "uuid[]") return ["{ids}"];
  if (type === "bigint[]") return ["{numbers}"];
  if (type === "timestamp with time zone") return ["{moment}"];
  if (type === "date") return ["current_date"];
  if (type === "boolean") return ["true", "false"];
  return /^(integer|bigint)$/.test(type) ? ["1"] : null;
}

/** Whose row, and which one. */
export type Whose = { tenant: Tenant; row: number };

/** Writes an argument about this row: its id, the ids of the set's rows, of two more rows of its owner, its number and address. */
function fill(way: string, parameter: string, whose: Whose, all: Whose[]): string {
  const id = ({ tenant, row }: Whose) =>
    parameter === "p_account_id" && tenant.account === AGENCY_ACCOUNT ? AGENCY_ACCOUNT : idOf(tenant, row);
  const { tenant, row } = whose;
  return way
    .replaceAll("{ids}", `array[${all.map((each) => literal(id(each))).join(", ")}]::uuid[]`)
    .replaceAll(
      "{all}",
      `array[${(tenant === B ? [1, 2, 3, 4, 5] : [1, 2, 3]).map((each) => literal(id({ tenant, row: each }))).join(", ")}]::uuid[]`,
    )
    .replaceAll("{other}", literal(id({ tenant, row: row === 1 ? 2 : 1 })))
    .replaceAll("{third}", literal(id({ tenant, row: 3 })))
    .replaceAll("{numbers}", `array[${all.map((each) => each.tenant.first + each.row).join(", ")}]::bigint[]`)
    .replaceAll("'{id}'", literal(id(whose)))
    .replaceAll("{id}", way.includes('"{id}') ? id(whose) : literal(id(whose)))
    .replaceAll("{number}", String(tenant.first + row))
    .replaceAll("{email}", `${tenant.mark}${row}@common.example`)
    .replaceAll("{moment}", MOMENT);
}

/** One call with each way to write its arguments: the n-th way of every parameter together. */
function callsWith({ name, parameters }: Callable, whose: (slot: number) => Whose, all: Whose[]): string[] {
  const ways = parameters.map((parameter) => waysOf(name, parameter) ?? []);
  const rounds = Math.max(1, ...ways.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => {
    const given = parameters.map((parameter, slot) => {
      const options = ways[slot] ?? [];
      return fill(options[round % options.length] ?? "null", parameter.name, whose(slot), all);
    });
    return `select * from public.${name}(${given.join(", ")})`;
  });
}

/**
 * Calls of a function with own ids, foreign ones, both in one call either way around, and nulls. With `few`, only one row of each
 * side.
 */
export function callsOf(callable: Callable, { own, hidden, role }: Caller, few = false): string[] {
  const { name, parameters } = callable;
  // Rows 4 and 5 of B name people who have left, and row 2 names no one, which sales reps may see.
  const theirRows = few ? [1] : role === "sales" ? [1, 2, 5] : [1, 4];
  const foreign = hidden.filter((tenant) => tenant === hidden[0] || (tenant === AGENCY && !few));
  const theirs = foreign.flatMap((tenant) => (tenant === AGENCY ? [1] : theirRows).map((row) => ({ tenant, row })));
  const mine = own ? (few ? [1] : [1, 2]).map((row) => ({ tenant: own, row })) : [];
  const [first] = theirs;
  const [me] = mine;
  const sets = [...mine, ...theirs].map((whose) => callsWith(callable, () => whose, [whose]));
  if (me && first)
    for (const odd of [0, 1]) sets.push(callsWith(callable, (slot) => (slot % 2 === odd ? me : first), [me, first]));
  const nulls = `select * from public.${name}(${parameters.map(({ type }) => `null::${type}`).join(", ")})`;
  return [...new Set([...sets.flat(), nulls])];
}
