import { expect, type Page } from "@playwright/test";

/** The provider's documented test cards. */
export const CARDS = { pays: "4242 4242 4242 4242", declined: "4000 0000 0000 0002", noFunds: "4000 0000 0000 9995" };

/** Fills in a card on the payment page and submits it. */
export async function payWith(page: Page, card: string): Promise<void> {
  await expect(page).toHaveURL(/\/dev\/pay\/checkout\//);
  await page.getByLabel("Card number").fill(card);
  await page.getByLabel("Expires").fill("12 / 40");
  await page.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^(Pay|Start trial|Subscribe)/ }).click();
}
