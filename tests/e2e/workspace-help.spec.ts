import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newColleague } from "../support/new-colleague.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const NORTHSIDE = "/workspace/northside-dental";
const sidebar = (page: Page) => page.getByRole("navigation", { name: "Workspace" });
const back = (page: Page) => page.getByRole("link", { name: "Back to Northside Dental" });

/** A new owner, and a colleague with this role. */
async function colleague(baseURL: string, role: "member" | "billing") {
  const owner = await newAccount(baseURL, "client", { first_name: "Olive", last_name: "Owner" });
  const { client } = await signedInClient(baseURL, owner.email, PASSWORD);
  const { data } = await client.from("account_members").select("account_id").eq("user_id", owner.id).single();
  const p_account_id = data?.account_id ?? "";
  const email = await newColleague(baseURL, client, p_account_id, role);
  const remove = async () => {
    const { session } = await signedInClient(baseURL, email, PASSWORD);
    await client.rpc("remove_member", { p_account_id, p_user_id: session.user.id });
  };
  return { owner, email, remove };
}

test("Someone opens settings and help from a workspace, and Back leads to the screen that they left", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`${NORTHSIDE}/leads?sort=name`);
  await sidebar(page).getByRole("link", { name: "Settings" }).click();
  await expect(back(page)).toBeVisible();
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Security" }).click();
  await expect(page).toHaveURL(/section=security/);
  await page.reload();
  await expect(page.getByRole("link", { name: "Security" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Help Center" }).click();
  await expect(page).toHaveURL(/\/help/);
  await page.locator("summary", { hasText: "Change your password" }).click();
  await page.getByRole("link", { name: "Open password settings" }).click();
  await expect(page).toHaveURL(/section=password/);
  await checkResponsiveLayout(page, checkAccessibility);
  await back(page).click();
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}/leads\\?sort=name$`));
  await expect(page.getByRole("heading", { name: "Leads", level: 1 })).toBeVisible();
});

test("A written address can't make Back lead out of the product", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  for (const from of ["https://evil.example/workspace/x", "//evil.example", "/workspace/../admin"]) {
    await page.goto(`/settings?from=${encodeURIComponent(from)}`);
    await expect(page.getByRole("link", { name: "Back to Dashboard" })).toHaveAttribute("href", "/client-dashboard");
  }
});

test("The help of a workspace explains its screens and leads to them", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`${NORTHSIDE}/board`);
  await sidebar(page).getByRole("link", { name: "Help" }).click();
  const field = page.getByLabel("Search the help center");
  const first = page.getByRole("region", { name: "Matching articles" }).locator("summary").first();
  for (const [word, title] of [
    ["clock", "The response clock"],
    ["meeting type", "Meeting types and bookable hours"],
    ["shortcut", "Keyboard shortcuts in the workspace"],
    ["undo", "Undo a change"],
    ["domain", "Use a custom domain"],
  ] as const) {
    await field.fill(word);
    await expect(first).toContainText(title);
  }
  await field.fill("");
  await expect(page.getByRole("region", { name: "Keyboard" })).toContainText("All sales pages");
  await page.locator("summary", { hasText: "The response clock" }).click();
  await expect(page.getByText("Outside your account's working hours, the clock doesn't run.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.locator("summary", { hasText: "Meeting types and bookable hours" }).click();
  await page.getByRole("link", { name: "Open Meeting types" }).click();
  await expect(page).toHaveURL(new RegExp(`${NORTHSIDE}/calls/types$`));
});

/** What everyone of an account gets who neither owns it nor sees its work. */
const FEW =
  "Plan changes, replies to your requests, changes to your role in an account, your removal from an account, decisions about your access, and account security.";

test("A billing contact has no help and no settings about leads", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const { email } = await colleague(url, "billing");
  await signInAs(page, url, email, PASSWORD);
  await page.goto("/help");
  await expect(page.getByText("Pay an invoice")).toBeVisible();
  await expect(page.getByText("The response clock")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Keyboard" })).toHaveCount(0);
  await page.goto("/settings?section=notifications");
  await expect(page.getByText("Other emails about invoices go to Olive Owner.")).toBeVisible();
  await expect(page.getByText(FEW)).toBeVisible();
  // They get receipts of what they pay.
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: "Payment received" })).toBeChecked();
  await expect(page.getByRole("link", { name: "Calendars" })).toHaveCount(0);
});

test("A member reads in Plan and billing whom to ask about invoices", async ({ page, baseURL, checkAccessibility }) => {
  const url = baseURL ?? "";
  const { owner, email } = await colleague(url, "member");
  await signInAs(page, url, email, PASSWORD);
  await page.goto("/settings?section=plan");
  await expect(page.getByText(/Only owners and billing contacts see the invoices for our work\. Ask/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Olive Owner" })).toHaveAttribute("href", `mailto:${owner.email}`);
  await expect(page.getByRole("link", { name: "on your dashboard" })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  // An invoice's link from a colleague says the same, and no switch is about money.
  await page.goto(`/invoices/${randomUUID()}`);
  await expect(page.getByText("Only owners and billing contacts see invoices", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: owner.email })).toBeVisible();
  await page.goto("/settings?section=notifications");
  await expect(
    page.getByText(/Plan changes, replies to your requests, .*escalated leads, .* and account security\.$/),
  ).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^New leads/ })).toBeVisible();
  await expect(
    page.getByRole("checkbox", { name: /^(Payment received|Retainer renewing|Free trial ending)/ }),
  ).toHaveCount(0);
});

test("A person without an account reads so in their portal, and is offered nothing that only an account has", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { email, remove } = await colleague(url, "member");
  await remove();
  await signInAs(page, url, email, PASSWORD);
  await page.goto("/client-dashboard");
  await expect(page.getByText("You don't belong to any account")).toBeVisible();
  // Also for the last person, whom no owner can invite.
  await expect(page.getByText("Its owner or we can invite you again.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Send an email" })).toHaveAttribute("href", /^mailto:.+@/);
  await expect(page.getByRole("region", { name: "Getting started" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Start free trial" })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.goto("/dashboard");
  await expect(page.getByText("You don't belong to any account")).toBeVisible();
  await expect(page.getByText("No dashboard configured yet")).toHaveCount(0);
  await page.goto("/settings?section=notifications");
  await expect(page.getByText(FEW)).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.goto("/settings?section=plan");
  await expect(page.getByText("You don't belong to any account")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start free trial" })).toHaveCount(0);
});
