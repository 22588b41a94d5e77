import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";

/** The statements of spec §9 for each page, as the page shows them. */
const pages: Record<string, readonly string[]> = {
  "/pricing": [
    "Performance Partnership",
    "20% of additional profit. No upfront or monthly fees.",
    "It requires the use of our invoicing system",
    "Of ad spend, for budgets of at least $3,000 a month",
    "not within 10 days before a new billing cycle. No refunds for partial months.",
    "installed in 3–7 days. Month-to-month after the first 30 days.",
    "Email support within 1 business day.",
    "At least one A/B test a month, lead scoring, and a monthly strategy call.",
    "Up to three pipelines and calendars. Priority support within 4 business hours.",
    "within 24 hours, from a person",
  ],
  "/about": ["2–10x", "return within 30 days", "94%", "340%", "answered within 24 hours"],
  "/success-stories": ["2–10x", "94%", "340%", "Window:", "Source:", "Kiln Aesthetics"],
  "/terms": [
    "Every funnel has a $50 install",
    "plus the monthly charge for the funnel you order",
    "not within 10 days before a new billing cycle",
    "There are no refunds for partial months",
    "20% of additional profit",
    "15% of ad spend",
    "7-day free trial",
    "We answer every application and message within 24 hours.",
    "Base: support by email within 1 business day.",
    "Enterprise: priority support within 4 business hours, and up to three pipelines or calendars included.",
    "Pro: a monthly strategy call, and at least one A/B test per month.",
    "Launch: set up in 3–7 days.",
  ],
  "/services/performance-analytics": ["Real client dashboards show real data with audit trails.", "$1,500/month"],
  "/services/precision-targeting": ["15% of ad spend, from $3,000 a month"],
  "/services/growth-optimization": ["At least one A/B test a month, and a monthly strategy call"],
  "/services/customer-acquisition": ["2–10x return within 30 days", "20% of additional profit"],
  "/services/multi-platform-management": ["for budgets of at least $3,000 a month"],
};

test("Each page shows the required content to visitors and search engines", async ({ page }) => {
  for (const [path, texts] of Object.entries(pages)) await test.step(path, () => seePage(page, path, texts));
});

async function seePage(page: Page, path: string, texts: readonly string[]) {
  await page.goto(path);
  const words = ((await page.locator("main").textContent()) ?? "").replace(/\s+/g, " ");
  for (const text of texts) expect(words).toContain(text);

  expect((await page.title()).length).toBeLessThan(75);
  const things = (await page.locator('script[type="application/ld+json"]').allTextContents()).map(
    (text) => JSON.parse(text) as { "@type": string; "@context": string },
  );
  expect(things.every((thing) => thing["@context"] === "https://schema.org")).toBe(true);
  const kinds = things.map((thing) => thing["@type"]);
  if (path === "/pricing" || path.startsWith("/services/"))
    expect(kinds).toEqual(expect.arrayContaining(["Service", "FAQPage"]));
}

test("The pricing table shows every tier with its setup fee, monthly price and suitable offers", async ({ page }) => {
  await page.goto("/pricing");
  const rows = page.getByRole("table", { name: "Funnel prices" }).getByRole("row");
  for (const [name, offers, setup, monthly] of [
    ["Legacy", "$100–$500", "$50", "$200"],
    ["Launch", "$200–$750", "$250", "$350"],
    ["Base", "$500–$2,000", "$500", "$550"],
    ["Pro", "$2,000–$5,000", "$1,000", "$800"],
    ["Enterprise", "$5,000+", "$2,000", "$1,500"],
  ] as const) {
    const row = rows.filter({ has: page.getByRole("rowheader", { name }) });
    await expect(row.getByRole("cell", { name: offers, exact: true })).toBeVisible();
    await expect(row.getByRole("cell", { name: setup, exact: true }).first()).toBeVisible();
    await expect(row.getByRole("cell", { name: monthly, exact: true }).first()).toBeVisible();
  }
  await expect(rows.filter({ hasText: "Base" }).first()).toContainText("Most popular");
  await expect(rows.filter({ hasText: "Custom Retainer" })).toContainText("By quote");
});

