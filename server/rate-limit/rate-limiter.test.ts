import { expect, test } from "vitest";
import { memoryRateLimiter } from "./rate-limiter.ts";

const ONE = { limit: 1, windowSeconds: 600 };

test("a flood of keys of one kind evicts only counters of that kind", async () => {
  const count = memoryRateLimiter(1);
  await count("auth:factor-failed:day:ann", ONE);
  await count("auth:sign-in:account:ann", ONE);
  for (let key = 0; key < 60_000; key += 1) await count(`auth:sign-in:address:${key}`, ONE);
  expect((await count("auth:factor-failed:day:ann", ONE)).allowed).toBe(false);
  expect((await count("auth:sign-in:account:ann", ONE)).allowed).toBe(true);
});
