import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { elementsWithoutFocusRing } from "../support/focus-walk.ts";
import { DEMO_PASSWORD, signedInClient, signInAs } from "../support/session.ts";

type Screen = { name: string; as?: string; path: string; find?: "leads" | "invoices" | "clients"; atLeast: number };

/** One screen of each kind, in every area. `atLeast` focusable elements, so that an empty page never passes. `find` adds the id of a row. */
const SCREENS: Screen[] = [
  { name: "The home page", path: "/", atLeast: 20 },
  { name: "The pricing page", path: "/pricing", atLeast: 20 },
  { name: "The contact page", path: "/contact", atLeast: 20 },
  { name: "Sign-in", path: "/auth", atLeast: 5 },
  { name: "A client's dashboard", as: "client@example.com", path: "/client-dashboard", atLeast: 10 },
  { name: "A client's invoices", as: "client@example.com", path: "/invoices", atLeast: 8 },
  { name: "An invoice", as: "client@example.com", path: "/invoices/", find: "invoices", atLeast: 6 },
  { name: "The admin's overview", as: "admin@example.com", path: "/admin", atLeast: 10 },
  { name: "User Management", as: "admin@example.com", path: "/user-management", atLeast: 20 },
  { name: "Clients", as: "admin@example.com", path: "/admin/clients", atLeast: 14 },
  { name: "A client's record", as: "admin@example.com", path: "/admin/clients/", find: "clients", atLeast: 20 },
  // Its first field has the focus already.
  { name: "The invoice editor", as: "admin@example.com", path: "/admin/billing/new", atLeast: 12 },
  { name: "Requests", as: "admin@example.com", path: "/admin/requests", atLeast: 15 },
  { name: "The audit log", as: "admin@example.com", path: "/user-management?tab=audit", atLeast: 15 },
  { name: "Billing", as: "admin@example.com", path: "/admin/billing", atLeast: 15 },
  { name: "Landing pages", as: "admin@example.com", path: "/admin/landing-pages", atLeast: 10 },
  { name: "Settings", as: "admin@example.com", path: "/settings", atLeast: 15 },
  { name: "Help", as: "admin@example.com", path: "/help", atLeast: 10 },
  { name: "Today", as: "sales@example.com", path: "/crm", atLeast: 15 },
  { name: "The board", as: "sales@example.com", path: "/crm/board", atLeast: 20 },
  { name: "Leads", as: "sales@example.com", path: "/crm/leads", atLeast: 20 },
  { name: "A lead's page", as: "sales@example.com", path: "/crm/leads/", find: "leads", atLeast: 20 },
  { name: "Analytics", as: "sales@example.com", path: "/crm/analytics", atLeast: 20 },
  { name: "Import & export", as: "sales@example.com", path: "/crm/import", atLeast: 10 },
];

async function idOf(baseURL: string, as: string, table: "leads" | "invoices" | "clients"): Promise<string> {
  const { client } = await signedInClient(baseURL, as);
  if (table === "clients") {
    const { data } = await client.from("invoices").select("client_id").limit(1).single();
    return data?.client_id ?? "";
  }
  const { data } = await client.from(table).select("id").limit(1).single();
  return data?.id ?? "";
}

/** How many elements the Tab key can reach now. */
const countTabStops = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex]")].filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(":disabled") &&
          element.checkVisibility({ visibilityProperty: true }),
      ).length,
  );

for (const { name, as, path, find, atLeast } of SCREENS)
  test(`${name} shows the keyboard focus on every element in both themes`, async ({ page, baseURL }) => {
    if (as) await signInAs(page, baseURL ?? "", as);
    const id = find && as ? await idOf(baseURL ?? "", as, find) : "";
    await page.goto(`${path}${id}`, { waitUntil: "networkidle" });
    // Not the number of elements: those of the frame alone are enough, before the screen has its data.
    await expect.poll(() => countTabStops(page)).toBeGreaterThanOrEqual(atLeast);
    await page.evaluate(() => document.fonts.ready);
    await page.emulateMedia({ colorScheme: "light" });
    const [there, otherTheme] = await elementsWithoutFocusRing(page, "dark");
    expect([there?.problems, otherTheme?.problems]).toEqual([[], []]);
    expect(there?.walked).toBeGreaterThanOrEqual(atLeast);
    // A long list has removed the rows that the walk left behind.
    expect(otherTheme?.walked).toBeGreaterThan(0);
  });

