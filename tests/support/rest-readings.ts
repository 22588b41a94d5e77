import fc from "fast-check";
import { readQuery } from "../../server/request/read-target.ts";
import { checkQuery } from "../../server/rest-guard/check-query.ts";
import { createRestGuard } from "../../server/rest-guard/guard-rest.ts";
import { LearnedReads } from "../../server/rest-guard/learned-reads.ts";
import { createCallerReader } from "../../server/rest-guard/read-caller.ts";
import type { Condition } from "../../server/rest-guard/read-conditions.ts";
import { bounds, MAX_ANONYMOUS_ROWS, MAX_QUERY_LENGTH } from "../../server/rest-guard/rest-bounds.ts";
import { jsonObjects, spelling } from "./query-spellings.ts";
import { createRestLibrary, KEYS, SITE, tokenOf, type Understood } from "./rest-library.ts";

const column = fc.constantFrom("id", "company", "data->>key", "data->a->b");
const plain = fc.constantFrom("1", "a b", "", "null", '"x,y"', '"a\\"b"', "é", "x.y", "{1,2}", "*a*", "not.eq.1", ")");
const operator = fc.constantFrom(
  "eq",
  "neq",
  "gt",
  "lte",
  "like",
  "ilike",
  "is",
  "isdistinct",
  "cs",
  "ov",
  "fts",
  "wfts",
);
const operation = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(operator, plain).map(([name, value]) => `${name}.${value}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("in.(1,2)", "eq(any).{1,2}", "like(all).{a,b}", 'in.("a,b",c)', "fts(english).a"),
  },
  { weight: 1, arbitrary: fc.constantFrom("match.(a+)+", "imatch(any).{a}", "not.not.eq.1", "EQ.1", "eq", "is.null)") },
);
const negatable = fc.tuple(fc.constantFrom("", "", "not."), operation).map(([not, text]) => not + text);
const { logic } = fc.letrec<{ logic: string; part: string }>((tie) => ({
  logic: fc.array(tie("part"), { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join(",")})`),
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(column, negatable).map(([name, text]) => `${name}.${text}`),
    fc
      .tuple(fc.constantFrom("and", "or", "not.and", "not.or", "and "), tie("logic"))
      .map(([name, text]) => name + text),
  ),
}));
const { select } = fc.letrec<{ select: string; item: string }>((tie) => ({
  select: fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((items) => items.join(",")),
  item: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(
      "*",
      "id",
      "a:id",
      "data->>k",
      "n:data->a::text",
      "count()",
      "amount.sum()",
      " id",
      "leads()",
      "",
      '"x"',
    ),
    fc
      .tuple(fc.constantFrom("leads", "l:leads", "leads!inner", "...leads"), tie("select"))
      .map(([name, text]) => `${name}(${text})`),
  ),
}));
const order = fc.constantFrom("id", "id.desc", "a.asc.nullslast,b", "leads(id).desc", "id.up", "");
const number = fc.constantFrom("0", "1", "50", "5000", "-1", " 5", "+5", "1e3", "0x10", "x", "");

