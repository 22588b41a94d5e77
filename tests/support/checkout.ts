import { expect, type Page } from "@playwright/test";

/** The provider's documented test cards. */
export const CARDS = { pays: "4242 4242 4242 4242", declined: "4000 0000 0000 0002", noFunds: "4000 0000 0000 9995" };

/** On the payment page: fills in a card and sends it. */
export async function payWith(page: Page, card: string): Promise<void> {
  await expect(page).toHaveURL(/\/dev\/pay\/checkout\//);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expires").fill("12 / 40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^(Pay|Start trial|Subscribe)/ }).click();
}

/** Wide and light, narrow and dark, and the other way round: nothing breaks out of the page, and axe has nothing to say. */
export async function checkEveryLook(page: Page, checkAccessibility: () => Promise<void>): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [1440, "dark"],
    [390, "dark"],
    [390, "light"],
    [320, "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    if (width > 320) await checkAccessibility();
  }
}
