import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { readMail } from "../support/inbox.ts";
import { localInbox } from "../support/local-inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { personOfTwoAccounts } from "../support/second-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const FEATURES = [
  "Notion CRM Integration",
  "Facebook Ads Tracking",
  "Email & SMS Campaigns",
  "Landing Page Builder",
  "Advanced Analytics",
  "Invoice Management",
];
/** The list says of each feature that does not exist yet that it comes next. */
const LISTED = FEATURES.map((feature) => (/Facebook|SMS/.test(feature) ? `${feature}Coming soon` : feature));
const plan = (page: Page) => page.getByRole("region", { name: "Premium plan" });
const DAY_MS = 86_400_000;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function asNewClient(page: Page, baseURL: string | undefined): Promise<string> {
  const { email } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  return email;
}

test("A client starts the free trial, is welcomed, and cancels the plan in the provider's portal", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const email = await asNewClient(page, baseURL);
  await page.goto("/dashboard");
  await expect(plan(page).getByRole("heading", { name: "Your plan: Free" })).toBeVisible();
  await expect(plan(page)).toContainText(
    "7-day free trial. It's $49.00 a month after that, and you can cancel any time",
  );
  await checkResponsiveLayout(page, checkAccessibility);
  await plan(page).getByRole("button", { name: "Start free trial" }).click();
  await expect(page.getByText(/7 days free, then \$49\.00 per month/)).toBeVisible();
  await payWith(page, CARDS.pays);
  await expect(page).toHaveURL(/\/subscription-success\?session_id=/);
  await expect(heading(page, "Welcome to Premium!")).toBeVisible();
  await expect(page.getByText(/It's free until .+ Then it's \$49\.00 a month/)).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveText(LISTED);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText("Premium", { exact: true })).toBeVisible();
  await expect(page.getByText("Free Trial", { exact: true })).toBeVisible();
  await expect(plan(page)).toContainText(/Since .+ Free trial until .+, then \$49\.00 a month/);
  // Both name the same day: the agency's.
  const end = /Free trial until (\w+ \d+, \d{4})/.exec((await plan(page).textContent()) ?? "")?.[1] ?? "no day";
  await plan(page).getByRole("button", { name: "Manage plan" }).click();
  await expect(page.getByText(`Free until ${end}, then`)).toBeVisible();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText(`Ends on ${end}`)).toBeVisible();
  await page.getByRole("link", { name: "Return" }).click();
  await expect(page).toHaveURL(/\/settings\?section=plan$/);
  await expect(plan(page)).toContainText(/Since .+ Canceled\. Premium stays active until/);
  const mails = await localInbox(baseURL ?? "", email);
  expect(mails.map(({ subject }) => subject)).toContain("Your free trial of Premium has started");
});

test("One subscription for two accounts is offered once, and says before and after that it covers both", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { person } = await personOfTwoAccounts(baseURL ?? "", "billing");
  await signInAs(page, baseURL ?? "", person.email, PASSWORD);
  await page.goto("/settings?section=plan");
  const both = page.getByRole("region", { name: "Premium plan of Olive Owner and Tara Two" });
  await expect(both.getByRole("heading", { name: "Olive Owner and Tara Two: Free" })).toBeVisible();
  await expect(both).toContainText("It's $49.00 a month for both accounts together after that");
  await expect(both).toContainText("One plan covers all accounts that you own or are a billing contact of.");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "Start free trial" }).click();
  await payWith(page, CARDS.pays);
  await expect(
    page.getByText(/Your plan covers Olive Owner and Tara Two\. .+ \$49\.00 a month in total/),
  ).toBeVisible();
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(both).toContainText(/Free trial until .+, then \$49\.00 a month for both accounts together\./);
  await expect(page.getByRole("button", { name: "Manage plan" })).toHaveCount(1);
  const mails = () => localInbox(baseURL ?? "", person.email);
  await expect
    .poll(async () => (await mails()).map(({ text }) => text.replaceAll(/\s+/g, " ")).join())
    .toContain("One plan covers Olive Owner and Tara Two.");
});

