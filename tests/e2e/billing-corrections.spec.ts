import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { dayAfter } from "../support/day-after.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A new client, the admin's API client, and a draft of $450 with two lines. */
async function given(baseURL: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Cora", last_name: `Correct${Date.now()}` });
  const { client: admin } = await signedInClient(baseURL, ADMIN);
  const { data: id, error } = await admin.rpc("create_invoice", {
    p_client_id: person.id,
    p_description: "Pro Funnel",
    p_due_date: dayAfter(20),
    p_currency: "usd",
    p_lines: [
      { description: "Pro Funnel", quantity: 1, unit_amount: 50_000 },
      { description: "Welcome", quantity: 1, unit_amount: -5_000, is_discount: true },
    ],
  });
  if (error || !id) throw new Error(error?.message);
  const seen = async () =>
    (await admin.from("invoices").select("updated_at").eq("id", id).single()).data?.updated_at ?? "";
  const send = async () => admin.rpc("send_invoice", { p_invoice_id: id, p_expected_updated_at: await seen() });
  return { person, admin, id, seen, send };
}

const ledger = (page: Page) => page.getByRole("region", { name: "Ledger" });
const owed = (page: Page) => page.getByText("Amount due").locator("..");

/** Removes an entry of the ledger, such as 'credit of $50.00'. */
async function remove(page: Page, noun: string, money: string, reason: string) {
  await page.getByRole("button", { name: `Actions for the ${noun} of ${money}` }).click();
  await page.getByRole("menuitem", { name: `Remove ${noun}…` }).click();
  const dialog = page.getByRole("dialog", { name: `Remove the ${noun} of ${money}?` });
  await dialog.getByLabel("Reason").fill(reason);
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
}

const undo = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ hasText: title }).getByRole("button", { name: "Undo" });

