import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const VIEWS = [
  { width: 1440, colorScheme: "light" },
  { width: 390, colorScheme: "dark" },
] as const;

for (const [email, path, heading] of [
  ["client@example.com", "/dashboard", "Your Dashboard"],
  ["client@example.com", "/client-dashboard", /./],
  ["newclient@example.com", "/client-dashboard", /./],
  ["client@example.com", "/settings", /^Settings/],
  ["client@example.com", "/help", /Help Center/],
  ["sales@example.com", "/crm", /./],
  ["admin@example.com", "/admin", /./],
  ["admin@example.com", "/user-management", /User Management/],
] as const)
  test(`${path} for ${email} is accessible and fits, wide and light, narrow and dark`, async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    await signInAs(page, baseURL ?? "", email);
    for (const { width, colorScheme } of VIEWS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await checkAccessibility();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });

test("The dashboard greets by first name and shows Premium and Free Trial while the trial runs", async ({
  page,
  baseURL,
}) => {
  const { client, session } = await signedInClient(baseURL ?? "", "client@example.com");
  const { data } = await client.from("profiles").select("first_name").eq("user_id", session.user.id).single();
  await signInAs(page, baseURL ?? "", "client@example.com");
  // Until the name is known, its place shows no other one.
  const held = Promise.withResolvers<void>();
  await page.route("**/rest/v1/profiles*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Your Dashboard" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("client", { exact: true })).toBeVisible();
  await expect(page.getByRole("banner").getByText("client@example.com")).toHaveCount(0);
  held.resolve();
  await expect(page.getByText(new RegExp(`Welcome.*${data?.first_name}`))).toBeVisible();
  await expect(page.getByText("Premium", { exact: true })).toBeVisible();
  await expect(page.getByText("Free Trial", { exact: true })).toBeVisible();
});

test("A client without a dashboard is told whom to ask", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  await page.goto("/dashboard");
  await expect(page.getByText(/contact|account manager/i).first()).toBeVisible();
  await expect(page.getByText("Premium", { exact: true })).toHaveCount(0);
});

