import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { formatMoney } from "../../domain/money.ts";
import { expect, test } from "../support/browser-test.ts";
import { landingAdmin } from "../support/landing.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs, storeSession } from "../support/session.ts";

test("An admin approves one sign-up and rejects another", async ({ page, baseURL }) => {
  const good = await newAccount(baseURL ?? "", "sales", { first_name: "Gudrun", last_name: "Good" });
  const other = await newAccount(baseURL ?? "", "sales", { first_name: "Rolf", last_name: "Refused" });
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin?tab=approvals");
  await page.getByRole("button", { name: "Approve Gudrun Good" }).first().click();
  const question = page.getByRole("dialog", { name: "Approve Gudrun Good as a sales rep?" });
  await question.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("User approved successfully").first()).toBeVisible();
  await page.getByRole("button", { name: "Reject Rolf Refused" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("User rejected").first()).toBeVisible();
  const statusOf = async ({ email }: { email: string }) => {
    const { client } = await signedInClient(baseURL ?? "", email, PASSWORD);
    return (await client.from("user_roles").select("status")).data;
  };
  expect(await statusOf(good)).toEqual([{ status: "active" }]);
  expect(await statusOf(other)).toEqual([{ status: "inactive" }]);
});

test("The header shows the database's counts", async ({ page, baseURL }) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client.rpc("list_admin_overview").single();
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  for (const label of ["Total Users", "Pending Approvals", "Total Leads", "Companies"])
    await expect(page.getByText(label).first()).toBeVisible();
  await expect(page.getByText(String(data?.total_leads), { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/Dashboard Overview/).first()).toBeVisible();
  // A line below has the overdue money and the open requests, with their lists.
  await expect(page.getByRole("link", { name: /^\d+ overdue invoices?: \$/ })).toHaveAttribute(
    "href",
    "/admin/billing?status=overdue",
  );
  // Only the money is an alarm.
  const inkOf = (name: RegExp) => page.getByRole("link", { name }).evaluate((link) => getComputedStyle(link).color);
  const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
  expect(await inkOf(/^\d+ overdue invoices?: /)).not.toBe(ink);
  expect(await inkOf(/^\d+ open requests?$/)).toBe(ink);
  await expect(page.getByRole("link", { name: /^\d+ open requests?$/ })).toHaveAttribute(
    "href",
    "/admin/requests?status=open",
  );
  // Each figure opens its rows.
  const figure = (label: string) => page.getByText(label, { exact: true }).locator("..").getByRole("link");
  await figure("Total Users").click();
  await expect(page.getByRole("table", { name: "People" })).toBeVisible();
  await figure("Companies").click();
  await expect(page.getByRole("tab", { name: "By Client" })).toHaveAttribute("aria-selected", "true");
  await figure("Total Leads").click();
  await expect(page).toHaveURL(/\/crm\/leads$/);
});

test("The sidebar collapses with Ctrl+B, stays collapsed after a reload, and its cookie lasts seven days", async ({
  page,
  baseURL,
  context,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: "User Management" })).toBeVisible();
  const width = () =>
    page.evaluate(
      () => document.querySelector("aside, [data-sidebar-panel], nav[aria-label]")?.getBoundingClientRect().width ?? 0,
    );
  const open = await width();
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBeLessThan(open);
  const kept = async () => (await context.cookies()).find(({ name }) => name === "sidebar_state");
  await expect.poll(async () => (await kept())?.value).toBe("false");
  const cookie = await kept();
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7.01);
  await page.reload();
  await expect.poll(width).toBeLessThan(open);
  await page.keyboard.press("Meta+b");
  await expect.poll(width).toBe(open);
});

test("Below 768 px the sidebar is a sheet", async ({ page, baseURL, checkAccessibility }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: "User Management" })).toBeHidden();
  await page
    .getByRole("button", { name: /sidebar|menu|navigation/i })
    .first()
    .click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("link", { name: "User Management" })).toBeVisible();
  await checkAccessibility();
  await sheet.getByRole("link", { name: "Account Settings" }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("At 1024 px the sidebar is a rail with tooltips, until someone opens it", async ({ page, baseURL, context }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await context.clearCookies({ name: "sidebar_state" });
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing");
  const sidebar = page.getByRole("complementary");
  const width = async () => (await sidebar.boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThanOrEqual(49);
  const toggle = page.getByRole("button", { name: "Toggle sidebar" }).first();
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("link", { name: "Requests" }).focus();
  await page.keyboard.press("Tab");
  await expect(page.locator("body > div[aria-hidden=true]", { hasText: "Landing Pages" })).toBeVisible();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/requests$/);
  await page.setViewportSize({ width: 1280, height: 768 });
  await expect.poll(width).toBe(256);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(width).toBeLessThanOrEqual(49);
  // The choice of the user beats the width of the screen.
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(256);
  await page.reload();
  await expect.poll(width).toBe(256);
});

test("The header is Dashboard Overview on /admin, and the page's own name elsewhere", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  const header = page.getByRole("banner").getByRole("heading", { level: 1 });
  await expect(header).toHaveText("Dashboard Overview");
  for (const [link, title] of [
    ["User Management", "User Management"],
    ["Clients", "Clients"],
    ["Billing", "Billing"],
    ["Requests", "Requests"],
    ["Landing Pages", "Landing Pages"],
    ["Account Settings", "Settings"],
    ["Help Center", "Help Center"],
  ] as const)
    await test.step(link, async () => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
      await expect(header).toHaveText(title);
    });

  // The audit log is found where people look for it.
  await page.goto("/settings?section=agency");
  await page.getByRole("searchbox", { name: "Search settings" }).fill("audit");
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit log" }).click();
  await expect(page).toHaveURL(/\/user-management\?tab=audit$/);
  await page.goto("/admin/billing");
  await page.getByRole("link", { name: "audit log" }).click();
  await expect(page.getByLabel("Type")).toHaveValue("invoices");
});