test("A person whose accounts aren't all new to Premium reads that it has no trial, and the payment page starts as the screen says", async ({
  page,
  baseURL,
  browser,
}) => {
  const host = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(host, "owner");
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, other.email, PASSWORD);
  await tab.goto("/settings?section=plan");
  await tab.getByRole("button", { name: "Start free trial" }).click();
  await payWith(tab, CARDS.pays);
  await expect(heading(tab, "Welcome to Premium!")).toBeVisible();
  const { client: admin } = await signedInClient(host, "admin@example.com");
  const left = await admin.rpc("remove_member", { p_account_id: other.account.id, p_user_id: other.id });
  expect(left.error).toBeNull();

  await signInAs(page, host, person.email, PASSWORD);
  await page.goto("/settings?section=plan");
  const both = page.getByRole("region", { name: "Premium plan of Olive Owner and Tara Two" });
  await expect(both).toContainText(
    "Premium is $49.00 a month for both accounts together, and you can cancel any time.",
  );
  await expect(both).toContainText("There's no free trial, because these accounts aren't all new to Premium.");
  await both.getByRole("button", { name: "Start Premium" }).click();
  await expect(page.getByText("$49.00 per month", { exact: true })).toBeVisible();
  await page.goto("/subscription-canceled");
  await expect(page.getByText("Premium is $49.00 a month, and you can cancel any time.")).toBeVisible();

  // The page that is still open would charge right away.
  const own = await person.client.rpc("remove_member", { p_account_id: other.account.id, p_user_id: person.id });
  expect(own.error).toBeNull();
  await page.goto("/settings?section=plan");
  await expect(plan(page)).toContainText("Premium starts with a 7-day free trial");
  await page.getByRole("button", { name: "Start free trial" }).click();
  await expect(page.getByText(/7 days free, then \$49\.00 per month/)).toBeVisible();
});