test("A credit that was recorded by mistake is removed, and restored by Undo or from the audit log; the client sees it", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const { person, admin, id, seen, send } = await given(baseURL ?? "");
  await send();
  await admin.rpc("credit_invoice", {
    p_invoice_id: id,
    p_expected_updated_at: await seen(),
    p_amount: 5_000,
    p_reason: "A week late",
  });
  await admin.rpc("record_invoice_payment", {
    p_invoice_id: id,
    p_expected_updated_at: await seen(),
    p_amount: 40_000,
    p_paid_on: (await admin.rpc("agency_today")).data ?? "",
    p_method: "Check",
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  // The header and the ledger say what the credit covered.
  await expect(page.getByText("$50.00 credited · $400.00 paid")).toBeVisible();
  const row = ledger(page).getByRole("row", { name: /Credit/ });
  await expect(row).toContainText("A week late");
  await remove(page, "credit", "$50.00", "It was for another invoice");
  await expect(owed(page)).toContainText("$50.00");
  await expect(row).toContainText(/removed.*It was for another invoice/);
  await checkResponsiveLayout(page, checkAccessibility);
  const correction = await readMail(baseURL ?? "", person.email, /removed a credit of \$50\.00/);
  expect(correction.text).toContain("It was for another invoice");
  await undo(page, "Credit of $50.00 removed").click();
  await expect(page.getByText("Credit of $50.00 recorded again")).toBeVisible();
  await expect(owed(page)).toContainText("$0.00");
  await remove(page, "credit", "$50.00", "Still another invoice");
  await expect(owed(page)).toContainText("$50.00");

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/invoices/${id}`);
  const history = theirs.getByRole("region", { name: "History" });
  await expect(history.getByText("Credit of $50.00 removed")).toHaveCount(1);
  await expect(history.getByText("Still another invoice")).toBeVisible();
  await expect(history.getByText("Credited", { exact: true })).toHaveCount(0);

  await page.goto("/user-management?tab=audit");
  await page.getByRole("searchbox").fill("still another invoice");
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: /removed a credit of \$50\.00 .*Reason: Still another invoice/ });
  await entry.getByRole("button", { name: "Restore" }).click();
  const question = page.getByRole("alertdialog", { name: "Record the credit of $50.00 again?" });
  await expect(question).toContainText("the client gets an email");
  await question.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored", { exact: true })).toBeVisible();
  await expect(entry.getByRole("button", { name: "Restore" })).toHaveCount(0);
  // Whatever the filter leaves out, the credit was restored, and its reason is shown.
  await page.getByRole("searchbox").fill(person.email);
  const restored = page
    .getByRole("listitem")
    .filter({ hasText: /restored a credit of \$50\.00 on invoice .*Reason: A week late/ });
  await expect(restored).toHaveCount(2);
  await theirs.reload();
  await expect(history.getByText("Credited", { exact: true })).toBeVisible();
  await expect(history.getByText("Credit of $50.00 removed")).toHaveCount(0);
  await expect(theirs.getByText("$50.00 credited · $400.00 paid")).toBeVisible();
  await context.close();
});

test("A refund that was recorded by mistake is removed, undone, and restored from the audit log while it fits", async ({
  page,
  baseURL,
}) => {
  const { person, admin, id, seen, send } = await given(baseURL ?? "");
  await send();
  const today = (await admin.rpc("agency_today")).data ?? "";
  await admin.rpc("record_invoice_payment", {
    p_invoice_id: id,
    p_expected_updated_at: await seen(),
    p_amount: 45_000,
    p_paid_on: today,
    p_method: "Check",
  });
  await admin.rpc("credit_invoice", {
    p_invoice_id: id,
    p_expected_updated_at: await seen(),
    p_amount: 10_000,
    p_reason: "One reel was not delivered",
    p_method: "Bank transfer",
    p_on: today,
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  // A partly refunded invoice is one of the widest rows of the list.
  await page.goto(`/admin/billing?q=${encodeURIComponent(person.email)}`);
  await expect(page.getByText("$100.00 refunded").first()).toBeVisible();
  for (const width of [1024, 1180, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole("columnheader", { name: "Due" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Invoices, scrolls" })).toHaveCount(0);
    // The order that the list begins with is shown.
    await expect(page.getByRole("columnheader", { name: "Created" })).toBeVisible({ visible: width >= 1280 });
    await expect(page.getByLabel("Sort by")).toBeVisible({ visible: width < 1280 });
  }
  await page.goto(`/admin/billing/${id}`);
  // Its payment has to stay as long as the refund does, and says so.
  await page.getByRole("button", { name: "Actions for the payment of $450.00" }).click();
  const kept = page.getByRole("menuitem", { name: "Remove payment…" });
  await expect(kept).toBeDisabled();
  await expect(kept).toHaveAccessibleDescription("Remove the refund first");
  await page.keyboard.press("Escape");
  const row = ledger(page).getByRole("row", { name: /Refund/ });
  await remove(page, "refund", "$100.00", "It was never sent");
  await expect(row).toContainText(/removed.*It was never sent/);
  await expect(page.getByText("partly refunded", { exact: true })).toHaveCount(0);
  await readMail(baseURL ?? "", person.email, /removed a refund of \$100\.00/);
  await undo(page, "Refund of $100.00 removed").click();
  await expect(page.getByText("Refund of $100.00 recorded again")).toBeVisible();
  await expect(row).toHaveCount(2);
  await expect(page.getByText("partly refunded", { exact: true })).toBeVisible();
  await remove(page, "refund", "$100.00", "It bounced");
  await expect(row.filter({ hasText: "removed" })).toHaveCount(2);

  await page.goto("/user-management?tab=audit");
  await page.getByRole("searchbox").fill(person.email);
  const removals = page.getByRole("listitem").filter({ hasText: /removed a refund of \$100\.00/ });
  await expect(removals).toHaveCount(2);
  // The first one was recorded again.
  await expect(removals.getByRole("button", { name: "Restore" })).toHaveCount(1);
  await removals.filter({ hasText: "It bounced" }).getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored", { exact: true })).toBeVisible();
  await expect(removals.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: /restored a refund of \$100\.00/ })).toHaveCount(2);
});

test("A deleted draft comes back with its lines, by Undo and from the audit log", async ({ page, baseURL }) => {
  const { person, id } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  const deleteDraft = async () => {
    await page.goto(`/admin/billing/${id}`);
    await page.getByRole("button", { name: "Delete draft" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete draft" }).click();
    await expect(page).toHaveURL(/\/admin\/billing$/);
  };
  await deleteDraft();
  await undo(page, "Draft deleted").click();
  await expect(page.getByText("Draft restored")).toBeVisible();
  await page.goto(`/admin/billing/${id}`);
  await expect(page.getByLabel("Description of line 1")).toHaveValue("Pro Funnel");
  await expect(page.getByLabel("Description of line 2")).toHaveValue("Welcome");

  await deleteDraft();
  await page.goto("/user-management?tab=audit");
  await page.getByRole("searchbox").fill(person.email);
  const deletions = page.getByRole("listitem").filter({ hasText: "deleted an invoice draft of" });
  await deletions.first().getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored", { exact: true })).toBeVisible();
  await expect(page.getByText(/restored an invoice draft of/).first()).toBeVisible();
  await expect(deletions.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await page.goto(`/admin/billing/${id}`);
  await expect(page.getByLabel("Description of line 1")).toHaveValue("Pro Funnel");
});
