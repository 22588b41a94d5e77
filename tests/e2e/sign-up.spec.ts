import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { localInbox } from "../support/local-inbox.ts";
import { newEmail, signedInClient } from "../support/session.ts";

const PASSWORD = "a-Fair-password-7";

/** Clicks a card once the page is interactive. */
async function chooseAccount(page: Page, type: "Client" | "Sales") {
  await expect(page.getByRole("button", { name: "Create Account" })).toBeEnabled();
  await page.locator("label").filter({ hasText: type }).first().click();
  await expect(page.getByRole("radio", { name: new RegExp(`^${type}`) })).toBeChecked();
}

test("A client signs up, confirms through the email and lands on the client dashboard", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const email = newEmail("client");
  await page.goto("/");
  await page.getByRole("link", { name: "Login" }).first().click();
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await checkAccessibility();
  await chooseAccount(page, "Client");
  await page.getByLabel("First name").fill("Mira");
  await page.getByLabel("Last name").fill("Sandoval");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created! Please check your email for confirmation.")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Confirm your email" })).toContainText(email);
  await checkAccessibility();

  await page.goto(linkIn(await readMail(baseURL ?? "", email, /Confirm/)));
  await expect(page).toHaveURL(/\/client-dashboard$/);
  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await expect(page).toHaveURL(/\/auth/);

  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("A salesperson signs up, waits on the approval screen, is approved through the API and gets access", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const email = newEmail("sales");
  await page.goto("/auth?tab=signup");
  await chooseAccount(page, "Sales");
  await page.getByLabel("First name").fill("Teo");
  await page.getByLabel("Last name").fill("Brandt");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();
  await page.goto(linkIn(await readMail(baseURL ?? "", email, /Confirm/)));

  await expect(page).toHaveURL(/\/pending-approval$/);
  await expect(page.getByRole("heading", { name: "Account Pending Approval" })).toBeVisible();
  const details = page.getByRole("region", { name: "Account details" });
  await expect(details).toContainText(email);
  await expect(details).toContainText("Sales Team");
  await expect(details).toContainText("Pending Review");
  await checkAccessibility();
  // The link of another host leads to that host's own pages, so the session is there.
  await page.goto(new URL("/crm", page.url()).href);
  await expect(page).toHaveURL(/\/pending-approval$/);

  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { client: self, session } = await signedInClient(baseURL ?? "", email, PASSWORD);
  const own = await self
    .from("user_roles")
    .update({ status: "active" })
    .eq("user_id", session.user.id)
    .eq("status", "pending")
    .select();
  expect(own.data).toEqual([]);
  const { data, error } = await admin
    .from("user_roles")
    .update({ status: "active" })
    .eq("user_id", session.user.id)
    .eq("status", "pending")
    .select("status");
  expect([error, data]).toEqual([null, [{ status: "active" }]]);

  await page.getByRole("button", { name: "Check Status" }).click();
  await expect(page).toHaveURL(/\/crm$/);
});

test("Sign-up mistakes are named at their fields, with focus on the first", async ({ page, expectConsole }) => {
  expectConsole(/422/);
  await page.goto("/auth?tab=signup");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Please select an account type")).toBeVisible();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await expect(page.getByText("Enter the password again")).toBeVisible();
  await expect(page.getByText("At least 6 characters", { exact: true })).toBeHidden();
  await expect(page.getByRole("radio").first()).toBeFocused();
  await chooseAccount(page, "Client");
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Quist");
  await page.getByLabel("Email", { exact: true }).fill(newEmail("typo"));
  await page.getByLabel("Password", { exact: true }).fill("abc");
  await page.getByLabel("Confirm password").fill("abc");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Password must be at least 6 characters long")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  // One message at a time: how weak it is while it is typed, then the server's reason.
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("password");
  await expect(password).toHaveAccessibleDescription("Weak: too common");
  await page.getByLabel("Confirm password").fill("password");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(password).toHaveAccessibleDescription(/^Please choose a stronger password: it's too common/);
  await expect(page.getByText(/too common/)).toHaveCount(1);
});

test("A known email is reported at its field in the specification's words, and leads to sign-in", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/422/);
  await page.goto("/auth?tab=signup");
  await chooseAccount(page, "Client");
  await page.getByLabel("First name").fill("Cleo");
  await page.getByLabel("Last name").fill("Known");
  await page.getByLabel("Email", { exact: true }).fill("client@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("An account with this email already exists. Please sign in instead.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Sign in instead" }).click();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("client@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
});

