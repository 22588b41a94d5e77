import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const PAGE_ID = "0123456789abcdef0123456789abcdef";
const seeded = (slug: string) => `https://www.notion.so/upfunnel/${slug}-${PAGE_ID}?source=share`;

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "admin@example.com");
});

/** An unassigned dashboard with a name that no other test uses. */
async function addDashboard(name: string, url = seeded("Mine")): Promise<{ business: string; id: string }> {
  const { client } = await signedInClient(host, "admin@example.com");
  const business = `${name} ${randomUUID().slice(0, 8)}`;
  const row = { user_id: "imported-user", business_name: business, notion_database_url: url };
  const { data, error } = await client.from("client_dashboards").insert(row).select("id").single();
  if (error) throw error;
  return { business, id: data.id };
}

async function openTab(page: Page, find = ""): Promise<void> {
  await page.goto("/admin?tab=dashboards");
  const filter = page.getByRole("searchbox", { name: "Filter by business" });
  await filter.fill(find);
  if (find) {
    await expect(page.getByRole("table").getByText(find)).toBeVisible();
    // Waits until other rows are gone, because a click misses a row that still moves.
    const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
    await expect(rows.filter({ hasNotText: find })).toHaveCount(0);
  }
  // The old results stay dimmed until the response arrives.
  await expect(page.getByRole("table", { name: "Client dashboards" })).toHaveCSS("opacity", "1");
}

const file = (content: unknown, name = "dashboards.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof content === "string" ? content : JSON.stringify(content)),
});

