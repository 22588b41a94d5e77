import type { Page } from "@playwright/test";
import { Authenticator, continueAs, newAccountWithApp, setUpApp } from "../support/authenticator-app.ts";
import { expect, test } from "../support/browser-test.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { apiClient, signedInClient, signInAs } from "../support/session.ts";

const SECURITY = "/settings?section=security";
const card = (page: Page) => page.getByRole("region", { name: "Two-step sign-in" });
const code = (page: Page) => page.getByLabel("6-digit code");
const WRONG = "That code is wrong or was already used. Enter the code your app shows now.";
/** Decision 0028: the auth server of an external project knows none. */
const HAS_RECOVERY_CODES = !process.env["TEST_EXTERNAL"];

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Pastes a code with a space in it, as people do. */
async function paste(page: Page, text: string) {
  await code(page).evaluate((input: HTMLInputElement, pasted) => {
    input.focus();
    input.select();
    document.execCommand("insertText", false, pasted);
  }, text);
}

test("A person sets up an authenticator app by typing its key, and the next sign-in asks for its code", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/42[02]|40[013]/);
  const { email, password } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, password);
  await page.goto(SECURITY);
  await expect(card(page).getByText("Off", { exact: true })).toBeVisible();
  await checkAccessibility();
  await card(page).getByRole("button", { name: "Set up an authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Enter a name for the app")).toBeVisible();
  await dialog.getByLabel("Name").fill("Work phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await checkAccessibility();
  const app = new Authenticator((await dialog.locator("code").textContent()) ?? "");
  await code(page).fill(app.wrong());
  await expect(dialog.getByText(WRONG)).toBeVisible();
  const first = app.next();
  await paste(page, `${first.slice(0, 3)} ${first.slice(3)}`);
  await expect(page.getByText("Two-step sign-in is on.").first()).toBeVisible();
  await expect(dialog).toBeHidden();
  if (HAS_RECOVERY_CODES) {
    const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await checkAccessibility();
    await codes.getByRole("button", { name: "I've kept them" }).click();
    await expect(card(page).getByText("10 codes left")).toBeVisible();
    await expect(page.locator(":focus")).toContainText("Recovery codes");
  }
  await expect(card(page).getByText("On", { exact: true })).toBeVisible();
  await expect(card(page).getByRole("listitem")).toContainText("Work phone");
  await checkAccessibility();

  await page.getByRole("button", { name: "Sign Out" }).first().click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto(SECURITY);
  await expect(page).toHaveURL(/\/auth\?next=/);
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\/code\?next=/);
  await expect(page.getByText("Welcome back!")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "ask us to reset it" })).toBeVisible();
  await expect(code(page)).toBeFocused();
  await checkAccessibility();
  await code(page).fill("12 34");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Enter the 6-digit code from your app")).toBeVisible();
  await code(page).fill(app.wrong());
  await expect(page.getByText(WRONG)).toBeVisible();
  await code(page).fill(app.next());
  await expect(page).toHaveURL(/section=security$/);
  await expect(page.getByText("Welcome back!").first()).toBeVisible();
  await expect(card(page).getByRole("listitem")).toContainText(/last used/);
});

test("Without their phone, a person signs in with a recovery code, which works once", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  test.skip(!HAS_RECOVERY_CODES, "The auth server of an external project knows no recovery codes.");
  expectConsole(/422/);
  const { email, client } = await newAccountWithApp(baseURL ?? "");
  await continueAs(page, client);
  await page.goto(SECURITY);
  await expect(card(page).getByText(/None left/)).toBeVisible();
  await card(page).getByRole("button", { name: "Create new codes" }).click();
  await page.getByRole("button", { name: "Create codes" }).click();
  const kept = page.getByRole("dialog", { name: "Keep your recovery codes" });
  const downloading = page.waitForEvent("download");
  await kept.getByRole("button", { name: "Download" }).click();
  expect((await downloading).suggestedFilename()).toBe("upfunnel-recovery-codes.txt");
  const [recovery = ""] = await kept.getByRole("listitem").allTextContents();
  await kept.getByRole("button", { name: "I've kept them" }).click();
  for (const [given, isRight] of [
    [recovery, true],
    [recovery.replaceAll("-", "").toUpperCase(), false],
  ] as const) {
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    await expect(page).toHaveURL(/\/auth/);
    await signIn(page, email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await expect(page.getByLabel("Recovery code")).toBeFocused();
    await checkAccessibility();
    await page.getByLabel("Recovery code").fill("abc");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Enter the 12 letters and digits of a code")).toBeVisible();
    await page.getByLabel("Recovery code").fill(given);
    await page.getByRole("button", { name: "Continue" }).click();
    if (!isRight) await expect(page.getByText(/wrong or was already used. Each code works once/)).toBeVisible();
    else await expect(page.getByText("Welcome back!").first()).toBeVisible();
  }
  expect((await readMail(baseURL ?? "", email, /recovery code was used/)).text).toContain("9 codes are left");
});

