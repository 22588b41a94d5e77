import { afterAll, beforeAll, expect, test } from "vitest";
import type { LandingBrand } from "../../domain/landing/brand.ts";
import { FONT_NAMES } from "../../domain/landing/fonts.ts";
import { type HostProcess, startHostProcess } from "../support/host-process.ts";
import { landingAdmin } from "../support/landing.ts";
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
const readBrand = () => admin.call<LandingBrand & { revision: number }>(admin.client.rpc("landing_brand"));
async function saveBrand(brand: Partial<LandingBrand>): Promise<number> {
  const { revision } = await readBrand();
  return admin.call<number>(admin.client.rpc("save_landing_brand", { p_seen_revision: revision, p_brand: brand }));
}

test("a change of the brand restyles every page that follows it on the next request, and no other page", async () => {
  const following = await Promise.all(
    ["one", "two", "three"].map((name) =>
      admin.make(`brand-${name}`, { content: `<h1>${name}</h1>`, theme: "brand", hide_title: true }),
    ),
  );
  for (const theme of ["default", "ink", "warm"]) await admin.make(`other-${theme}`, { content: "<h1>x</h1>", theme });
  const follows = ["/landing/brand-one", "/landing/brand-two", "/landing/brand-three"];
  const others = ["/landing/other-default", "/landing/other-ink", "/landing/other-warm"];
  const all = async (paths: string[]) => Promise.all(paths.map((path) => get(path)));
  const before = await all(follows);
  const otherTags = (await all(others)).map(({ headers }) => headers.etag);

  await saveBrand({
    accent: "#1a6b5c",
    corner: "sharp",
    heading_font: "fraunces",
    text_font: "dm-sans",
    business_name: "Smile Dental",
    privacy_url: "https://smile.example/privacy",
  });
  for (const [at, page] of (await all(follows)).entries()) {
    expect(page.body).toContain("--accent:#1a6b5c");
    expect(page.body).toContain('<p class="brand-name">Smile Dental</p>');
    expect(page.headers.etag).not.toBe(before[at]?.headers.etag);
  }
  expect((await all(others)).map(({ headers }) => headers.etag)).toEqual(otherTags);

  // Stored pages and their versions are as they were.
  const { data: stored } = await admin.client.from("landing_pages").select("version, content").in("id", following);
  expect(stored?.map(({ version }) => version)).toEqual([1, 1, 1]);
  await saveBrand({ accent: "#aa2200" });
  for (const page of await all(follows)) expect(page.body).toContain("--accent:#aa2200");
});

test("publishing another theme and rolling back decide whether a page follows the brand", async () => {
  await saveBrand({ accent: "#1a6b5c" });
  const id = await admin.make("brand-versions", { content: "<h1>First</h1>", theme: "brand", hide_title: true });
  const revision = await admin.save(id, 1, { theme: "ink", content: "<h1>Second</h1>" });
  expect((await get("/landing/brand-versions")).body).toContain("--accent:#1a6b5c");
  await admin.publish(id, revision);
  expect((await get("/landing/brand-versions")).body).not.toContain("--accent:#1a6b5c");
  await admin.call(admin.client.rpc("roll_back_landing_page", { p_page_id: id, p_number: 1 }));
  await saveBrand({ accent: "#5b2a86" });
  const { body } = await get("/landing/brand-versions");
  expect(body).toContain("--accent:#5b2a86");
  expect(body).toContain("<h1>First</h1>");
});

test("both variants of a test and a preview have the brand", async () => {
  await saveBrand({ accent: "#1a6b5c" });
  const id = await admin.make("brand-tested", { content: "<h1>A</h1>", theme: "brand", hide_title: true });
  const revision = await admin.save(id, 1, { content: "<h1>B</h1>" });
  const token = await admin.preview(id);
  expect((await get(`/landing/brand-tested?preview=${token}`)).body).toContain("--accent:#1a6b5c");
  await admin.startTest(id, revision);
  const seen = new Set<string>();
  for (let visitor = 0; visitor < 40; visitor += 1) {
    const { body } = await get("/landing/brand-tested", { "User-Agent": `Mozilla/5.0 (X11) Firefox/${visitor}.0` });
    expect(body).toContain("--accent:#1a6b5c");
    seen.add(/<h1>(.)<\/h1>/.exec(body)?.[1] ?? "");
  }
  expect([...seen].sort()).toEqual(["A", "B"]);
});

test("every font comes from this host, for other origins too, and stays in caches for ever", async () => {
  await admin.make("brand-fonts", { content: "<h1>x</h1>", theme: "brand", hide_title: true });
  for (const font of FONT_NAMES) {
    await saveBrand({ heading_font: font, text_font: font });
    const { body } = await get("/landing/brand-fonts");
    const preloaded = [...body.matchAll(/rel="preload" as="font" type="font\/woff2" href="([^"]+)"/g)].map(
      ([, path]) => path,
    );
    expect(preloaded).toEqual([
      expect.stringMatching(new RegExp(`^/assets/${font}-latin-wght-normal[-.\\w]*\\.woff2$`)),
    ]);
    const file = await get(preloaded[0] ?? "");
    expect([file.status, file.headers["access-control-allow-origin"]]).toEqual([200, "*"]);
    expect(file.headers["cache-control"]).toContain("immutable");
  }
});