test("A click on a tab draws no focus ring, an arrow key does", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing");
  const [invoices, retainers] = [
    page.getByRole("tab", { name: "Invoices" }),
    page.getByRole("tab", { name: "Retainers" }),
  ];
  await retainers.click();
  await expect(retainers).toBeFocused();
  await expect(retainers).toHaveCSS("outline-width", "0px");
  await page.keyboard.press("ArrowLeft");
  await expect(invoices).toBeFocused();
  await expect(invoices).toHaveCSS("outline-width", "2px");
  // The ring is inside the padding, 4 px away from the letters.
  const label = await invoices.evaluate((tab) => {
    const letters = document.createRange();
    letters.selectNodeContents(tab);
    return letters.getBoundingClientRect().left - tab.getBoundingClientRect().left;
  });
  expect(label).toBeGreaterThanOrEqual(6);
});

test("The focus returns to where it was when a drawer, a menu's dialog or a confirmation closes", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/user-management?q=sales@example.com");
  const name = page.getByRole("link", { name: "Theo Lindqvist", exact: true });
  await name.press("Enter");
  await expect(page.getByRole("dialog", { name: "Theo Lindqvist" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(name).toBeFocused();
  // After a reload, nothing opened it.
  await name.press("Enter");
  await expect(page).toHaveURL(/person=/);
  await page.reload();
  await expect(page.getByRole("dialog", { name: "Theo Lindqvist" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const actions = page.getByRole("button", { name: "Actions for Theo Lindqvist" });
  await actions.click();
  await page.getByRole("menuitem", { name: "Make admin…" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Make Theo Lindqvist an admin?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
  await page.goto("/admin?tab=dashboards");
  const remove = page.getByRole("button", { name: "Delete Northside Dental", exact: true });
  await remove.press("Enter");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(remove).toBeFocused();
});

test("After a client is chosen by keyboard, the focus is on the next field, and after it is removed, on the search", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing/new");
  const search = page.getByRole("combobox", { name: "Client" });
  await search.fill("Priya Raman");
  await expect(page.getByRole("option", { name: /Priya Raman/ })).toHaveAttribute("aria-selected", "true");
  await search.press("Enter");
  const again = page.getByRole("button", { name: "Choose another client" });
  await expect(page.getByLabel("Description").first()).toBeFocused();
  await again.press("Enter");
  await expect(search).toBeFocused();
});

/** In these tests, the search for a link to come back to never ends by itself (use-focus-on-arrival.ts). */
function neverGiveUp() {
  const { setTimeout: start } = window;
  window.setTimeout = ((work: TimerHandler, ms?: number, ...more: unknown[]) =>
    start(work, ms === 5_000 ? 1e9 : ms, ...more)) as typeof setTimeout;
}

test("After a sign-in by key, the focus is on the heading of the page that was asked for", async ({ page }) => {
  await page.addInitScript(neverGiveUp);
  await page.goto("/help");
  await page.getByLabel("Email").fill("client@example.com");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { level: 1, name: "Help Center" });
  await expect(heading).toBeVisible();
  await expect(heading).toBeFocused();
});

test("After a link in the bar and a link back, and after signing out, the focus is on the heading without a wait", async ({
  page,
}) => {
  await page.addInitScript(neverGiveUp);
  await page.goto("/auth");
  await page.getByLabel("Email").fill("client@example.com");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
  await expect(heading(/^Good /)).toBeVisible();
  await page.getByRole("link", { name: "Help" }).first().press("Enter");
  await expect(heading("Help Center")).toBeFocused();
  await page.getByRole("link", { name: "Back to Dashboard" }).press("Enter");
  await expect(heading(/^Good /)).toBeFocused();
  await page.getByRole("button", { name: "Sign Out" }).press("Enter");
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("When the focused control is gone, the focus is on the next one; on another screen, on its heading", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/admin/billing?q=INV-1012");
  const invoice = page.getByRole("link", { name: "INV-1012", exact: true });
  await invoice.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Invoice" })).toBeFocused();
  await page.goBack();
  await expect(invoice).toBeFocused();

  await page.getByRole("checkbox", { name: /^Select INV-1012/ }).press("Space");
  await page.getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(page.getByRole("checkbox", { name: "Select all invoices on this page" })).toBeFocused();

  await page.getByRole("link", { name: "New invoice" }).press("Enter");
  await page.getByLabel("Description of line 1").fill("Reels");
  await page.getByLabel("Unit price of line 1").fill("100");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Description of line 2")).toBeFocused();
  await page.keyboard.type("Stories");
  await page.getByRole("button", { name: "Remove line 1" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add a line" })).toBeFocused();
  await page.getByRole("combobox", { name: "Client" }).fill("Priya Raman");
  await expect(page.getByRole("option", { name: /Priya Raman/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await page.getByLabel("Unit price of line 1").fill("50");
  await page.keyboard.press("Control+s");
  await expect(page).not.toHaveURL(/new$/);
  await expect(page.getByLabel("Unit price of line 1")).toBeFocused();
});