test("A setup that is closed halfway leaves nothing, and the next one may have the same name", async ({
  page,
  baseURL,
}) => {
  const { email, password } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, password);
  const { client } = await signedInClient(baseURL ?? "", email, password);
  const left = async () => (await client.auth.mfa.listFactors()).data?.all.length;
  await page.goto(SECURITY);
  for (const leave of ["Escape", "Back", "Reload"] as const) {
    await card(page).getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    if (leave === "Reload") await page.reload();
    else if (leave === "Escape") await page.keyboard.press("Escape");
    else {
      await page.getByRole("button", { name: "Back" }).click();
      await expect(page.getByLabel("Name")).toHaveValue("Authenticator app");
      await page.getByRole("button", { name: "Cancel" }).click();
    }
    // A closing page cannot notify the server. Its unfinished setup stays hidden, and the next setup deletes it.
    if (leave !== "Reload") await expect.poll(left).toBe(0);
    await expect(card(page).getByText("Off", { exact: true })).toBeVisible();
  }
  await card(page).getByRole("button", { name: "Set up an authenticator app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  const app = new Authenticator((await page.getByRole("dialog").locator("code").textContent()) ?? "");
  await code(page).fill(app.next());
  if (HAS_RECOVERY_CODES) await page.getByRole("button", { name: "I've kept them" }).click();
  await expect(card(page).getByRole("listitem")).toHaveCount(1);
  // The first code ended the test's own session, which had only the password.
  const { client: after } = await signedInClient(baseURL ?? "", email, password);
  expect((await after.auth.mfa.listFactors()).data?.all).toHaveLength(1);
});

test("The guard sends a session without its code to the code screen, which accepts all apps and offers to sign out", async ({
  page,
  baseURL,
}) => {
  const { email, client, app } = await newAccountWithApp(baseURL ?? "");
  await setUpApp(client, "Tablet");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  for (const path of ["/dashboard", "/client-dashboard", "/invoices", "/crm/leads", "/admin", "/settings", "/help"])
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth\/code/);
    });
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/auth\/code/);
  await page.goto("/invoices");
  await page.getByLabel("Authenticator app").selectOption("Phone");
  await code(page).fill(app.next());
  await expect(page).toHaveURL(/\/invoices|tab=invoices/);
  // A session that has given the code is redirected.
  await page.goto("/auth/code");
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("The code screen offers to sign out instead", async ({ page, baseURL }) => {
  const { email } = await newAccountWithApp(baseURL ?? "");
  await page.goto("/auth");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\/code$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await page.goto("/auth/code");
  await expect(page).toHaveURL(/\/auth$/);
});

test("A code in one tab also opens the other tab", async ({ page, baseURL, context }) => {
  const { email, app } = await newAccountWithApp(baseURL ?? "");
  await page.goto("/auth?next=/help");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\/code/);
  const other = await context.newPage();
  await other.goto("/settings");
  await expect(other).toHaveURL(/\/auth\/code/);
  await code(other).fill(app.next());
  await expect(other).toHaveURL(/\/settings$/);
  await expect(page).toHaveURL(/\/help$/);
});

test("The last app is removed with the password, which alone is enough again", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/400/);
  const { email, client } = await newAccountWithApp(baseURL ?? "");
  await continueAs(page, client);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove Phone" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove “Phone”?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(card(page).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Remove Phone" }).click();
  await expect(dialog.getByText(/password alone is enough to sign in/)).toBeVisible();
  await dialog.getByRole("button", { name: "Remove app" }).click();
  await expect(dialog.getByText("Enter your current password")).toBeVisible();
  await dialog.getByLabel("Current password").fill("not the password");
  await dialog.getByRole("button", { name: "Remove app" }).click();
  await expect(dialog.getByText("This isn't your current password")).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByText("“Phone” is removed.").first()).toBeVisible();
  await expect(card(page).getByText("Off", { exact: true })).toBeVisible();
  const { client: again } = await signedInClient(baseURL ?? "", email, PASSWORD);
  expect((await again.auth.mfa.listFactors()).data?.all).toEqual([]);
  expect((await again.rpc("second_factor_state")).data).toBe("none");
});