const named = (names: readonly string[], values: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...names), values).map(([name, value]): [string, string] => [name, value]);
const parameter = fc.oneof(
  { weight: 3, arbitrary: named(["select"], select) },
  { weight: 2, arbitrary: named(["order", "leads.order"], order) },
  { weight: 2, arbitrary: named(["limit", "offset", "leads.limit"], number) },
  { weight: 4, arbitrary: named(["and", "or", "not.or", "not.and", "leads.or", "leads.not.and"], logic) },
  { weight: 6, arbitrary: named(["id", "company", "leads.id", "data->>k", "id!x", '"id"', "a.b.c"], negatable) },
  { weight: 1, arbitrary: named(["columns", "on_conflict"], fc.constantFrom("id", '"id","a"', "*", "a,,b")) },
  { weight: 1, arbitrary: named(["apikey", "Select", "or "], fc.constantFrom("x", "(a.eq.1)")) },
);
/** Sometimes adds a character that is likely to break parsing. */
const broken = fc.oneof(
  { weight: 9, arbitrary: fc.constant("") },
  { weight: 1, arbitrary: fc.constantFrom(")", "(", '"', ",", "%", "%ff", "%00", "&select=id", "\\") },
);
const part = parameter.chain(([name, value]) =>
  fc.tuple(spelling(name), spelling(value), broken).map(([left, right, more]) => `${left}=${right}${more}`),
);
const cases = fc.record({
  path: fc.constantFrom("leads", "rpc/list_leads"),
  method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PATCH", "DELETE"),
  query: fc.array(part, { maxLength: 4 }).map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`)),
  body: jsonObjects(["id", "company", "__proto__"], [1, "x", null, { a: [] }]),
  isSignedIn: fc.boolean(),
});
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * The same for the table API: compares the guard's understanding of a request with the library's understanding of what
 * the guard forwards.
 */
export async function compareRestReadings(count: number): Promise<{ disagreements: string[]; accepted: number }> {
  const library = createRestLibrary();
  const token = tokenOf("00000000-0000-4000-8000-000000000001");
  const disagreements: string[] = [];
  let accepted = 0;
  for (const one of fc.sample(cases, count)) {
    const verdict = await compare(one, token, library);
    if (verdict === "accepted") accepted += 1;
    else if (verdict !== "refused") disagreements.push(`${verdict}: ${JSON.stringify(one)}`);
  }
  return { disagreements, accepted };
}

async function compare(one: Case, token: string, library: ReturnType<typeof createRestLibrary>): Promise<string> {
  const request = toRequest(one, token);
  const { search } = new URL(request.url);
  let handedOn: Request | undefined;
  const guard = createRestGuard({
    forward: async (built) => {
      handedOn = built;
      return new Response();
    },
    readCaller: createCallerReader(KEYS),
    reads: new LearnedReads(),
    limiter: async () => ({ allowed: true, retryAfterSeconds: 0 }),
    restLimiter: async () => ({ allowed: true, retryAfterSeconds: 0 }),
    isActiveAdmin: async () => false,
  });
  const { status } = await guard(request, "192.0.2.1");
  if (!handedOn) return status >= 400 && status < 500 ? "refused" : `answered ${status}`;
  const body = handedOn.body ? await handedOn.clone().json() : undefined;
  if ((handedOn.headers.get("authorization") !== null) !== one.isSignedIn) return "another caller";
  // The token is removed, because the library would look it up in its database.
  handedOn.headers.delete("authorization");
  const understood = await library(handedOn);
  if (typeof understood === "number") return understood < 500 ? "refused" : `failed with ${understood}`;
  const asked = readQuery(search, MAX_QUERY_LENGTH).filter(([name]) => name !== "apikey");
  const isProcedure = one.path.startsWith("rpc/");
  const { selected, conditions } = checkQuery(asked, { isProcedure, method: one.method }, bounds.signedIn);
  if ((understood.from ?? `rpc/${understood.function}`) !== one.path) return "another table";
  if (countSelected(understood.select ?? []) !== selected.items) return "another select";
  if (!isSame(leavesOf(understood), conditions.map(nameOf))) return "other conditions";
  if (!isProcedure && understood.values !== undefined && JSON.stringify(understood.values) !== JSON.stringify(body))
    return "another body";
  const capped = !one.isSignedIn && !isProcedure && /GET|HEAD/.test(one.method);
  if (capped && !((understood.limit ?? Number.POSITIVE_INFINITY) <= MAX_ANONYMOUS_ROWS)) return "no limit";
  return "accepted";
}

function toRequest({ path, method, query, body, isSignedIn }: Case, token: string): Request {
  const headers = new Headers({ apikey: KEYS.publishableKey, "Content-Type": "application/json" });
  if (isSignedIn) headers.set("Authorization", `Bearer ${token}`);
  const hasBody = method === "POST" || method === "PATCH";
  return new Request(`${SITE}/rest/v1/${path}${query}`, { method, headers, ...(hasBody ? { body } : {}) });
}

const isSame = (one: string[], other: string[]) => JSON.stringify(one.sort()) === JSON.stringify(other.sort());

/** Counts columns and embedded tables at all levels. */
function countSelected(select: unknown[]): number {
  return select
    .map((item) => {
      const [inside] =
        typeof item === "object" && item !== null ? (Object.values(item) as { select?: unknown[] }[]) : [];
      return 1 + countSelected(inside?.select ?? []);
    })
    .reduce((sum, one) => sum + one, 0);
}

/** The comparisons in the library's notation: `column $operator`. */
function leavesOf({ where = {}, select = [] }: Pick<Understood, "where" | "select">): string[] {
  const embedded = select.flatMap((item) =>
    typeof item === "object" && item !== null ? (Object.values(item) as Understood[]).flatMap(leavesOf) : [],
  );
  return [...leavesOfWhere(where), ...embedded];
}

function leavesOfWhere(where: Record<string, unknown>): string[] {
  return Object.entries(where).flatMap(([name, value]) => {
    const last = name.split(".").at(-1) ?? "";
    if (last === "$and" || last === "$or") return (value as Record<string, unknown>[]).flatMap(leavesOfWhere);
    if (last === "$not") return leavesOfWhere(value as Record<string, unknown>);
    return Object.entries(value as Record<string, unknown>).map(([key, inside]) =>
      key === "$not" ? `${last} not ${Object.keys(inside as object).join()}` : `${last} ${key}`,
    );
  });
}

const NAMES: Record<string, string> = { cs: "$contains", ov: "$overlaps", isdistinct: "$isDistinct" };

function nameOf({ column: name, operator: short, modifier, isNegated }: Condition): string {
  const last = name.split(".").at(-1);
  if (isNegated && (short === "in" || short === "is")) return `${last} ${short === "in" ? "$notIn" : "$isNot"}`;
  const suffix = modifier === "any" ? "Any" : modifier === "all" ? "All" : "";
  const key = short.endsWith("fts") ? "$textSearch" : (NAMES[short] ?? `$${short}${suffix}`);
  return `${last} ${isNegated ? "not " : ""}${key}`;
}