test("An account without an account type learns what is missing, and is offered nothing that would fail", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email, password, id } = await newAccount(baseURL ?? "", undefined);
  await signInAs(page, baseURL ?? "", email, password);
  for (const { width, colorScheme } of VIEWS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Your account has no account type yet" })).toBeVisible();
    await expect(page.getByText(/Questions\? Please contact support\./)).toBeVisible();
    for (const button of ["Request Service Change", "Start free trial", "Subscribe again"])
      await expect(page.getByRole("button", { name: button })).toHaveCount(0);
    await checkAccessibility();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  // A dashboard that an admin assigns still appears.
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { error } = await admin.rpc("assign_client_dashboard", {
    client_email: email,
    business_name: "No role yet",
    notion_url: `https://www.notion.so/upfunnel/N-${"cd".repeat(16)}?source=share`,
    dashboard_title: "Seen by its account",
  });
  expect(error).toBeNull();
  await page.reload();
  await expect(page.getByText("Seen by its account")).toBeVisible();
  await admin.rpc("change_user_role", { p_user_id: id, p_role: "client" });
  await page.getByRole("button", { name: "Check Status" }).click();
  await expect(page.getByRole("button", { name: "Request Service Change" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your account has no account type yet" })).toHaveCount(0);
});

test("A client without a name is greeted without one, and reads that invoices come by email; an admin doesn't", async ({
  page,
  baseURL,
  browser,
}) => {
  const { email } = await newAccount(baseURL ?? "", "client", { first_name: "", last_name: "" });
  await signInAs(page, baseURL ?? "", email, "a-Fair-password-7");
  await page.goto("/client-dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /^Good (morning|afternoon|evening)$/ })).toBeVisible();
  await page.goto("/settings?section=email");
  await expect(page.getByText("Invoices and replies go there too.")).toBeVisible();
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const admin = await context.newPage();
  await signInAs(admin, baseURL ?? "", "admin@example.com");
  await admin.goto("/settings?section=email");
  await expect(admin.getByText("Notifications go there too.")).toBeVisible();
  await expect(admin.getByText(/Invoices and replies/)).toHaveCount(0);
  await context.close();
});

test("A salesperson sees the dashboard that is assigned to them", async ({ page, baseURL }) => {
  const { email, password, id } = await newAccount(baseURL ?? "", "sales");
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  await admin.from("user_roles").update({ status: "active" }).eq("user_id", id).eq("status", "pending");
  await admin.rpc("assign_client_dashboard", {
    client_email: email,
    business_name: "The team's own",
    notion_url: `https://www.notion.so/upfunnel/S-${"ef".repeat(16)}?source=share`,
    dashboard_title: "Numbers of the team",
  });
  await signInAs(page, baseURL ?? "", email, password);
  await page.goto("/dashboard");
  await expect(page.getByText("Numbers of the team")).toBeVisible();
});

test("A client asks for a service change: mistakes are named, the text survives a failure, and then it is sent", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/503|Failed to load/);
  const { email } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, "a-Fair-password-7");
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Request Service Change" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Request Service Change" });
  await dialog.getByLabel("Business name").fill("");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByLabel("Business name")).toHaveAttribute("aria-invalid", "true");
  await expect(dialog.getByLabel("Business name")).toBeFocused();
  await checkAccessibility();
  await dialog.getByLabel("Business name").fill("Northside Med Spa");
  await dialog.getByLabel("Message").fill("Please add a column for the source.");
  await page.route("**/rest/v1/change_requests*", (route) =>
    route.fulfill({ status: 503, json: { code: "PGRST001", message: "down" } }),
  );
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Failed to submit request. Please try again.")).toBeVisible();
  await expect(dialog.getByLabel("Message")).toHaveValue("Please add a column for the source.");
  await page.unroute("**/rest/v1/change_requests*");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  // What failed before has happened now, so nothing says any more that it didn't.
  await expect(page.getByText("Failed to submit request. Please try again.")).toHaveCount(0);
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
});

test("/invoices opens the client's invoices", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/invoices");
  await expect(page).toHaveURL(/\/client-dashboard\?.*invoices/);
  await expect(page.getByRole("tab", { name: /Invoices/ })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByText("INV-1001").first()).toBeVisible();
});

test("Only the configured account sees Admin Setup, and becomes an admin with it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Your Dashboard" })).toBeVisible();
  await expect(page.getByText("Admin Setup")).toHaveCount(0);

  const owner = await page
    .context()
    .browser()
    ?.newContext({ baseURL: baseURL ?? "" });
  const ownersPage = await owner?.newPage();
  if (!ownersPage) throw new Error("no second browser context");
  await signInAs(ownersPage, baseURL ?? "", "owner@example.com");
  await ownersPage.goto("/dashboard");
  await expect(ownersPage.getByRole("heading", { name: "Admin Setup" })).toBeVisible();
  await checkAccessibility(ownersPage);
  await ownersPage.getByRole("button", { name: "Add Admin Role" }).click();
  await expect(ownersPage.getByText("Admin role added successfully! Please refresh the page.")).toBeVisible();
  await expect(ownersPage.getByText("Admin Setup")).toHaveCount(0);
  await ownersPage.goto("/admin");
  await expect(ownersPage).toHaveURL(/\/admin$/);
  await owner?.close();
});

test("Back returns to the previous tab, and a filter is not a step", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard");
  await page.getByRole("tab", { name: "Invoices" }).click();
  await page.getByRole("tab", { name: "Retainers" }).click();
  await page.getByRole("tab", { name: "Communication" }).click();
  await expect(page.getByRole("tab", { name: "Communication" })).toHaveAttribute("aria-selected", "true");
  for (const name of ["Retainers", "Invoices", "Lead Dashboard"]) {
    await page.goBack();
    await expect(page.getByRole("tab", { name })).toHaveAttribute("aria-selected", "true");
  }
  await page.goForward();
  await expect(page).toHaveURL(/tab=invoices/);
});
