import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FetchNetwork } from "../probe/fetch-public.ts";
import { fetchCalendar } from "./fetch-calendar.ts";

type Page = { status?: number; location?: string; etag?: string; body?: string };

/** A network with these names and pages. It records each connection. */
function fakeNetwork(names: Record<string, string[]>, pages: Record<string, Page> = {}) {
  const connections: string[] = [];
  const network: FetchNetwork = {
    resolve: async (hostname) => {
      const addresses = names[hostname];
      if (!addresses) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      return addresses;
    },
    get: async (url, ip, { headers }) => {
      const etag = headers["If-None-Match"];
      connections.push(`${url.href} at ${ip}${etag ? ` unless ${etag}` : ""}`);
      const { status = 200, location = null, etag: version = null, body = "BEGIN:VCALENDAR" } = pages[url.href] ?? {};
      const file = { etag: version, type: "text/calendar", encoding: "", body: new TextEncoder().encode(body) };
      return { status, location, ...file };
    },
  };
  return { network, connections };
}

const NAMES = { "a.example": ["93.184.216.34"], "b.example": ["2606:4700::1"], "inner.example": ["10.0.0.7"] };
const codeOf = (address: string, pages: Record<string, Page> = {}, names: Record<string, string[]> = NAMES) =>
  fetchCalendar(address, null, fakeNetwork(names, pages).network).then(
    () => "read",
    ({ code }) => code,
  );

describe("The reader of subscribed calendars", () => {
  test("reads the file at the address that was checked, and asks for changes only", async () => {
    const { network, connections } = fakeNetwork(NAMES, { "https://a.example/me.ics": { etag: "v2", body: "X" } });
    expect(await fetchCalendar("https://a.example/me.ics", "v1", network)).toEqual({ text: "X", etag: "v2" });
    expect(connections).toEqual(["https://a.example/me.ics at 93.184.216.34 unless v1"]);
    expect(
      await fetchCalendar(
        "https://a.example/",
        "v1",
        fakeNetwork(NAMES, { "https://a.example/": { status: 304 } }).network,
      ),
    ).toBeNull();
  });

  test("follows a moved calendar, and checks each step anew", async () => {
    const pages = {
      "https://a.example/old": { status: 301, location: "/new" },
      "https://a.example/new": { status: 302, location: "https://b.example/me.ics" },
    };
    expect(await codeOf("https://a.example/old", pages)).toBe("read");
    const loop = { "https://a.example/": { status: 302, location: "https://a.example/" } };
    expect(await codeOf("https://a.example/", loop)).toBe("unreachable");
    expect(await codeOf("https://a.example/", { "https://a.example/": { status: 500 } })).toBe("refused");
    expect(await codeOf("https://nowhere.example/")).toBe("unreachable");
    expect(await codeOf("https://mixed.example/", {}, { "mixed.example": ["93.184.216.34", "127.0.0.1"] })).toBe(
      "private_address",
    );
    expect(await codeOf("https://empty.example/", {}, { "empty.example": [] })).toBe("private_address");
  });

  /** Every spelling of an address in this machine's or a private network. */
  const PRIVATE = ["127.0.0.1", "10.1.2.3", "172.16.0.9", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"];
  const spelling = fc.constantFrom(...PRIVATE).chain((ip) => {
    const parts = ip.split(".").map(Number);
    const whole = parts.reduce((sum, part) => sum * 256 + part, 0);
    return fc.constantFrom(
      ip,
      String(whole),
      `0x${whole.toString(16)}`,
      parts.map((part) => `0${part.toString(8)}`).join("."),
      parts.map((part) => `0x${part.toString(16)}`).join("."),
      `[::ffff:${ip}]`,
      `[::ffff:${((parts[0] ?? 0) * 256 + (parts[1] ?? 0)).toString(16)}:${((parts[2] ?? 0) * 256 + (parts[3] ?? 0)).toString(16)}]`,
    );
  });
  const hosts = fc.oneof(spelling, fc.constantFrom("[::1]", "[fe80::1]", "[fd00::1]", "inner.example"));

  test("connects to no private network, however it is written and wherever it stands", async () => {
    await fc.assert(
      fc.asyncProperty(hosts, fc.boolean(), async (host, isRedirect) => {
        const { network, connections } = fakeNetwork(NAMES, {
          "https://a.example/": { status: 302, location: `https://${host}/me.ics` },
        });
        const asked = isRedirect ? "https://a.example/" : `https://${host}/me.ics`;
        await expect(fetchCalendar(asked, null, network)).rejects.toMatchObject({ code: "private_address" });
        expect(connections).toHaveLength(isRedirect ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });

  test.each(["http://a.example/", "file:///etc/passwd", "https://me:pw@a.example/", "https://a.example:8443/"])(
    "connects to nothing for %s, also when another server sends there",
    async (address) => {
      expect(await codeOf(address)).toBe("private_address");
      const moved = { "https://a.example/": { status: 307, location: address } };
      expect(await codeOf("https://a.example/", moved)).toBe("private_address");
    },
  );
});
