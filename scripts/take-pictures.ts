/** Takes the pictures of README.md and of the help articles from a fresh host with demo data: `npm run pictures`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { startHostProcess } from "../tests/support/host-process.ts";
import { signInAs } from "../tests/support/session.ts";
import { findChromium } from "./find-chromium.ts";

const DIRECTORY = "docs/pictures";
const SIZE = { width: 1440, height: 900 };

type Picture = {
  name: string;
  path: string;
  as?: string;
  theme?: "light" | "dark";
  /** Smaller than 1 for a screen that needs more room than a help article has. */
  zoom?: number;
  /** Prepares the page for its picture. */
  prepare?: (page: Page) => Promise<void>;
};

const SAMPLE_PAGE = "Straighter teeth, without anyone noticing";

async function editHeading(page: Page): Promise<void> {
  await page.getByRole("link", { name: SAMPLE_PAGE }).click();
  const canvas = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await canvas.locator("h1").first().click();
}

const PICTURES: Picture[] = [
  { name: "home", path: "/" },
  { name: "today", path: "/crm", as: "sales@example.com" },
  { name: "board", path: "/crm/board", as: "sales@example.com", theme: "dark" },
  { name: "client-dashboard", path: "/client-dashboard", as: "client@example.com" },
  {
    name: "landing-editor",
    path: "/admin/landing-pages",
    as: "admin@example.com",
    prepare: editHeading,
  },
  { name: "analytics", path: "/crm/analytics", as: "admin@example.com" },
];

const HELP_DIRECTORY = "app/content/help/pictures";
/** As wide as an article's text, so that the words of a screen can be read there. */
const HELP_SIZE = { width: 800, height: 450 };

/** Each is named after the article that shows it. */
const HELP_PICTURES: Picture[] = [
  {
    name: "pay-an-invoice",
    path: "/invoices",
    as: "client@example.com",
    prepare: async (page) => page.getByRole("tablist").evaluate((tabs) => tabs.scrollIntoView()),
  },
  { name: "lead-clock", path: "/crm", as: "sales@example.com" },
  { name: "crm-board", path: "/crm/board", as: "sales@example.com" },
  { name: "calls-week", path: "/crm/calls", as: "admin@example.com" },
  { name: "crm-analytics", path: "/crm/analytics", as: "admin@example.com" },
  { name: "landing-write", path: "/admin/landing-pages", as: "admin@example.com", zoom: 0.625, prepare: editHeading },
  {
    name: "landing-figures",
    path: "/admin/landing-pages",
    as: "admin@example.com",
    prepare: async (page) => {
      await page.getByRole("link", { name: SAMPLE_PAGE }).click();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Statistics" }).click();
      await page.getByRole("heading", { name: "By day" }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  { name: "invoices", path: "/admin/billing", as: "admin@example.com" },
];

async function takePicture(browser: Browser, hostUrl: string, picture: Picture, options: BrowserContextOptions) {
  const context = await browser.newContext({
    baseURL: hostUrl,
    viewport: SIZE,
    colorScheme: picture.theme ?? "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
    ...options,
  });
  const page = await context.newPage();
  if (picture.as) await signInAs(page, hostUrl, picture.as);
  await page.goto(picture.path, { waitUntil: "networkidle" });
  // A slow machine may be idle before a screen has loaded.
  await page.getByRole("heading").first().waitFor();
  await picture.prepare?.(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  const file = await page.screenshot();
  await context.close();
  return file;
}

async function takeHelpPicture(browser: Browser, hostUrl: string, picture: Picture, colorScheme: "light" | "dark") {
  const { zoom = 1 } = picture;
  const file = await takePicture(browser, hostUrl, picture, {
    colorScheme,
    viewport: { width: HELP_SIZE.width / zoom, height: HELP_SIZE.height / zoom },
    deviceScaleFactor: 2 * zoom,
  });
  await sharp(file)
    .webp({ quality: 75 })
    .toFile(join(HELP_DIRECTORY, `${picture.name}-${colorScheme}.webp`));
}

mkdirSync(DIRECTORY, { recursive: true });
mkdirSync(HELP_DIRECTORY, { recursive: true });
const found = await findChromium();
const host = await startHostProcess({ RATE_LIMIT_SCALE: "0" });
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env } as Record<string, string>,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const picture of PICTURES)
    writeFileSync(join(DIRECTORY, `${picture.name}.png`), await takePicture(browser, host.url, picture, {}));
  for (const picture of HELP_PICTURES)
    for (const theme of ["light", "dark"] as const) await takeHelpPicture(browser, host.url, picture, theme);
} finally {
  await browser.close();
  await host.dispose();
}
