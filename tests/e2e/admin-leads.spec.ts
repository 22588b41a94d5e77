import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "admin@example.com");
});

const groups = (page: Page) => page.getByRole("group").filter({ has: page.getByRole("heading") });

test("By Sales Team groups leads by owner with a count and the first five, and each group opens the rest", async ({
  page,
}) => {
  await page.goto("/admin");
  await page.getByRole("tab", { name: "Leads" }).click();
  await expect(page).toHaveURL(/\?tab=leads$/);
  await expect(page.getByRole("tab", { name: "By Sales Team" })).toHaveAttribute("aria-selected", "true");
  const { client } = await signedInClient(host, "admin@example.com");
  const { data } = await client.rpc("list_lead_groups", { p_by: "owner" });
  for (const { name, leads } of data ?? [])
    await expect(page.getByRole("group", { name })).toContainText(leads === 1 ? "1 lead" : `${leads} leads`);
  const theo = page.getByRole("group", { name: "Theo Lindqvist" });
  await expect(theo.getByRole("listitem")).toHaveCount(5);
  const line = theo.getByRole("button", { name: /^\.\.\. and \d+ more leads/ });
  const all = data?.find(({ name }) => name === "Theo Lindqvist")?.leads ?? 0;
  await expect(line).toHaveText(`... and ${all - 5} more leads`);
  await line.click();
  await expect(theo.getByRole("listitem")).toHaveCount(30);
  await expect(line).toHaveText(`... and ${all - 30} more leads`);
  await line.click();
  await expect(theo.getByRole("listitem")).toHaveCount(55);
  const names = await theo.getByRole("listitem").allTextContents();
  expect(new Set(names).size).toBeGreaterThan(50);
});

test("Unclaimed leads are under Unassigned, blank companies under No Company, and archived leads and spam do not count", async ({
  page,
}) => {
  await page.goto("/admin?tab=leads");
  await expect(page.getByRole("group", { name: "Unassigned" })).toBeVisible();
  await page.getByRole("tab", { name: "By Client" }).click();
  await expect(page).toHaveURL(/\?tab=leads&by=client$/);
  await expect(page.getByRole("group", { name: "No Company" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "By Client" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("searchbox").fill("coin-doubler");
  await expect(page.getByText("No matching leads")).toBeVisible();
  await page.getByRole("searchbox").fill("");
  const first = await groups(page).count();
  await page.getByRole("button", { name: "Show more companies" }).click();
  await expect.poll(() => groups(page).count()).toBeGreaterThan(first);
});

test("Typing finds leads and groups", async ({ page }) => {
  await page.goto("/admin?tab=leads");
  const search = page.getByRole("searchbox", { name: "Search leads and groups" });
  await search.fill("theo lind");
  await expect(groups(page)).toHaveCount(1);
  await expect(page.getByRole("group", { name: "Theo Lindqvist" })).toBeVisible();
  await search.fill("raj hadd");
  await expect(page.getByRole("group", { name: "Imani Castellano" }).getByText("Raj Haddad").first()).toBeVisible();
  await expect(page.getByText("Zainab Williams")).toHaveCount(0);
  await search.fill("zzzz");
  await expect(page.getByText("No matching leads")).toBeVisible();
});

test("The page says when leads cannot be loaded, and Try again loads them", async ({ page, expectConsole }) => {
  expectConsole(/500 /);
  const path = "**/rest/v1/rpc/list_lead_groups";
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: "broken", code: "XX000" } }));
  await page.goto("/admin?tab=leads");
  await expect(page.getByText("Failed to load admin data")).toBeVisible();
  await page.unroute(path);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("group", { name: "Unassigned" })).toBeVisible();
});

for (const by of ["", "&by=client"])
  test(`The grouping ${by || "by owner"} fits every width in both themes`, async ({ page, checkAccessibility }) => {
    await page.goto(`/admin?tab=leads${by}`);
    await expect(groups(page).first()).toBeVisible();
    await checkResponsiveLayout(page, checkAccessibility);
  });
