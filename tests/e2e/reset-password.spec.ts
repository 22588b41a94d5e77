import { expect, test } from "../support/browser-test.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("A person who forgot the password requests a link, sets a new password and reaches the dashboard", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  await page.goto("/auth");
  await page.getByRole("button", { name: /Forgot your password/ }).click();
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  await expect(dialog.getByRole("button", { name: "Send Reset Email" })).toBeDisabled();
  await checkAccessibility();
  await dialog.getByLabel("Email").fill("nobody");
  await dialog.getByLabel("Email").press("Enter");
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription("Enter a valid email address");
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send Reset Email" }).click();
  await expect(page.getByText("Password reset email sent! Check your inbox.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto(linkIn(await readMail(baseURL ?? "", email, /new password/)));
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await checkAccessibility();
  const confirmation = page.getByLabel(/Confirm/);
  await page.getByLabel("New password", { exact: true }).fill("abc");
  await confirmation.fill("abc");
  await page
    .getByRole("button", { name: /password/i })
    .last()
    .click();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("Another-fair-one-8");
  await confirmation.fill("Another-fair-one-9");
  await confirmation.press("Enter");
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await confirmation.fill("Another-fair-one-8");
  await confirmation.press("Enter");
  await expect(page.getByText("Password updated successfully!")).toBeVisible();
  await expect(page).toHaveURL(/dashboard$/);
  await signedInClient(baseURL ?? "", email, "Another-fair-one-8");
});

test("The reset page also accepts the tokens in the query, and removes them from the address", async ({
  page,
  baseURL,
}) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  const { session } = await signedInClient(baseURL ?? "", email, PASSWORD);
  await page.goto(`/reset-password?access_token=${session.access_token}&refresh_token=${session.refresh_token}`);
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
});

for (const [name, address] of [
  ["without tokens", "/reset-password"],
  ["with half of them", "/reset-password?access_token=abc"],
  ["with tokens that are none", "/reset-password?access_token=a.b.c&refresh_token=nonsense"],
  [
    "with an expired link's error",
    "/reset-password#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired",
  ],
] as const)
  test(`The reset page ${name} says Invalid Reset Link and links back`, async ({
    page,
    expectConsole,
    checkAccessibility,
  }) => {
    expectConsole(/40[013]/);
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Invalid Reset Link" })).toBeVisible();
    await checkAccessibility();
    await page.getByRole("button", { name: "Request a new link" }).click();
    const dialog = page.getByRole("dialog", { name: "Reset Password" });
    await expect(dialog.getByLabel("Email")).toBeVisible();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("link", { name: "Back to Sign In" }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

test("The link of a security email opens the reset dialog, also for a person who is signed in", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  await page.goto("/auth?reset=1");
  const dialog = page.getByRole("dialog", { name: "Reset Password" });
  await expect(dialog.getByLabel("Email")).toBeFocused();
  await expect(dialog.getByLabel("Email")).toHaveValue("");
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(dialog).toHaveCount(0);

  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/auth?reset=1");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send Reset Email" }).click();
  const sent = page.getByRole("dialog", { name: "Check your email" });
  await expect(sent).toBeVisible();
  await readMail(baseURL ?? "", email, /new password/);
  await sent.getByRole("button", { name: "Close" }).first().click();
  await expect(page).toHaveURL(/dashboard$/);
});
