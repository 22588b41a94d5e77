import { describe, expect, test } from "vitest";
import type { Network } from "./network.ts";
import { probePage } from "./probe-page.ts";

type Answer = { status?: number; location?: string; frameOptions?: string };

/** A network with these names and pages. It records each connection. */
function fakeNetwork(names: Record<string, string[]>, pages: Record<string, Answer> = {}) {
  const connections: string[] = [];
  const network: Network = {
    resolve: async (hostname) => {
      const addresses = names[hostname];
      if (!addresses) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return addresses;
    },
    head: async (url, ip) => {
      connections.push(`${url.href} at ${ip}`);
      const { status = 200, location = null, frameOptions = null } = pages[url.href] ?? {};
      return { status, headers: { location, frameOptions, contentSecurityPolicy: null } };
    },
  };
  return { network, connections };
}

const ORIGIN = "https://portal.example";
const OPEN = { "a.example": ["93.184.216.34"], "b.example": ["2606:4700::1"] };

describe("The probe of a dashboard's page", () => {
  test("connects to the address that was checked", async () => {
    const { network, connections } = fakeNetwork(OPEN);
    expect(await probePage("https://a.example/x", ORIGIN, network)).toMatchObject({
      kind: "answered",
      status: 200,
      redirects: 0,
    });
    expect(connections).toEqual(["https://a.example/x at 93.184.216.34"]);
  });

  test("requests a Notion page in its embedded form", async () => {
    const { network, connections } = fakeNetwork({ "acme.notion.site": ["1.1.1.1"] });
    await probePage("https://acme.notion.site/Leads-0123456789abcdef0123456789abcdef?source=share", ORIGIN, network);
    expect(connections).toEqual(["https://acme.notion.site/ebd/0123456789abcdef0123456789abcdef at 1.1.1.1"]);
  });

  test.each([
    ["http://a.example/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["no address", "scheme"],
    ["https://user:pass@a.example/", "credentials"],
    ["https://a.example:8443/", "port"],
    ["https://127.0.0.1/", "private_address"],
    ["https://2130706433/", "private_address"],
    ["https://0x7f.1/", "private_address"],
    ["https://[::1]/", "private_address"],
    ["https://[::ffff:10.0.0.1]/", "private_address"],
    ["https://169.254.169.254/latest/meta-data/", "private_address"],
    ["https://inner.example/", "private_address"],
    ["https://mixed.example/", "private_address"],
  ])("refuses %s: %s", async (address, reason) => {
    const { network, connections } = fakeNetwork({
      ...OPEN,
      "inner.example": ["10.1.2.3"],
      "mixed.example": ["93.184.216.34", "127.0.0.1"],
    });
    expect(await probePage(address, ORIGIN, network)).toEqual({ kind: "refused", reason });
    expect(connections).toEqual([]);
  });

  test.each([
    ["http://a.example/", "scheme"],
    ["https://127.0.0.1/", "private_address"],
    ["https://inner.example/", "private_address"],
    ["//[::1]/", "private_address"],
  ])("refuses a redirect to %s", async (location, reason) => {
    const pages = { "https://a.example/": { status: 302, location } };
    const { network, connections } = fakeNetwork({ ...OPEN, "inner.example": ["192.168.0.7"] }, pages);
    expect(await probePage("https://a.example/", ORIGIN, network)).toEqual({ kind: "refused", reason });
    expect(connections).toHaveLength(1);
  });

  test("follows three redirects but not a fourth", async () => {
    const hop = (number: number) => `https://a.example/${number}`;
    const pages = Object.fromEntries(
      [0, 1, 2, 3].map((number) => [hop(number), { status: 301, location: `/${number + 1}` }]),
    );
    expect(await probePage(hop(1), ORIGIN, fakeNetwork(OPEN, pages).network)).toMatchObject({
      status: 200,
      redirects: 3,
    });
    expect(await probePage(hop(0), ORIGIN, fakeNetwork(OPEN, pages).network)).toEqual({
      kind: "refused",
      reason: "too_many_redirects",
    });
  });

  test("reports an unknown name and a page that forbids frames", async () => {
    const pages = { "https://a.example/": { frameOptions: "DENY" } };
    expect(await probePage("https://none.example/", ORIGIN, fakeNetwork(OPEN).network)).toEqual({
      kind: "unreachable",
      reason: "unknown_name",
    });
    expect(await probePage("https://a.example/", ORIGIN, fakeNetwork(OPEN, pages).network)).toMatchObject({
      framable: false,
    });
  });
});
