import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

// A name on this machine, because hosts with a public address run in production mode.
const SITE = "portal.localhost";
const records: Records = { [`A ${SITE}`]: ["198.51.100.7"] };
let dns: Awaited<ReturnType<typeof startDnsServer>>;
let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  dns = await startDnsServer(records);
  host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    RATE_LIMIT_SCALE: "0",
    DNS_SERVER: dns.address,
    SITE_URL: `http://${SITE}`,
  });
  admin = await landingAdmin(host.url);
});
afterAll(async () => {
  await host.dispose();
  dns.stop();
});

const at = (domain: string, path = "/", headers: Record<string, string> = {}, method = "GET", body?: string) =>
  rawRequest(host.url, path, { Host: domain, ...headers }, method, body);

async function begin(name: string) {
  const domain = `${name}.example.com`;
  const page = await admin.make(`on-${name}`, {
    title: `Page ${name}`,
    content: "<h1>On its own</h1><form data-lead-form><input name=email></form>",
  });
  const id = await admin.addDomain(page, domain);
  const { data } = await admin.client.from("landing_domains").select("token").eq("id", id).single();
  const proof = { name: `_upfunnel.${domain}`, value: `upfunnel-verify=${data?.token}` };
  const serve = () => {
    records[`TXT ${proof.name}`] = [proof.value];
    records[`A ${domain}`] = ["198.51.100.7"];
  };
  return { domain, page, id, proof, serve, check: () => admin.checkDomain(id) };
}

describe("A landing page's own domain", () => {
  test("becomes verified, then live, and names every wrong record", async () => {
    const { domain, proof, check } = await begin("steps");
    expect(await check()).toMatchObject({
      status: 200,
      state: "failed",
      problem: expect.stringContaining(`No TXT record ${proof.name} with the value “${proof.value}”`),
      record: proof,
    });
    records[`TXT ${proof.name}`] = ["v=spf1 -all", "upfunnel-verify=somebody-elses"];
    expect(await check()).toMatchObject({
      state: "failed",
      problem: expect.stringContaining(`The TXT record ${proof.name} is “upfunnel-verify=somebody-elses”`),
    });
    records[`TXT ${proof.name}`] = "servfail";
    expect(await check()).toMatchObject({ state: "failed", problem: expect.stringContaining("DNS didn't respond") });
    records[`TXT ${proof.name}`] = ["v=spf1 -all", proof.value];
    expect(await check()).toMatchObject({
      state: "verified",
      problem: expect.stringContaining(`${domain} has no A, AAAA, or CNAME record`),
    });
    records[`A ${domain}`] = ["203.0.113.9"];
    expect(await check()).toMatchObject({
      state: "verified",
      problem: expect.stringContaining(`The A record for ${domain} points to 203.0.113.9`),
    });
    records[`A ${domain}`] = ["198.51.100.7"];
    expect(await check()).toMatchObject({ state: "live", problem: null });
    records[`A ${domain}`] = ["203.0.113.9"];
    records[`CNAME ${domain}`] = [SITE];
    expect(await check()).toMatchObject({ state: "live", problem: null });
  });

  test("shows its page only after it is verified", async () => {
    const { domain, serve, check, id } = await begin("gate");
    const before = await eventually(
      () => at(domain),
      ({ status }) => status === 404,
    );
    expect(before.status).toBe(404);
    expect(before.body).toContain("Page not found or not published");
    expect(before.body).not.toContain('href="/"');
    serve();
    await check();
    const shown = await eventually(
      () => at(domain),
      ({ body }) => body.includes("On its own"),
    );
    expect(shown.body).toContain("<h1>On its own</h1>");
    expect(shown.headers["content-security-policy"]).toBe("frame-ancestors 'none'");
    expect(shown.body).toContain(`<link rel="canonical" href="http://${domain}/">`);
    for (const same of [`${domain.toUpperCase()}:8080`, `${domain}.`]) expect((await at(same)).status).toBe(200);
    expect((await at(domain, "/landing/whatever")).body).toContain("On its own");
    await admin.call(admin.client.rpc("remove_landing_domain", { p_domain_id: id }));
    expect(
      (
        await eventually(
          () => at(domain),
          ({ body }) => !body.includes("On its own"),
        )
      ).body,
    ).not.toContain("On its own");
  });

  test("serves only its page, its assets and its form", async () => {
    const { domain, serve, check } = await begin("narrow");
    serve();
    await check();
    const shown = await eventually(
      () => at(domain),
      ({ body }) => body.includes("On its own"),
    );
    const font = /href="(\/assets\/[^"]+woff2)"/.exec(shown.body)?.[1] ?? "";
    expect((await at(domain, font)).status).toBe(200);
    for (const path of [
      "/auth",
      "/home",
      "/config.json",
      "/healthz",
      "/rest/v1/landing_pages",
      "/auth/v1/settings",
      "/admin",
      "/dev/inbox",
      "/dev/inbox.json",
      "/functions/v1/check-subscription",
      "/favicon.svg",
      "/site.webmanifest",
      "/sitemap.xml",
      "/index.html",
    ])
      expect([path, (await at(domain, path)).status]).toEqual([path, 404]);
    expect((await at(domain, "/auth/v1/token?grant_type=password", {}, "POST", "{}")).status).toBe(405);
    const script = (await rawRequest(host.url, "/auth", {})).body.match(/\/assets\/[\w.-]+\.js/)?.[0] ?? "";
    expect(script).not.toBe("");
    expect((await at(domain, script)).status).toBe(404);
  });

  test("accepts its form and redirects back to itself", async () => {
    const { domain, serve, check, page } = await begin("form");
    serve();
    await check();
    await eventually(
      () => at(domain),
      ({ body }) => body.includes("On its own"),
    );
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Referer: `http://${domain}/?utm_source=x` };
    const answer = await at(
      domain,
      "/functions/v1/submit-landing-form",
      headers,
      "POST",
      new URLSearchParams({ _page: page, email: "domain@example.com" }).toString(),
    );
    expect([answer.status, answer.headers.location]).toEqual([303, "/?utm_source=x&sent=1#sent-call"]);
    const { data } = await admin.client.from("landing_submissions").select("source").eq("page_id", page);
    expect(data).toEqual([{ source: "x" }]);
  });

  test("can never be the product's own, and only admins can check it", async () => {
    const page = await admin.make("on-site");
    const id = await admin.addDomain(page, SITE);
    expect(await admin.checkDomain(id)).toMatchObject({
      state: "failed",
      problem: `${SITE} is this product's own address.`,
    });
    expect((await at(SITE, "/auth")).status).toBe(200);
    for (const email of [null, "client@example.com", "sales@example.com"]) {
      const token = email ? (await signedInClient(host.url, email)).session.access_token : "";
      const answer = await fetch(`${host.url}/functions/v1/check-landing-domain`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}` },
        body: JSON.stringify({ domainId: id }),
      });
      expect([email, answer.status]).toEqual([email, email ? 403 : 401]);
    }
  });
});
