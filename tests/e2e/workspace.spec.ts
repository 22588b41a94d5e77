import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { personOfTwoAccounts } from "../support/second-account.ts";
import { DEMO_PASSWORD, signedInClient, signInAs } from "../support/session.ts";

const NORTHSIDE = "/workspace/northside-dental";
const EMBER = "/workspace/ember-coaching";

/** Every slug that the page's calls of the API named; "agency" for those without. */
function watchAccounts(page: Page): Set<string> {
  const named = new Set<string>();
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/")) named.add(request.headers()["x-account"] ?? "agency");
  });
  return named;
}

test("A client opens their workspace from the portal, and sees their own leads on every screen", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard");
  await page.getByRole("link", { name: "Workspace" }).click();
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}$`));
  await expect(page.getByRole("navigation", { name: "Workspace" })).toContainText("Northside Dental");
  await expect(page.getByRole("region", { name: "Unanswered now" })).toBeVisible();
  const accounts = watchAccounts(page);
  const pages = page.getByRole("navigation", { name: "Workspace" });
  await pages.getByRole("link", { name: "Board" }).click();
  await expect(page.getByRole("region", { name: "Proposal", exact: true })).toBeVisible();
  await pages.getByRole("link", { name: /^Leads/ }).click();
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}/leads`));
  await expect(page.getByRole("grid").or(page.getByRole("table")).first()).toBeVisible();
  await pages.getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByText("Funnel by entry cohort")).toBeVisible();
  expect([...accounts]).toEqual(["northside-dental"]);
});

test("A client who signs in on the way to their workspace gets there in the same page load; the next one gets their own", async ({
  page,
}) => {
  const signIn = async (email: string) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
  };
  const navigation = page.getByRole("navigation", { name: "Workspace" });
  await page.goto("/auth?next=/workspace");
  await page.evaluate(() => document.documentElement.setAttribute("data-kept", ""));
  const accounts = watchAccounts(page);
  await signIn("client@example.com");
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}$`));
  await expect(page.getByRole("region", { name: "Unanswered now" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-kept");
  expect([...accounts].sort()).toEqual(["agency", "northside-dental"]);
  accounts.clear();
  await navigation.getByRole("link", { name: "Board" }).click();
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}/board$`));
  await expect(page.getByRole("region", { name: "Proposal", exact: true })).toBeVisible();
  expect([...accounts]).toEqual(["northside-dental"]);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth/);
  await page.goto("/auth?next=/workspace");
  await signIn("client2@example.com");
  await expect(page).toHaveURL(new RegExp(`${EMBER}$`));
  await expect(navigation).toContainText("Ember Coaching");
});

test("A client who signs in again in the same tab gets the workspace of another client in a new page load", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(NORTHSIDE);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth/);
  const accounts = watchAccounts(page);
  // The last page may still show for a moment, with its buttons.
  await page.getByRole("textbox", { name: "Email" }).fill("client2@example.com");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/client-dashboard$/);
  await page.getByRole("link", { name: "Workspace" }).click();
  await expect(page).toHaveURL(new RegExp(`${EMBER}$`));
  await expect(page.getByRole("navigation", { name: "Workspace" })).toContainText("Ember Coaching");
  expect([...accounts]).toContain("ember-coaching");
});

