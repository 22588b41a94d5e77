import { expect, test } from "vitest";
import { cacheVerifiedTokens } from "./token-cache.ts";

const EXPIRES = 1_000;
const ACCEPTED = "header.claims.signature";

/** The library behind the middleware. It accepts one token and counts how often it verifies. */
function openLibrary() {
  const clock = { now: 0, looks: 0 };
  const middleware = cacheVerifiedTokens(() => clock.now);
  const ask = async (token: string, path = "/rest/v1/leads", headers: Record<string, string> = {}) => {
    const variables = new Map<string, unknown>();
    const res = { status: 200 };
    const sent: Record<string, string> = { Authorization: `Bearer ${token}`, ...headers };
    const context = {
      req: { path, method: "GET", header: (name: string) => sent[name] },
      res,
      get: (name: string) => variables.get(name),
      set: (name: string, value: unknown) => void variables.set(name, value),
    };
    await middleware(context, async () => {
      if (variables.get("ignoreAuthorization")) return;
      clock.looks += 1;
      if (token === ACCEPTED && clock.now < EXPIRES * 1000)
        variables.set("jwt", { exp: EXPIRES, sub: "ann", session_id: "s" });
      else res.status = 401;
    });
    return { status: res.status, user: (variables.get("jwt") as { sub?: string } | undefined)?.sub };
  };
  return { clock, ask };
}

test("A token that the library accepted is verified once, and again when it has expired", async () => {
  const { clock, ask } = openLibrary();
  for (let round = 0; round < 3; round += 1) expect(await ask(ACCEPTED)).toEqual({ status: 200, user: "ann" });
  expect(clock.looks).toBe(1);
  clock.now = EXPIRES * 1000;
  expect(await ask(ACCEPTED)).toEqual({ status: 401, user: undefined });
});

test("Any other spelling of a known token is verified and refused", async () => {
  const { clock, ask } = openLibrary();
  await ask(ACCEPTED);
  const spellings = Array.from(ACCEPTED, (_, at) => `${ACCEPTED.slice(0, at)}~${ACCEPTED.slice(at + 1)}`);
  for (const token of [...spellings, `${ACCEPTED}x`, ACCEPTED.toUpperCase(), "header.claims."])
    expect(await ask(token)).toEqual({ status: 401, user: undefined });
  expect(clock.looks).toBe(1 + spellings.length + 3);
});

test("Only REST requests use the cache; auth requests are verified each time", async () => {
  const { clock, ask } = openLibrary();
  await ask(ACCEPTED);
  for (let round = 0; round < 3; round += 1) await ask(ACCEPTED, "/auth/v1/user");
  expect(clock.looks).toBe(4);
});
