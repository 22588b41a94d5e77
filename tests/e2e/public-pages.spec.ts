import { HtmlValidate } from "html-validate";
import { expect, test } from "../support/browser-test.ts";
import { listSitePages } from "../support/site-pages.ts";

const pages = await listSitePages(process.env.TEST_HOST_URL ?? "");
const WIDTHS = [320, 360, 390, 768, 1024, 1440, 1920];

/** The route table of spec §2. The sitemap must contain all of it. */
const PUBLIC = [
  ...["/", "/consulting", "/launch", "/legacy", "/base", "/pro", "/enterprise", "/advertisements"],
  ...["/about", "/pricing", "/success-stories", "/contact", "/terms"],
  ...["performance-analytics", "precision-targeting", "growth-optimization", "customer-acquisition"].map(
    (name) => `/services/${name}`,
  ),
  "/services/multi-platform-management",
];

test("The sitemap lists every public page, and robots.txt links to it", async ({ request }) => {
  expect(pages.toSorted()).toEqual(PUBLIC.toSorted());
  expect(await (await request.get("/robots.txt")).text()).toMatch(/Sitemap: http.*\/sitemap\.xml/);
  expect(await (await request.get("/sitemap.xml")).text()).toMatch(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  expect(await (await request.get("/llms.txt")).text()).toContain("/pricing");
});

for (const path of pages) {
  test(`${path} is complete and accessible at every width, has its metadata, and its links work`, async ({
    page,
    request,
    baseURL,
    checkAccessibility,
  }) => {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (width === 390 || width === 1440) await checkAccessibility();
    }
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    const levels = await page.evaluate(() =>
      [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map((heading) => Number(heading.tagName[1])),
    );
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    const meta = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute("content", { timeout: 2_000 });
    expect((await page.title()).length).toBeGreaterThan(10);
    expect((await meta("description"))?.length).toBeGreaterThan(50);
    expect(await page.locator("link[rel=canonical]").getAttribute("href")).toBe(`${baseURL}${path}`);
    for (const name of ["og:title", "og:description", "og:url", "twitter:card", "twitter:image"])
      expect(await meta(name)).toBeTruthy();
    const picture = await request.get((await meta("og:image")) ?? "");
    expect(picture.headers()["content-type"]).toBe("image/png");
    const things = await page.locator('script[type="application/ld+json"]').allTextContents();
    const types = things.map((text) => (JSON.parse(text) as { "@type": string })["@type"]);
    expect(types).toContain(path === "/" ? "Organization" : "BreadcrumbList");
    for (const text of things) expect(text).not.toContain("__SITE_URL__");
    const links = await page.evaluate(() => [
      ...new Set([...document.querySelectorAll("a")].map(({ href }) => href).filter((href) => href.startsWith("http"))),
    ]);
    for (const link of links) {
      const { origin, pathname, hash } = new URL(link);
      expect(origin).toBe(baseURL);
      const answer = await request.get(pathname);
      expect([link, answer.status()]).toEqual([link, 200]);
      if (hash && !hash.includes("=")) expect(await answer.text()).toContain(`id="${hash.slice(1)}"`);
    }
  });

  test(`${path} is valid HTML`, async ({ request }) => {
    const validator = new HtmlValidate({
      extends: ["html-validate:standard"],
      rules: {
        // React's output is valid HTML. These rules are about style.
        "void-style": "off",
        "no-trailing-whitespace": "off",
        "attribute-boolean-style": "off",
        "no-inline-style": "off",
        "long-title": "off",
        "script-type": "off",
        "no-implicit-button-type": "error",
      },
    });
    const report = await validator.validateString(await (await request.get(path)).text());
    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
    );
    expect(problems).toEqual([]);
  });
}
