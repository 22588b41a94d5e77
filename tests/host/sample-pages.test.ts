import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { samplePagePath } from "../../domain/notion-embed.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { signedInClient } from "../support/session.ts";

let host: HostProcess;
let pages: { business: string; path: string }[];

beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory() });
  const { client } = await signedInClient(host.url, "admin@example.com");
  const { data } = await client.from("client_dashboards").select("business_name, notion_database_url");
  pages = (data ?? []).map((row) => ({
    business: row.business_name,
    path: samplePagePath(row.notion_database_url) ?? `no page for ${row.notion_database_url}`,
  }));
});
afterAll(() => host.dispose());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${host.url}${path}`, { headers });

describe("the sample pages of the demo", () => {
  test("exist for every seeded address, each for its own business", async () => {
    expect(pages.length).toBeGreaterThan(5);
    for (const { business, path } of pages) {
      const response = await get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      const page = await response.text();
      expect(page).toContain(business.replaceAll("&", "&amp;"));
      expect(page).toMatch(/<tbody><tr>|<article>/);
      expect(page).not.toMatch(/<script|undefined|NaN|Invalid/);
    }
  });

  test("may be framed only by our own pages, and run no scripts", async () => {
    const { headers } = await get(pages[0]?.path ?? "");
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("script-src");
    expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("show the requested view, and treat other input as text", async () => {
    const page = pages.find(({ business }) => business === "Northside Dental")?.path ?? "";
    expect(await (await get(page)).text()).toContain("<table>");
    expect(await (await get(`${page}?view=board`)).text()).toContain('class="board"');
    expect(await (await get(`${page}?theme=dark`)).text()).toContain("color-scheme:dark");
    const strange = await (await get(`${page}?view=%22%3E%3Cb&theme=red;--x:%3Cscript%3E`)).text();
    expect(strange).toContain("<table>");
    expect(strange).not.toMatch(/<script|--x/);
  });

  test("are the same every time, and do not exist for an unknown id", async () => {
    const path = pages[0]?.path ?? "";
    const names = async () => (await (await get(path)).text()).match(/<b>[^<]+/g);
    expect(await names()).toEqual(await names());
    for (const unknown of ["0".repeat(32), "x", "%25", "%2e%2e", `${"0".repeat(32)}/more`])
      expect((await get(`/dev/notion/${unknown}`)).status, unknown).toBe(404);
  });

  test("are only for this machine and the demo", async () => {
    const path = pages[0]?.path ?? "";
    for (const name of ["X-Forwarded-For", "Forwarded", "Via"])
      expect((await get(path, { [name]: "203.0.113.9" })).status, name).toBe(404);
    expect((await rawRequest(host.url, path, { Host: "upfunnel.example" })).status).toBe(404);
    await host.stop();
    const plain = await startHostProcess({ DATA_DIR: host.dataDir, DEMO: "0", SIGNAL_OUTAGE_RATE: "1" });
    expect((await fetch(plain.url + path)).status).toBe(404);
    // Simulated outages exist only in the demo, whatever the environment says.
    expect(await (await fetch(`${plain.url}/config.json`)).json()).toMatchObject({ demo: false, signalOutageRate: 0 });
    await plain.stop();
  });
});