test("An admin cancels a client's plan while archiving their account, and keeps it again", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const { email } = await newAccount(host, "client");
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, email, PASSWORD);
  await tab.goto("/dashboard");
  await plan(tab).getByRole("button", { name: "Start free trial" }).click();
  await payWith(tab, CARDS.pays);
  await expect(heading(tab, "Welcome to Premium!")).toBeVisible();

  await signInAs(page, host, "admin@example.com");
  await page.goto(`/admin/accounts?q=${encodeURIComponent(email)}`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Archive account…" }).click();
  const archive = page.getByRole("dialog");
  await expect(archive.getByRole("alert")).toContainText("would pay for Premium after the free trial");
  const client = archive.getByRole("alert").getByRole("link");
  const record = await client.getAttribute("href");
  await archive.getByRole("button", { name: "Cancel plan" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("They don't pay for it, and they get an email that you canceled it.");
  await checkResponsiveLayout(page, checkAccessibility);
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText(/^The plan of .+ is canceled$/)).toBeVisible();
  // Nothing prevents it anymore.
  await expect(archive.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(archive.getByRole("alert")).toContainText("would pay for Premium after the free trial");
  await archive.getByRole("button", { name: "Cancel", exact: true }).click();

  await page.goto(record ?? "");
  const card = page.getByRole("region", { name: "Plan", exact: true });
  await expect(card).toContainText(/Free trial until .+, then they pay\./);
  await card.getByRole("button", { name: "Cancel plan" }).click();
  await question.getByRole("button", { name: "Keep plan" }).click();
  await expect(card.getByRole("button", { name: "Cancel plan" })).toBeFocused();
  await card.getByRole("button", { name: "Cancel plan" }).click();
  await question.getByRole("button", { name: "Cancel plan" }).click();
  await expect(card).toContainText(/Canceled\. Lasts until/);
  await checkResponsiveLayout(page, checkAccessibility);
  await card.getByRole("button", { name: "Keep plan" }).click();
  await expect(card).toContainText(/Free trial until .+, then they pay\./);
  await page.goto("/user-management?tab=audit");
  await expect(page.getByText(/kept the canceled plan of/).first()).toBeVisible();
  const subjects = async () => (await localInbox(host, email)).map(({ subject }) => subject);
  await expect.poll(async () => (await subjects()).filter((text) => /^Premium was canceled/.test(text)).length).toBe(2);
  await expect.poll(async () => (await subjects()).filter((text) => text === "Premium continues").length).toBe(2);
});

test("Premium by override shows its end date, and nothing to manage", async ({ page, baseURL, checkAccessibility }) => {
  const email = await asNewClient(page, baseURL);
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const until = new Date(Date.now() + 60 * DAY_MS).toISOString();
  const { error } = await client.rpc("set_premium_override", { p_email: email, p_expires_at: until });
  expect(error).toBeNull();
  await page.goto("/dashboard");
  await expect(plan(page)).toContainText(/Since .+ Complimentary through /);
  await expect(plan(page).getByRole("button")).toHaveCount(0);
  await expect(page.getByText("Premium", { exact: true })).toBeVisible();
  await expect(page.getByText("Free Trial", { exact: true })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
});

test("Try Again opens the payment page in a new tab, in which the trial can be started", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await asNewClient(page, baseURL);
  await page.goto("/subscription-canceled");
  await expect(page.getByText(/7-day free trial/)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Try Again" }).click();
  const tab = await opening;
  await expect(tab).toHaveURL(/\/dev\/pay\/checkout\//);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(page).toHaveURL(/\/subscription-canceled$/);
  await expect(page.getByText("The payment page is open in a new tab.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Try Again after the trial began in another tab says so, and leads to the dashboard", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  await asNewClient(page, baseURL);
  await page.goto("/subscription-canceled");
  const opening = page.waitForEvent("popup");
  const again = page.getByRole("button", { name: "Try Again" });
  await again.click();
  const tab = await opening;
  await payWith(tab, CARDS.pays);
  await expect(heading(tab, "Welcome to Premium!")).toBeVisible();
  expectConsole(/409/);
  await again.press("Enter");
  await expect(page.getByText("Your account already has Premium. You'll find it on your dashboard.")).toBeVisible();
  await expect(again).toHaveCount(0);
  const dashboard = page.getByRole("link", { name: "Back to Dashboard" });
  await expect(dashboard).toBeFocused();
  await checkResponsiveLayout(page, checkAccessibility);
  await dashboard.press("Enter");
  await expect(plan(page)).toContainText("Your plan: Premium");
});

test("If Try Again fails, the new tab closes and the page says so", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/500/);
  await asNewClient(page, baseURL);
  await page.route("**/functions/v1/create-subscription", (route) =>
    route.fulfill({ status: 500, json: { error: "down", code: "unexpected_failure" } }),
  );
  await page.goto("/subscription-canceled");
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Try Again" }).click();
  const tab = await opening;
  await expect(page.getByText("Failed to restart subscription process. Please try again.")).toBeVisible();
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(page.getByRole("button", { name: "Try Again" })).toBeEnabled();
});

test("The subscription is looked up again after 2 seconds, and an unconfirmed one shows no success", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  let asked = 0;
  let subscribed = false;
  await page.route("**/functions/v1/check-subscription", (route) => {
    asked += 1;
    return route.fulfill({ json: { subscribed } });
  });
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  const start = Date.now();
  await page.clock.install({ time: start });
  await page.clock.pauseAt(start + 1_000);
  await page.goto("/subscription-success?session_id=cs_x");
  await expect(heading(page, "Confirming your plan...")).toBeVisible();
  await page.waitForFunction(() => document.title.startsWith("Confirming"));
  await page.clock.runFor(1_900);
  await expect(heading(page, "Confirming your plan...")).toBeVisible();
  expect(asked).toBe(0);
  await page.clock.runFor(200);
  await expect(heading(page, "Your plan isn't confirmed yet")).toBeVisible();
  await expect(page.getByText("Welcome to Premium!")).toHaveCount(0);
  expect(asked).toBe(1);
  await page.clock.resume();
  await checkResponsiveLayout(page, checkAccessibility);
  subscribed = true;
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(heading(page, "Welcome to Premium!")).toBeVisible();
  await expect(heading(page, "Welcome to Premium!")).toBeFocused();
});

test("A subscription that cannot be checked is not confirmed, and can be tried again", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503/);
  await page.route("**/functions/v1/check-subscription", (route) => route.fulfill({ status: 503, json: {} }));
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  await page.goto("/subscription-success?session_id=cs_x");
  await expect(heading(page, "We couldn't check your plan")).toBeVisible();
  await expect(page.getByRole("button", { name: "Check again" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("Without a session no subscription is looked up, and sign-in returns to the page", async ({ page }) => {
  await page.goto("/subscription-success?session_id=cs_x");
  await expect(page.getByText("No session available")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fsubscription-success%3Fsession_id%3Dcs_x/);
  await page.goto("/subscription-canceled");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Failed to restart subscription process. Please try again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("The page says when the plan page cannot be opened", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/503/);
  await page.route("**/functions/v1/create-subscription", (route) =>
    route.fulfill({ status: 503, json: { error: "x", code: "payments_not_configured" } }),
  );
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  await page.goto("/dashboard");
  await plan(page).getByRole("button", { name: "Start free trial" }).click();
  await expect(page.getByText("Online payments aren't set up yet. Please contact us to pay.")).toBeVisible();
  await expect(plan(page).getByRole("button", { name: "Start free trial" })).toBeEnabled();
});

test("A salesperson who tries to start the plan learns that it is for clients", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/403/);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/subscription-canceled");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByText("Premium is for clients. Contact us about your account type.")).toBeVisible();
});

test("A billing person sees the plan of the account, which the owner pays for, and manages it", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "sam@northside.example");
  await page.goto("/client-dashboard");
  await expect(plan(page).getByText("Your plan: Premium")).toBeVisible();
  await expect(plan(page).getByText(/ pays for it\./)).toBeVisible();
  await expect(plan(page).getByRole("button", { name: "Start free trial" })).toHaveCount(0);
  await plan(page).getByRole("button", { name: "Manage plan" }).click();
  await expect(page).toHaveURL(/\/dev\/pay\/portal\//);
});

test("Manage plan of an account opens the page of the person who pays for it, for someone who pays for a plan, too", async ({
  page,
  baseURL,
  browser,
}) => {
  const host = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(host, "member");
  for (const { email } of [other, person]) {
    const tab = await (await browser.newContext({ baseURL: host })).newPage();
    await signInAs(tab, host, email, PASSWORD);
    await tab.goto("/settings?section=plan");
    await tab.getByRole("button", { name: "Start free trial" }).click();
    await payWith(tab, CARDS.pays);
    await expect(heading(tab, "Welcome to Premium!")).toBeVisible();
    await tab.context().close();
  }
  await signInAs(page, host, person.email, PASSWORD);
  await page.goto("/settings?section=plan");
  const olives = page.getByRole("region", { name: "Premium plan of Olive Owner" });
  await expect(olives).toContainText("Olive Owner pays for it.");
  await expect(olives.getByRole("button")).toHaveCount(0);
  const { error } = await other.client.rpc("set_member_role", {
    p_account_id: other.account.id,
    p_user_id: person.id,
    p_role: "billing",
  });
  expect(error).toBeNull();
  for (const from of ["/settings?section=plan", "/client-dashboard"]) {
    await page.goto(from);
    await olives.getByRole("button", { name: "Manage plan" }).click();
    await expect(page.getByText(other.email)).toBeVisible();
  }
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("link", { name: "Return" }).click();
  // The canceled one was Olive's: their own plan renews, and so keeps Premium for both accounts.
  const both = page.getByRole("region", { name: "Premium plan of Olive Owner and Tara Two" });
  await expect(both).toContainText(/Free trial until .+, then \$49\.00 a month/);
  await both.getByRole("button", { name: "Manage plan" }).click();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel plan" })).toBeVisible();
});

test("Someone with a plan reads before they join that it will cover the account, and its owner can still remove them", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const signUp = async (first_name: string, last_name: string) => {
    const { email } = await newAccount(host, "client", { first_name, last_name });
    const { client } = await signedInClient(host, email, PASSWORD);
    const [account] = (await client.rpc("my_accounts")).data as { id: string; slug: string }[];
    return { email, client, account: account ?? { id: "", slug: "" } };
  };
  const [zed, jonas] = [await signUp("Zed", "Shopkeeper"), await signUp("Jonas", "Ember")];
  await signInAs(page, host, jonas.email, PASSWORD);
  await page.goto("/settings?section=plan");
  await page.getByRole("button", { name: "Start free trial" }).click();
  await payWith(page, CARDS.pays);
  await expect(heading(page, "Welcome to Premium!")).toBeVisible();
  const { account } = zed;
  const invited = { p_account_id: account.id, p_email: jonas.email, p_role: "billing" as const };
  expect((await zed.client.rpc("invite_member", invited)).error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(host, jonas.email, /invited you to/)).text)?.[1] ?? "";
  await page.goto(`/workspace?invitation=${token}`);
  await expect(page.getByText("Your Premium will cover Zed Shopkeeper, too.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(page).toHaveURL(/joined=/);
  const told = await readMail(host, zed.email, /^Jonas Ember joined/);
  expect(told.text.replaceAll(/\s+/g, " ")).toContain("Zed Shopkeeper has Premium through them now.");

  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, zed.email, PASSWORD);
  await tab.goto(`/workspace/${account.slug}/team`);
  await tab.getByRole("button", { name: "Remove Jonas Ember" }).click();
  const question = tab.getByRole("dialog", { name: "Remove Jonas Ember?" });
  await expect(question).toContainText("Premium comes from their free trial. The account loses it right away");
  // Only the payer reads the name of an account that the owner isn't in.
  await expect(question).toContainText("Their trial goes on for their other accounts and becomes a paid plan on ");
  await page.goto("/settings?section=accounts");
  await page.getByRole("button", { name: "Leave Zed Shopkeeper" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Your trial goes on for Jonas Ember and becomes a paid plan on ",
  );
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(tab.getByText("Jonas Ember was removed")).toBeVisible();
  const kept = await readMail(host, jonas.email, /^Your Premium plan continues/);
  expect(kept.text.replaceAll(/\s+/g, " ")).toContain("Your own plan goes on for Jonas Ember: on ");
});
