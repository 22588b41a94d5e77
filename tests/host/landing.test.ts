import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { eventually, landingAdmin } from "../support/landing.ts";
import { rawRequest } from "../support/raw-request.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";

let host: HostProcess;
let admin: Awaited<ReturnType<typeof landingAdmin>>;
beforeAll(async () => {
  host = await startHostProcess({ DATA_DIR: await seededDataDirectory(), RATE_LIMIT_SCALE: "0" });
  admin = await landingAdmin(host.url);
});
afterAll(() => host.dispose());

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(host.url, path, headers);
const SEEDED = "/landing/northside-dental-aligners";

describe("A landing page", () => {
  test("is a whole document with an opaque origin that nobody may frame", async () => {
    const { status, headers, body } = await get(SEEDED);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toBe(
      "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; frame-ancestors 'none'",
    );
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["cross-origin-opener-policy"]).toBe("unsafe-none");
    expect(body).toContain("<title>Straighter teeth, without anyone noticing</title>");
    expect(body).toContain('property="og:title"');
    expect(body).toContain("See your new smile before you pay for it");
    expect(body).toContain('data-lead-action="/functions/v1/submit-landing-form"');
    const font = /href="(\/assets\/funnel-display[^"]+)"/.exec(body)?.[1] ?? "";
    expect((await get(font)).headers["access-control-allow-origin"]).toBe("*");
  });

  test("is revalidated by its ETag, cached or not, and answers HEAD without a body", async () => {
    const first = await get(SEEDED);
    const again = await get(SEEDED, { "If-None-Match": first.headers.etag ?? "" });
    expect([again.status, again.body]).toEqual([304, ""]);
    const head = await rawRequest(host.url, SEEDED, {}, "HEAD");
    expect([head.status, head.body, head.headers.etag]).toEqual([200, "", first.headers.etag]);
    expect((await get(SEEDED, { "Accept-Encoding": "br" })).headers["content-encoding"]).toBe("br");
    expect((await rawRequest(host.url, SEEDED, {}, "POST")).status).toBe(400);
    expect((await rawRequest(host.url, SEEDED, {}, "DELETE")).status).toBe(405);
  });

  test.each([
    ["/landing/Northside-Dental-Aligners?utm_source=x", 308, `${SEEDED}?utm_source=x`],
    [`${SEEDED}/`, 308, SEEDED],
    [`${SEEDED}//`, 308, SEEDED],
    ["/LANDING/northside-dental-aligners", 308, SEEDED],
    ["/landing/northside%2Ddental%2daligners", 308, SEEDED],
    ["/landing/%2F%2Fevil.example", 404, undefined],
    ["/landing/%E4%F6", 404, undefined],
    ["/landing/a%00b", 404, undefined],
    ["/landing/a b".replace(" ", "%20"), 404, undefined],
    ["/landing/..%2f..%2fconfig.json", 404, undefined],
    [`/landing/${"a".repeat(900)}`, 404, undefined],
    ["/landing/constructor", 404, undefined],
    ["/landing/__proto__", 404, undefined],
    ["/landing/a/b", 404, undefined],
    ["/landing/northside-dental-winter-whitening", 404, undefined],
  ])("at %s answers %i", async (path, status, location) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
    if (status === 404) {
      expect(answer.body).toContain("<h1>Page not found or not published</h1>");
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  test("shows a change, publication or unpublication to every visitor soon", async () => {
    const id = await admin.make("moving", { content: "<p>first words</p>" });
    const asks = (words: string) =>
      eventually(
        () => get("/landing/moving"),
        ({ body }) => body.includes(words),
      );
    expect((await asks("first words")).body).toContain("first words");
    for (let round = 2; round < 5; round += 1) {
      const words = `words of round ${round}`;
      await admin.save(id, round - 1, { content: `<p>${words}</p>` });
      expect((await get("/landing/moving")).body).not.toContain(words);
      await admin.publish(id, round);
      expect((await asks(words)).body).toContain(words);
    }
    await admin.call(admin.client.rpc("unpublish_landing_page", { p_page_id: id }));
    const gone = await eventually(
      () => get("/landing/moving"),
      ({ status }) => status === 404,
    );
    expect(gone.status).toBe(404);
  });

  test("shows title and description even over an h1 in the content, unless the page says otherwise", async () => {
    const words = { title: "The title", description: "The description", content: "<h1>The content's own</h1>" };
    const head = "<h1>The title</h1>\n<p>The description</p>";
    const shown = await admin.make("own-heading", words);
    expect((await get("/landing/own-heading")).body).toContain(head);
    await admin.make("own-heading-hidden", { ...words, hide_title: true });
    const hidden = (await get("/landing/own-heading-hidden")).body;
    expect(hidden).toContain(words.content);
    expect(hidden).toContain("<title>The title</title>");
    expect(hidden).not.toContain(head);
    await admin.save(shown, 1, { hide_title: true });
    const token = await admin.preview(shown);
    expect((await get(`/landing/own-heading?preview=${token}`)).body).not.toContain(head);
    expect((await get("/landing/own-heading")).body).toContain(head);
    await admin.publish(shown, 2);
    await eventually(
      async () => (await get("/landing/own-heading")).body,
      (body) => !body.includes(head),
    );
    expect((await get("/landing/own-heading")).body).not.toContain(head);
  });

  test("keeps up to 500,000 characters of content unchanged, and refuses more with a reason", async () => {
    const content = `<p>${"ä<b>x</b>".repeat(50_000)}`.slice(0, 499_999);
    await admin.make("large", { content });
    const served = await eventually(
      () => get("/landing/large"),
      ({ status }) => status === 200,
    );
    expect(served.body.includes(content)).toBe(true);
    await expect(admin.make("larger", { content: "x".repeat(5_000_000) })).rejects.toThrow(
      "The content has 5,000,000 characters. The limit is 500,000.",
    );
  });
});