test("The workspace is accessible and fits, wide and narrow, in both themes", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto(EMBER);
  await expect(page.getByText("You're on the free plan, so your leads are read-only")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A free account reads its leads, sees no button that changes them, and a key for it says what Premium adds", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto(EMBER);
  await expect(page.getByRole("button", { name: "New lead" })).toHaveCount(0);
  await expect(page.getByText("Unanswered now")).toBeVisible();
  await expect(page.getByRole("button", { name: /^(Claim|Call|Connected)/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Leads are read-only on the free plan")).toBeVisible();
  await page.keyboard.press("Shift+?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByText("Next or previous lead")).toBeVisible();
  await expect(keys.getByText("Open lead", { exact: true })).toBeVisible();
  for (const change of ["New lead", "Add task", "Assign", "Claim and call, or open", "Move to stage 1–8"])
    await expect(keys.getByText(change, { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);
  await page.goto(EMBER);
  await expect(page.getByText("Unanswered now")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette.getByRole("option", { name: "New lead" })).toBeVisible();
  await expect(palette.getByRole("option", { name: /^(Claim|Log a call|Assign|Add a task|Move)/ })).toHaveCount(0);
  await palette.getByRole("option", { name: "New lead" }).click();
  await expect(page.getByText("Leads are read-only on the free plan")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Board" }).click();
  await expect(page.getByText("The board is part of Premium")).toBeVisible();
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Analytics" }).click();
  await expect(page.getByRole("region", { name: "The last 30 days" })).toContainText("Median first response");
  await expect(page.getByText("All analytics are part of Premium")).toBeVisible();
  // Every page that the plan limits has a lock in the menu, and says so once.
  const menu = page.getByRole("navigation", { name: "Workspace" });
  for (const name of ["Board", "Analytics", "Import & export", "Pages"]) {
    await menu.getByRole("link", { name: `${name} with Premium` }).click();
    await expect(page.getByText("You're on the free plan, so your leads are read-only")).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("link", { name: "See Premium" })).toHaveCount(1);
  }
});

test("A free account without leads and pages is offered nothing that it can't do", async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/workspace");
  const menu = page.getByRole("navigation", { name: "Workspace" });
  await menu.getByRole("link", { name: "Leads" }).click();
  await expect(page.getByText("Leads from your forms and landing pages appear here as they arrive.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Import leads" })).toHaveCount(0);
  await menu.getByRole("link", { name: "Pages with Premium" }).click();
  await expect(page.getByText("its form turns visitors into leads.", { exact: false })).toBeVisible();
  await expect(page.getByText("Start with a template")).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "See Premium" }).click();
  await expect(page.getByRole("button", { name: "Start free trial" })).toBeVisible();
});

test("A member is offered only what a member can do: no plan, and no invitations", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(host, "member");
  const workspace = `/workspace/${other.account.slug}`;
  await signInAs(page, host, person.email, PASSWORD);
  const decide = page.getByText("Only your account's owners and billing contacts can manage Premium.");
  for (const screen of ["", "/board", "/pages", "/pages/brand"]) {
    await page.goto(workspace + screen);
    await expect(decide).toHaveCount(1);
    await expect(page.getByRole("link", { name: "See Premium" })).toHaveCount(0);
    await checkResponsiveLayout(page, checkAccessibility);
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.goto(`${workspace}/board`);
  await expect(decide).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByText(/Premium lets you claim.* Only your account's owners/)).toBeVisible();
  await expect(page.getByRole("button", { name: "See Premium" })).toHaveCount(0);

  const { client: admin } = await signedInClient(host, "admin@example.com");
  expect((await admin.rpc("set_premium_override", { p_email: other.email })).error).toBeNull();
  await page.goto(workspace);
  await expect(page.getByRole("link", { name: "Import a file" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Publish a page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Invite your team" })).toHaveCount(0);
  const owner = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(owner, host, other.email, PASSWORD);
  await owner.goto(workspace);
  await expect(owner.getByRole("link", { name: "Invite your team" })).toBeVisible();
});

test("When premium ends while someone writes, nothing is lost, and the page says that it's read only now", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  const host = baseURL ?? "";
  const owner = await newAccount(host, "client");
  const { client: admin } = await signedInClient(host, "admin@example.com");
  await admin.rpc("set_premium_override", { p_email: owner.email });
  const { client } = await signedInClient(host, owner.email, owner.password);
  const { data: accounts } = await client.rpc("my_accounts");
  const [account] = accounts as { slug: string }[];
  const id = randomUUID();
  const lead = { first_name: "Orla", last_name: "Penn" };
  await client.rpc("create_lead", { p_id: id, p_lead: lead }).setHeader("x-account", account?.slug ?? "");
  await signInAs(page, host, owner.email, owner.password);
  await page.goto(`/workspace/${account?.slug}/leads/${id}`);
  const note = page.getByRole("tabpanel", { name: "Note" }).getByRole("textbox").first();
  await note.fill("Wants a quote for two rooms");
  await admin.rpc("delete_premium_override", { p_email: owner.email });
  expectConsole(/403/);
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(
    page.getByText("Couldn't save the note. Leads are read-only on your plan. With Premium, you can work with them."),
  ).toBeVisible();
  await expect(page.getByText("You're on the free plan, so your leads are read-only")).toBeVisible();
  await expect(note).toHaveValue("Wants a quote for two rooms");
  await admin.rpc("set_premium_override", { p_email: owner.email });
  await page.reload();
  await expect(note).toHaveValue("Wants a quote for two rooms");
});

test("Nobody opens the workspace of another client, and a removed person's link says so", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  for (const path of [NORTHSIDE, `${NORTHSIDE}/leads`, "/workspace/nowhere", "/workspace/agency"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/workspace\?closed=/);
    await expect(page.getByText("You can't open this workspace")).toBeVisible();
  }
  await page.goto("/crm");
  await expect(page).toHaveURL(/\/client-dashboard$/);
});

test("People of the agency who open an address that is no client's workspace read why, and get on", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/workspace/nowhere");
  await expect(page.getByText("No client's account is called “nowhere”.")).toBeVisible();
  await expect(page.getByRole("link", { name: "See all accounts" })).toHaveAttribute("href", "/admin/accounts");
  await page.goto("/workspace/agency/leads");
  await expect(page.getByText("Upfunnel has no workspace of its own")).toBeVisible();
  await page.getByRole("link", { name: "Open Sales" }).click();
  await expect(page.getByRole("navigation", { name: "Sales", exact: true })).toBeVisible();
});

test("An admin enters a client's workspace, which the audit log notes, and leaves it again", async ({
  page,
  baseURL,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  // A visit within an hour of another leaves no entry, and other journeys visit the accounts of the demo.
  const name = `Visited ${Date.now().toString(36)}`;
  const { data: made } = await client.rpc("create_account", { p_name: name });
  const { id, slug } = made as { id: string; slug: string };
  const visits = async () =>
    (await client.from("audit_log").select("id").match({ action: "view", table_name: "accounts", row_id: id })).data
      ?.length;
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/workspace/${slug}/leads`);
  await expect(page.getByText(`You're in the workspace of ${name}`)).toBeVisible();
  expect(await visits()).toBe(1);
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Board" }).click();
  await expect(page).toHaveURL(new RegExp(`/workspace/${slug}/board`));
  await page.reload();
  await expect(page.getByText(`You're in the workspace of ${name}`)).toBeVisible();
  expect(await visits()).toBe(1);
  const accounts = watchAccounts(page);
  await page.goto("/crm");
  await expect(page.getByRole("navigation", { name: "Sales", exact: true })).toBeVisible();
  await expect(page.getByText(`You're in the workspace of ${name}`)).toHaveCount(0);
  expect([...accounts]).toEqual(["agency"]);
});

test("A rep who is lent to a client chooses between both workspaces", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales2@example.com");
  await page.goto("/workspace");
  await expect(page.getByRole("link", { name: /Upfunnel.*Your agency/ })).toBeVisible();
  await page.getByRole("link", { name: /Northside Dental.*Rep from the agency/ }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}$`));
  // Although it is another page load.
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeFocused();
  await expect(page.getByText("You're in the workspace of Northside Dental")).toBeVisible();
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: "Sales" }).click();
  await expect(page).toHaveURL(/\/crm$/);
  await expect(page.getByRole("navigation", { name: "Sales", exact: true })).toBeVisible();
});
