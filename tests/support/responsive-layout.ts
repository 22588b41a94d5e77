import { expect, type Page } from "@playwright/test";

/**
 * Checks that nothing overflows the page at any width. It runs axe on the two extremes: wide and light, narrow and
 * dark. The gallery test (interface-kit.spec.ts) checks every component in every theme at every width.
 */
export async function checkResponsiveLayout(page: Page, checkAccessibility: () => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
    [320, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // Charts render again one frame after a width change.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    if (width > 320) await checkAccessibility();
  }
}
