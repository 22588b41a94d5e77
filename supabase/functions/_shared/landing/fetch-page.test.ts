import { describe, expect, test } from "vitest";
import { MAX_PAGE_BYTES } from "../../../../domain/landing/import/import-limits.ts";
import { type FetchNetwork, FetchProblem } from "../probe/fetch-public.ts";
import { fetchPage } from "./fetch-page.ts";

type Page = { status?: number; location?: string; type?: string; encoding?: string; body?: Uint8Array | string };

/** A network whose only names are a.example and b.example. It serves these pages by address. */
function networkOf(pages: Record<string, Page>): FetchNetwork {
  return {
    resolve: async (name) => (name === "a.example" || name === "b.example" ? ["93.184.216.34"] : ["10.0.0.7"]),
    get: async (url, _ip, { maxBytes }) => {
      const { status = 200, location = null, type = "text/html", encoding = "", body = "" } = pages[url.href] ?? {};
      const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
      if (bytes.length > maxBytes) throw new FetchProblem("too_large");
      return { status, location, etag: null, type, encoding, body: bytes };
    },
  };
}
const A = "https://a.example/";
const read = (page: Page) => fetchPage(A, networkOf({ [A]: page }));
const refusal = (page: Page) =>
  read(page).then(
    () => "read",
    ({ code }) => code,
  );
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("The reader of a customer's page", () => {
  test.each([
    ["says nothing", { body: "<p>Café</p>" }],
    ["names its letters in the header", { type: "text/html; charset=ISO-8859-1", body: latin("<p>Café</p>") }],
    ["names its letters in the page", { body: latin('<meta charset="windows-1252"><p>Café</p>') }],
    [
      "names its letters the old way",
      { body: latin('<meta http-equiv="Content-Type" content="text/html; charset=latin1"><p>Café</p>') },
    ],
    ["names letters that nobody knows", { type: "text/html; charset=klingon", body: "<p>Café</p>" }],
    ["is XHTML", { type: "application/xhtml+xml; charset=UTF-8", body: "<p>Café</p>" }],
  ])("reads the letters of a page that %s", async (_, page: Page) => {
    expect((await read(page)).html).toContain("<p>Café</p>");
  });

  test("says where the page was in the end, so that its links and pictures lead there", async () => {
    const network = networkOf({
      [A]: { status: 301, location: "/en/" },
      "https://a.example/en/": { status: 302, location: "https://b.example/home/index.html" },
      "https://b.example/home/index.html": { body: "<p>Here</p>" },
    });
    expect(await fetchPage(A, network)).toEqual({ html: "<p>Here</p>", address: "https://b.example/home/index.html" });
  });

  test.each(["gzip", "br", "GZIP", "deflate, gzip", "zstd"])("takes no file that is packed (%s)", async (encoding) => {
    expect(await refusal({ encoding, body: "<p>Small, or is it?</p>" })).toBe("refused");
  });

  test("takes a file that says that it is not packed", async () => {
    expect(await refusal({ encoding: " Identity", body: "<p>Hello</p>" })).toBe("read");
  });

  test.each(["", "text/plain", "application/json", "image/png", "application/pdf", "text/htmlx"])(
    "takes nothing but pages (%s)",
    async (type) => expect(await refusal({ type, body: "<p>Hello</p>" })).toBe("refused"),
  );

  test("takes pages of up to 2 MB", async () => {
    expect(await refusal({ body: "x".repeat(MAX_PAGE_BYTES) })).toBe("read");
    expect(await refusal({ body: "x".repeat(MAX_PAGE_BYTES + 1) })).toBe("too_large");
  });

  test("goes to no private network, also when the page sends it there", async () => {
    expect(await refusal({ status: 302, location: "https://inner.example/" })).toBe("private_address");
    expect(await refusal({ status: 302, location: "http://b.example/" })).toBe("private_address");
  });
});
