import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { perAddress } from "../../server/auth-guard/auth-limits.ts";
import { memoryRateLimiter } from "../../server/rate-limit/rate-limiter.ts";
import { openProtocol, post, type TestProtocol } from "../support/protocol.ts";

let protocol: TestProtocol;
let time = 0;
beforeAll(async () => {
  protocol = await openProtocol({ rateLimitScale: 1, now: () => time });
});
afterAll(() => protocol.close());

const signIn = (email: string, address: string) =>
  protocol.send("/auth/v1/token?grant_type=password", post({ email, password: "wrong-password" }), address);

describe("limits", () => {
  test("stop guessing at one account from one network, and say when to retry", async () => {
    for (let attempt = 0; attempt < 20; attempt++)
      expect((await signIn("target@example.com", `192.0.2.${attempt}`)).status).toBe(400);
    const refused = await signIn("Target@example.com ", "192.0.2.77");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 429, error_code: "over_request_rate_limit" });
    expect((await signIn("somebody-else@example.com", "192.0.2.77")).status).toBe(400);
    // The owner is in another network and can still sign in.
    expect((await signIn("target@example.com", "198.51.100.1")).status).toBe(400);
    time += 15 * 60 * 1000;
    expect((await signIn("target@example.com", "192.0.2.77")).status).toBe(400);
  });

  test("an IP address typed as an email does not count against that IP address", async () => {
    for (let attempt = 0; attempt < 25; attempt++) await signIn("203.0.113.99", "192.0.2.1");
    expect((await signIn("fine@example.com", "203.0.113.99")).status).toBe(400);
  });

  test("an IPv6 network counts as one address", async () => {
    // A tenth of the limit: each sign-in costs a password hash.
    const small = await openProtocol({ rateLimitScale: 0.1, now: () => time });
    const signInFrom = async (attempt: number, address: string) => {
      const credentials = { email: `v6-${attempt}@example.com`, password: "wrong-password" };
      return (await small.send("/auth/v1/token?grant_type=password", post(credentials), address)).status;
    };
    const allowed = perAddress.signIn.limit / 10;
    for (let attempt = 0; attempt < allowed; attempt++)
      expect(await signInFrom(attempt, `2001:db8:1:2::${attempt.toString(16)}`)).toBe(400);
    expect(await signInFrom(allowed, "2001:db8:1:2:ffff::1")).toBe(429);
    expect(await signInFrom(allowed, "2001:db8:1:3::1")).toBe(400);
    await small.close();
  });

  test("stop emails to one mailbox", async () => {
    const ask = () => protocol.send("/auth/v1/recover", post({ email: "flooded@example.com" }), "203.0.113.5");
    for (let attempt = 0; attempt < 6; attempt++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  test("stop repeated sign-ups from one address", async () => {
    const answers = [];
    for (let attempt = 0; attempt < 41; attempt++)
      answers.push(
        (
          await protocol.send(
            "/auth/v1/signup",
            post({ email: `n${attempt}@example.com`, password: "abc" }),
            "203.0.113.6",
          )
        ).status,
      );
    expect(answers.slice(0, 40)).not.toContain(429);
    expect(answers[40]).toBe(429);
  });
});

describe("the counter", () => {
  test("counts each key separately and restarts when its window ends", async () => {
    let now = 0;
    const limiter = memoryRateLimiter(1, () => now);
    const hit = (key: string) => limiter(key, { limit: 2, windowSeconds: 10 });
    expect([(await hit("a")).allowed, (await hit("a")).allowed, (await hit("a")).allowed]).toEqual([true, true, false]);
    expect((await hit("b")).allowed).toBe(true);
    now = 4_000;
    expect(await hit("a")).toEqual({ allowed: false, retryAfterSeconds: 6 });
    now = 10_000;
    expect((await hit("a")).allowed).toBe(true);
  });

  test("RATE_LIMIT_SCALE multiplies limits, and 0 turns them off", async () => {
    const half = memoryRateLimiter(0.5, () => 0);
    await half("a", { limit: 4, windowSeconds: 1 });
    await half("a", { limit: 4, windowSeconds: 1 });
    expect((await half("a", { limit: 4, windowSeconds: 1 })).allowed).toBe(false);
    const off = memoryRateLimiter(0);
    for (let index = 0; index < 100; index++)
      expect((await off("a", { limit: 1, windowSeconds: 1 })).allowed).toBe(true);
  });
});
