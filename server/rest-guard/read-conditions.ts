import { BadRequest } from "../request/bad-request.ts";
import { MAX_LOGIC_DEPTH } from "./rest-bounds.ts";

/** One comparison anywhere in a query. */
export type Condition = { column: string; operator: string; modifier: string; isNegated: boolean; value: string };

const COLUMN = /^[A-Za-z_]\w*(?:->>?\w+){0,8}$/;
const OPERATION = /^(not\.)?([a-z]{1,12})(?:\(([A-Za-z_][\w ]{0,40})\))?\.(.*)$/s;
const GROUP = /^(?:not\.)?(?:and|or)\s{0,5}\(/;
const TEXT_SEARCH = /^(?:pl|ph|w)?fts$/;
const COMPARISONS = new Set("eq neq gt gte lt lte like ilike is isdistinct in cs cd ov sl sr nxl nxr adj".split(" "));
const ANY_OR_ALL = new Set("eq gt gte lt lte like ilike".split(" "));

/** Where reading stops. The sender's limits say how many conditions are allowed. */
const MAX_PARTS = 200;

export function isTextSearch({ operator }: Condition): boolean {
  return TEXT_SEARCH.test(operator);
}

/** Whether a name is a plain column, or a value inside one (`data->>key`). */
export function isColumn(name: string): boolean {
  return name.length <= 200 && COLUMN.test(name);
}

/** The comparison in a filter's value, or undefined if it has none. Throws BadRequest for regular expressions. */
export function readOperation(column: string, text: string): Condition | undefined {
  const [, not, operator = "", modifier = "", value = ""] = OPERATION.exec(text) ?? [];
  if (operator === "match" || operator === "imatch")
    throw new BadRequest("target", "Regular expressions aren't supported here");
  const isSearch = TEXT_SEARCH.test(operator);
  if (!isSearch && !COMPARISONS.has(operator)) return undefined;
  const isModified = modifier === "any" || modifier === "all";
  if (modifier !== "" && !isSearch && !(isModified && ANY_OR_ALL.has(operator))) return undefined;
  return { column, operator, modifier, isNegated: not !== undefined, value };
}

/** Whether a value starts like a comparison. The library would read such an argument as a filter. */
export function looksLikeOperation(value: string): boolean {
  const [, word = ""] = /^([a-z]{1,12})[.(]/.exec(value) ?? [];
  return word === "not" || COMPARISONS.has(word) || TEXT_SEARCH.test(word);
}

/** The comparisons in an `and` or `or` such as `(a.eq.1,not.or(b.is.null,c.gt.2))`. Throws BadRequest. */
export function readLogic(text: string, depth = 1): Condition[] {
  if (!text.startsWith("(") || !text.endsWith(")")) throw unreadable();
  if (depth > MAX_LOGIC_DEPTH)
    throw new BadRequest("target", `Conditions can be nested at most ${MAX_LOGIC_DEPTH} levels deep`);
  return splitList(text.slice(1, -1)).flatMap((part) => {
    if (GROUP.test(part)) return readLogic(part.slice(part.indexOf("(")), depth + 1);
    const dot = part.indexOf(".");
    const column = part.slice(0, Math.max(dot, 0));
    const condition = isColumn(column) ? readOperation(column, part.slice(dot + 1)) : undefined;
    if (!condition) throw unreadable();
    return condition;
  });
}

/**
 * Splits a list at the commas outside parentheses, braces and quotes. The library ends a quoted value at every
 * quotation mark, but PostgREST does not end it at an escaped one. Lists that they split differently are refused.
 */
function splitList(text: string): string[] {
  const parts = splitAtCommas(text, false);
  if (text.includes('\\"') && JSON.stringify(parts) !== JSON.stringify(splitAtCommas(text, true))) throw unreadable();
  if (parts.includes("")) throw unreadable();
  return parts;
}

function splitAtCommas(text: string, hasEscapes: boolean): string[] {
  const parts: string[] = [];
  let start = 0;
  let open = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign === undefined || (sign === "," && !isQuoted && open === 0)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    } else if (sign === "\\" && isQuoted && hasEscapes) at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === "(" || sign === "{")) open += 1;
    else if (!isQuoted && (sign === ")" || sign === "}")) open -= 1;
    if (open < 0 || parts.length > MAX_PARTS) throw unreadable();
  }
  if (open !== 0) throw unreadable();
  return parts;
}

/**
 * The maximum number of entries in a list such as `(1,2,3)`. Commas inside quotes count too, because this is an upper
 * bound.
 */
export function countListed({ operator, modifier, value }: Condition): number {
  const isList = operator === "in" || modifier === "any" || modifier === "all" || /^[({]/.test(value);
  return isList ? value.split(",").length : 1;
}

export function countWildcards({ operator, value }: Condition): number {
  if (operator !== "like" && operator !== "ilike") return 0;
  // An escaped character stands for itself.
  return value.replace(/\\[\s\S]/g, "").split(/[*%_]/).length - 1;
}

function unreadable(): BadRequest {
  return new BadRequest("target", "Couldn't parse the conditions of the query");
}
