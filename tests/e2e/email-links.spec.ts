import { expect, test } from "../support/browser-test.ts";
import { startHostProcess } from "../support/host-process.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { seededDataDirectory } from "../support/seeded-data.ts";
import { apiClient, newEmail, signInAs } from "../support/session.ts";

/** An unopened link that was sent to a new person. */
async function confirmationLink(baseURL: string) {
  const email = newEmail("invited");
  const client = await apiClient(baseURL);
  await client.auth.signUp({ email, password: PASSWORD, options: { data: { account_type: "client" } } });
  return { email, link: linkIn(await readMail(baseURL, email, /Confirm/)) };
}

async function recoveryLink(baseURL: string) {
  const { email } = await newAccount(baseURL, "client");
  await (await apiClient(baseURL)).auth.resetPasswordForEmail(email);
  return { email, link: linkIn(await readMail(baseURL, email, /new password/)) };
}

test("A signed-in person who opens another person's confirmation link is asked first and can stay signed in", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email, link } = await confirmationLink(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
  await expect(page.getByText(`You're signed in as client@example.com. Continue as ${email}?`)).toBeVisible();
  // The address keeps no token.
  await expect(page).toHaveURL(/\/auth$/);
  await checkAccessibility();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await page.getByRole("button", { name: "Stay signed in as client@example.com" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("upfunnel-auth") ?? "{}").user?.email);
  expect(stored).toBe("client@example.com");
});

test("A person who continues with the link is signed in as the other person", async ({ page, baseURL }) => {
  const { email, link } = await confirmationLink(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await page.goto(link);
  await page.getByRole("button", { name: `Continue as ${email}` }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("A recovery link of another account asks before it opens the new-password form", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const first = await recoveryLink(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard");
  await page.goto(first.link);
  await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
  await expect(page).toHaveURL(/\/reset-password$/);
  await checkAccessibility();
  await page.getByRole("button", { name: "Stay signed in as client@example.com" }).click();
  await expect(page).toHaveURL(/\/client-dashboard$/);

  const second = await recoveryLink(baseURL ?? "");
  await page.goto(second.link);
  await page.getByRole("button", { name: `Continue as ${second.email}` }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
});

test("A link of the signed-in account asks nothing", async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/client-dashboard");
  await (await apiClient(baseURL ?? "")).auth.resetPasswordForEmail(email);
  await page.goto(linkIn(await readMail(baseURL ?? "", email, /new password/)));
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
});

test("The setup account that signed up as sales makes itself an admin without waiting", async ({
  page,
  checkAccessibility,
}) => {
  test.slow();
  const email = newEmail("first");
  const host = await startHostProcess({
    DATA_DIR: await seededDataDirectory(),
    SIGNAL_OUTAGE_RATE: "0",
    ADMIN_SETUP_EMAIL: email,
  });
  try {
    const client = await apiClient(host.url);
    const data = { first_name: "Fenna", last_name: "Aalto", account_type: "sales" };
    await client.auth.signUp({ email, password: PASSWORD, options: { data } });
    await page.goto(linkIn(await readMail(host.url, email, /Confirm/)));
    await expect(page.getByRole("heading", { name: "Account Pending Approval" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Admin Setup" })).toBeVisible();
    await checkAccessibility();
    await page.getByRole("button", { name: "Add Admin Role" }).click();
    await expect(page.getByText("Admin role added successfully! Please refresh the page.")).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByText("Admin Setup")).toHaveCount(0);
    // Its page must not call a host that is stopped.
    await page.goto("about:blank");
  } finally {
    await host.dispose();
  }
});