test("A second app is added, and a taken name is named at its field", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/422|409/);
  const { client } = await newAccountWithApp(baseURL ?? "");
  await continueAs(page, client);
  await page.goto(SECURITY);
  await card(page).getByRole("button", { name: "Add another app" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Phone");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("You already have an app with this name. Choose another name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Tablet");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const app = new Authenticator((await dialog.locator("code").textContent()) ?? "");
  await code(page).fill(app.next());
  await expect(card(page).getByRole("listitem")).toHaveCount(2);
});

test("A recovery link asks for the code before it offers a new password", async ({ page, baseURL }) => {
  const { email, app } = await newAccountWithApp(baseURL ?? "");
  const client = await apiClient(baseURL ?? "");
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${baseURL}/reset-password` });
  await page.goto(linkIn(await readMail(baseURL ?? "", email, /new password/)));
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
  await code(page).fill(app.next());
  await page.getByLabel("New password", { exact: true }).fill("Another-fair-one-8");
  await page.getByLabel(/Confirm/).fill("Another-fair-one-8");
  await page.getByLabel(/Confirm/).press("Enter");
  await expect(page.getByText("Password updated successfully!").first()).toBeVisible();
  await expect(page).toHaveURL(/dashboard$/);
  await signedInClient(baseURL ?? "", email, "Another-fair-one-8");
});

test("A new password in the settings needs the current one and a code, and this tab stays signed in", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/42[02]|40[013]/);
  const { email, client, app } = await newAccountWithApp(baseURL ?? "");
  await continueAs(page, client);
  await page.goto("/settings?section=password");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("Another-fair-one-8");
  await page.getByLabel("Confirm new password").fill("Another-fair-one-8");
  const given = page.getByLabel("Code from your authenticator app");
  await given.fill(app.wrong());
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText(WRONG)).toBeVisible();
  await given.fill(app.next());
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password updated successfully!").first()).toBeVisible();
  await page.goto("/help");
  await expect(page.getByRole("heading", { name: "Help" }).first()).toBeVisible();
  await signedInClient(baseURL ?? "", email, "Another-fair-one-8");
});

test("An admin sees who has two-step sign-in and resets it for a person who lost their phone", async ({
  page,
  baseURL,
}) => {
  const { email } = await newAccountWithApp(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/user-management?q=${encodeURIComponent(email)}`);
  const row = page.getByRole("table", { name: "People" }).getByRole("row", { name: new RegExp(email) });
  await expect(row.getByText("Two-step sign-in is on")).toBeAttached();
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Reset two-step sign-in…" }).click();
  const dialog = page.getByRole("dialog", { name: /Reset two-step sign-in for/ });
  await dialog.getByRole("button", { name: "Reset two-step sign-in" }).click();
  await expect(page.getByText(/^Two-step sign-in reset for /).first()).toBeVisible();
  await expect(row.getByText("Two-step sign-in is on")).toHaveCount(0);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem", { name: "Reset two-step sign-in…" })).toHaveCount(0);
  const { client } = await signedInClient(baseURL ?? "", email, PASSWORD);
  expect((await client.rpc("second_factor_state")).data).toBe("none");
});

test("An admin without two-step sign-in cannot require it of others", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/409/);
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  await page.goto("/settings?section=team-security");
  await expect(page.getByText("Set up your own account first")).toBeVisible();
  await page.getByLabel("Require two-step sign-in for sales reps").check();
  await page.getByRole("button", { name: "Save team security" }).click();
  await expect(page.getByText(/you need to sign in with a code yourself/).nth(1)).toBeVisible();
  await page.getByRole("link", { name: "Set up two-step sign-in" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(card(page)).toBeVisible();
});

test("An admin who signed in with a code requires it of the sales team", async ({ page, baseURL }) => {
  const admin = await newAdmin(baseURL ?? "");
  await setUpApp(admin.client, "Phone");
  await continueAs(page, admin.client);
  // The setting affects everyone on this host, so the test checks only the request.
  let asked: object | undefined;
  await page.route("**/rest/v1/agency_settings?*", async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    asked = route.request().postDataJSON() as object;
    const { data } = await admin.client.from("agency_settings").select("*").single();
    await route.fulfill({ json: { ...data, ...asked } });
  });
  await page.goto("/settings?section=team-security");
  const sales = page.getByLabel("Require two-step sign-in for sales reps");
  await expect(sales).not.toBeChecked();
  await expect(page.getByText("Set up your own account first")).toHaveCount(0);
  await sales.check();
  await page.getByRole("button", { name: "Save team security" }).click();
  await expect(page.getByText("Team security saved").first()).toBeVisible();
  expect(asked).toEqual({ require_factor_of_sales: true });
});