test.describe("The comparison of the funnels", () => {
  const compared = (page: Page) => page.getByRole("table", { name: "The five funnels side by side" });

  test("shows what each funnel includes, with the names in sight while the page scrolls", async ({
    page,
    checkAccessibility,
  }) => {
    await page.goto("/pricing#compare");
    const table = compared(page);
    await expect(table.getByRole("columnheader")).toHaveText(["Legacy", "Launch", "Base", "Pro", "Enterprise"]);
    const row = (name: string) =>
      table.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
    await expect(row("Monthly").getByRole("cell")).toHaveText(["$200", "$350", "$550", "$800", "$1,500"]);
    await expect(row("Five-touch follow-up").getByRole("cell")).toHaveText([
      "Not included",
      "Not included",
      "Included",
      "Included",
      "Included",
    ]);
    await expect(row("Support").getByRole("cell").last()).toHaveText("Priority, within 4 business hours");
    await row("Support").scrollIntoViewIfNeeded();
    await expect(table.getByRole("columnheader", { name: "Enterprise" })).toBeInViewport();
    await checkAccessibility();
    await page.emulateMedia({ media: "print" });
    await expect(table.getByRole("columnheader", { name: "Enterprise" })).toBeVisible();
  });

  test.describe("on a phone, without JavaScript", () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });

    test("shows the two funnels that the visitor chooses", async ({ page }) => {
      await page.goto("/pricing");
      const names = compared(page).getByRole("columnheader");
      await expect(names).toHaveText(["Base", "Pro"]);
      await page.getByRole("group", { name: "Compare" }).getByText("Legacy").click();
      await expect(names).toHaveText(["Legacy", "Pro"]);
      await page.getByRole("group", { name: "with" }).getByRole("radio", { name: "Pro" }).press("ArrowRight");
      await expect(names).toHaveText(["Legacy", "Enterprise"]);
      const [table, width] = [await compared(page).boundingBox(), 390];
      expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(width);
    });
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test("is accessible", async ({ page, checkAccessibility }) => {
      await page.goto("/pricing#compare");
      await expect(compared(page)).toBeVisible();
      await checkAccessibility();
    });
  });
});

test("The terms have their eight sections, in order and by name", async ({ page }) => {
  await page.goto("/terms");
  const sections = page.locator("main section[id]");
  expect(await sections.evaluateAll((all) => all.map(({ id }) => id))).toEqual([
    "agreement",
    "service-description",
    "billing-and-payment",
    "cancellation",
    "data-and-privacy",
    "sla",
    "limitation-of-liability",
    "contact",
  ]);
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Data and privacy" }).click();
  await expect(page).toHaveURL(/\/terms#data-and-privacy$/);
  await expect(page.getByRole("heading", { name: "5 Data and privacy" })).toBeInViewport();
});

test("The terms print without navigation and pictures", async ({ page }) => {
  await page.goto("/terms");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeHidden();
  await expect(page.getByRole("heading", { name: "4 Cancellation" })).toBeVisible();
});

test("A visitor goes from one service to the other four", async ({ page }) => {
  await page.goto("/services/performance-analytics");
  const others = page.getByRole("navigation", { name: "The other four" });
  await expect(others.getByRole("link")).toHaveCount(4);
  await others.getByRole("link", { name: "Growth Optimization" }).click();
  await expect(page).toHaveURL(/\/services\/growth-optimization$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("One question is open at a time, even without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const page = await context.newPage();
  await page.goto("/pricing");
  await page.getByText("Are ads included?").click();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await expect(page.getByText("you pay the budget itself straight to the platform")).toBeVisible();
  await page.getByText("Are ads included?").click();
  await expect(page.locator("main details[open]")).toHaveCount(0);
  await context.close();
});
