import { expect, test } from "../support/browser-test.ts";
import { landingAdmin } from "../support/landing.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

// Programs are no visitors, and a headless browser says that it is one.
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

test("A visit is reported without cookies when it ends, and the statistics show the way from visitor to deal", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const admin = await landingAdmin(baseURL ?? "");
  const slug = `visits-${crypto.randomUUID().slice(0, 8)}`;
  const id = await admin.make(slug, {
    content: `<section><h2>First part</h2><p><a href="#end">Go on</a></p></section>\n<div style="height:3000px"></div>\n<section id="end"><h2>Last part</h2></section>`,
  });
  const visited = async () =>
    (await admin.client.from("landing_visits").select("visits, bounced, depths").eq("page_id", id)).data;

  const context = await browser.newContext({ baseURL: baseURL ?? "", userAgent: PERSON });
  const visitor = await context.newPage();
  await visitor.goto(`/landing/${slug}?utm_source=flyer`);
  await visitor.getByRole("link", { name: "Go on" }).click();
  await expect(visitor.getByText("Last part")).toBeInViewport();
  expect(await context.cookies()).toEqual([]);
  // What a page sends while it is left has the real name of the browser, so the page is told before it is left.
  await visitor.evaluate(() => dispatchEvent(new Event("pagehide")));
  await expect.poll(visited).toMatchObject([{ visits: 1, bounced: 0 }]);
  expect((await visited())?.[0]?.depths[9]).toBe(1);

  await context.close();

  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Statistics" }).click();
  const funnel = page.getByRole("table", { name: "From visitor to deal" });
  await expect(funnel.getByRole("row", { name: /flyer/ })).toBeVisible();
  const reading = page.getByRole("table", { name: "Scroll depth" });
  await expect(reading.getByRole("row", { name: /^All 1/ })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});
