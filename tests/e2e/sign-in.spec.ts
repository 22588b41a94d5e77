import { expect, test } from "../support/browser-test.ts";
import { localInbox } from "../support/local-inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { apiClient, DEMO_PASSWORD, newEmail, signInAs } from "../support/session.ts";

async function fillIn(page: import("@playwright/test").Page, email: string, password: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

for (const [email, home] of [
  ["admin@example.com", "/admin"],
  ["sales@example.com", "/crm"],
  ["client@example.com", "/client-dashboard"],
  ["pending@example.com", "/pending-approval"],
  ["rejected@example.com", "/pending-approval"],
] as const)
  test(`${email} signs in and lands on ${home}`, async ({ page }) => {
    await page.goto("/auth");
    await fillIn(page, email, DEMO_PASSWORD);
    await expect(page).toHaveURL(new RegExp(`${home}$`));
    await expect(page.getByText("Welcome back!").first()).toBeVisible();
  });

test("A wrong password and an unknown email get the same message", async ({ page, expectConsole }) => {
  expectConsole(/400/);
  await page.goto("/auth");
  for (const email of ["client@example.com", newEmail("unknown")]) {
    await fillIn(page, email, "not-the-password");
    await expect(
      page.getByText("Invalid email or password. Please check your credentials and try again.").first(),
    ).toBeVisible();
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toBeFocused();
    await expect(password).toHaveAccessibleDescription(/Invalid email or password/);
  }
});

test("An unconfirmed account is told to look for the email, and can get another one", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/400/);
  const email = newEmail("unconfirmed");
  const client = await apiClient(baseURL ?? "");
  await client.auth.signUp({ email, password: PASSWORD, options: { data: { account_type: "client" } } });
  await page.goto("/auth");
  await fillIn(page, email, PASSWORD);
  await expect(
    page.getByText("Please check your email and click the confirmation link before signing in.").first(),
  ).toBeVisible();
  const field = page.getByLabel("Email", { exact: true });
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Please check your email/);
  await page.getByRole("button", { name: /resend/i }).click();
  await expect.poll(async () => (await localInbox(baseURL ?? "", email)).length).toBe(2);
});

test("Empty fields say what is missing, and the first one gets the focus", async ({ page }) => {
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAttribute("aria-invalid", "true");
});

test("If the server cannot be reached, the input stays and the error says to try again", async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await context.setOffline(true);
  await fillIn(page, "client@example.com", DEMO_PASSWORD);
  await expect(page.getByText(/try again|offline|connection/i).first()).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("client@example.com");
  await context.setOffline(false);
});

test("If a file of the page can't be loaded, nothing is sent, the input stays, and a reload helps", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route("**/auth-schemas-*.js", (route) => route.abort());
  await page.goto("/auth");
  await fillIn(page, "client@example.com", DEMO_PASSWORD);
  await expect(page.getByText("An unexpected error occurred. Reload the page and try again.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("client@example.com");
  await page.unroute("**/auth-schemas-*.js");
  await page.reload();
  await fillIn(page, "client@example.com", DEMO_PASSWORD);
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("A signed-in person is redirected from /auth to their home page", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("Sign-in works by keyboard alone", async ({ page }) => {
  await page.goto("/auth");
  await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
  await page.getByLabel("Email", { exact: true }).focus();
  await page.keyboard.type("client@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

for (const [status, error_code, msg] of [
  [429, "over_request_rate_limit", "Request rate limit reached"],
  [403, "user_banned", "User is banned"],
  [400, "weak_password", "Your password no longer meets the rules."],
  [500, "unexpected_failure", "Database error querying schema"],
] as const)
  test(`A sign-in that fails with ${error_code} shows the server's own message`, async ({ page, expectConsole }) => {
    expectConsole(new RegExp(String(status)));
    await page.route("**/auth/v1/token*", (route) =>
      route.fulfill({ status, json: { code: status, error_code, msg, weak_password: { reasons: ["length"] } } }),
    );
    await page.goto("/auth");
    await fillIn(page, "client@example.com", DEMO_PASSWORD);
    await expect(page.getByText(msg, { exact: true }).first()).toBeVisible();
  });

test("Signing out in one tab signs out the other", async ({ context, baseURL, expectConsole }) => {
  // The second tab's requests at the moment of signing out are refused.
  expectConsole(/401|403/);
  const { email } = await newAccount(baseURL ?? "", "client");
  const [first, second] = [await context.newPage(), await context.newPage()];
  await first.goto("/auth");
  await fillIn(first, email, PASSWORD);
  await expect(first).toHaveURL(/\/client-dashboard$/);
  await second.goto("/client-dashboard");
  await expect(second.getByRole("button", { name: "Sign Out" }).first()).toBeVisible();
  await first.getByRole("button", { name: "Sign Out" }).first().click();
  await expect(first).toHaveURL(/\/auth/);
  await expect(second).toHaveURL(/\/auth/);
});

test("On a slow computer, the page that is signed out asks for nothing more", async ({ page, context, baseURL }) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/client-dashboard");
  await expect(page.getByText("No dashboard configured yet")).toBeVisible();
  // The page stays for a while after the navigation. Each refused request would be an error in the console.
  const browser = await context.newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
  await page.waitForLoadState("networkidle");
});

test("An expired session is refreshed, and two tabs that open at once both stay signed in", async ({
  page,
  context,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/");
  const before = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => localStorage.getItem(name)?.includes("refresh_token")) ?? "";
    const session = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }));
    return { key, token: session.refresh_token as string };
  });
  const other = await context.newPage();
  await Promise.all([page.goto("/client-dashboard"), other.goto("/client-dashboard")]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole("button", { name: "Sign Out" }).first()).toBeVisible();
    await expect(tab).toHaveURL(/\/client-dashboard$/);
  }
  const tokens = await Promise.all(
    [page, other].map((tab) =>
      tab.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "{}").refresh_token, before.key),
    ),
  );
  expect(tokens[0]).toBe(tokens[1]);
  expect(tokens[0]).not.toBe(before.token);
});

test("The sign-in screen is accessible in both themes and on a phone", async ({ page, checkAccessibility }) => {
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/auth");
      await expect(page.getByRole("button", { name: "Sign In" })).toBeEnabled();
      await checkAccessibility();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
});
