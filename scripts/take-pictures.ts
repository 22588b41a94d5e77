/** Takes the pictures of README.md from a fresh host with demo data: `npm run pictures`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
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
  /** Prepares the page for its picture. */
  prepare?: (page: Page) => Promise<void>;
};

const PICTURES: Picture[] = [
  { name: "home", path: "/" },
  { name: "today", path: "/crm", as: "sales@example.com" },
  { name: "board", path: "/crm/board", as: "sales@example.com", theme: "dark" },
  { name: "client-dashboard", path: "/client-dashboard", as: "client@example.com" },
  {
    name: "landing-editor",
    path: "/admin/landing-pages",
    as: "admin@example.com",
    prepare: async (page) => {
      await page.getByRole("link", { name: "Straighter teeth, without anyone noticing" }).click();
      const canvas = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
      await canvas.locator("h1").first().click();
    },
  },
  { name: "analytics", path: "/crm/analytics", as: "admin@example.com" },
];

async function takePicture(browser: Browser, hostUrl: string, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    baseURL: hostUrl,
    viewport: SIZE,
    colorScheme: picture.theme ?? "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/Los_Angeles",
  });
  const page = await context.newPage();
  if (picture.as) await signInAs(page, hostUrl, picture.as);
  await page.goto(picture.path, { waitUntil: "networkidle" });
  await picture.prepare?.(page);
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(DIRECTORY, `${picture.name}.png`) });
  await context.close();
}

mkdirSync(DIRECTORY, { recursive: true });
const found = await findChromium();
const host = await startHostProcess({ RATE_LIMIT_SCALE: "0" });
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env } as Record<string, string>,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const picture of PICTURES) await takePicture(browser, host.url, picture);
} finally {
  await browser.close();
  await host.dispose();
}
