import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { landingAdmin } from "../support/landing.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

// The product's public address is https. Headers for its own name must not apply to other names. The name is on this
// machine, because hosts with a public address run in production mode.
const SITE = "portal.localhost";
const DOMAIN = "offer.example.com";
const FORM = "/functions/v1/submit-landing-form";
const records: Records = { [`A ${SITE}`]: ["198.51.100.7"], [`A ${DOMAIN}`]: ["198.51.100.7"] };
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
let domainId: string;
beforeAll(async () => {
  dns = await startDnsServer(records);
  host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `https://${SITE}`,
  });
  admin = await landingAdmin(host.url);
  const page = await admin.make("open", {
    content: "<h1>On its own</h1><form data-lead-form><input name=email></form>",
  });
  domainId = await admin.addDomain(page, DOMAIN);
  const { data } = await admin.client.from("landing_domains").select("token").eq("id", domainId).single();
  records[`TXT _upfunnel.${DOMAIN}`] = [`upfunnel-verify=${data?.token}`];
  expect(await admin.checkDomain(domainId)).toMatchObject({ state: "live" });
});
afterAll(async () => {
  await host.dispose();
  dns.stop();
});

const at = (name: string, path = "/", method = "GET", headers: Record<string, string> = {}, body?: string) =>
  rawRequest(host.url, path, { Host: name, ...headers }, method, body);
const HSTS = "strict-transport-security";

test("no response on a client's domain sends HSTS", async () => {
  const page = await at(DOMAIN);
  expect([page.status, page.headers[HSTS]]).toEqual([200, undefined]);
  const font = /href="(\/assets\/[^"]+woff2)"/.exec(page.body)?.[1] ?? "";
  for (const [path, method, status] of [
    [font, "GET", 200],
    [font, "HEAD", 200],
    ["/auth", "GET", 404],
    ["/auth", "DELETE", 405],
    [FORM, "POST", 400],
    [FORM, "OPTIONS", 204],
    ["/", "POST", 400],
  ] as const) {
    const answer = await at(DOMAIN, path, method);
    expect([path, method, answer.status, answer.headers[HSTS]]).toEqual([path, method, status, undefined]);
  }
  const again = await at(DOMAIN, font, "GET", { "If-None-Match": (await at(DOMAIN, font)).headers.etag ?? "" });
  expect([again.status, again.headers[HSTS]]).toEqual([304, undefined]);
  expect((await at(SITE, font)).headers[HSTS]).toContain("max-age=63072000");
});

describe("Every response at a landing page's address has the page's security headers", () => {
  const urlencoded = { "Content-Type": "application/x-www-form-urlencoded" };
  test.each([
    ["an invalid form", "POST", "/landing/open", { "Content-Type": "text/plain" }, 400],
    ["a form that redirects back", "POST", "/landing/open", urlencoded, 303],
    [
      "a form that is too large",
      "POST",
      "/landing/open",
      { "Content-Type": "application/json", Connection: "close" },
      413,
    ],
    ["another spelling", "GET", "/landing/OPEN", {}, 308],
    ["an unsupported method", "DELETE", "/landing/open", {}, 405],
    ["a page that does not exist", "GET", "/landing/closed", {}, 404],
  ])("%s, on our host", async (_, method, path, headers, status) => {
    const body = status === 413 ? `"${"x".repeat(300_000)}"` : "email=";
    const answer = await at(
      SITE,
      path,
      method,
      headers as Record<string, string>,
      method === "POST" ? body : undefined,
    );
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
      [HSTS]: "max-age=63072000; includeSubDomains",
    });
    if (status !== 308) expect(answer.headers["cache-control"]).toBe("no-store");
    if (status === 405) expect(answer.headers.allow).toBe("GET, HEAD, POST");
  });

  test("on a client's domain too", async () => {
    for (const [path, method] of [
      ["/", "POST"],
      [FORM, "POST"],
      ["/", "DELETE"],
    ] as const)
      expect([path, method, (await at(DOMAIN, path, method, { "Content-Type": "text/plain" })).headers]).toEqual([
        path,
        method,
        expect.objectContaining({
          "x-content-type-options": "nosniff",
          "x-frame-options": "DENY",
          "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
          "cache-control": "no-store",
        }),
      ]);
  });
});

describe("An unknown name", () => {
  const STRANGER = "somebody.example.org";

  test("gets no product page, only the not-found notice", async () => {
    for (const path of ["/", "/auth", "/home", "/admin", "/landing/open", "/sitemap.xml", "/favicon.svg"]) {
      const answer = await at(STRANGER, path);
      expect([path, answer.status, answer.headers[HSTS]]).toEqual([path, 404, undefined]);
      expect(answer.body).toContain("<h1>Page not found or not published</h1>");
      expect(answer.body).not.toContain('href="/"');
    }
    const { body } = await at(STRANGER);
    const font = /(\/assets\/[^"]+woff2)/.exec(body)?.[1] ?? "";
    expect((await at(STRANGER, font)).status).toBe(200);
    expect((await at(STRANGER, "/contact", "POST")).status).toBe(404);
  });

  test("still reaches the service paths, without HSTS", async () => {
    for (const [path, status] of [
      ["/healthz", 200],
      ["/readyz", 200],
      ["/config.json", 200],
      ["/auth/v1/settings", 401],
      ["/functions/v1/nothing", 404],
    ] as const) {
      const answer = await at(STRANGER, path);
      expect([path, answer.status, answer.headers[HSTS]]).toEqual([path, status, undefined]);
    }
  });

  test("includes a removed domain", async () => {
    await admin.call(admin.client.rpc("remove_landing_domain", { p_domain_id: domainId }));
    const gone = await at(DOMAIN);
    expect([gone.status, gone.headers[HSTS]]).toEqual([404, undefined]);
    expect(gone.body).toContain("Page not found or not published");
    expect((await at(DOMAIN, "/auth")).status).toBe(404);
  });

  test("does not include our own name with or without www, this machine, or an IP address", async () => {
    const twin = await at(`www.${SITE}`, "/auth?next=%2Fadmin");
    expect([twin.status, twin.headers.location]).toEqual([308, `https://${SITE}/auth?next=%2Fadmin`]);
    for (const name of [SITE, `${SITE}:8443`, "localhost:3000", "127.0.0.1", "[::1]:3000", "10.1.2.3"])
      expect([name, (await at(name, "/auth")).status]).toEqual([name, 200]);
  });
});

test("a page that is published here appears with the next request, even if the address was just not found", async () => {
  for (let round = 0; round < 5; round += 1) {
    expect((await at(SITE, `/landing/fresh-${round}`)).status).toBe(404);
    const id = await admin.make(`fresh-${round}`);
    const shown = await at(SITE, `/landing/fresh-${round}`);
    expect([shown.status, shown.body.includes("<p>Hello</p>")]).toEqual([200, true]);
    await admin.call(admin.client.rpc("unpublish_landing_page", { p_page_id: id }));
    expect((await at(SITE, `/landing/fresh-${round}`)).status).toBe(404);
  }
});