test("Only admins see the Administration group", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/settings");
  await expect(page.getByRole("link", { name: "Help Center" })).toBeVisible();
  await expect(page.getByText("Administration")).toHaveCount(0);
  // A client keeps the top bar: there is no sidebar.
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await expect(page.getByRole("complementary")).toHaveCount(0);
});

test("Sales people keep the CRM's navigation in settings and help", async ({ page, baseURL, checkAccessibility }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/settings");
  const navigation = page.getByRole("navigation", { name: "Sales", exact: true });
  await expect(navigation.getByRole("link", { name: "Settings" })).toHaveAttribute("aria-current", "page");
  await checkAccessibility();
  await navigation.getByRole("link", { name: "Help" }).click();
  await expect(page.getByRole("heading", { name: "Help Center", level: 1 })).toBeVisible();
  // The key of the CRM's search belongs to the help center here.
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search the help center")).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await checkAccessibility();
  await navigation.getByRole("link", { name: "Board" }).click();
  await expect(page).toHaveURL(/\/crm\/board$/);
});

test("Clients has two views, people and accounts; one search finds both, and each leads to the other", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "client2@example.com");
  const { data: balance } = await client.rpc("client_balance");
  const { due } = balance as { due: { amount: number; currency: string }[] };
  const { data: own } = await client.rpc("my_accounts");
  const account = (own as { name: string }[])[0]?.name ?? "";
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Accounts" })).toHaveCount(0);
  await main.getByRole("link", { name: "Clients" }).click();
  await expect(page).toHaveURL(/\/admin\/clients$/);
  const views = page.getByRole("navigation", { name: "Clients" });
  await page.getByRole("searchbox", { name: "Search by person, account or email" }).fill("ember jonas");
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await expect(views.getByRole("link", { name: "People 1", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(views.getByRole("link", { name: "Accounts 1", exact: true })).toBeVisible();
  const row = page.getByRole("table", { name: "People" }).getByRole("row").nth(1);
  await expect(row).toContainText(formatMoney(due[0] ?? { amount: 0, currency: "usd" }));
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^clients-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await file.path(), "utf8")).toContain("client2@example.com");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });

  await views.getByRole("link", { name: /^Accounts/ }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\?q=ember/);
  await expect(main.getByRole("link", { name: "Clients" })).toHaveAttribute("aria-current", "page");
  const listed = page.getByRole("table", { name: "Accounts" }).getByRole("row").nth(1);
  const [accountsFile] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(accountsFile.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d\.csv$/);
  expect(readFileSync(await accountsFile.path(), "utf8")).toMatch(/\r\nEmber/);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await listed.getByRole("link", { name: /Jonas/ }).click();
  await expect(page).toHaveURL(/\/admin\/clients\/[0-9a-f-]+$/);
  await expect(main.getByRole("link", { name: "Clients" })).toHaveAttribute("aria-current", "page");
  // The record is the person's, and the account is a link below.
  await expect(page.getByRole("heading", { name: /^Jonas/, level: 2 })).toBeVisible();
  await expect(page.getByRole("paragraph").filter({ hasText: "@" }).getByRole("link", { name: account })).toBeVisible();
  const retainer = page.getByRole("region", { name: "Retainers" }).getByRole("listitem").getByRole("link").first();
  const opened = (await retainer.textContent()) ?? "";
  await retainer.click();
  await expect(page.getByRole("dialog", { name: opened })).toBeVisible();
  await page.goBack();
  const request = page.getByRole("region", { name: "Requests" }).getByRole("listitem").getByRole("link").first();
  await expect(request).toHaveAttribute("href", /^\/admin\/requests#request-[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "All clients" }).click();
  await expect(page).toHaveURL(/\/admin\/clients$/);
  // The people of an account are found by its name, too.
  await page.getByRole("searchbox", { name: "Search by person, account or email" }).fill(`jonas ${account}`);
  await expect(page.getByText("1 person", { exact: true })).toBeVisible();
  await page.getByRole("table", { name: "People" }).getByRole("link", { name: account }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\/[0-9a-f-]+$/);
  await expect(page.getByRole("heading", { name: account, level: 2 })).toBeVisible();
  await expect(main.getByRole("link", { name: "Clients" })).toHaveAttribute("aria-current", "page");
  const brand = page.getByRole("region", { name: "Brand" });
  await expect(brand.getByText("No logo", { exact: true })).toBeVisible();
  await expect(brand.getByRole("button", { name: "Save brand" })).toBeHidden();
  await brand.getByRole("button", { name: "Edit brand" }).click();
  await expect(brand.getByRole("button", { name: "Save brand" })).toBeVisible();
});

