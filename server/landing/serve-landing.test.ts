import { describe, expect, test } from "vitest";
import type { ServedPage } from "../../domain/landing/page.ts";
import { type CollectedVisit, createVisitCollector } from "./collect-visits.ts";
import { createViewCounter } from "./count-views.ts";
import type { LandingFile } from "./landing-cache.ts";
import type { LandingIndex } from "./load-landing.ts";
import { createLanding } from "./serve-landing.ts";

const page: ServedPage = {
  id: "p",
  slug: "offer",
  version: 2,
  title: "Offer",
  description: null,
  content: "<p>Words</p>",
  theme: "default",
  hide_title: false,
  custom_css: null,
  custom_js: null,
  account: "agency",
  brand: null,
  custom_domain: "offer.example.com",
};
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function open(isSiteKnown = false, served: ServedPage = page) {
  const state = { down: false, stamps: 0, pages: 0, recorded: [] as unknown[], visits: [] as CollectedVisit[] };
  const up = async <Value>(value: Value): Promise<Value> => {
    if (state.down) throw new Error("no connection");
    return value;
  };
  const index = (): LandingIndex => ({
    stamp: 1,
    bySlug: new Map([["offer", "p"]]),
    byDomain: new Map([["offer.example.com", "p"]]),
    domains: new Set(["offer.example.com", "pending.example.com"]),
  });
  const source = {
    stamp: () => {
      state.stamps += 1;
      return up(1);
    },
    index: () => up(index()),
    page: async () => {
      state.pages += 1;
      return up(served);
    },
    preview: () => up(null),
    record: async (views: unknown) => {
      await up(null);
      state.recorded.push(views);
    },
    recordVisits: async (visits: unknown) => {
      await up(null);
      state.visits.push(...(visits as CollectedVisit[]));
    },
  };
  const log = () => undefined;
  const counter = createViewCounter(source.record, log, 1_000_000);
  const visits = createVisitCollector(source.recordVisits, log, 1_000_000);
  const landing = createLanding({
    source,
    files: () => new Map(),
    functions: async () => new Response("function"),
    storage: async () => new Response("picture"),
    booking: async () => new Response("booking"),
    worker: { wake: () => undefined },
    counter,
    visits,
    security: { siteUrl: "https://portal.example.com" },
    isSiteKnown,
    log,
  });
  const ask = (
    path: string,
    host = "portal.example.com",
    headers: Record<string, string> = {},
    address = "192.0.2.1",
  ) =>
    landing.handle(
      new Request(`https://${host}${path}`, { headers: { Host: host, "User-Agent": BROWSER, ...headers } }),
      address,
    );
  return { state, landing, counter, visits, ask };
}

describe("When the database does not answer", () => {
  test("a landing page shows 'Failed to load page' with 503, and recovers afterward", async () => {
    const { state, ask } = open();
    state.down = true;
    const failed = await ask("/landing/offer");
    expect([failed?.status, failed?.headers.get("cache-control"), failed?.headers.get("retry-after")]).toEqual([
      503,
      "no-store",
      "5",
    ]);
    expect(await failed?.text()).toContain("<h1>Failed to load page</h1>");
    expect((await ask("/landing/offer?preview=".padEnd(87, "a")))?.status).toBe(503);
    state.down = false;
    expect((await ask("/landing/offer"))?.status).toBe(200);
  });

  test("the cache is valid for less than a second", async () => {
    const { state, ask } = open();
    expect((await ask("/", "offer.example.com"))?.status).toBe(200);
    state.down = true;
    expect((await ask("/", "offer.example.com"))?.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 950));
    expect((await ask("/", "offer.example.com"))?.status).toBe(503);
    // Other paths under another name belong to the product.
    expect(await ask("/healthz", "elsewhere.example.com")).toBeUndefined();
    expect(await ask("/healthz")).toBeUndefined();
  });

  test("views wait until it answers", async () => {
    const { state, ask, counter } = open();
    await ask("/landing/offer?utm_source=a");
    state.down = true;
    await counter.flush();
    expect(state.recorded).toEqual([]);
    state.down = false;
    await counter.flush();
    expect(state.recorded).toEqual([
      [
        {
          page_id: "p",
          version: 2,
          source: "a",
          views: 1,
          visitors: [expect.stringMatching(/^192\.0\.2\.1\n[\w-]{16}$/)],
        },
      ],
    ]);
  });
});