test("A person who must set up a factor sees only the setup, and then reaches the page that they wanted", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { email } = await newAccount(baseURL ?? "", "client");
  // Simulates the requirement for this person alone.
  await page.route("**/rest/v1/rpc/second_factor_state", async (route) => {
    const answer = await route.fetch();
    const state = (await answer.json()) as string;
    await route.fulfill({ response: answer, json: state === "none" ? "required" : state });
  });
  await page.goto("/settings?section=sessions");
  await signIn(page, email);
  await expect(page).toHaveURL(/\/auth\/set-up\?next=/);
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await checkAccessibility();
  for (const path of ["/client-dashboard", "/help", "/auth", "/auth/code"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/set-up/);
  }
  await page.goto("/settings?section=sessions");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  const app = new Authenticator((await page.locator("code").textContent()) ?? "");
  const created = page.waitForResponse("**/rest/v1/rpc/create_recovery_codes");
  await code(page).fill(app.next());
  if (HAS_RECOVERY_CODES) {
    // The codes stay until the person has kept them, although the session is complete by now.
    await (await created).finished();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await expect(page).toHaveURL(/\/auth\/set-up/);
    await expect(page.getByRole("heading", { name: "Keep your recovery codes" })).toBeFocused();
    await page.getByRole("button", { name: "I've kept them" }).click();
  }
  await expect(page).toHaveURL(/section=sessions$/);
  // Without the app, the requirement applies again.
  await page.route("**/rest/v1/rpc/must_have_second_factor", (route) => route.fulfill({ json: true }));
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove Authenticator app" }).click();
  await expect(page.getByRole("dialog")).toContainText("You have to set up an app again before you can continue.");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(page).toHaveURL(/\/auth\/set-up/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("A person who removes the app of this sign-in gives a code of the other app", async ({ page, baseURL }) => {
  const { client, app } = await newAccountWithApp(baseURL ?? "");
  await setUpApp(client, "Tablet");
  await continueAs(page, client);
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove Tablet" }).click();
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(page).toHaveURL(/\/auth\/code\?next=/);
  await code(page).fill(app.next());
  await expect(page).toHaveURL(/section=security$/);
  await expect(card(page).getByRole("listitem")).toHaveCount(1);
});

test("A session without its code must give the code before it removes an app", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/422/);
  const { client, app } = await newAccountWithApp(baseURL ?? "");
  await continueAs(page, client);
  let refused = 0;
  await page.route("**/auth/v1/factors/*", async (route) => {
    refused += 1;
    if (refused > 1) return route.fallback();
    const json = { code: "insufficient_aal", error_code: "insufficient_aal", msg: "AAL2 required" };
    await route.fulfill({ status: 422, json });
  });
  await page.goto(SECURITY);
  await page.getByRole("button", { name: "Remove Phone" }).click();
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(code(page)).toBeFocused();
  await code(page).fill(app.next());
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByRole("button", { name: "Remove app" }).click();
  await expect(card(page).getByText("Off", { exact: true })).toBeVisible();
});

test("Too many wrong codes show the time to wait, and a lost connection shows what to do", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/429|ERR_FAILED/);
  const { email, app } = await newAccountWithApp(baseURL ?? "");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/auth/code");
  let answers = 0;
  await page.route("**/auth/v1/factors/*/verify", async (route) => {
    answers += 1;
    if (answers > 2) return route.fallback();
    if (answers === 2) return route.abort();
    const json = { code: "over_request_rate_limit", error_code: "over_request_rate_limit", msg: "Too many requests" };
    const headers = { "retry-after": "600", "access-control-expose-headers": "Retry-After" };
    await route.fulfill({ status: 429, headers, json });
  });
  await code(page).fill(app.wrong());
  await expect(page.getByText("Too many attempts. Please try again in 10 minutes.")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("We can't reach the server. Check your connection and try again.")).toBeVisible();
  await code(page).fill(app.next());
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

const LONG_NAME = "The phone of the second desk in Lisbon, with quite a long name";

test("The code screen is accessible and fits in every width and theme", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email, client } = await newAccountWithApp(baseURL ?? "", "client", LONG_NAME);
  await setUpApp(client, "Tablet");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/auth/code");
  await expect(code(page)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("The card and its setup are accessible and fit in every width and theme", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { client } = await newAccountWithApp(baseURL ?? "", "client", LONG_NAME);
  await continueAs(page, client);
  await page.goto(SECURITY);
  await expect(card(page).getByRole("listitem")).toHaveCount(1);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "Add another app" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});
