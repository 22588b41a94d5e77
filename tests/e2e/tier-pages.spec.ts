import type { Page } from "@playwright/test";
import { demoCards, demoVariant } from "../../domain/demo-metrics.ts";
import { expect, test } from "../support/browser-test.ts";

/**
 * The exact headlines of spec §2 (Legacy's is ours). `says` is the content of spec §9 for the page besides its prices.
 */
const tiers = [
  {
    path: "/legacy",
    headline: "One Page. One Form. One Fast Reply.",
    description: "$500 install + $2000/month",
    price: ["$50", "$200"],
    says: ["14-day notice", "within 24 hours"],
  },
  {
    path: "/launch",
    headline: "From Idle to Inbound—Instantly.",
    description: "$250 setup + $350/month",
    price: ["$250", "$350"],
    says: [
      "set up in 3–7 days",
      "Usually 3 days",
      "3–6 day install",
      "Go-Live Day 4",
      "month-to-month after the first 30 days",
    ],
  },
  {
    path: "/base",
    headline: "Solid Foundation For Predictable Bookings.",
    description: "$50 + $350/month",
    price: ["$500", "$550"],
    says: ["Email, within 1 business day", "14-day notice", "There are no refunds for partial months"],
  },
  {
    path: "/pro",
    headline: "Precision Tuning For Serious Growth.",
    description: "$50 + $500/month",
    price: ["$1,000", "$800"],
    says: ["At least one A/B test a month", "A strategy call every month", "14-day notice"],
  },
  {
    path: "/enterprise",
    headline: "Multi-Location Power With Elite Reporting.",
    description: "$50 + $750/month",
    price: ["$2,000", "$1,500"],
    says: ["Priority, within 4 business hours", "Up to three pipelines and calendars included", "14-day notice"],
  },
  {
    path: "/advertisements",
    headline: "Drive urgency. Generate traffic. And convert.",
    description: "15% of ad spend",
    price: ["15% of ad spend", "$3,000/month"],
    says: ["$50 install plus $200/month", "not within 10 days before a new billing cycle", "at least $3,000 a month"],
  },
];
const cardPages = ["/base", "/pro", "/enterprise", "/advertisements"];

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** One page for all checks of a tier, because opening it takes most of the time. */
for (const tier of tiers)
  test(`${tier.path} has its headline, prices, promises, demo, questions and search engine data`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.goto(tier.path);
    await test.step("headline, prices and the promises of spec §9", () => seePromises(page, tier));
    await test.step("demo values and their labels", () => seeDemo(page, tier.path));
    if (cardPages.includes(tier.path))
      await test.step("cards and the link to the process", () => seeCards(page, tier.path));
    await test.step("questions, one open at a time", () => seeQuestions(page));
    await test.step("search engine data", () => seeMarkup(page, tier.price));
  });

async function seePromises(page: Page, { headline, description, price, says }: (typeof tiers)[number]) {
  await expect(heading(page)).toHaveText(headline);
  await expect(page).toHaveTitle(/ \| Upfunnel$/);
  await expect(page.locator("meta[name=description]")).toHaveAttribute("content", new RegExp(literally(description)));
  const note = page.locator("[data-price]");
  for (const figure of price) await expect(note.getByText(figure, { exact: true })).toBeVisible();
  const text = (await page.locator("main").textContent()) ?? "";
  for (const sentence of says) expect(text).toContain(sentence);
  await expect(page.getByRole("link", { name: "Start your application" }).first()).toHaveAttribute(
    "href",
    "/contact#application",
  );
}

async function seeDemo(page: Page, path: string) {
  const demo = page.locator("#demo");
  await expect(demo).toContainText("for demonstration only and refresh periodically");
  await expect(demo).toContainText("Real client dashboards show real data with audit trails");
  for (const { label, value } of demoCards(demoVariant(path))) {
    const card = demo.locator("dl > div", { has: page.getByText(label, { exact: true }) });
    await expect(card.locator("dd")).toHaveText(value);
  }
  await expect(demo.locator("polyline")).toHaveAttribute("points", /^(\d+,\d+ ){13}\d+,\d+$/);
  const chart = await demo.locator("svg").boundingBox();
  expect(Math.round(chart?.width ?? 0)).toBe(280);
  expect(Math.round(chart?.height ?? 0)).toBe(80);
}

