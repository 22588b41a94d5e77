import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, spawnHost, startHostProcess } from "../support/host-process.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

// One host acts as the hosted project, the other runs in front of it. They share only the protocol.
const keys = {
  PUBLISHABLE_KEY: "sb_publishable_0123456789abcdefghijkl_01234567",
  SECRET_KEY: "sb_secret_0123456789abcdefghijkl_01234567",
};
let project: HostProcess;
/** A project that a later version of the product migrated. */
let newer: Server;
let host: HostProcess;
const front = (url: string) => ({
  SUPABASE_URL: url,
  SUPABASE_PUBLISHABLE_KEY: keys.PUBLISHABLE_KEY,
  SUPABASE_SECRET_KEY: keys.SECRET_KEY,
});

beforeAll(async () => {
  newer = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end('"99990101000000"');
  }).listen(0, "127.0.0.1");
  await once(newer, "listening");
  project = await startHostProcess({ DATA_DIR: await seededDataDirectory(), ...keys });
  host = await startHostProcess(front(project.url));
});
afterAll(async () => {
  newer?.close();
  await Promise.all([host?.dispose(), project?.dispose()]);
});

describe("in front of a hosted project", () => {
  test("browsers get the project's address and public key, never the secret key", async () => {
    const answer = await fetch(`${host.url}/config.json`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ supabaseUrl: project.url, supabasePublishableKey: keys.PUBLISHABLE_KEY });
    expect(text).not.toContain(keys.SECRET_KEY);
    const page = await fetch(`${host.url}/auth`);
    expect(page.headers.get("content-security-policy")).toContain(`connect-src 'self' ${project.url};`);
    expect(page.headers.get("content-security-policy")).toContain(`img-src 'self' data: blob: ${project.url};`);
  });

  test("people sign in there and read their own data, from the host's origin", async () => {
    const { supabaseUrl, supabasePublishableKey } = (await (await fetch(`${host.url}/config.json`)).json()) as {
      supabaseUrl: string;
      supabasePublishableKey: string;
    };
    const browser = createClient(supabaseUrl, supabasePublishableKey, { auth: { persistSession: false } });
    const { error } = await browser.auth.signInWithPassword({
      email: "client@example.com",
      password: "demo-password",
    });
    expect(error).toBeNull();
    const { data } = await browser.from("user_roles").select("role, status");
    expect(data).toEqual([{ role: "client", status: "active" }]);
  });

  test("browsers may call every address of the project from the host's origin, with any of the client's headers", async () => {
    const HEADERS = [
      "authorization",
      "apikey",
      "x-client-info",
      "content-type",
      "x-supabase-api-version",
      "prefer",
      "range",
    ];
    const paths = [
      ["/auth/v1/token?grant_type=password", "POST"],
      ["/auth/v1/token?grant_type=refresh_token", "POST"],
      ["/auth/v1/user", "GET"],
      ["/auth/v1/user", "PUT"],
      ["/auth/v1/logout?scope=global", "POST"],
      ["/auth/v1/signup", "POST"],
      ["/auth/v1/recover", "POST"],
      ["/auth/v1/factors/00000000-0000-4000-8000-000000000000", "DELETE"],
      ["/rest/v1/leads?select=id", "GET"],
      ["/rest/v1/leads?select=id", "HEAD"],
      ["/rest/v1/leads", "POST"],
      ["/rest/v1/leads?id=eq.1", "PATCH"],
      ["/rest/v1/leads?id=eq.1", "DELETE"],
      ["/rest/v1/rpc/agency_today", "POST"],
      ["/functions/v1/check-subscription", "POST"],
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.subarray(HEADERS), async ([path, method], wanted) => {
        const asked = path.startsWith("/functions/")
          ? wanted.filter((name) => !["prefer", "range", "x-supabase-api-version"].includes(name))
          : wanted;
        const preflight = await fetch(project.url + path, {
          method: "OPTIONS",
          headers: {
            Origin: host.url,
            "Access-Control-Request-Method": method,
            ...(asked.length > 0 ? { "Access-Control-Request-Headers": asked.join(",") } : {}),
          },
        });
        const list = (name: string) => (preflight.headers.get(name) ?? "").toLowerCase().split(/\s*,\s*/);
        expect(preflight.status, path).toBeLessThan(300);
        expect(preflight.headers.get("access-control-allow-origin"), path).toBe("*");
        if (!["GET", "HEAD", "POST"].includes(method))
          expect(list("access-control-allow-methods"), path).toContain(method.toLowerCase());
        expect(list("access-control-allow-headers"), path).toEqual(expect.arrayContaining(asked));
      }),
      { numRuns: 60 },
    );
  });

  test("scripts of the host's origin read the answers, refusals included, and the headers that the client uses", async () => {
    const headers = { Origin: host.url, apikey: keys.PUBLISHABLE_KEY };
    for (const [path, status] of [
      ["/rest/v1/landing_pages?select=slug", 206],
      ["/rest/v1/leads?select=id", 401],
      ["/rest/v1/nowhere", 404],
      ["/auth/v1/user", 401],
      ["/auth/v1/nowhere", 404],
      ["/functions/v1/check-subscription", 401],
    ] as const) {
      const answer = await fetch(project.url + path, { headers: { ...headers, Prefer: "count=exact" } });
      expect([200, status], path).toContain(answer.status);
      expect(answer.headers.get("access-control-allow-origin"), path).toBe("*");
      const exposed = answer.headers.get("access-control-expose-headers") ?? "";
      expect(exposed, path).toContain("X-Request-Id");
      expect(exposed, path).toContain("Retry-After");
      if (path.startsWith("/rest/")) expect(exposed, path).toContain("Content-Range");
    }
  });

  test("nothing is embedded: the protocol and the inbox's emails come from the project", async () => {
    expect((await fetch(`${host.url}/rest/v1/contacts`)).status).toBe(404);
    expect((await fetch(`${host.url}/auth/v1/health`)).status).toBe(404);
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
    expect((await fetch(`${host.url}/functions/v1/dispatch-outbox`, { method: "POST" })).status).toBe(403);
    const run = await fetch(`${host.url}/functions/v1/dispatch-outbox`, {
      method: "POST",
      headers: { apikey: keys.SECRET_KEY },
    });
    expect(run.status).toBe(200);
  });

  test.each([
    ["nobody answers", () => front("http://127.0.0.1:9"), /SUPABASE_URL can't be reached/],
    [
      "the secret key is wrong",
      () => ({ ...front(project.url), SUPABASE_SECRET_KEY: "nonsense" }),
      /rejected SUPABASE_SECRET_KEY/,
    ],
    [
      "the project is newer",
      () => front(`http://127.0.0.1:${(newer.address() as AddressInfo).port}`),
      /the project is newer than this version \(migration 99990101000000\)/,
    ],
  ])("it does not start when %s, and says why", async (_, variables, reason) => {
    const refused = await spawnHost(variables());
    await expect.poll(() => refused.child.exitCode, { timeout: 30_000 }).toBe(1);
    expect(refused.output()).toMatch(reason);
    await refused.dispose();
  });
});
