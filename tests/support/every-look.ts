import { expect, type Page } from "@playwright/test";

/**
 * Nothing breaks out of the page at any width, and axe has nothing to say where most differs: wide and light, narrow and dark.
 * Every part in every theme at every width is looked at once, in the gallery of parts (interface-kit.spec.ts).
 */
export async function checkEveryLook(page: Page, checkAccessibility: () => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
    [320, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // Charts are drawn anew for another width: a frame later.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    if (width > 320) await checkAccessibility();
  }
}