describe("A draft", () => {
  test("is visible only through its link, hidden from search engines, and gone once the link is revoked", async () => {
    const id = await admin.make("secret-plan", { content: "<p>secret words</p><form data-lead-form></form>" }, false);
    expect((await get("/landing/secret-plan")).status).toBe(404);
    const token = await admin.preview(id);
    const shown = await get(`/landing/secret-plan?preview=${token}`);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain("secret words");
    expect(shown.headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
    });
    expect(shown.headers["content-security-policy"]).not.toContain("allow-forms");
    expect((await get("/landing/secret-plan")).status).toBe(404);
    for (const wrong of ["", "x", token.slice(1), `${token}0`, token.toUpperCase()])
      expect((await get(`/landing/secret-plan?preview=${wrong}`)).status).toBe(404);
    const links = await admin.client.from("landing_previews").select("id").eq("page_id", id);
    await admin.call(admin.client.rpc("revoke_landing_preview", { p_preview_id: links.data?.[0]?.id ?? "" }));
    expect((await get(`/landing/secret-plan?preview=${token}`)).status).toBe(404);
  });

  test("of a published page does not change the published page", async () => {
    const id = await admin.make("half-written", { content: "<p>public words</p>" });
    await admin.save(id, 1, { content: "<p>hidden words</p>" });
    expect(
      (
        await eventually(
          () => get("/landing/half-written"),
          ({ status }) => status === 200,
        )
      ).body,
    ).not.toContain("hidden words");
    const token = await admin.preview(id);
    expect((await get(`/landing/half-written?preview=${token}`)).body).toContain("hidden words");
    expect((await get("/landing/half-written")).body).toContain("public words");
  });
});

describe("Views", () => {
  const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const SAFARI =
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

  test("are counted by source and visitor, for people only", async () => {
    const id = await admin.make("counted");
    const see = (query = "", headers: Record<string, string> = {}) =>
      get(`/landing/counted${query}`, { "User-Agent": FIREFOX, ...headers });
    await eventually(
      () => see("", { Purpose: "prefetch" }),
      ({ status }) => status === 200,
    );
    await see();
    await see();
    await see("?utm_source=Instagram");
    await see("", { "User-Agent": SAFARI, Referer: "https://www.google.com/search" });
    await see("", { Referer: `${host.url}/home` });
    for (const nobody of [
      { "User-Agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" },
      { "User-Agent": "curl/8.5.0" },
      { "User-Agent": "" },
      { "Sec-Purpose": "prefetch;prerender" },
      { "Sec-Fetch-Dest": "empty" },
    ] as Record<string, string>[])
      await see("", nobody);
    await see("?sent=1");
    await rawRequest(host.url, "/landing/counted", { "User-Agent": FIREFOX }, "HEAD");
    await see(`?preview=${await admin.preview(id)}`);
    // The agency's day may be the one before or after the day in UTC.
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const stats = () =>
      admin.call<{ by: string; key: string; views: number; visitors: number }[]>(
        admin.client.rpc("landing_page_stats", { p_page_id: id, p_from: dayIn(-1), p_to: dayIn(1) }),
      );
    const rows = await eventually(stats, (all) => all.some(({ by, views }) => by === "total" && views >= 5));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(
      (await stats())
        .filter(({ by }) => by !== "day" && by !== "version")
        .map(({ key, views, visitors }) => [key, views, visitors]),
    ).toEqual([
      ["direct", 3, 1],
      ["google.com", 1, 1],
      ["instagram", 1, 0],
      ["all", 5, 2],
    ]);
    expect(rows.length).toBeGreaterThan(0);
  });
});