describe("The cache", () => {
  test("loads a page once for parallel requests, and its index once a second", async () => {
    const { state, ask } = open();
    await Promise.all(Array.from({ length: 50 }, () => ask("/landing/offer")));
    expect([state.pages, state.stamps]).toEqual([1, 0]);
    for (let slug = 0; slug < 50; slug += 1) expect((await ask(`/landing/unknown-${slug}`))?.status).toBe(404);
    expect([state.pages, state.stamps]).toEqual([1, 0]);
  });

  test("finds only pages that were served, and only under their own name", async () => {
    const { landing, ask } = open();
    const find = (host: string, path: string, query = "") =>
      (
        landing.find({ host, path, query, isGet: false, header: () => undefined, address: () => "" }) as
          | LandingFile
          | undefined
      )?.page.id;
    expect(find("portal.example.com", "/landing/offer")).toBeUndefined();
    await ask("/landing/offer");
    expect(find("portal.example.com", "/landing/offer")).toBe("p");
    expect(find("portal.example.com", "/landing/offer", "?preview=x")).toBeUndefined();
    expect(find("offer.example.com", "/")).toBeUndefined();
    await ask("/", "offer.example.com");
    expect(find("OFFER.example.com:80", "/")).toBe("p");
    expect(find("pending.example.com", "/")).toBeUndefined();
    expect((await ask("/", "pending.example.com"))?.status).toBe(404);
  });
});

