import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const days = (page: Page, what: string) => page.getByLabel(`Days to keep: ${what}`);
const save = (page: Page) => page.getByRole("button", { name: "Save retention periods" });

async function openRetention(page: Page, url: string) {
  const admin = await newAdmin(url);
  await signInAs(page, url, admin.email, admin.password);
  await page.goto("/settings?section=retention");
  await expect(page.getByRole("region", { name: "Data retention" })).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  return admin;
}

test("An admin changes how long records are kept: limits are named, shorter periods need confirmation, defaults can be restored", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await openRetention(page, baseURL ?? "");
  await expect(save(page)).toBeDisabled();
  await expect(page.getByText("Default: 90 days. Range: 30–730.")).toBeVisible();
  await days(page, "Sign-in log").fill("29");
  await save(page).click();
  await expect(page.getByText("Enter a whole number from 30 to 730")).toBeVisible();
  await expect(days(page, "Sign-in log")).toBeFocused();
  await checkAccessibility();

  // A longer period needs no confirmation.
  await days(page, "Sign-in log").fill("120");
  await save(page).click();
  await expect(page.getByText("Retention periods saved")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(days(page, "Sign-in log")).toHaveValue("120");

  await page.getByRole("button", { name: "Use the default for Sign-in log: 90 days" }).click();
  await expect(days(page, "Sign-in log")).toHaveValue("90");
  await save(page).click();
  const question = page.getByRole("alertdialog", { name: "Delete older records?" });
  await expect(question).toContainText("120 → 90 days");
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(days(page, "Sign-in log")).toHaveValue("90");
  await save(page).click();
  await question.getByRole("button", { name: "Save shorter periods" }).click();
  await expect(save(page)).toBeDisabled();
  await page.reload();
  await expect(days(page, "Sign-in log")).toHaveValue("90");
});

test("When two admins change the same period, the second one is told, and nothing is overwritten", async ({
  page,
  baseURL,
}) => {
  const { client } = await openRetention(page, baseURL ?? "");
  await days(page, "Failed emails").fill("200");
  await client.from("retention_settings").update({ keep_days: 150 }).eq("kind", "failed_emails");
  await save(page).click();
  await expect(page.getByRole("alert")).toContainText("Someone else changed “Failed emails”");
  await expect(days(page, "Failed emails")).toHaveValue("200");
  await page.getByRole("button", { name: "Load latest version" }).click();
  await expect(days(page, "Failed emails")).toHaveValue("150");
  await client.from("retention_settings").update({ keep_days: 90 }).eq("kind", "failed_emails");
});

test("The retention periods are accessible and fit in every width and theme", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  await openRetention(page, baseURL ?? "");
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A client who reached the daily limit of requests learns that, and when the next one is possible", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/429/);
  const person = await newAccount(baseURL ?? "", "client");
  const { client } = await signedInClient(baseURL ?? "", person.email, PASSWORD);
  const row = { user_id: person.id, user_email: person.email, business_name: "Acme", message: "Please" };
  const sent = await client.from("change_requests").insert(Array.from({ length: 20 }, () => row));
  expect(sent.error).toBeNull();
  const refused = await client.from("change_requests").insert(row);
  expect([refused.status, refused.error?.code, refused.error?.hint]).toEqual([429, "PT429", "quota_reached"]);

  await signInAs(page, baseURL ?? "", person.email, PASSWORD);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Request Service Change" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Request Service Change" });
  await dialog.getByLabel("Business name").fill("Acme");
  await dialog.getByLabel("Message").fill("One more");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText("You can send 20 service requests a day. Try again in 24 hours.")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toHaveValue("One more");
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await checkAccessibility();

  await page.goto("/help");
  await page.getByLabel("Message").fill("And here?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("You can send 20 service requests a day. Try again in 24 hours.")).toBeVisible();
});
