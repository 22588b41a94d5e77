import { BadRequest } from "../request/bad-request.ts";
import type { Parameter } from "../request/read-target.ts";
import {
  type Condition,
  countListed,
  countWildcards,
  isColumn,
  isTextSearch,
  looksLikeOperation,
  readLogic,
  readOperation,
} from "./read-conditions.ts";
import { type Embeds, readSelect, type Selected } from "./read-select.ts";
import type { RestBounds } from "./rest-bounds.ts";

/** What a query requests, as the library reads it. */
export type RestQuery = { selected: Selected; conditions: Condition[] };

const ORDER_ITEM = /^[A-Za-z_]\w*(?:\([A-Za-z_]\w*\)|(?:->>?\w+){0,8})(?:\.(?:asc|desc|nullsfirst|nullslast)){0,2}$/;
const COLUMN_ITEM = /^(?:[A-Za-z_]\w*|"[A-Za-z_]\w*")$/;
const MAX_ORDER_ITEMS = 10;
const MAX_COLUMN_ITEMS = 200;
/** Each further wildcard in one pattern multiplies the database's work. */
const MAX_WILDCARDS = 8;

/**
 * Reads a query of the table API in the library's own grammar, without the parts that our tables do not need, so that
 * both read it alike. Throws BadRequest for invalid, ambiguous or oversized queries.
 */
export function checkQuery(
  parameters: Parameter[],
  { isProcedure, method }: { isProcedure: boolean; method: string },
  bounds: RestBounds,
): RestQuery {
  if (parameters.length > bounds.parameters) throw tooMany(bounds.parameters, "parameters");
  const seen = new Set<string>();
  const select = parameters.find(([name]) => name === "select")?.[1] ?? "";
  const query: RestQuery = { selected: readSelect(select), conditions: [] };
  for (const [name, value] of parameters) {
    const kind = readName(name, query.selected);
    const conditions =
      kind === "filter" ? readFilter(name, value, isProcedure && method === "GET") : readReserved(kind, value);
    const key = isProcedure ? name : keyOf(name, kind, conditions);
    if (seen.has(key)) throw new BadRequest("target", `The parameter ${name.slice(0, 60)} may be given only once`);
    seen.add(key);
    // In a procedure call by GET, the library reads them as arguments.
    if (isProcedure && kind === "logic")
      throw new BadRequest("target", "Procedures don't support the filters 'and' and 'or'");
    query.conditions.push(...conditions);
  }
  enforceBounds(query, bounds);
  return query;
}

type Kind = "select" | "order" | "limit" | "offset" | "on_conflict" | "columns" | "logic" | "filter";
const RESERVED_NAMES = new Set(["select", "on_conflict", "columns"]);
const PER_LEVEL_NAMES = new Set(["order", "limit", "offset"]);

/** The kind of a parameter, by its name: `a.b.order` orders an embedded table, `a.not.or` filters it. */
function readName(name: string, { embeds, embedded }: Selected): Kind {
  if (RESERVED_NAMES.has(name)) return name as Kind;
  const path = name.split(".");
  const last = path.pop() ?? "";
  const isLogic = last === "and" || last === "or";
  if (isLogic && path.at(-1) === "not") path.pop();
  let inside: Embeds | undefined = embeds;
  for (const part of path) inside = inside?.get(part);
  if (!inside) throw new BadRequest("target", `'${name.slice(0, 60)}' isn't an embedded table of the select`);
  // The library applies a parameter for one table to every table of that name, at every level.
  if (path.length > 0 && new Set(embedded).size < embedded.length)
    throw new BadRequest("target", "Filters of embedded tables need tables and aliases of different names");
  if (isLogic) return "logic";
  if (PER_LEVEL_NAMES.has(last)) return last as Kind;
  if (!isColumn(last)) throw new BadRequest("target", "Couldn't parse the name of a parameter");
  return "filter";
}

function readReserved(kind: Kind, value: string): Condition[] {
  if (kind === "logic") return readLogic(value);
  if (kind === "limit" || kind === "offset") checkItems(kind, value, /^\d{1,9}$/, 1);
  else if (kind === "order") checkItems(kind, value, ORDER_ITEM, MAX_ORDER_ITEMS);
  else if (kind !== "select") checkItems(kind, value, COLUMN_ITEM, MAX_COLUMN_ITEMS);
  return [];
}

function checkItems(what: string, value: string, pattern: RegExp, max: number): void {
  const items = value.split(",");
  if (items.length > max) throw tooMany(max, `entries of ${what}`);
  if (!items.every((item) => item.length <= 200 && pattern.test(item.trim())))
    throw new BadRequest("target", `Couldn't parse the ${what} parameter`);
}

/** A filter of a table, or an argument of a procedure. */
function readFilter(name: string, value: string, mayBeArgument: boolean): Condition[] {
  const condition = readOperation(name, value);
  if (condition) return [condition];
  if (!mayBeArgument || looksLikeOperation(value))
    throw new BadRequest("target", `Couldn't parse the filter ${name.slice(0, 60)}`);
  return [];
}

/** The library's key for a parameter. It would merge two parameters with the same key and drop one of them. */
function keyOf(name: string, kind: Kind, [condition]: Condition[]): string {
  if (kind === "logic") return name.replace(/(^|\.)not\.(?:and|or)$/, "$1not");
  if (kind !== "filter" || !condition) return name;
  const { operator, modifier, isNegated } = condition;
  const compared = isTextSearch(condition) ? "fts" : `${operator}(${modifier})`;
  if (!isNegated) return `${name} ${compared}`;
  return `${name} ${operator === "in" || operator === "is" ? `not.${operator}` : "not"}`;
}

function enforceBounds({ selected, conditions }: RestQuery, bounds: RestBounds): void {
  if (selected.items > bounds.selected) throw tooMany(bounds.selected, "selected columns");
  if (selected.repeats > bounds.repeated) throw tooMany(bounds.repeated, "selections of one column");
  if (selected.depth > bounds.embedded)
    throw new BadRequest("target", `Embedding can be at most ${bounds.embedded} levels deep`);
  if (conditions.length > bounds.conditions) throw tooMany(bounds.conditions, "conditions");
  if (conditions.some((condition) => countListed(condition) > bounds.listed))
    throw tooMany(bounds.listed, "entries of a list");
  const wildcards = conditions.map(countWildcards);
  if (Math.max(0, ...wildcards) > MAX_WILDCARDS) throw tooMany(MAX_WILDCARDS, "wildcards in one pattern");
  if (wildcards.reduce((sum, count) => sum + count, 0) > bounds.wildcards) throw tooMany(bounds.wildcards, "wildcards");
  if (conditions.filter(isTextSearch).length > bounds.textSearches)
    throw bounds.textSearches === 0
      ? new BadRequest("target", "Text search requires a signed-in user")
      : tooMany(bounds.textSearches, "text searches");
}

function tooMany(max: number, what: string): BadRequest {
  return new BadRequest("target", `At most ${max} ${what} are allowed`);
}