test("A client's name opens the client's record, and the admin views the portal as the client, read only and audited", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "client2@example.com");
  const { data: own } = await client.rpc("client_figures");
  const admin = (await signedInClient(baseURL ?? "", "admin@example.com")).client;
  const countVisits = async () =>
    (await admin.from("audit_log").select("id").eq("action", "view").eq("subject", "client2@example.com")).data
      ?.length ?? 0;
  const visits = await countVisits();
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing");
  await page
    .getByRole("table", { name: "Invoices" })
    .getByRole("link", { name: "Ember Coaching", exact: true })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Jonas Whitfield", level: 2 })).toBeVisible();
  for (const name of ["Invoices", "Retainers", "Requests", "Activity", "People", "Dashboard", "Plan"])
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("link", { name: "View as client" }).click();
  const banner = page.getByRole("region", { name: "View as client" });
  await expect(banner).toContainText("You're viewing the portal as Jonas Whitfield");
  await expect(page.getByRole("button", { name: "Request Service Change" }).first()).toBeDisabled();
  // The same figures as the client's own, without the agency's drafts.
  await page.getByRole("tab", { name: /Invoices/ }).click();
  await expect(page.getByText("Total Invoices").locator("..")).toContainText(
    String((own as { invoices: number }).invoices),
  );
  await expect(page.getByRole("row", { name: /draft/ })).toHaveCount(0);
  const pay = page.getByRole("button", { name: /^Pay / });
  await expect(pay.first()).toBeDisabled();
  await checkAccessibility();
  // The plan stays in view although the dashboard above it loads later.
  await page.getByRole("main").getByRole("link", { name: "See Premium" }).click();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("#plan")).toBeInViewport({ ratio: 0.5 });
  await page.getByRole("tab", { name: /Invoices/ }).click();
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Back to Invoices" })).toBeVisible();
  await expect(banner).toBeVisible();
  await banner.getByRole("link", { name: "Leave" }).click();
  const activity = page.getByRole("region", { name: "Activity" });
  await expect(activity).toContainText("You viewed the portal as Jonas Whitfield");
  // An invoice that begins here is for this client.
  await page.getByRole("link", { name: "New invoice" }).click();
  await expect(page.getByRole("button", { name: "Choose another client" })).toBeVisible();
  await expect(page.getByText("Jonas Whitfield · client2@example.com")).toBeVisible();
  // One visit is one entry, although the admin opened two pages.
  await page.goto("/user-management?tab=audit");
  await page.getByLabel("Action").selectOption({ label: "Viewed as client" });
  const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "You viewed the portal as Jonas Whitfield" }).first()).toBeVisible();
  expect(await countVisits()).toBe(visits + 1);
  // A visit that began in a list ends there.
  await page.goto("/user-management?q=client2@example.com");
  await page.getByRole("button", { name: "Actions for Jonas Whitfield" }).click();
  await page.getByRole("menuitem", { name: "View as client" }).click();
  await banner.getByRole("link", { name: "Leave" }).click();
  await expect(page).toHaveURL(/user-management\?q=client2/);
});

test("The audit log restores a deleted landing page once, and offers no revert of what is gone", async ({
  page,
  baseURL,
}) => {
  const admin = await landingAdmin(baseURL ?? "");
  const title = `Gone ${randomUUID().slice(0, 8)}`;
  const id = await admin.make(`gone-${randomUUID().slice(0, 8)}`, { title });
  await admin.call(admin.client.rpc("unpublish_landing_page", { p_page_id: id }));
  await admin.call(admin.client.rpc("delete_landing_page", { p_page_id: id }));
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/user-management?tab=audit&text=${encodeURIComponent(title)}`);
  const entries = page.getByRole("list", { name: "Audit log" }).getByRole("listitem");
  await expect(entries.filter({ hasText: `deleted the landing page “${title}”` })).toBeVisible();
  await expect(entries.getByRole("button", { name: "Revert" })).toHaveCount(0);
  await entries.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(entries.filter({ hasText: `You restored the landing page “${title}”` })).toBeVisible();
  await expect(entries.getByRole("button", { name: "Restore" })).toHaveCount(0);
});

for (const email of ["client@example.com", "sales@example.com"])
  test(`${email} can't open a client's record or the portal as another client`, async ({ page, baseURL }) => {
    const { client, session } = await signedInClient(baseURL ?? "", email);
    const other = "00000000-0000-4000-8000-000000000000";
    const refused = await client.rpc("record_client_view", { p_client_id: other });
    expect(refused.error?.code).toBe("42501");
    await storeSession(page, session);
    for (const path of ["", "/portal"]) {
      await page.goto(`/admin/clients/${other}${path}`);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });
