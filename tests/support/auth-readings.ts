import fc from "fast-check";
import { Hono } from "hono";
import { withBody } from "../../server/auth-guard/auth-context.ts";
import { findRoute, type Route } from "../../server/auth-guard/auth-routes.ts";
import { readAuthRequest } from "../../server/auth-guard/read-auth-request.ts";
import { BadRequest } from "../../server/request/bad-request.ts";
import { readPath } from "../../server/request/read-target.ts";
import { jsonObjects, queries } from "./query-spellings.ts";

const SITE = "http://127.0.0.1:3000";
const PATHS = ["signup", "token", "logout", "recover", "resend", "otp", "verify", "user"];
const NAMES = ["grant_type", "redirect_to", "type", "token", "scope", "Grant_type", "apikey"];
const VALUES = [
  "password",
  "refresh_token",
  "signup",
  "https://evil.example/",
  `${SITE}/a?b=c&d`,
  "a b+c%20d",
  "é\u2028",
];
const FIELDS = ["email", "password", "refresh_token", "type", "token", "data", "Email", "__proto__"];
const FIELD_VALUES = ["a@example.com", "x", "", null, 1, { a: { b: "c" } }, [], true];

/** How the library parses: hono's reader of one name, the list of all, and the body as JSON. */
const library = new Hono().all("*", async (context) => {
  const text = await context.req.text();
  const names = [...new URL(context.req.url).searchParams.keys()];
  return context.json({
    path: context.req.path,
    one: Object.fromEntries(names.map((name) => [name, context.req.query(name)])),
    every: Object.fromEntries(names.map((name) => [name, context.req.queries(name)])),
    listed: Object.fromEntries(new URL(context.req.url).searchParams),
    body: text === "" ? {} : JSON.parse(text),
  });
});

const cases = fc
  .constantFrom(...PATHS)
  .chain((path) =>
    fc.tuple(
      fc.constant(path),
      fc.constantFrom("GET", "POST", "PUT"),
      queries(NAMES, VALUES),
      jsonObjects(FIELDS, FIELD_VALUES),
    ),
  );

/**
 * Parses generated requests with the guard, and what it forwards with the library. Returns the requests on which they
 * disagree, and the number of forwarded requests.
 */
export async function compareAuthReadings(count: number): Promise<{ disagreements: string[]; accepted: number }> {
  const disagreements: string[] = [];
  let accepted = 0;
  for (const [path, method, query, body] of fc.sample(cases, count)) {
    const verdict = await compare(path, method, query, body);
    if (verdict === "accepted") accepted += 1;
    else if (verdict !== "refused") disagreements.push(`${verdict}: ${method} ${path}${query} ${body}`);
  }
  return { disagreements, accepted };
}

async function compare(path: string, method: string, query: string, body: string): Promise<string> {
  const request = new Request(`${SITE}/auth/v1/${path}${query}`, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(method === "GET" ? {} : { body }),
  });
  const parts = readPath(new URL(request.url).pathname, "/auth/v1");
  const route = findRoute(parts)?.methods[method] as Route | undefined;
  if (!route) return "refused";
  try {
    const read = await readAuthRequest(request, parts, route, SITE);
    const seen = await (await library.fetch(withBody(read.request, read.body))).json();
    const params = JSON.stringify(read.params);
    if (seen.path !== `/auth/v1/${path}`) return "another path";
    if (JSON.stringify(seen.one) !== params || JSON.stringify(seen.listed) !== params) return "another query";
    if (Object.values(seen.every as Record<string, string[]>).some((values) => values.length !== 1)) return "repeated";
    if (JSON.stringify(seen.body) !== JSON.stringify(method === "GET" ? {} : read.body)) return "another body";
    return Object.keys(read.params).every((name) => route.query?.includes(name)) ? "accepted" : "a name too many";
  } catch (error) {
    return error instanceof BadRequest ? "refused" : `failed with ${error}`;
  }
}