describe("A page under test", () => {
  const { id: _id, slug: _slug, custom_domain: _domain, ...words } = page;
  const variants = [
    { ...words, weight: 50 },
    { ...words, version: 3, content: "<p>Other words</p>", weight: 50 },
  ];
  const tested = (only_source: string | null = null): ServedPage => ({
    ...page,
    test: { id: "t", seed: "s", only_source, zone: "UTC", variants },
  });
  const addresses = Array.from({ length: 40 }, (_, at) => `192.0.2.${at}`);
  const isOther = async (answer: Response | undefined) => ((await answer?.text()) ?? "").includes("Other words");

  test("shows each visitor one variant all day, without a cookie, and counts it", async () => {
    const { ask, counter, state } = open(false, tested());
    const seen = async (host?: string) => {
      const shown: boolean[] = [];
      for (const address of addresses) {
        const answer = await ask(host ? "/" : "/landing/offer", host, {}, address);
        expect([answer?.headers.get("cache-control"), answer?.headers.get("set-cookie")]).toEqual([
          "private, no-cache",
          null,
        ]);
        shown.push(await isOther(answer));
      }
      return shown;
    };
    const first = await seen();
    expect(await seen()).toEqual(first);
    expect(await seen("offer.example.com")).toEqual(first);
    const ofB = first.filter(Boolean).length;
    expect(ofB).toBeGreaterThan(8);
    expect(ofB).toBeLessThan(32);
    await counter.flush();
    const recorded = state.recorded.flat() as {
      version: number;
      views: number;
      visitors: string[];
      test_id?: string;
    }[];
    expect(recorded.filter(({ version }) => version === 3)).toMatchObject([{ views: 3 * ofB, test_id: "t" }]);
    expect(recorded.find(({ version }) => version === 3)?.visitors).toHaveLength(ofB);
    expect(recorded.every(({ test_id }) => test_id === "t")).toBe(true);
  });

  test("confirms a copy only of the visitor's own variant", async () => {
    const { ask } = open(false, tested());
    const answers = await Promise.all(addresses.map((address) => ask("/landing/offer", undefined, {}, address)));
    const tags = [...new Set(answers.map((answer) => answer?.headers.get("etag") ?? ""))];
    expect(tags).toHaveLength(2);
    for (const [at, answer] of answers.entries())
      for (const tag of tags) {
        const again = await ask("/landing/offer", undefined, { "If-None-Match": tag }, addresses[at]);
        expect(again?.status).toBe(tag === answer?.headers.get("etag") ? 304 : 200);
      }
  });

  test("shows programs and visitors from other sources the live version, which counts for no test", async () => {
    const { ask, counter, state } = open(false, tested("instagram"));
    const bots = open(false, tested());
    for (const address of addresses) {
      expect(await isOther(await ask("/landing/offer", undefined, {}, address))).toBe(false);
      expect(
        await isOther(await bots.ask("/landing/offer", undefined, { "User-Agent": "Googlebot/2.1" }, address)),
      ).toBe(false);
    }
    await counter.flush();
    expect(state.recorded.flat()).toMatchObject([{ version: 2, views: 40 }]);
    expect(state.recorded.flat()[0]).not.toHaveProperty("test_id");
    const answers = await Promise.all(
      addresses.map((address) => ask("/landing/offer?utm_source=Instagram", undefined, {}, address)),
    );
    expect((await Promise.all(answers.map(isOther))).filter(Boolean).length).toBeGreaterThan(8);
  });

  const reportOf = (version: number) => JSON.stringify([version, 390, 4, 30, 900, [0, 3, 3]]);
  const tell = ({ landing }: ReturnType<typeof open>, body: string, address = "192.0.2.1", browser = BROWSER) =>
    landing.handle(
      new Request("https://portal.example.com/landing/offer?visit", {
        method: "POST",
        headers: { Host: "portal.example.com", "User-Agent": browser },
        body,
      }),
      address,
    );

  test("takes one report of each visitor, about the version that they were shown", async () => {
    const opened = open(false, tested());
    const versions: number[] = [];
    for (const address of addresses) {
      const version = (await isOther(await opened.ask("/landing/offer", undefined, {}, address))) ? 3 : 2;
      versions.push(version);
      // The other version is a lie, and so is a second report.
      for (const told of [version === 3 ? 2 : 3, 1, version, version])
        expect((await tell(opened, reportOf(told), address))?.status).toBe(204);
    }
    await opened.visits.flush();
    expect(opened.state.visits).toEqual([]);
    await opened.visits.flush();
    expect(opened.state.visits.map(({ version }) => version)).toEqual(versions);
    expect(opened.state.visits[0]).toMatchObject({ page_id: "p", width: "phone", depth: 4, bounced: false, speed: 0 });
  });

  test("answers every other report the same, and leaves it out", async () => {
    const opened = open();
    const answers = [
      await tell(opened, reportOf(9)),
      await tell(opened, "x".repeat(5_000)),
      await tell(opened, "{}"),
      await tell(opened, reportOf(2), "192.0.2.1", "Googlebot/2.1"),
    ];
    expect(answers.map((answer) => answer?.status)).toEqual([204, 204, 204, 204]);
    for (let at = 0; at < 100; at += 1) await tell(opened, reportOf(2), "192.0.2.9", `${BROWSER} ${at}`);
    await opened.visits.stop();
    expect(opened.state.visits).toHaveLength(20);
  });

  test("without a test, nothing changes", async () => {
    const { ask } = open();
    expect((await ask("/landing/offer"))?.headers.get("cache-control")).toBe("no-cache");
  });
});

describe("An unknown name", () => {
  test("gets the product's pages only if no public address is set", async () => {
    const [anywhere, here] = [open(false), open(true)];
    expect(await anywhere.ask("/auth", "elsewhere.example.com")).toBeUndefined();
    expect((await here.ask("/auth", "elsewhere.example.com"))?.status).toBe(404);
    expect(await here.ask("/healthz", "elsewhere.example.com")).toBeUndefined();
    here.state.down = true;
    await new Promise((resolve) => setTimeout(resolve, 950));
    expect((await here.ask("/auth", "elsewhere.example.com"))?.status).toBe(503);
    expect(await here.ask("/healthz", "elsewhere.example.com")).toBeUndefined();
    expect(await here.ask("/auth")).toBeUndefined();
  });
});
