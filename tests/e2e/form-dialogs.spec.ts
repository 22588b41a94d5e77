import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { signInAs } from "../support/session.ts";

/** Forms with text: the page, what opens the form, and its text field. The address opens the last three. */
const FORMS: [email: string, path: string, open: (page: Page) => Promise<void>, field: string][] = [
  ["client2@example.com", "/workspace/ember-coaching/shifts", press(/^Edit hours/), "Share of new leads"],
  ["admin@example.com", "/crm", (page) => page.keyboard.press("c"), "First name"],
  ["admin@example.com", "/crm/leads?q=a", press("Save as view"), "Name"],
  ["admin@example.com", "/crm/calls/types", press("New meeting type"), "Name"],
  ["admin@example.com", "/admin?tab=dashboards", press("Add Dashboard"), "Business name"],
  ["admin@example.com", "/user-management", press("Invite"), "Email"],
  ["admin@example.com", "/admin/accounts", press("New account"), "Name"],
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

test("Of two forms, one over the other, Back closes the front one, and the one behind still asks", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing?tab=retainers&status=active");
  await page.getByRole("table", { name: "Retainers" }).getByRole("row").nth(1).getByRole("button").first().click();
  await expect(page).toHaveURL(/retainer=/);
  const behind = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "What it covers" }) });
  const field = page.getByRole("textbox", { name: "What it covers", includeHidden: true });
  await field.fill("Two campaigns");
  const front = page.getByRole("dialog", { name: /^End / });
  const question = page.getByRole("alertdialog", { name: /^Discard / });
  await page.getByRole("button", { name: "End retainer" }).click();
  await expect(front).toBeVisible();
  await page.goBack();
  await expect(front).toHaveCount(0);
  await expect(field).toHaveValue("Two campaigns");
  await expect(question).toHaveCount(0);

  // The front form asks about its own input.
  await page.getByRole("button", { name: "End retainer" }).click();
  await front.getByLabel("End date").fill("2099-12-31");
  await page.goBack();
  await page
    .getByRole("alertdialog", { name: "Discard these details?" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(front).toHaveCount(0);
  await expect(field).toHaveValue("Two campaigns");

  await page.goBack();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(field).toHaveValue("Two campaigns");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(behind).toHaveCount(0);
  await expect(page).toHaveURL(/\/admin\/billing\?tab=retainers&status=active$/);
});

test("Back asks once about the form over an unsaved page, then about the page", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto("/workspace/ember-coaching");
  await page.getByRole("link", { name: "Shifts" }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  const save = page.getByRole("button", { name: "Save rules", includeHidden: true });
  await expect(save).toBeEnabled();
  const form = page.getByRole("dialog");
  const field = form.getByRole("textbox", { name: "Share of new leads" });
  const openForm = () =>
    page
      .getByRole("button", { name: /^Edit hours/ })
      .first()
      .click();
  const question = page.getByRole("alertdialog");
  await openForm();
  await expect(field).toBeVisible();
  await page.goBack();
  await expect(form).toHaveCount(0);
  await expect(question).toHaveCount(0);

  await openForm();
  await field.fill("70");
  await page.goBack();
  await expect(question).toHaveCount(1);
  await expect(question).toHaveAccessibleName("Discard these hours?");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(form).toHaveCount(0);
  await expect(question).toHaveCount(0);
  await expect(save).toBeEnabled();

  await page.goBack();
  await expect(question).toHaveCount(1);
  await expect(question).toHaveAccessibleName("Leave without saving?");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(save).toBeEnabled();
  await page.goBack();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/workspace\/ember-coaching$/);
});
