import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { signInAs } from "../support/session.ts";

/** Forms with text: the page, what opens the form, and its text field. The address opens the last one. */
const FORMS: [email: string, path: string, open: (page: Page) => Promise<void>, field: string][] = [
  ["client2@example.com", "/workspace/ember-coaching/shifts", press(/^Edit hours/), "Share of new leads"],
  ["admin@example.com", "/crm", (page) => page.keyboard.press("c"), "First name"],
  ["admin@example.com", "/crm/leads?q=a", press("Save as view"), "Name"],
  ["admin@example.com", "/crm/calls/types", press("New meeting type"), "Name"],
  ["admin@example.com", "/user-management", press("Invite"), "Email"],
  ["admin@example.com", "/admin?tab=dashboards", press("Add Dashboard"), "Business name"],
  ["admin@example.com", "/admin/billing?tab=retainers", press("New retainer"), "Name"],
];

function press(name: string | RegExp) {
  return (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
}

for (const [email, path, open, label] of FORMS)
  test(`Back at ${path} closes the form and stays there, and asks before it discards what was typed`, async ({
    page,
    baseURL,
  }) => {
    await signInAs(page, baseURL ?? "", email);
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("button").first()).toBeVisible();
    // Before the first entry, Back is not the application's.
    await page.evaluate((to) => window.__reactRouterDataRouter?.navigate(to), `${path}#form`);
    const isThere = () =>
      expect(page).toHaveURL(({ pathname, search, hash }) => pathname + search + hash === `${path}#form`);
    await isThere();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: label }).first();
    await open(page);
    await expect(field).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await isThere();
    await open(page);
    await field.fill("7 days");
    await page.goBack();
    const question = page.getByRole("alertdialog", { name: /^Discard / });
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(field).toHaveValue("7 days");
    await page.goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toHaveCount(0);
    await isThere();
  });
