import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("A person who waits for approval reads what happens next, and can sign out", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "pending@example.com");
  await page.goto("/pending-approval");
  await expect(page.getByRole("heading", { name: "Account Pending Approval" })).toBeVisible();
  const details = page.getByRole("region", { name: "Account details" });
  for (const text of ["pending@example.com", "Sales Team", "Pending Review"]) await expect(details).toContainText(text);
  await expect(details.locator("time")).toHaveAttribute("datetime", /^\d{4}-/);
  await expect(page.getByRole("heading", { name: /What happens next/i })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth/);
});

test("A rejected person reads Account Access Denied", async ({ page, baseURL, checkAccessibility }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, baseURL ?? "", "rejected@example.com");
  await page.goto("/pending-approval");
  await expect(page.getByRole("heading", { name: "Account Access Denied" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Account details" })).toContainText("Access Denied");
  await checkAccessibility();
});

test("A client who lost access reads their real account type", async ({ page, baseURL }) => {
  const { email, password, id } = await newAccount(baseURL ?? "", "client");
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  expect((await admin.rpc("deactivate_user", { p_user_id: id })).error).toBeNull();
  await signInAs(page, baseURL ?? "", email, password);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Account Access Denied" })).toBeVisible();
  const details = page.getByRole("region", { name: "Account details" });
  await expect(details.locator("dt", { hasText: "Account type" }).locator("+ dd")).toHaveText("Client");
});
