import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signInAs } from "../support/session.ts";

test.beforeEach(async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
});

test("A rep's own and unowned leads show money, and each figure opens that number of leads", async ({
  page,
  checkAccessibility,
}) => {
  // Past weeks, because other tests add new leads in the meantime.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await page.goto(`/crm/analytics?period=custom&from=${day(60)}&to=${day(30)}`);
  await expect(page.getByText("Your leads and unowned leads.")).toBeVisible();
  await expect(page.getByRole("term").filter({ hasText: "Won value (first year)" })).toBeVisible();
  await checkAccessibility();
  const arrived = page.getByRole("definition").getByRole("link").first();
  const leads = await arrived.textContent();
  await arrived.click();
  await expect(page.getByRole("status").filter({ hasText: `${leads} leads` })).toBeVisible();
  await page.goBack();
  const cell = page.getByRole("link", { name: /^All cohorts: \d+ of \d+ reached Proposal/ });
  const reached = /^All cohorts: (\d+)/.exec((await cell.getAttribute("aria-label")) ?? "")?.[1];
  await cell.click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("Furthest stage is Proposal or later");
  await expect(page.getByRole("status").filter({ hasText: `${reached} leads` })).toBeVisible();
});

test("The team's figures are counts and times, without money and without links to a colleague's leads", async ({
  page,
  checkAccessibility,
}) => {
  await page.goto("/crm/analytics");
  await page.getByText("Team", { exact: true }).click();
  await expect(page).toHaveURL(/scope=team/);
  await expect(page.getByText("The whole team.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Open pipeline" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Response by rep" })).toContainText("Imani Castellano");
  await expect(page.getByRole("main").getByText(/\$/)).toHaveCount(0);
  await expect(page.getByRole("main").locator("a[href*='/crm/leads']")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  // A colleague's figures belong to the team's view. Returning to the own view removes the colleague.
  const rep = selectMenus(page.getByRole("main"), "Rep");
  await chooseOption(rep, "Imani Castellano");
  await page.getByText("Mine and unowned", { exact: true }).first().click();
  await expect(page).not.toHaveURL(/rep=|scope=/);
  await expect(rep).toHaveText("Any owner");
});