test("The account cards list what each account is for, and the footer links to terms and privacy", async ({ page }) => {
  await page.goto("/auth?tab=signup");
  for (const text of [
    "Lead tracking",
    "CRM dashboard",
    "Pipeline management",
    "Analytics",
    "Project status",
    "Invoice management",
    "Communication hub",
    "Reports",
  ])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: /terms of service/i })).toHaveAttribute("href", "/terms");
  await expect(page.getByRole("link", { name: /privacy policy/i })).toHaveAttribute("href", "/terms#data-and-privacy");
  await expect(page.getByRole("link", { name: /back to home/i })).toHaveAttribute("href", "/");
});

test("A confirmation link that has expired says so and offers a new one", async ({ page, baseURL }) => {
  const email = newEmail("late");
  await page.goto("/auth?tab=signup");
  await chooseAccount(page, "Client");
  await page.getByLabel("First name").fill("Lia");
  await page.getByLabel("Last name").fill("Late");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Account created!")).toBeVisible();
  const link = new URL(linkIn(await readMail(baseURL ?? "", email, /Confirm/)));
  link.searchParams.set("token", "0".repeat(64));
  await page.goto(link.href);
  await expect(page).toHaveURL(/\/auth/);
  await expect(page).not.toHaveURL(/error/);
  await expect(page.getByText(/expired|no longer|run out|invalid/i).first()).toBeVisible();
});

/** Signs up as a client and returns once the screen asks to confirm the email. */
async function signUpAsClient(page: Page, email: string) {
  await page.goto("/auth?tab=signup");
  await chooseAccount(page, "Client");
  await page.getByLabel("First name").fill("Dana");
  await page.getByLabel("Last name").fill("Reyes");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
}

test("A person who waits for the email can have it sent again after a minute, and hears when that was too often", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/429/);
  const email = newEmail("patient");
  await page.clock.install();
  await signUpAsClient(page, email);
  const resend = page.getByRole("button", { name: /^Resend confirmation email/ });
  await expect(resend).toHaveAttribute("aria-disabled", "true");
  await expect(resend).toContainText(/in (1:00|0:5\d)/);
  await page.clock.fastForward(61_000);
  await expect(resend).toHaveText("Resend confirmation email");
  await resend.click();
  await expect(page.getByText("Confirmation email sent! Check your inbox.")).toBeVisible();
  await expect(resend).toContainText("in ");
  await expect.poll(async () => (await localInbox(baseURL ?? "", email)).length).toBe(2);

  await page.route("**/auth/v1/resend*", (route) =>
    route.fulfill({
      status: 429,
      headers: { "retry-after": "840", "access-control-expose-headers": "Retry-After" },
      json: { code: 429, error_code: "over_request_rate_limit", msg: "Too many requests" },
    }),
  );
  await page.clock.fastForward(61_000);
  await resend.click();
  await expect(page.getByRole("alert").getByText("Too many attempts. Please try again in 14 minutes.")).toBeVisible();
  await expect(resend).toContainText(/in 1[34]:/);
});

test("A mistyped address is corrected on the spot: the old link is void, and the new one opens the account", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/422/);
  const [typo, email] = [newEmail("typo"), newEmail("right")];
  await signUpAsClient(page, typo);
  const old = linkIn(await readMail(baseURL ?? "", typo, /Confirm/));
  // A reload keeps where the link went, and not the password.
  await page.reload();
  await expect(page.getByRole("region", { name: "Confirm your email" })).toContainText(typo);
  await expect(page.getByRole("button", { name: /Resend confirmation email in/ })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(PASSWORD);
  await page.getByRole("button", { name: "Wrong address? Change it" }).click();
  const field = page.getByLabel("Correct email");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(typo);
  await checkAccessibility();
  // The hidden form of the sign-up has one, too.
  const waiting = page.getByRole("region", { name: "Confirm your email" });
  await waiting.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await field.fill("client@example.com");
  await field.press("Enter");
  await expect(page.getByText("An account with this email already exists. Please sign in instead.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("region", { name: "Confirm your email" })).toContainText(email);
  const refused = await fetch(old, { redirect: "manual" });
  expect(refused.headers.get("location")).toContain("otp_expired");
  await page.goto(linkIn(await readMail(baseURL ?? "", email, /Confirm/)));
  await expect(page).toHaveURL(/\/client-dashboard$/);
  expect(await page.evaluate(() => sessionStorage.getItem("sign-up"))).toBeNull();
});
