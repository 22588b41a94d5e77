import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { localInbox } from "../support/local-inbox.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
});
afterAll(() => host.dispose());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${host.url}${path}`, { headers, redirect: "manual" });

describe("pages", () => {
  test("are compressed as the client accepts, with the same content", async () => {
    const plain = await (await get("/", { "Accept-Encoding": "identity" })).text();
    for (const encoding of ["br", "gzip"]) {
      const response = await get("/", { "Accept-Encoding": encoding });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(await response.text()).toBe(plain);
    }
  });

  test("are revalidated with an ETag: 304 without a body", async () => {
    const first = await get("/");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const again = await get("/", { "If-None-Match": first.headers.get("etag") ?? "" });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test("for sign-in load no code of the pages behind it", async () => {
    const scripts = async (path: string) => [
      ...(await (await get(path)).text()).matchAll(/\/assets\/([\w.]+)-[\w-]+\.js/g),
    ];
    const namesOf = async (path: string) => (await scripts(path)).map(([, name]) => name);
    expect(await namesOf("/dashboard")).toEqual(expect.arrayContaining(["kit", "portal"]));
    const signIn = await namesOf("/auth");
    expect(signIn).toContain("kit");
    expect(signIn).not.toContain("portal");
  });

  test("name every inline script by hash and allow no other", async () => {
    for (const path of ["/", "/auth"]) {
      const policy = (await get(path)).headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')*;/);
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("object-src 'none'");
    }
  });

  test("connect only to this host; only the dashboard test's sandboxed frame may connect to any https address", async () => {
    for (const path of ["/", "/auth", "/admin", "/admin?tab=dashboards", "/crm", "/settings", "/nowhere"]) {
      const policy = (await get(path)).headers.get("content-security-policy") ?? "";
      expect(policy, path).toMatch(/connect-src 'self';/);
      expect(policy, path).toMatch(/frame-src 'self'[^;]* https:\/\/\*\.notion\.com https:\/\/notion\.com/);
    }
    const probe = (await get("/dashboard-probe")).headers;
    expect(probe.get("content-security-policy")).toMatch(
      /^sandbox allow-scripts; default-src 'none'; script-src 'sha256-[\w+/=]+'; connect-src https:; .*frame-ancestors 'self'$/,
    );
    expect(probe.get("x-frame-options")).toBe("SAMEORIGIN");
  });

  test("contain the public address, which the build does not know", async () => {
    const page = await (await get("/")).text();
    expect(page).not.toContain("__SITE_URL__");
  });

  test("are the not-found page with status 404 if unknown", async () => {
    for (const path of ["/nowhere", "/admin/nowhere/at/all", "/.env", "/wp-login.php"]) {
      const response = await get(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).toContain("Oops! Page not found");
    }
    expect((await get("/assets/missing.js")).status).toBe(404);
  });

  test.each([
    ["/auth/", "/auth"],
    ["/AUTH", "/auth"],
    ["/Auth/?next=%2Fcrm", "/auth?next=%2Fcrm"],
    ["/index.html", "/home"],
    ["/index", "/home"],
  ])("%s redirects permanently to %s", async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get("location")]).toEqual([308, to]);
  });

  test.each(["//evil.example/", "/\\evil.example/", "/%2f%2fevil.example/"])(
    "%s never redirects to another host",
    async (path) => {
      const { headers } = await rawRequest(host.url, path);
      const location = headers.location;
      if (location) expect(new URL(location, host.url).host).toBe(new URL(host.url).host);
    },
  );

  test("assets with a hash in their name are cached permanently", async () => {
    const asset = /\/assets\/[^"']+\.js/.exec(await (await get("/auth")).text())?.[0] ?? "";
    expect((await get(asset)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  test("cannot be read outside the build", async () => {
    for (const path of [
      "/../package.json",
      "/assets/../../package.json",
      "/..%2f..%2fpackage.json",
      "/%2e%2e/package.json",
    ]) {
      const { status, body } = await rawRequest(host.url, path);
      expect(body, path).not.toContain('"devDependencies"');
      expect(status, path).toBeGreaterThanOrEqual(300);
    }
  });

  test("accept no other method", async () => {
    const response = await fetch(`${host.url}/auth`, { method: "DELETE" });
    expect(response.status).toBe(405);
  });
});

describe("every response", () => {
  test.each([
    "/",
    "/nowhere",
    "/healthz",
    "/config.json",
    "/rest/v1/leads",
    "/auth/v1/health",
    "/functions/v1/nothing",
  ])("%s has the security headers and an id", async (path) => {
    const { headers } = await get(path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-request-id")).toMatch(/^\w+-\w+$/);
    expect(headers.has("strict-transport-security")).toBe(false);
  });

  test("has one line in the log, without its query string", async () => {
    const id = (await get("/healthz?token=secret-in-the-address")).headers.get("x-request-id") ?? "";
    await expect.poll(() => host.output()).toContain(id);
    expect(host.output().match(new RegExp(`"id":"${id}"`, "g"))).toHaveLength(1);
    expect(host.output()).not.toContain("secret-in-the-address");
  });
});

describe("the local addresses", () => {
  test("/config.json contains only public settings", async () => {
    const config = (await (await get("/config.json")).json()) as Record<string, unknown>;
    expect(Object.keys(config).sort()).toEqual([
      "demo",
      "signalOutageRate",
      "siteUrl",
      "supabasePublishableKey",
      "supabaseUrl",
    ]);
    expect(config).toMatchObject({ demo: true, supabaseUrl: host.url });
    expect(String(config.supabasePublishableKey)).toMatch(/^sb_publishable_/);
  });

  test("/config.json ignores a foreign Host header", async () => {
    const { body } = await rawRequest(host.url, "/config.json", { Host: "evil.example" });
    expect(JSON.parse(body)).toMatchObject({ supabaseUrl: host.url });
  });

  test("the inbox's page keeps the emails to one address, and says when there are none", async () => {
    const someone = `x"><b>${randomUUID()}@example.com`;
    const { body } = await rawRequest(host.url, `/dev/inbox?to=${encodeURIComponent(someone)}`);
    expect(body).toContain("Show all emails");
    expect(body).not.toContain(someone);
    expect(await localInbox(host.url, someone)).toEqual([]);
  });

  test("the inbox is only for this machine", async () => {
    expect((await get("/dev/inbox.json")).status).toBe(200);
    for (const name of ["X-Forwarded-For", "Forwarded", "X-Forwarded-Host", "Via"])
      expect((await get("/dev/inbox.json", { [name]: "203.0.113.9" })).status, name).toBe(404);
    expect((await rawRequest(host.url, "/dev/inbox.json", { Host: "upfunnel.example" })).status).toBe(404);
  });
});

describe("a public https address", () => {
  test("adds HSTS, and /dev exists only in the demo", async () => {
    const other = await startHostProcess({
      DATA_DIR: await seededDataDirectory(),
      NODE_ENV: "production",
      ALLOW_EMBEDDED: "1",
      SITE_URL: "https://upfunnel.example",
      SMTP_URL: "smtp://127.0.0.1:1",
    });
    try {
      const page = await fetch(`${other.url}/`);
      expect(page.headers.get("strict-transport-security")).toContain("max-age=63072000");
      for (const path of ["/dev/inbox", "/dev/inbox.json", "/dev/ui"])
        expect((await fetch(`${other.url}${path}`)).status, path).toBe(404);
      expect(other.output()).toContain("embedded database can lose data in a power failure");
      expect(other.output()).not.toContain("demo-password");
    } finally {
      await other.dispose();
    }
  });
});
