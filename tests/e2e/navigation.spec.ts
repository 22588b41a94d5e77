import { expect, test } from "../support/browser-test.ts";
import { signInAs } from "../support/session.ts";

/** The navigation of each role, and how many links it has at least. `within` leaves out links to another navigation. */
const NAVIGATIONS = [
  { as: "sales@example.com", start: "/crm", atLeast: 7 },
  { as: "admin@example.com", start: "/admin", atLeast: 9 },
  { as: "admin@example.com", start: "/crm", atLeast: 7 },
  { as: "client@example.com", start: "/workspace/northside-dental", within: "/workspace/", atLeast: 6 },
];

for (const { as, start, within = "/", atLeast } of NAVIGATIONS)
  test(`${as} goes from each screen of ${start} to the next without a reload`, async ({ page, baseURL }) => {
    await signInAs(page, baseURL ?? "", as);
    await page.goto(start, { waitUntil: "networkidle" });
    const links = page.locator(`:is(nav, header) a[href^='${within}']:visible`);
    await expect.poll(() => links.count()).toBeGreaterThanOrEqual(atLeast);
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    // Each screen is left twice, for the next one and for the first.
    for (const path of [...new Set(paths)].flatMap((path) => [path, start])) {
      await links
        .and(page.locator(`[href='${path}']`))
        .first()
        .click();
      await expect(page).toHaveURL((url) => url.pathname + url.search === path || url.pathname.startsWith(path));
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expect(page.getByRole("heading", { name: "This page couldn't be shown" })).toHaveCount(0);
    }
    expect(await page.evaluate(() => "isSameDocument" in window)).toBe(true);
  });
