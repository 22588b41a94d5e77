import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const OWN = "client@example.com";
const card = (page: Page) => page.getByRole("region", { name: "Lead Dashboard", exact: true });
const frameOf = (page: Page) => page.frameLocator('iframe[title="Lead Dashboard, Northside Dental"]');

/** Changes the dashboard's address in the table API's response. */
async function withAddress(page: Page, change: (address: string) => string): Promise<void> {
  await page.route("**/rest/v1/client_dashboards*", async (route) => {
    const response = await route.fetch();
    const [found] = (await response.json()) as { notion_database_url: string }[];
    const json = found ? [{ ...found, notion_database_url: change(found.notion_database_url) }] : [];
    await route.fulfill({ response, json });
  });
}

/** Advances the stopped clock step by step until the text appears. */
async function shows(page: Page, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return card(page).getByText(text, { exact: true }).isVisible();
    })
    .toBe(true);
}

async function openCard(page: Page, baseURL: string | undefined, path = "/client-dashboard"): Promise<void> {
  await signInAs(page, baseURL ?? "", OWN);
  await page.goto(path);
  await expect(card(page).getByText("Connected", { exact: true })).toBeVisible();
}

test("A client sees their dashboard live, with its title, badges and buttons", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await openCard(page, baseURL);
  await expect(card(page).getByRole("heading", { name: "Lead Dashboard" })).toBeVisible();
  await expect(card(page).getByText("Northside Dental", { exact: true })).toBeVisible();
  await expect(card(page).getByText("Live", { exact: true })).toBeVisible();
  await expect(card(page).getByText("Admin View")).toHaveCount(0);
  await expect(frameOf(page).getByRole("heading", { name: "Northside leads" })).toBeVisible();
  for (const text of [
    /Last updated\s*\d+:\d\d:\d\d [AP]M/,
    /^Live Dashboard$/,
    /Synced\s*\d+:\d\d:\d\d [AP]M/,
    /^Powered by Notion$/,
  ])
    await expect(card(page).getByText(text).first()).toBeVisible();
  const link = card(page).getByRole("link", { name: "Open in new tab" });
  await expect(link).toHaveAttribute("href", /^https:\/\/www\.notion\.so\/upfunnel\/Northside-leads-/);
  await expect(link).toHaveAttribute("target", "_blank");
  const frame = page.locator("iframe");
  expect((await frame.boundingBox())?.height).toBe(600);
  await expect(frame).toHaveAttribute("sandbox", "");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility();
  }
});

test("The sample page's views can be changed without scripts", async ({ page, baseURL }) => {
  await openCard(page, baseURL);
  await frameOf(page).getByRole("link", { name: "By status" }).click();
  await expect(frameOf(page).getByRole("region", { name: "Leads by status" })).toBeVisible();
});

test("Refresh reloads the page, and its icon spins for one second", async ({ page, baseURL }) => {
  await page.clock.install();
  await openCard(page, baseURL);
  await expect(frameOf(page).getByRole("heading", { name: "Northside leads" })).toBeVisible();
  const button = card(page).getByRole("button", { name: "Refresh" });
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const again = page.waitForRequest("**/dev/notion/*");
  await button.click();
  await again;
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(900);
  await expect(button).toHaveAttribute("aria-busy", "true");
  await page.clock.runFor(200);
  await expect(button).not.toHaveAttribute("aria-busy");
  await expect(button).toBeFocused();
});

test("Full screen fills the window, keeps page and focus, and ends with Escape", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await openCard(page, baseURL);
  await frameOf(page).getByRole("link", { name: "By status" }).click();
  const board = frameOf(page).getByRole("region", { name: "Leads by status" });
  await expect(board).toBeVisible();
  await card(page).getByRole("button", { name: "Full screen" }).click();
  const dialog = page.getByRole("dialog", { name: "Lead Dashboard" });
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  expect((await page.locator("iframe").boundingBox())?.height).toBe(900 - 120);
  // The frame was not reloaded: it still shows the chosen view.
  await expect(board).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Exit full screen" })).toBeFocused();
  const outOfReach = page
    .getByRole("button", { name: "Sign Out" })
    .evaluate((button) => button.closest("[inert]") !== null);
  expect(await outOfReach).toBe(true);
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(card(page).getByRole("button", { name: "Full screen" })).toBeFocused();
  expect((await page.locator("iframe").boundingBox())?.height).toBe(600);
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await card(page).getByRole("button", { name: "Full screen" }).click();
  await dialog.getByRole("button", { name: "Exit full screen" }).click();
  await expect(dialog).toHaveCount(0);
});