async function seeCards(page: Page, path: string) {
  const cards = page.locator("section[aria-labelledby=features-title]").getByRole("article");
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) await expect(card.getByRole("listitem")).toHaveCount(3);
  const behavior = () => getComputedStyle(document.documentElement).scrollBehavior;
  expect(await page.evaluate(behavior)).toBe("smooth");
  await page.getByRole("link", { name: "See How It Works" }).click();
  await expect(page).toHaveURL(new RegExp(`${path}#process$`));
  await expect(page.locator("#process")).toBeInViewport();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.evaluate(behavior)).toBe("auto");
}

async function seeQuestions(page: Page) {
  const open = page.locator("main details[open]");
  const questions = page.locator("main summary");
  expect(await questions.count()).toBeGreaterThanOrEqual(5);
  await expect(open).toHaveCount(1);
  await questions.nth(2).click();
  await expect(open).toHaveCount(1);
  await expect(open.locator("summary")).toHaveText((await questions.nth(2).textContent()) ?? "");
  await questions.nth(2).click();
  await expect(open).toHaveCount(0);
}

async function seeMarkup(page: Page, price: string[]) {
  const things = (await page.locator('script[type="application/ld+json"]').allTextContents()).map((text) =>
    JSON.parse(text),
  );
  const service = things.find((thing) => thing["@type"] === "Service");
  const fixed = price[0]?.startsWith("$") ? price.map((figure) => `${figure.replace(/[$,]/g, "")}.00`) : undefined;
  expect(service?.offers?.map((offer: { price: string }) => offer.price)).toEqual(fixed);
  const questions = things.find((thing) => thing["@type"] === "FAQPage")?.mainEntity;
  expect(questions).toHaveLength(await page.locator("main summary").count());
}

test("Each tier says Yes and Not Now, and so does the home page", async ({ page }) => {
  for (const path of [...tiers.map((tier) => tier.path), "/"]) {
    await page.goto(path);
    for (const name of ["Yes", "Not Now"]) {
      const list = page.getByRole("heading", { name, exact: true }).locator("+ ul");
      expect(await list.getByRole("listitem").count(), `${path} ${name}`).toBeGreaterThanOrEqual(5);
    }
  }
});

test("The consulting page has the content of spec §2", async ({ page }) => {
  await page.goto("/consulting");
  await seeQuestions(page);
  await seeMarkup(page, []);
  await page.goto("/consulting");
  for (const title of [
    "Strategic Assessment",
    "Custom Growth Plan",
    "Implementation Support",
    "Proven Frameworks",
    "Direct Strategic Line",
    "Outcomes Focus",
  ])
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "What changes" }).getByRole("listitem")).toHaveText([
    "scattered efforts to one operating plan",
    "clicks to booked calls",
    "guesswork to weekly tests",
    "slow replies to speed-to-lead under 5 minutes",
  ]);
  for (const name of ["Perfect For You", "Not Right Now"]) {
    const list = page.getByRole("heading", { name, exact: true }).locator("+ ul");
    await expect(list.getByRole("listitem")).toHaveCount(8);
  }
  await expect(page.locator("figure blockquote")).toBeVisible();
  for (const name of ["Get Your Custom Quote", "Check If We're A Fit"])
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", "#application");
  await page.getByRole("link", { name: "Start Your Consultation" }).click();
  await expect(page.locator("#application")).toBeInViewport();
});

test("The demo line moves by itself until motion is paused", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.clock.install();
  await page.goto("/base");
  const line = page.locator("#demo polyline");
  await line.scrollIntoViewIfNeeded();
  const points = () => line.getAttribute("points");
  const first = await points();
  await expect(async () => {
    await page.clock.runFor(8_000);
    expect(await points()).not.toBe(first);
  }).toPass();
  await page.getByRole("button", { name: "Pause motion" }).click();
  await line.scrollIntoViewIfNeeded();
  const paused = await points();
  await page.clock.runFor(30_000);
  expect(await points()).toBe(paused);
});

test("Without scripts the demo chart shows its baseline, and nothing shifts when the line appears", async ({
  browser,
  baseURL,
}) => {
  const sizes = [];
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({ javaScriptEnabled, baseURL: baseURL ?? "" });
    const page = await context.newPage();
    await page.goto("/pro");
    const chart = page.locator("[data-spark]");
    await expect(chart).toContainText("Leads a day, last 14 days");
    await expect(chart.locator("svg")).toBeVisible();
    sizes.push(await page.locator("#demo").boundingBox());
    await context.close();
  }
  expect(sizes[1]).toEqual(sizes[0]);
});

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