test("The five tabs are in order, My Dashboard first, and the address names the open one", async ({ page }) => {
  await page.goto("/admin");
  await expect(page.getByRole("tab")).toHaveText(["My Dashboard", "Manage Dashboards", /^Approvals/, "Users", "Leads"]);
  await expect(page.getByRole("tab", { name: "My Dashboard" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Manage Dashboards" }).click();
  await expect(page).toHaveURL(/\?tab=dashboards$/);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Manage Dashboards" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
});

test("The table shows name with id, title, health, usage, created and actions; typing finds rows", async ({ page }) => {
  await openTab(page);
  await expect(page.getByRole("columnheader")).toHaveText([
    "Business Name",
    "Dashboard Title",
    "Health Status",
    "Usage",
    "Created",
    "Actions",
  ]);
  const { business, id } = await addDashboard("Columns");
  await openTab(page, business);
  const row = page.getByRole("row", { name: new RegExp(business) });
  await expect(row).toContainText(id.slice(0, 8));
  await expect(row).toContainText("Lead Dashboard");
  await expect(row).toContainText("unknown");
  await expect(row).toContainText(/0 views/);
  await expect(row).toContainText("never");
  await expect(page.getByText("1 dashboard", { exact: true })).toBeVisible();
  await page.getByRole("searchbox").fill("nothing is called so");
  await expect(page.getByText("No matching dashboards")).toBeVisible();
});

test("A suggested name follows the client until someone types, and a client with a dashboard leads to it", async ({
  page,
  checkAccessibility,
}) => {
  const id = randomUUID().slice(0, 8);
  const first = await newAccount(host, "client", { first_name: "Ann", last_name: "Baker" });
  const second = await newAccount(host, "client", { first_name: "Bob", last_name: "Garner" });
  for (const [person, company] of [
    [first, `Bakery ${id}`],
    [second, `Garage ${id}`],
  ] as const)
    await (await signedInClient(host, person.email, person.password)).client
      .from("profiles")
      .update({ company })
      .eq("user_id", person.id);
  const { client } = await signedInClient(host, "admin@example.com");
  const given = await client.rpc("assign_client_dashboard", {
    client_email: second.email,
    business_name: "Corner shop",
    notion_url: seeded("Corner"),
  });
  expect(given.error).toBeNull();
  await openTab(page);
  await page.getByRole("button", { name: "Add Dashboard" }).click();
  const sheet = page.getByRole("dialog", { name: "Add Dashboard" });
  const [picker, business] = [sheet.getByLabel("Client email"), sheet.getByLabel("Business name")];
  const pick = async (person: { email: string }) => {
    await picker.fill(person.email);
    await sheet.getByRole("option", { name: person.email }).click();
  };
  await pick(first);
  await expect(business).toHaveValue(`Bakery ${id}`);
  await expect(sheet.getByText(/already has a dashboard/)).toHaveCount(0);
  await pick(second);
  await expect(business).toHaveValue(`Garage ${id}`);
  await expect(sheet.getByText(`Garage ${id} already has a dashboard`)).toBeVisible();
  await checkAccessibility();
  // On a phone, too, the note is above the next field.
  await page.setViewportSize({ width: 390, height: 844 });
  const [note, label] = await Promise.all([
    sheet.getByRole("button", { name: "Edit dashboard" }).boundingBox(),
    sheet.getByText("Business name").boundingBox(),
  ]);
  expect((note?.y ?? 999) + (note?.height ?? 0)).toBeLessThanOrEqual(label?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await business.fill("My own name");
  await pick(first);
  await expect(business).toHaveValue("My own name");
  await expect(sheet.getByText(/already has a dashboard/)).toHaveCount(0);
  await pick(second);
  // What was typed for the new dashboard isn't lost without a question.
  await sheet.getByRole("button", { name: "Edit dashboard" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard this dashboard?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(business).toHaveValue("My own name");
  await sheet.getByRole("button", { name: "Edit dashboard" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Corner shop" });
  await expect.poll(() => edit.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await expect(edit.getByLabel("Business name")).toHaveValue("Corner shop");
  await edit.getByLabel("Business name").fill(`Corner ${id}`);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Dashboard updated successfully")).toBeVisible();
  // The row says whose it is.
  await openTab(page, `Corner ${id}`);
  const row = page.getByRole("row", { name: new RegExp(`Corner ${id}`) });
  await expect(row).toContainText(`Garage ${id} · ${second.email}`);
});

test("On a phone, the usage of a dashboard leaves room for its actions", async ({ page }) => {
  const { business, id } = await addDashboard("Narrow");
  const { client } = await signedInClient(host, "admin@example.com");
  await page.setViewportSize({ width: 390, height: 844 });
  const path = "**/rest/v1/rpc/search_client_dashboards";
  const { data: rows } = await client.rpc("search_client_dashboards", { p_query: id });
  await page.route(path, (route) =>
    route.fulfill({
      json: rows?.map((row) => ({ ...row, access_count: 1234, last_accessed: "2020-01-01T00:00:00Z" })),
    }),
  );
  await openTab(page, business);
  const row = page.getByRole("row", { name: new RegExp(business) });
  const text = row.getByText(/^opened|, opened/).first();
  const [said, button] = await Promise.all([text.boundingBox(), row.getByRole("button").first().boundingBox()]);
  expect((said?.x ?? 999) + (said?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
});

test("An empty table says so, and Try again reloads it after a failure", async ({ page, expectConsole }) => {
  expectConsole(/500 /);
  const path = "**/rest/v1/rpc/search_client_dashboards";
  await page.route(path, (route) => route.fulfill({ json: [] }));
  await page.goto("/admin?tab=dashboards");
  await expect(page.getByText("No client dashboards configured")).toBeVisible();
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: "broken", code: "XX000" } }));
  await page.reload();
  await expect(page.getByText("Failed to load client dashboards")).toBeVisible();
  await page.unroute(path);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Client dashboards" })).toBeVisible();
  // The button is gone, and the focus must not open another tab.
  await expect(page.getByRole("tab", { name: "Manage Dashboards" })).toHaveAttribute("aria-selected", "true");
});

test("An admin gives a client a dashboard; a template fills the title, and the client sees it", async ({
  page,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/404 /);
  const account = await newAccount(host, "client", { first_name: "Nora", last_name: "New" });
  await openTab(page);
  await page.getByRole("button", { name: "Add Dashboard" }).click();
  const sheet = page.getByRole("dialog", { name: "Add Dashboard" });
  await expect(sheet.getByLabel("Dashboard title")).toHaveValue("Lead Dashboard");
  await expect(sheet.getByText("Standard lead tracking and conversion metrics")).toBeVisible();
  await expect(sheet.getByText("URL is required")).toHaveCount(0);
  await sheet.getByRole("button", { name: "Create dashboard" }).click();
  await expect(sheet.getByLabel("Client email")).toBeFocused();
  await expect(sheet.getByText("Enter a business name")).toBeVisible();
  // An empty address has one message, and the live check replaces it while the admin types.
  await expect(sheet.getByText("URL is required")).toHaveCount(1);
  const address = sheet.getByLabel("Notion URL");
  for (const [typed, said] of [
    ["", "URL is required"],
    ["https://example.com", "Must be a valid Notion URL"],
    ["https://www.notion.so/a", "URL must be publicly shared. Please share your Notion page to web."],
    [seeded("Nora"), "Valid Notion URL"],
  ] as const) {
    await address.fill(typed);
    await expect(sheet.getByText(said, { exact: true }).first()).toBeVisible();
  }
  for (const title of ["Campaign Analytics", "Client Reporting", "Lead Dashboard", "Sales Pipeline"]) {
    await sheet.getByText(title, { exact: true }).click();
    await expect(sheet.getByLabel("Dashboard title")).toHaveValue(title);
  }
  await checkAccessibility();
  const business = `Nora's ${randomUUID().slice(0, 8)}`;
  await sheet.getByLabel("Business name").fill(business);
  await sheet.getByLabel("Client email").fill("nobody-has-this@example.com");
  await sheet.getByRole("button", { name: "Create dashboard" }).click();
  await expect(page.getByText("Failed to create client dashboard")).toBeVisible();
  await expect(sheet.getByText("No account uses this email. The client has to sign up first.")).toBeVisible();
  await expect(sheet.getByLabel("Business name")).toHaveValue(business);
  // Escape asks before it discards the values.
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog", { name: "Discard this dashboard?" }).getByText("Keep editing").click();
  await expect(sheet.getByLabel("Business name")).toHaveValue(business);
  // The picker finds the client by name and fills the email.
  await sheet.getByLabel("Client email").fill("Nora New");
  await sheet.getByRole("option", { name: account.email }).click();
  await expect(sheet.getByLabel("Client email")).toHaveValue(account.email);
  await expect(sheet.getByLabel("Business name")).toHaveValue(business);
  await sheet.getByRole("button", { name: "Create dashboard" }).click();
  await expect(page.getByText("Client dashboard created successfully")).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("row", { name: new RegExp(business) })).toContainText("Sales Pipeline");
  const { client } = await signedInClient(host, account.email, account.password);
  expect((await client.from("client_dashboards").select("business_name").single()).data?.business_name).toBe(business);
});

test("A second dashboard of a client is refused at the email, when adding and when assigning", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409 /);
  const refused = "This client already has a dashboard. Edit or delete it instead.";
  await openTab(page);
  await page.getByRole("button", { name: "Add Dashboard" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Client email").fill("client@example.com");
  await sheet.getByLabel("Business name").fill("Second");
  await sheet.getByLabel("Notion URL").fill(seeded("Second"));
  await sheet.getByRole("button", { name: "Create dashboard" }).click();
  await expect(sheet.getByText(refused)).toBeVisible();
  await expect(sheet.getByLabel("Client email")).toBeFocused();
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  const { business } = await addDashboard("Second");
  await openTab(page, business);
  await page.getByRole("button", { name: `Edit ${business}` }).click();
  await sheet.getByLabel("Client email").fill("client@example.com");
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(sheet.getByText(refused)).toBeVisible();
});

test.describe("with addresses that the server refuses", () => {
  for (const bad of ["javascript:alert(1)", "https://user:secret@www.notion.so/share", "https://127.0.0.1/share"])
    test(`${bad} is refused at its field`, async ({ page, expectConsole }) => {
      expectConsole(/400 /);
      const { business } = await addDashboard("Bad address");
      await openTab(page, business);
      await page.getByRole("button", { name: `Edit ${business}` }).click();
      const sheet = page.getByRole("dialog");
      await sheet.getByLabel("Notion URL").fill(bad);
      await sheet.getByRole("button", { name: "Save changes" }).click();
      await expect(page.getByText("Failed to update dashboard")).toBeVisible();
      await expect(sheet.getByText(/^(The URL |Enter a valid URL)/).first()).toBeVisible();
      await expect(sheet.getByLabel("Notion URL")).toHaveValue(bad);
    });
});

test("When two admins edit one dashboard, the second one is told, and can load the new values", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409 /);
  const { business, id } = await addDashboard("Two editors");
  await openTab(page, business);
  await page.getByRole("button", { name: `Edit ${business}` }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Dashboard title").fill("Mine");
  const { client } = await signedInClient(host, "admin@example.com");
  const { error } = await client.rpc("update_client_dashboard", {
    dashboard_id: id,
    new_business_name: business,
    new_notion_url: seeded("Theirs"),
    new_dashboard_title: "Theirs",
  });
  expect(error).toBeNull();
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(sheet.getByText("Another admin changed this dashboard after you opened it")).toBeVisible();
  await expect(sheet.getByLabel("Dashboard title")).toHaveValue("Mine");
  const title = async () =>
    (await client.from("client_dashboards").select("dashboard_title").eq("id", id).single()).data?.dashboard_title;
  expect(await title()).toBe("Theirs");
  await sheet.getByRole("button", { name: "Load latest version" }).click();
  await expect(sheet.getByLabel("Dashboard title")).toHaveValue("Theirs");
  await sheet.getByLabel("Dashboard title").fill("Agreed");
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Dashboard updated successfully")).toBeVisible();
  expect(await title()).toBe("Agreed");
});

test("Deleting asks first, confirms the result, and says when somebody was faster", async ({ page, expectConsole }) => {
  expectConsole(/404 /);
  const { business, id } = await addDashboard("To delete");
  await openTab(page, business);
  const ask = () => page.getByRole("button", { name: `Delete ${business}` }).click();
  await ask();
  const dialog = page.getByRole("alertdialog");
  await expect(
    dialog.getByText(`Are you sure you want to delete the dashboard for ${business}? This action cannot be undone.`),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("row", { name: new RegExp(business) })).toBeVisible();
  await ask();
  await dialog.getByRole("button", { name: "Delete dashboard" }).click();
  await expect(page.getByText("Dashboard deleted successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(business) })).toHaveCount(0);
  const other = await addDashboard("Deleted twice");
  await openTab(page, other.business);
  await page.getByRole("button", { name: `Delete ${other.business}` }).click();
  const { client } = await signedInClient(host, "admin@example.com");
  await client.rpc("delete_client_dashboard", { dashboard_id: other.id });
  await dialog.getByRole("button", { name: "Delete dashboard" }).click();
  await expect(page.getByText("Failed to delete dashboard")).toBeVisible();
  expect((await client.from("client_dashboards").select("id").eq("id", id)).data).toEqual([]);
});

test("A test requests the page from the browser and from the server, and stores the health", async ({
  page,
  expectConsole,
}) => {
  const { business } = await addDashboard("Tested", `https://www.notion.so/upfunnel/T-${"ab".repeat(16)}?source=share`);
  await openTab(page, business);
  const asked = page.waitForRequest(/\/dev\/notion\//);
  await page.getByRole("button", { name: `Test ${business}` }).click();
  expect((await asked).method()).toBe("GET");
  await expect(page.getByText("Dashboard test completed successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(business) })).toContainText("healthy");
  expectConsole(/ERR_FAILED/);
  await page.route("**/dev/notion/**", (route) => route.abort());
  await page.getByRole("button", { name: `Test ${business}` }).click();
  await expect(page.getByText("Dashboard test failed - check URL accessibility")).toBeVisible();
});

for (const [what, address] of [
  ["any other site", "https://reports.example/leads/share?week=1"],
  ["Notion's new address", `https://www.notion.com/acme/Leads-${PAGE_ID}`],
] as const)
  test(`For ${what} the browser's own request decides the test, with the server's result beside it`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(
      /request to https:|ERR_FAILED|status of 403|violates the (document|following)[^ ]* Content Security Policy/,
    );
    const { business } = await addDashboard("Anywhere", address);
    const asked: { method: string; cookie: string | undefined }[] = [];
    await page.route("**/functions/v1/check-dashboard", (route) =>
      route.fulfill({ json: { health: "error", reason: "connection" } }),
    );
    await page.route(address, async (route) => {
      asked.push({ method: route.request().method(), cookie: (await route.request().allHeaders()).cookie });
      await route.fulfill({ status: 403, body: "answered" });
    });
    // Starts on another portal page, whose document has its own policy.
    await page.goto("/settings");
    await page.getByRole("link", { name: "Admin Dashboard" }).click();
    await page.getByRole("tab", { name: "Manage Dashboards" }).click();
    await page.getByRole("searchbox", { name: "Filter by business" }).fill(business);
    await page.getByRole("button", { name: `Test ${business}` }).click();
    await expect(page.getByText("Dashboard test completed successfully")).toBeVisible();
    await expect(page.getByText("Server check: error. The page couldn't be reached.")).toBeVisible();
    expect(asked).toEqual([{ method: "GET", cookie: undefined }]);
    await page.unroute(address);
    await page.route(address, (route) => route.abort());
    await page.unroute("**/functions/v1/check-dashboard");
    await page.route("**/functions/v1/check-dashboard", (route) =>
      route.fulfill({ json: { health: "healthy", reason: "ok" } }),
    );
    await page.getByRole("button", { name: `Test ${business}` }).click();
    await expect(page.getByText("Dashboard test failed - check URL accessibility")).toBeVisible();
    await expect(
      page.getByText("Your browser can't reach the page. Server check: healthy. The page works and can be embedded."),
    ).toBeVisible();
    // The portal's own document may not connect to this address or any other.
    expect(await page.evaluate((url) => fetch(url, { mode: "no-cors" }).catch(() => "blocked"), address)).toBe(
      "blocked",
    );
  });

test("A dashboard opens in a new tab", async ({ page }) => {
  const { business } = await addDashboard("Opened", seeded("Opened"));
  await openTab(page, business);
  const link = page.getByRole("link", { name: `Open ${business} in new tab` });
  await expect(link).toHaveAttribute("href", seeded("Opened"));
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(link).toHaveAttribute("rel", /noopener/);
});

test("Export downloads every dashboard, whatever the table shows", async ({ page }) => {
  const { business } = await addDashboard("Exported");
  await openTab(page, business);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toMatch(/^dashboards-export-\d{4}-\d{2}-\d{2}\.json$/);
  await expect(page.getByText("Dashboard configurations exported")).toBeVisible();
  const rows = JSON.parse(readFileSync(await exported.path(), "utf8")) as Record<string, string>[];
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.find((row) => row.business_name === business)).toEqual({
    business_name: business,
    notion_database_url: seeded("Mine"),
    dashboard_title: "Lead Dashboard",
    user_id: "imported-user",
  });
});

test("An import shows a preview first, and then imports everything at once", async ({ page, checkAccessibility }) => {
  const name = `Import ${randomUUID().slice(0, 8)}`;
  const url = seeded("Imported");
  const ghost = randomUUID();
  await openTab(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Import dashboards" });
  const content = [
    { business_name: `${name} A`, notion_database_url: url, dashboard_title: "Sales Pipeline" },
    { business_name: `${name} B`, notion_database_url: url },
    { business_name: "No address" },
    { notion_database_url: url },
    { business_name: `${name} a`, notion_database_url: url },
    { business_name: `${name} Script`, notion_database_url: "javascript:alert(1)" },
    { business_name: `${name} Ghost`, notion_database_url: url, user_id: ghost },
  ];
  await sheet.locator("input[type=file]").setInputFiles(file(content));
  await expect(sheet.getByRole("list", { name: "Skipped" }).getByRole("listitem")).toHaveText([
    /#3.*No address.*notion_database_url is missing/,
    /#4.*business_name is missing/,
  ]);
  await expect(sheet.getByRole("list", { name: "Warnings" }).getByRole("listitem")).toHaveText([
    /#5.*Repeated in this file/,
    /#6.*Script.*Not a valid URL/,
    /#7.*Ghost.*No account has this user_id/,
  ]);
  await checkAccessibility();
  const { client } = await signedInClient(host, "admin@example.com");
  const added = async () =>
    (
      await client
        .from("client_dashboards")
        .select("dashboard_title, notion_database_url, user_id, original_user_id")
        .like("business_name", `${name}%`)
        .order("dashboard_title", { ascending: false })
        .order("original_user_id")
        .order("notion_database_url")
    ).data;
  expect(await added()).toEqual([]);
  await sheet.getByRole("button", { name: "Import 5 dashboards" }).click();
  await expect(page.getByText("Imported 5 dashboard configurations")).toBeVisible();
  const nobodys = { dashboard_title: "Lead Dashboard", notion_database_url: url, user_id: "imported-user" };
  expect(await added()).toEqual([
    { ...nobodys, dashboard_title: "Sales Pipeline", original_user_id: null },
    { ...nobodys, original_user_id: ghost },
    { ...nobodys, notion_database_url: "https://javascript:alert(1)", original_user_id: null },
    { ...nobodys, original_user_id: null },
    { ...nobodys, original_user_id: null },
  ]);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await sheet.locator("input[type=file]").setInputFiles(file(content.slice(0, 2)));
  await expect(sheet.getByText("Dashboard already exists")).toHaveCount(2);
  await expect(sheet.getByRole("button", { name: "Import 2 dashboards" })).toBeVisible();
  await sheet.getByText("Skip 2 duplicate dashboards").click();
  await expect(sheet.getByRole("button", { name: /^Import \d/ })).toHaveCount(0);
});

test("An unassigned dashboard names the user_id of its file, and an admin assigns it to a client", async ({
  page,
  checkAccessibility,
}) => {
  const account = await newAccount(host, "client");
  const business = `Assign ${randomUUID().slice(0, 8)}`;
  const foreign = randomUUID();
  await openTab(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const content = [{ business_name: business, notion_database_url: seeded("Assign"), user_id: foreign }];
  await page.locator("input[type=file]").setInputFiles(file(content));
  await page.getByRole("button", { name: "Import 1 dashboard" }).click();
  await expect(page.getByText("Imported 1 dashboard configurations")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter by business" }).fill(foreign);
  const row = page.getByRole("row", { name: new RegExp(business) });
  await expect(row).toContainText(`Unassigned, imported for ${foreign}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exported = JSON.parse(readFileSync(await (await download).path(), "utf8")) as Record<string, string>[];
  expect(exported.find(({ business_name }) => business_name === business)).toEqual({
    ...content[0],
    dashboard_title: "Lead Dashboard",
  });
  await page.getByRole("button", { name: `Edit ${business}` }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText(`In the imported file, it belongs to ${foreign}.`)).toBeVisible();
  await checkAccessibility();
  await sheet.getByLabel("Client email").fill(account.email);
  await sheet.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Dashboard updated successfully")).toBeVisible();
  await expect(row).not.toContainText("Unassigned");
  const { client } = await signedInClient(host, account.email, account.password);
  expect((await client.from("client_dashboards").select("business_name").single()).data?.business_name).toBe(business);
});

test("The Notion check is live only in the create form", async ({ page }) => {
  const { business } = await addDashboard("No check", "https://example.com/page");
  await openTab(page, business);
  await page.getByRole("button", { name: `Edit ${business}` }).click();
  const sheet = page.getByRole("dialog");
  const address = sheet.getByLabel("Notion URL");
  await expect(address).toHaveValue("https://example.com/page");
  for (const typed of ["https://example.com", "https://www.notion.so/a", seeded("Checked")]) {
    await address.fill(typed);
    await expect(sheet.getByText(/Must be a valid Notion URL|must be publicly shared|Valid Notion URL/)).toHaveCount(0);
  }
});

test("An invalid import file is refused with a message", async ({ page }) => {
  await openTab(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Import dashboards" });
  for (const [content, said] of [
    ["this is not JSON", /must contain a JSON array/],
    [{ business_name: "Acme" }, /must contain a JSON array/],
    [`[${" ".repeat(10 * 1024 * 1024)}]`, /The file is 11 MB/],
    ["", /must contain a JSON array/],
  ] as const) {
    await sheet.locator("input[type=file]").setInputFiles(file(content));
    await expect(sheet.getByRole("alert")).toContainText("Invalid file format");
    await expect(sheet.getByRole("alert")).toContainText(said);
  }
});

test("10,000 entries with 500 bad ones are previewed, and if the import fails, nothing is added", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/500 /);
  const name = `Many ${randomUUID().slice(0, 8)}`;
  const content = Array.from({ length: 10_000 }, (_, at) =>
    at % 20 === 0
      ? { business_name: `${name} ${at}` }
      : { business_name: `${name} ${at}`, notion_database_url: seeded("M") },
  );
  await openTab(page);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Import dashboards" });
  await sheet.locator("input[type=file]").setInputFiles(file(content));
  const button = sheet.getByRole("button", { name: "Import 9,500 dashboards" });
  await expect(button).toBeVisible();
  await expect(sheet.getByText("... and 300 more")).toBeAttached();
  await page.route("**/rpc/finish_dashboard_import", (route) =>
    route.fulfill({ status: 500, json: { message: "x", code: "XX000" } }),
  );
  await button.click();
  await expect(page.getByText("Failed to import dashboards")).toBeVisible();
  await expect(button).toBeVisible();
  const { client } = await signedInClient(host, "admin@example.com");
  expect((await client.from("client_dashboards").select("id").like("business_name", `${name}%`)).data).toEqual([]);
});

test("Everything works by keyboard alone", async ({ page }) => {
  const { business } = await addDashboard("Keyboard");
  await openTab(page, business);
  await page.getByRole("searchbox").focus();
  const edit = page.getByRole("button", { name: `Edit ${business}` });
  for (let tries = 0; tries < 15 && !(await edit.evaluate((node) => node === document.activeElement)); tries++)
    await page.keyboard.press("Tab");
  await expect(edit).toBeFocused();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Dashboard title").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Typed");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dashboard updated successfully")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(business) })).toContainText("Typed");
  await expect(sheet).toBeHidden();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`On a phone rows are cards, ${colorScheme}`, async ({ page, checkAccessibility }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 390, height: 844 });
    const { business } = await addDashboard("A business with a very long name that no phone can show in one line");
    await openTab(page, business);
    await expect(page.getByRole("button", { name: `Test ${business}` })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await checkAccessibility();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: `Edit ${business}` }).click();
    await expect(page.getByRole("dialog").getByLabel("Business name")).toHaveValue(business);
    await checkAccessibility();
    await page.keyboard.press("Escape");
  });

test("Clients and sales people cannot use any of it, with or without a button", async ({ baseURL }) => {
  for (const email of ["client@example.com", "sales@example.com"]) {
    const { client } = await signedInClient(baseURL ?? "", email);
    const refused = await Promise.all([
      client.rpc("search_client_dashboards", {}),
      client.rpc("stage_dashboard_import", { p_import_id: randomUUID(), p_entries: [] }),
      client.rpc("finish_dashboard_import", { p_import_id: randomUUID() }),
      client.rpc("list_lead_groups", { p_by: "owner" }),
      client.rpc("list_group_leads", { p_by: "owner", p_key: "" }),
    ]);
    for (const { error } of refused) expect(error?.code).toBe("42501");
  }
});