test("The connection is checked every 30 seconds, and the status shows losses and recoveries", async ({
  page,
  baseURL,
  expectConsole,
  context,
}) => {
  expectConsole(/Failed to load resource|ERR_/);
  await page.clock.install();
  await openCard(page, baseURL);
  const synced = card(page).getByText(/^Synced/);
  const syncedAnew = (since: string | null) =>
    expect
      .poll(async () => {
        await page.clock.runFor(20);
        return synced.textContent();
      })
      .not.toBe(since);
  const before = await synced.textContent();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await syncedAnew(before);
  const last = await synced.textContent();
  await page.route("**/healthz", (route) => route.abort());
  await page.clock.runFor(25_000);
  await expect(card(page).getByText("Live", { exact: true })).toBeVisible();
  await page.clock.runFor(6_000);
  await shows(page, "Offline");
  await shows(page, "Disconnected");
  expect(await synced.textContent()).toBe(last);
  await page.unroute("**/healthz");
  await page.clock.runFor(31_000);
  await shows(page, "Connected");
  await syncedAnew(last);
  // The browser's offline event counts at once.
  await context.setOffline(true);
  await shows(page, "Offline");
  await context.setOffline(false);
  await shows(page, "Live");
});

test("The demo simulates its share of outages, but not in the first check", async ({ page, baseURL }) => {
  await page.clock.install();
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), signalOutageRate: 1 } });
  });
  await openCard(page, baseURL);
  await page.clock.runFor(31_000);
  await shows(page, "Offline");
});

test("A suspect address is flagged after two seconds, and the panel can be dismissed", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await page.clock.install();
  await withAddress(page, (address) => address.replace("Northside", "fake"));
  await openCard(page, baseURL);
  const panel = card(page).getByRole("alert");
  await page.clock.runFor(2_100);
  await expect(panel.getByRole("heading", { name: "Dashboard Loading Issue" })).toBeVisible();
  await expect(panel.getByText("Failed to load Notion dashboard.")).toBeVisible();
  await expect(panel.getByRole("link", { name: "Open Direct Link" })).toHaveAttribute(
    "href",
    /notion\.so\/upfunnel\/fake-/,
  );
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await checkAccessibility();
  }
  const again = page.waitForRequest("**/dev/notion/*");
  await panel.getByRole("button", { name: "Try Again" }).click();
  await again;
  await expect(panel).toHaveCount(0);
  await page.clock.runFor(2_100);
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "Dismiss" }).click();
  await expect(panel).toHaveCount(0);
  await expect(
    frameOf(page).getByRole("heading", { name: "fake leads" }).or(frameOf(page).getByRole("table")),
  ).toBeVisible();
  await page.clock.runFor(40_000);
  await expect(panel).toHaveCount(0);
});

test("An address outside Notion loads nothing, and the page says what to do", async ({ page, baseURL }) => {
  await withAddress(page, () => "https://docs.example.com/leads");
  await signInAs(page, baseURL ?? "", OWN);
  await page.goto("/dashboard");
  const panel = card(page).getByRole("alert");
  await expect(panel).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(card(page).getByText("Offline", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Dismiss" }).click();
  await expect(card(page).getByText(/can.t be shown inside the portal/)).toBeVisible();
});

test("A real Notion page is embedded by its id, in a frame that stays on its own origin", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/request to https:\/\/acme\.notion\.site/);
  const id = "0123456789abcdef0123456789abcdef";
  await page.route("https://acme.notion.site/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Leads</title><h1>Real leads</h1>" }),
  );
  await withAddress(page, () => `https://acme.notion.site/notion.so-Leads-${id}?v=${id}&pvs=4`);
  await openCard(page, baseURL);
  await expect(frameOf(page).getByRole("heading", { name: "Real leads" })).toBeVisible();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("src", `https://acme.notion.site/ebd/${id}?v=${id}`);
  await expect(frame).toHaveAttribute("sandbox", /allow-scripts/);
  expect(await frame.getAttribute("sandbox")).not.toContain("top-navigation");
});

test("A page that never loads looks different from a slow one", async ({ page, baseURL }) => {
  await page.clock.install();
  await page.route("**/dev/notion/*", () => undefined);
  await signInAs(page, baseURL ?? "", OWN);
  await page.goto("/dashboard");
  await expect(card(page).getByRole("status", { name: "Loading the dashboard" })).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(card(page).getByRole("alert")).toHaveCount(0);
  await page.clock.runFor(12_000);
  await expect(card(page).getByRole("alert")).toBeVisible();
  await expect(card(page).getByText("Offline", { exact: true })).toBeVisible();
});

test("A client without a dashboard is told whom to ask, on both pages", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  const text = "Our team connects your leads when your project starts.";
  await page.goto("/dashboard");
  await expect(page.getByText(`${text} Then they appear here. Questions? Please contact support.`)).toBeVisible();
  await page.goto("/client-dashboard");
  await expect(page.getByText(`${text} Then they appear here. Questions? Please contact support.`)).toBeVisible();
  // The steps say the same.
  await expect(page.getByRole("region", { name: "Getting started" }).getByText(text)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("The page says when a dashboard cannot be loaded, and the next try loads it", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/500|Failed to load resource/);
  await signInAs(page, baseURL ?? "", OWN);
  await page.route("**/rest/v1/client_dashboards*", (route) =>
    route.fulfill({ status: 500, json: { code: "XX000", message: "down" } }),
  );
  await page.goto("/client-dashboard");
  await expect(page.getByText("Failed to load dashboard configuration")).toBeVisible();
  await page.unroute("**/rest/v1/client_dashboards*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(card(page)).toBeVisible();
});

test("An admin sees the agency's own dashboard with the badge Admin View, and is not counted", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const visits = async () =>
    (await client.from("client_dashboards").select("access_count").eq("business_name", "Upfunnel Admin").single()).data;
  const before = await visits();
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin");
  const region = page.getByRole("region", { name: "Client Reporting" });
  await expect(region.getByText("Admin View")).toBeVisible();
  await expect(region.getByText("Connected", { exact: true })).toBeVisible();
  await checkAccessibility();
  await region.getByRole("button", { name: "Full screen" }).click();
  expect(await page.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  expect(await visits()).toEqual(before);
});

test("A client's visit updates the views and the last access", async ({ page, baseURL }) => {
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  const account = await newAccount(baseURL ?? "", "client");
  await admin.rpc("assign_client_dashboard", {
    client_email: account.email,
    business_name: "Visited Studio",
    notion_url: "https://www.notion.so/upfunnel/Northside-leads-0123456789abcdef0123456789abcdef?source=share",
  });
  const visits = async () =>
    (await admin.from("client_dashboards").select("access_count, last_accessed").eq("user_id", account.id).single())
      .data;
  expect(await visits()).toEqual({ access_count: 0, last_accessed: null });
  await signInAs(page, baseURL ?? "", account.email, PASSWORD);
  await page.route("**/dev/notion/*", (route) => route.fulfill({ contentType: "text/html", body: "<p>Page</p>" }));
  await page.goto("/client-dashboard");
  await expect.poll(async () => (await visits())?.access_count).toBe(1);
  expect(Date.now() - Date.parse((await visits())?.last_accessed ?? "")).toBeLessThan(60_000);
  await page.reload();
  await expect(card(page).getByText("Connected", { exact: true })).toBeVisible();
  expect((await visits())?.access_count).toBe(1);
});

test("On a phone the card fits, its buttons are big enough, and full screen works", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openCard(page, baseURL);
  for (const name of ["Refresh", "Open in new tab", "Full screen"]) {
    const box = await card(page).getByLabel(name, { exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await card(page).getByLabel("Full screen", { exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Lead Dashboard" });
  await expect(dialog.getByText("Powered by Notion")).toBeInViewport();
  expect((await page.locator("iframe").boundingBox())?.height).toBe(844 - 120);
  await page.emulateMedia({ colorScheme: "dark" });
  await checkAccessibility();
});
