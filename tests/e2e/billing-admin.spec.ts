import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { formatLongDay } from "../../domain/format-date.ts";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { dayAfter } from "../support/day-after.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { pdfText } from "../support/pdf-text.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { serviceClient, signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A new client, and the admin's API client. */
async function given(baseURL: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Bella", last_name: `Payer${Date.now()}` });
  const { client: admin } = await signedInClient(baseURL, ADMIN);
  return { person, admin };
}

type Admin = Awaited<ReturnType<typeof given>>["admin"];

/** Creates a draft through the procedures. */
async function draftInvoice(admin: Admin, clientId: string, amount: number): Promise<string> {
  const { data: id, error } = await admin.rpc("create_invoice", {
    p_client_id: clientId,
    p_description: "Pro Funnel",
    p_due_date: dayAfter(20),
    p_currency: "usd",
    p_lines: [{ description: "Pro Funnel", quantity: 1, unit_amount: amount }],
  });
  if (error || !id) throw new Error(error?.message);
  return id;
}

/** Creates a sent invoice through the procedures. */
async function sentInvoice(admin: Admin, clientId: string, amount = 45_000): Promise<string> {
  const id = await draftInvoice(admin, clientId, amount);
  const { data: row } = await admin.from("invoices").select("updated_at").eq("id", id).single();
  await admin.rpc("send_invoice", { p_invoice_id: id, p_expected_updated_at: row?.updated_at ?? "" });
  return id;
}

/** Creates an agreed invoice, as an import does: no one can make one on a screen. */
async function agreedInvoice(baseURL: string, admin: Admin, clientId: string, due: string) {
  const id = await draftInvoice(admin, clientId, 45_000);
  const invoice_number = `AGREED-${Date.now()}`;
  const service = await serviceClient(baseURL);
  const { error } = await service
    .from("invoices")
    .update({ status: "active", due_date: due, invoice_number })
    .eq("id", id);
  if (error) throw new Error(error.message);
  return { id, number: invoice_number };
}

/** The words of an invoice's PDF. */
async function pdfOf(client: Admin, invoiceId: string): Promise<string> {
  const { data } = await client.functions.invoke("invoice-pdf", { body: { invoiceId } });
  return pdfText(Buffer.from(await (data as Blob).arrayBuffer()));
}

const history = (page: Page) => page.getByRole("region", { name: "History" });
const ledger = (page: Page) => page.getByRole("region", { name: "Ledger" });
const owed = (page: Page) => page.getByText("Amount due").locator("..");

test("An admin cannot leave an unsaved invoice by accident", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  await page.getByRole("link", { name: "New invoice" }).click();
  await page.getByLabel("Description", { exact: true }).fill("Half a thought");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await page.getByRole("link", { name: "User Management" }).click();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Half a thought");
  await page.goBack();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/admin\/billing$/);
});

test("An admin writes an invoice by keyboard and sends it; the client gets it, sees it and pays it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  await page.getByRole("link", { name: "New invoice" }).click();
  const client = page.getByRole("combobox", { name: "Client" });
  await expect(client).toBeFocused();
  await client.click();
  const found = page.getByRole("listbox", { name: "Clients" }).getByRole("option");
  await expect(found.first()).toBeVisible();
  // The arrows reach the end of the list, and Enter picks no client of an earlier text.
  for (const _ of await found.all()) await page.keyboard.press("ArrowDown");
  await expect(found.last()).toBeInViewport();
  const search = "**/rpc/search_billable_clients*";
  await page.route(search, () => undefined);
  await client.fill(person.email);
  await page.keyboard.press("Enter");
  await expect(client).toHaveValue(person.email);
  await page.unroute(search);
  await page.reload();
  await client.fill(person.email);
  await expect(page.getByRole("option", { name: new RegExp(person.email) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Choose another client" })).toBeVisible();
  await expect(page.getByLabel("Description", { exact: true })).toBeFocused();
  // The agency's currency is the first one, and typing a code finds any other.
  const currency = page.getByRole("combobox", { name: "Currency" });
  await expect(currency.getByRole("option").first()).toHaveText("USD – US Dollar");
  await currency.focus();
  await page.keyboard.type("eur");
  await expect(currency).toHaveValue("eur");
  await currency.selectOption("usd");
  await page.getByLabel("Description", { exact: true }).fill("Reels for spring");
  await page.getByLabel("Description of line 1").fill("Reel, filmed and cut");
  await page.getByLabel("Quantity of line 1").fill("12");
  await page.getByLabel("Unit price of line 1").fill("30.50");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Description of line 2")).toBeFocused();
  await page.keyboard.type("Discount");
  await page.getByLabel("Unit price of line 2").fill("-16");
  // The error that appears moves the menu, and must not choose in it.
  await page.getByRole("button", { name: "Add a discount" }).click();
  await expect(page.getByText("A price can't be below zero. Add a discount instead.")).toBeVisible();
  await page.getByRole("menuitem", { name: "Fixed amount" }).click();
  await page.getByRole("button", { name: "Remove line 2" }).click();
  await page.getByLabel("Discount of line 2", { exact: true }).fill("16");
  // A line that was removed by mistake returns to its place.
  await page.getByRole("button", { name: "Remove line 1" }).click();
  await expect(page.getByLabel("Discount of line 1", { exact: true })).toHaveValue("16");
  const removed = page.getByRole("listitem").filter({ hasText: "Reel, filmed and cut removed" });
  await removed.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Description of line 1")).toHaveValue("Reel, filmed and cut");
  await expect(page.getByLabel("Description of line 1")).toBeFocused();
  await expect(page.getByLabel(/^Quantity of line/)).toHaveCount(1);
  await expect(page.getByText("$350.00").first()).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Draft", exact: true })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const confirmation = page.getByRole("alertdialog", { name: "Send this invoice for $350.00?" });
  await expect(confirmation).toContainText(person.email);
  await confirmation.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText(new RegExp(`^INV-\\d+ was sent to ${person.email}`))).toBeVisible();
  await expect(page.getByRole("heading", { name: /^INV-\d+$/ })).toBeVisible();
  const number = (await page.getByRole("heading", { name: /^INV-\d+$/ }).textContent()) ?? "";
  await readMail(baseURL ?? "", person.email, new RegExp(`Invoice ${number} from .*\\$350\\.00`));

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/client-dashboard?tab=invoices`);
  await expect(theirs.getByRole("row").filter({ hasText: number })).toContainText("Reels for spring");
  await theirs.getByRole("button", { name: `Pay $350.00 for ${number}` }).click();
  await payWith(theirs, CARDS.pays);
  await expect(theirs).toHaveURL(/\/payment-success/);
  await expect(theirs.getByRole("link", { name: "Back to Invoices" })).toBeVisible();
  await context.close();
  await page.reload();
  await expect(ledger(page)).toContainText("Payment Visa ending in 4242");
  await expect(owed(page)).toContainText("$0.00");
});

test("Missing and wrong values are named at their fields, and nothing is sent", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  await page.getByLabel("Due date").fill("");
  await page.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText("Choose a client")).toBeVisible();
  await expect(page.getByText("Description is required")).toBeVisible();
  await page.getByLabel("Unit price of line 1").fill("ten");
  await page.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText("Choose a client")).toBeVisible();
  await expect(page.getByText("Description is required")).toBeVisible();
  await expect(page.getByText("An amount such as 1200.50")).toBeVisible();
  await expect(page.getByText("Due date is required")).toBeVisible();
  await expect(page.getByText("Add a line with an amount")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Client" })).toBeFocused();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.getByLabel("Unit price of line 1").fill("10");
  await expect(page.getByText("An amount such as 1200.50")).toHaveCount(0);
});

test("When two admins edit one draft, the second one is told, and nothing is overwritten", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { person, admin } = await given(baseURL ?? "");
  const { data: id } = await admin.rpc("create_invoice", {
    p_client_id: person.id,
    p_description: "First",
    p_due_date: dayAfter(10),
    p_currency: "usd",
    p_lines: [{ description: "Ads", quantity: 1, unit_amount: 1000 }],
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await page.getByLabel("Description", { exact: true }).fill("Mine");
  const { data: row } = await admin
    .from("invoices")
    .select("updated_at")
    .eq("id", id ?? "")
    .single();
  await admin.rpc("update_draft_invoice", {
    p_invoice_id: id ?? "",
    p_expected_updated_at: row?.updated_at ?? "",
    p_client_id: person.id,
    p_description: "Theirs",
    p_due_date: dayAfter(10),
    p_currency: "usd",
    p_lines: [{ description: "Ads", quantity: 2, unit_amount: 1000 }],
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Nothing was overwritten" });
  await expect(notice).toContainText("You just saved this draft somewhere else");
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Mine");
  await page.getByRole("button", { name: "Load latest version" }).click();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("Theirs");
  await expect(page.getByLabel("Quantity of line 1")).toHaveValue("2");
  await page.getByRole("button", { name: "Delete draft" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete draft" }).click();
  await expect(page.getByText("Draft deleted")).toBeVisible();
  await page.goto(`/admin/billing/${id}`);
  await expect(page.getByText("Invoice not found")).toBeVisible();
});

test("An admin reminds a client about several invoices at once, and exports what the list shows", async ({
  page,
  baseURL,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  for (const amount of [12_000, 34_000]) await sentInvoice(admin, person.id, amount);
  await admin.rpc("create_invoice", {
    p_client_id: person.id,
    p_description: "Later",
    p_due_date: dayAfter(20),
    p_currency: "usd",
    p_lines: [{ description: "Later", quantity: 1, unit_amount: 100 }],
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing?q=${person.email}`);
  await expect(page.getByRole("row")).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines.join("\n")).toMatch(/Pro Funnel,pending,340.00,USD/);

  const all = page.getByRole("checkbox", { name: "Select all invoices on this page" });
  const bar = page.getByRole("toolbar", { name: "Selected invoices" });
  await all.check();
  await expect(bar).toContainText("3 selected");
  await bar.getByRole("button", { name: "Send 2 reminders…" }).click();
  const question = page.getByRole("alertdialog", { name: "Send 2 reminders?" });
  await expect(question).toContainText("The others aren't open, so they're skipped.");
  await question.getByRole("button", { name: "Send 2 reminders" }).click();
  await expect(page.getByText("2 reminders sent")).toBeVisible();
  await expect(bar).toBeHidden();

  await all.check();
  // Each has one a day.
  const again = bar.getByRole("button", { name: "Send reminders…" });
  await expect(again).toBeDisabled();
  await expect(again).toHaveAttribute("title", /^INV-\d+ is skipped, because a reminder was sent today at /);
});

test("An admin narrows the invoices to a client and a period, and sends and deletes drafts together", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  // One draft has no due date.
  expectConsole(/400 .*send_invoice/);
  const { admin, person } = await given(baseURL ?? "");
  const draft = (amount: number, due?: string) =>
    admin.rpc("create_invoice", {
      p_client_id: person.id,
      p_description: "Together",
      p_due_date: (due ?? null) as string,
      p_currency: "usd",
      p_lines: [{ description: "Ads", quantity: 1, unit_amount: amount }],
    });
  await sentInvoice(admin, person.id, 12_000);
  for (const amount of [5000, 7000]) await draft(amount, dayAfter(20));
  await draft(900);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Filter" });
  await expect(panel.getByRole("combobox", { name: "Client" })).toBeFocused();
  await page.keyboard.type(person.email);
  await panel.getByRole("option", { name: new RegExp(person.email) }).click();
  await expect(page.getByRole("row")).toHaveCount(5);
  await panel.getByLabel("Sent").selectOption({ label: "This month" });
  // Only the sent one has a day of issue.
  await expect(page.getByRole("row")).toHaveCount(2);
  await checkAccessibility();
  await panel.getByRole("button", { name: "Done" }).click();
  await page.reload();
  const chips = page.getByRole("list", { name: "Filters" });
  await expect(chips.getByRole("listitem")).toHaveCount(2);
  await chips.getByRole("button", { name: /^Remove filter Sent/ }).click();
  await expect(page.getByRole("row")).toHaveCount(5);

  await page.getByRole("checkbox", { name: "Select all invoices on this page" }).check();
  const bar = page.getByRole("toolbar", { name: "Selected invoices" });
  await bar.getByRole("button", { name: "Send 3 invoices…" }).click();
  const question = page.getByRole("alertdialog", { name: "Send 3 invoices for $129.00?" });
  await expect(question).toContainText("The others aren't drafts, so they're skipped.");
  await question.getByRole("button", { name: "Send 3 invoices" }).click();
  const told = page.getByRole("listitem").filter({ hasText: "2 invoices sent, 1 not" });
  await expect(told).toContainText(/\$9\.00: Add a due date/);
  await expect(page.getByRole("row").filter({ hasText: "pending" })).toHaveCount(3);
  await expect(bar).toContainText("1 selected");
  await bar.getByRole("button", { name: "Delete 1 draft…" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete 1 draft for $9.00?" })
    .getByRole("button", { name: "Delete 1 draft" })
    .click();
  await expect(page.getByText("1 draft deleted")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(4);
  await page.getByRole("listitem").filter({ hasText: "1 draft deleted" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 draft restored")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "$9.00" })).toContainText("draft");
  await chips.getByRole("button", { name: /^Remove filter Client/ }).click();
  await expect(page).toHaveURL(/\/admin\/billing$/);
});

test("A wrong quantity is named when the field is left, and goes with its correction", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  const quantity = page.getByLabel("Quantity of line 1");
  await quantity.fill("1.125");
  await page.getByLabel("Unit price of line 1").focus();
  await expect(quantity).toHaveAccessibleDescription("A number from 0.01 to 100,000, such as 1.5");
  await expect(page.getByLabel("Unit price of line 1")).toBeFocused();
  await quantity.fill("3");
  await expect(quantity).toHaveAccessibleDescription("");
});

test("A price of five digits is readable on the narrowest phone", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  const price = page.getByLabel("Unit price of line 1");
  await price.fill("12,500.00");
  await expect(page.getByRole("listitem").getByText("$12,500.00")).toBeVisible();
  expect(await price.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0);
  // The buttons that can't do anything yet are not there.
  await expect(page.getByRole("button", { name: "Remove line 1" })).toHaveCount(0);
});

test("An admin bills one and a half hours, and the client sees them", async ({ page, browser, baseURL }) => {
  const { person } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  await page.getByRole("combobox", { name: "Client" }).fill(person.email);
  await page.getByRole("option", { name: new RegExp(person.email) }).click();
  await page.getByLabel("Description of line 1").fill("Hours");
  await page.getByLabel("Quantity of line 1").fill("1.5");
  await page.getByLabel("Unit price of line 1").fill("99.99");
  await expect(page.getByText("$149.99").first()).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
  // The draft has its own address before it is loaded again.
  await expect(page).not.toHaveURL(/new$/);
  await page.reload();
  await expect(page.getByLabel("Quantity of line 1")).toHaveValue("1.5");
  await page.getByRole("button", { name: "Send invoice" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send invoice" }).click();
  const hours = { name: /^Hours 1\.5 \$99\.99 \$149\.99$/ };
  await expect(page.getByRole("row", hours)).toBeVisible();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(page.url().replace("/admin/billing/", "/invoices/"));
  await expect(theirs.getByRole("row", hours)).toBeVisible();
  await context.close();
});

test("A bank transfer is recorded in two parts; the client's open payment page closes", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/invoices/${id}`);
  await theirs.getByRole("button", { name: /^Pay \$450\.00/ }).click();
  await expect(theirs).toHaveURL(/\/dev\/pay\/checkout\//);

  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await expect(page.getByText("The client has a payment page open for this invoice.")).toBeVisible();
  const record = page.getByRole("button", { name: "Record payment" });
  await record.first().click();
  const dialog = page.getByRole("dialog", { name: /^Record a payment for INV/ });
  await expect(dialog.getByLabel("Amount in USD")).toHaveValue("450.00");
  await dialog.getByLabel("Amount in USD").fill("450.01");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(dialog.getByText("At most $450.00")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await dialog.getByLabel("Amount in USD").fill("200");
  // A prepayment is possible, but a wrong year is likelier.
  await expect(dialog.getByText(/^Before the invoice was issued/)).toBeHidden();
  // The agency's.
  const today = await dialog.getByLabel("Received on").inputValue();
  await dialog.getByLabel("Received on").fill("2020-01-01");
  await expect(dialog.getByLabel("Received on")).toHaveAccessibleDescription(/^Before the invoice was issued/);
  await dialog.getByLabel("Received on").fill(today);
  await expect(dialog.getByText(/^Before the invoice was issued/)).toBeHidden();
  await dialog.getByLabel("Reference").fill("Statement 12 of November");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByText(/^Payment for INV-\d+ recorded$/).first()).toBeVisible();
  await expect(ledger(page)).toContainText("Bank transfer");
  await expect(history(page)).toContainText("Statement 12 of November");
  await expect(owed(page)).toContainText("$250.00");
  await expect(page.getByRole("main").getByText("$200.00 paid · $250.00 due")).toBeVisible();
  await expect(page.getByText("Payment issue:")).toHaveCount(0);
  await page.getByRole("button", { name: "More actions" }).click();
  const cancel = page.getByRole("menuitem", { name: "Cancel invoice…", exact: true });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  // Its reason can be read by keyboard, too, and choosing it does nothing.
  await page.keyboard.press("End");
  await expect(cancel).toBeFocused();
  await expect(cancel).toHaveAccessibleDescription("Part of it is paid. Credit the rest instead.");
  await page.keyboard.press("Enter");
  await cancel.click({ force: true });
  await expect(cancel).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  const part = await readMail(baseURL ?? "", person.email, /received \$200\.00/);
  expect(part.text).toContain("$250.00 is still due");
  // The open page can no longer be paid.
  await expect
    .poll(async () => {
      await theirs.reload();
      return theirs.getByLabel("Card number").count();
    })
    .toBe(0);
  await theirs.goto(`${baseURL}/client-dashboard?tab=invoices`);
  await expect(theirs.getByRole("button", { name: /^Pay \$250\.00 for INV/ })).toBeVisible();
  await expect(theirs.getByRole("row", { name: /INV-/ })).toContainText("$250.00 due");

  // A payment of another client, recorded here by mistake.
  await record.first().click();
  await dialog.getByLabel("Amount in USD").fill("50");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(owed(page)).toContainText("$200.00");
  await page.getByRole("button", { name: "Actions for the payment of $50.00" }).click();
  await page.getByRole("menuitem", { name: "Remove payment…" }).click();
  const removal = page.getByRole("dialog", { name: "Remove the payment of $50.00?" });
  await removal.getByRole("button", { name: "Remove payment" }).click();
  await expect(removal.getByText("Reason is required")).toBeVisible();
  const reason = `It was for the client ${person.email}`;
  await removal.getByLabel("Reason").fill(reason);
  await checkResponsiveLayout(page, checkAccessibility);
  await removal.getByRole("button", { name: "Remove payment" }).click();
  await expect(page.getByText("Payment of $50.00 removed")).toBeVisible();
  await expect(owed(page)).toContainText("$250.00");
  await expect(ledger(page).getByRole("row", { name: /\$50\.00/ })).toContainText(reason);
  await expect(page.getByRole("button", { name: "Actions for the payment of $50.00" })).toHaveCount(0);
  await expect(page.locator("body")).not.toBeFocused();
  const correction = await readMail(baseURL ?? "", person.email, /removed a payment of \$50\.00/);
  expect(correction.text.replaceAll(/\s+/g, " ")).toContain(reason);
  // A single payment that leaves a rest has its day, too.
  expect(await pdfOf(admin, id)).toMatch(/Paid on [^$]* by bank transfer\s-\$200\.00/);

  await record.first().click();
  await expect(dialog.getByLabel("Amount in USD")).toHaveValue("250.00");
  // It came earlier than what is recorded already. The receipt and the PDF name each payment's own day and method.
  await dialog.getByLabel("Received on").fill(dayAfter(-9));
  await dialog.getByLabel("Method").selectOption("Cash");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await expect(owed(page)).toContainText("$0.00");
  const receipt = await readMail(baseURL ?? "", person.email, /received \$250\.00/);
  const earlier = formatLongDay(dayAfter(-9));
  expect(receipt.text.replaceAll(/\s+/g, " ")).toContain(`We received $250.00 on ${earlier} in cash.`);
  expect(receipt.text.replaceAll(/\s+/g, " ")).toMatch(/Paid on [^$]* by bank transfer -\$200\.00/);
  const pdf = await pdfOf(admin, id);
  expect(pdf).toMatch(new RegExp(`Paid on ${earlier} in cash\\s-\\$250\\.00`));
  expect(pdf).toMatch(/Paid on [^$]* by bank transfer\s-\$200\.00/);
  await theirs.reload();
  await expect(theirs.getByText("$450.00").first()).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await context.close();
  // The audit log says why, and finds it by the reason.
  await page.goto("/user-management?tab=audit");
  await page.getByRole("searchbox").fill(reason.toLowerCase());
  const entry = page.getByRole("listitem").filter({ hasText: /removed a payment of \$50\.00/ });
  await expect(entry.filter({ hasText: `Reason: ${reason}` })).toBeVisible();
});

test("An admin who removed the wrong payment undoes it, unless the invoice has changed", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  const seen = async () => {
    const { data } = await admin.from("invoices").select("updated_at, owed_amount").eq("id", id).single();
    return { at: data?.updated_at ?? "", owed: data?.owed_amount ?? 0 };
  };
  await admin.rpc("record_invoice_payment", {
    p_invoice_id: id,
    p_expected_updated_at: (await seen()).at,
    p_amount: 5000,
    p_paid_on: (await admin.rpc("agency_today")).data ?? "",
    p_method: "Check",
    p_reference: "No. 7",
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  const remove = async () => {
    await page.getByRole("button", { name: "Actions for the payment of $50.00" }).click();
    await page.getByRole("menuitem", { name: "Remove payment…" }).click();
    const removal = page.getByRole("dialog", { name: "Remove the payment of $50.00?" });
    // Its number stays on one line.
    await expect(removal.getByText(/^[A-Z]+-\d+$/)).toHaveCSS("white-space", "nowrap");
    await removal.getByLabel("Reason").fill("Another client's check");
    await removal.getByRole("button", { name: "Remove payment" }).click();
    await expect(removal).toHaveCount(0);
  };
  await remove();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Payment of $50.00 removed" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page.getByText("Payment of $50.00 recorded again")).toBeVisible();
  await expect(owed(page)).toContainText("$400.00");
  // The ledger has both: the payment that was removed, and the one that counts.
  const row = ledger(page).getByRole("row", { name: /Check/ });
  await expect(row).toHaveCount(2);
  await expect(row.filter({ hasText: "removed" })).toHaveCount(1);
  await expect(row.filter({ hasText: "No. 7" })).toHaveCount(2);

  await remove();
  const offer = page
    .getByRole("listitem")
    .filter({ hasText: "Payment of $50.00 removed" })
    .getByRole("button", { name: "Undo" });
  await expect(owed(page)).toContainText("$450.00");
  await admin.rpc("void_invoice", {
    p_invoice_id: id,
    p_expected_updated_at: (await seen()).at,
    p_reason: "Sent twice",
  });
  expectConsole(/409 \(Conflict\).*restore_invoice_payment/);
  await offer.click();
  await expect(page.getByRole("listitem").filter({ hasText: "Couldn't undo the removal" })).toContainText(
    "Payments can only be recorded for open invoices",
  );
  await expect(row.filter({ hasText: "removed" })).toHaveCount(2);
});

test("An invoice is credited while open and refunded once paid; the client sees both", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Credit part of it…" }).click();
  const credit = page.getByRole("dialog", { name: /Credit part/ });
  await credit.getByLabel("Amount in USD").fill("451");
  await credit.getByLabel("Reason").fill("A week late");
  await credit.getByRole("button", { name: "Credit invoice" }).click();
  await expect(credit.getByText("At most $450.00")).toBeVisible();
  await credit.getByLabel("Amount in USD").fill("450");
  await expect(credit.getByLabel("Amount in USD")).toHaveAccessibleDescription(/cancel the invoice instead/);
  await credit.getByLabel("Amount in USD").fill("50");
  await credit.getByRole("button", { name: "Credit invoice" }).click();
  await expect(owed(page)).toContainText("$400.00");
  await expect(page.getByText("$50.00 credited · $400.00 due")).toBeVisible();
  await readMail(baseURL ?? "", person.email, /\$50\.00 credit/);
  const { data: row } = await admin.from("invoices").select("updated_at").eq("id", id).single();
  await admin.rpc("record_invoice_payment", {
    p_invoice_id: id,
    p_expected_updated_at: row?.updated_at ?? "",
    p_amount: 40_000,
    p_paid_on: dayAfter(-1),
    p_method: "Cash",
  });
  await page.reload();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = page.getByRole("dialog", { name: /^Refund INV/ });
  // Nothing was paid by card.
  await expect(refund.getByRole("option", { name: "To the card" })).toHaveCount(0);
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("400.00");
  await refund.getByLabel("Amount in USD").fill("100");
  await refund.getByLabel("Reason").fill("One reel was not delivered");
  await refund.getByRole("button", { name: "Record refund" }).click();
  await expect(ledger(page)).toContainText("-$100.00");

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/invoices/${id}`);
  await expect(theirs.getByRole("region", { name: "History" })).toContainText("Credited");
  await expect(theirs.getByRole("region", { name: "History" })).toContainText("A week late");
  await expect(theirs.getByRole("region", { name: "History" })).toContainText("Refunded by bank transfer");
  await theirs.goto(`${baseURL}/client-dashboard?tab=invoices`);
  await expect(theirs.getByText("$300.00")).toBeVisible();
  await expect(theirs.getByText("partly refunded", { exact: true })).toBeVisible();
  await context.close();
});

test("An admin refunds a card payment from the invoice, and both sides see the payment and the refund", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/invoices/${id}`);
  await theirs.getByRole("button", { name: /^Pay \$450\.00/ }).click();
  await payWith(theirs, CARDS.pays);
  await expect(theirs.getByRole("heading", { level: 1, name: "Payment Successful" })).toBeVisible();

  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await expect(history(page).getByRole("listitem").filter({ hasText: /^Paid/ })).toContainText(
    /\$450\.00.* · Visa ending in 4242/,
  );
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Refund…", exact: true }).click();
  const refund = page.getByRole("dialog", { name: /^Refund INV/ });
  await expect(refund.getByLabel("How")).toHaveValue("To the card");
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("450.00");
  await refund.getByLabel("How").selectOption("Bank transfer");
  // Money can't go back before it came in.
  await refund.getByLabel("Sent back on").fill("2025-01-01");
  await refund.getByRole("button", { name: "Record refund" }).click();
  await expect(refund.getByText(/^The invoice was fully paid on .+\. Choose that day or a later one\.$/)).toBeVisible();
  await refund.getByLabel("How").selectOption("To the card");
  await refund.getByLabel("Amount in USD").fill("450.01");
  await refund.getByRole("button", { name: "Refund to card" }).click();
  await expect(refund.getByText("At most $450.00")).toBeVisible();
  await expect(refund.getByText("Reason is required")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await refund.getByLabel("Amount in USD").fill("100");
  await refund.getByLabel("Reason").fill("One reel was not delivered");
  await refund.getByRole("button", { name: "Refund to card" }).click();
  await expect(page.getByText(/is on its way to the card/)).toBeVisible();
  await expect(ledger(page)).toContainText("-$100.00");
  const refunded = history(page)
    .getByRole("listitem")
    .filter({ hasText: /^Refunded/ });
  await expect(refunded).toHaveCount(1);
  await expect(refunded).toContainText("One reel was not delivered");
  await checkResponsiveLayout(page, checkAccessibility);
  await readMail(baseURL ?? "", person.email, /refunded \$100\.00/);
  // The page, the PDF, the list and its sums say the same.
  const main = page.getByRole("main");
  await expect(main.getByText("$100.00 refunded · $350.00 paid, less refunds")).toBeVisible();
  const pdf = await pdfOf(admin, id);
  expect(pdf).toContain("Partly refunded invoice");
  expect(pdf).toMatch(/Refunded on \w+ \d{1,2}, \d{4}/);
  expect(pdf).toContain("Paid with Visa ending in 4242");
  const { data: named } = await admin.from("invoices").select("invoice_number").eq("id", id).single();
  await page.goto(`/admin/billing?status=refunded&q=${named?.invoice_number}`);
  await expect(page.getByRole("row", { name: /partly refunded/ })).toContainText("$100.00 refunded");
  await expect(main.getByText("$350.00 received, less refunds")).toBeVisible();
  await page.goBack();

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(refund.getByLabel("Amount in USD")).toHaveValue("350.00");
  await refund.getByLabel("Reason").fill("The rest");
  await refund.getByRole("button", { name: "Refund to card" }).click();
  await expect(refund).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: "Refund…", exact: true })).toHaveAccessibleDescription(
    "All of it is refunded",
  );

  // The client's record has the payment as well as the refunds.
  await page.goto(`/admin/clients/${person.id}`);
  const activity = page.getByRole("region", { name: "Activity" });
  await expect(activity).toContainText(`A card payment of $450.00 for ${named?.invoice_number} of`);

  await theirs.goto(`${baseURL}/invoices/${id}`);
  await expect(theirs.getByRole("region", { name: "History" }).getByText("Refunded to you")).toHaveCount(2);
  expect(await pdfOf(admin, id)).toContain("Refunded invoice");
  await theirs.goto(`${baseURL}/client-dashboard?tab=invoices`);
  await expect(theirs.getByText("refunded", { exact: true })).toBeVisible();
  await expect(theirs.getByText("1 refunded", { exact: true })).toBeVisible();
  await theirs.getByRole("radio", { name: "Paid" }).check({ force: true });
  await expect(theirs.getByText("Nothing paid yet")).toBeVisible();
  await theirs.getByRole("radio", { name: "Refunded" }).check({ force: true });
  await expect(theirs.getByRole("row", { name: /refunded/ })).toContainText("$450.00 refunded");
  await context.close();
});

test("An overdue invoice asks for a reminder first, and says when one was sent today", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  await signInAs(page, baseURL ?? "", ADMIN);
  // No one can send an invoice that is late already, so the page reads this one as if nine days had passed since its due date.
  await page.route("**/rest/v1/rpc/invoice_for_admin", async (route) => {
    const response = await route.fetch();
    const details = await response.json();
    await route.fulfill({
      response,
      json: { ...details, invoice: { ...details.invoice, status: "overdue", due_date: dayAfter(-9) } },
    });
  });
  await page.goto(`/admin/billing/${id}`);
  await expect(page.getByRole("button", { name: "Record payment" })).toBeVisible();
  await page.getByRole("button", { name: "Send reminder" }).click();
  const question = page.getByRole("alertdialog", { name: /^Send a reminder for INV/ });
  await expect(question).toContainText(`${person.email}: $450.00 is due. No reminder sent yet.`);
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Send reminder" }).click();
  await question.getByRole("button", { name: "Send reminder" }).click();
  // The time is the reader's, as in the history and the audit log.
  await expect(page.getByText(/^Reminder sent (today at )?.* [AP]M$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send reminder" })).toHaveCount(0);
  await readMail(baseURL ?? "", person.email, /is due|overdue|reminder/i);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem", { name: /Send reminder/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Send again…" }).click();
  const again = page.getByRole("alertdialog", { name: /^Send INV-\d+ again\?$/ });
  await expect(again).toContainText(person.email);
  await again.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(new RegExp(`^INV-\\d+ sent to ${person.email}`))).toBeVisible();
  await expect(history(page)).toContainText("Sent again");
  await page.getByRole("button", { name: "Record payment" }).click();
  await expect(page.getByRole("dialog", { name: /^Record a payment/ })).toBeVisible();
});

test("An agreed invoice opens for payment on the day that an admin chooses, and the client gets it and can pay", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const { person, admin } = await given(baseURL ?? "");
  const { id, number } = await agreedInvoice(baseURL ?? "", admin, person.id, dayAfter(-3));
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/invoices/${id}`);
  await expect(theirs.getByText("You can't pay this invoice yet.")).toBeVisible();
  await expect(theirs.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await signInAs(page, baseURL ?? "", ADMIN);
  // The overview says that it's time.
  await page.goto("/admin");
  await page.getByRole("link", { name: /^\d+ invoices? to open for payment$/ }).click();
  await page.getByRole("link", { name: number }).click();
  const dialog = page.getByRole("dialog", { name: `Open ${number} for payment?` });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Open for payment…" }).click();
  await expect(dialog).toContainText(`at ${person.email} and can pay $450.00`);
  const due = dialog.getByLabel("Due date");
  await expect(due).toHaveAccessibleDescription(/^The agreed day, .*, has passed/);
  await dialog.getByRole("button", { name: "Open and send" }).click();
  await expect(dialog.getByText("Choose a day")).toBeVisible();
  await due.fill(dayAfter(-3));
  await dialog.getByRole("button", { name: "Open and send" }).click();
  await expect(dialog.getByText("Choose today or a later day")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await due.fill(dayAfter(9));
  await dialog.getByRole("button", { name: "Open and send" }).click();
  await expect(page.getByText(`${number} is open for payment`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
  await expect(history(page)).toContainText("Opened for payment");
  await expect(page.getByRole("button", { name: "Open for payment" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Record payment" })).toBeVisible();
  await readMail(baseURL ?? "", person.email, new RegExp(`Invoice ${number} from .*\\$450\\.00`));
  await theirs.reload();
  await expect(theirs.getByRole("button", { name: /^Pay \$450\.00/ })).toBeVisible();
  await expect(history(theirs)).toContainText("Opened for payment");
  // On paper, the address is one that people can type.
  expect(await pdfOf(admin, id)).toContain(`or sign in at ${new URL(baseURL ?? "").host}/invoices\n`);
  await context.close();
});

test("A canceled invoice shows its reason and is not due, and a decision on an outdated invoice is refused", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel invoice…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Cancel INV/ });
  await dialog.getByLabel("Reason").fill("Sent twice");
  const { data: row } = await admin.from("invoices").select("updated_at").eq("id", id).single();
  const seen = row?.updated_at ?? "";
  await admin.rpc("credit_invoice", { p_invoice_id: id, p_expected_updated_at: seen, p_amount: 100, p_reason: "Late" });
  await dialog.getByRole("button", { name: "Cancel invoice" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was overwritten");
  await expect(dialog.getByLabel("Reason")).toHaveValue("Sent twice");
  await dialog.getByRole("button", { name: "Cancel invoice" }).click();
  await expect(history(page)).toContainText("Sent twice");
  await expect(owed(page)).toContainText("$0.00");
  await readMail(baseURL ?? "", person.email, /was canceled/);
});

test("Invoices can be searched, filtered and sorted, and the address keeps the view", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  const rows = page.getByRole("table", { name: "Invoices" }).getByRole("row");
  await expect(page.getByRole("link", { name: "INV-1012" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute("aria-sort", "descending");
  await page.keyboard.press("/");
  await page.keyboard.type("ember reels");
  // The header row and the one match.
  await expect(rows).toHaveCount(2);
  await page.getByRole("searchbox").fill("ember");
  await page.getByRole("radio", { name: /^Overdue/ }).check({ force: true });
  await expect(page.getByRole("link", { name: "INV-1008" })).toBeVisible();
  await expect(page).toHaveURL(/q=ember&status=overdue/);
  await page.getByRole("button", { name: "Amount" }).click();
  await expect(page).toHaveURL(/sort=amount/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("ember");
  await expect(page.getByRole("link", { name: "INV-1008" })).toBeVisible();
  await page.getByRole("radio", { name: "Active 1" }).check({ force: true });
  await expect(page.getByRole("link", { name: "INV-1014" })).toBeVisible();
  await expect(page.getByRole("link", { name: "INV-1008" })).toHaveCount(0);
  await page.getByRole("searchbox").fill("nobody has this");
  await expect(page.getByText("No matching invoices")).toBeVisible();
  await page.getByRole("button", { name: "Show all invoices" }).click();
  await expect(page.getByRole("link", { name: "INV-1012" })).toBeVisible();
});

test("A retainer that starts today sends its first invoice at once, and can be changed and ended", async ({
  page,
  baseURL,
}) => {
  const { person } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing?tab=retainers");
  await page.getByRole("button", { name: "New retainer" }).click();
  // The form begins at its first field.
  await expect(page.getByRole("combobox", { name: "Client" })).toBeFocused();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Create retainer" }).click();
  // All errors appear together, and the first one has the focus.
  for (const error of ["Choose a client", "Name is required", "An amount such as 800.00"])
    await expect(sheet.getByText(error)).toBeVisible();
  await expect(sheet.getByRole("combobox", { name: "Client" })).toBeFocused();
  await sheet.getByRole("combobox", { name: "Client" }).fill(person.email);
  await sheet.getByRole("option", { name: new RegExp(person.email) }).click();
  const name = `Pro Funnel ${Date.now()}`;
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Monthly amount").fill("800");
  // Before it is saved, the form says what is sent to whom, and when.
  const start = sheet.getByLabel("Start date");
  const today = await start.inputValue();
  await start.fill(`${Number(today.slice(0, 4)) + 1}-01-15`);
  await expect(
    sheet.getByText(/^The first invoice of \$800\.00 for Jan 15 – Feb 14, \d{4} goes to .* on Jan 15/),
  ).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Create retainer", exact: true })).toBeVisible();
  await start.fill(today);
  await expect(sheet.getByText(/^The first invoice of \$800\.00 for .* when you save\.$/)).toContainText(person.email);
  await sheet.getByRole("button", { name: "Create retainer and send invoice" }).click();
  await expect(page.getByText("Retainer created")).toBeVisible();
  await expect(page.getByText(new RegExp(`^INV-\\d+ was sent to ${person.email}\\.$`))).toBeVisible();
  await readMail(baseURL ?? "", person.email, /Invoice INV-\d+ from .*\$800\.00/);
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("dialog", { name })).toBeVisible();
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByRole("definition").first()).not.toBeEmpty();
  const issued = drawer.getByRole("list", { name: "Invoices of this retainer" }).getByRole("listitem");
  await expect(issued).toHaveText(/^INV-\d+.*\$800\.00$/);
  await expect(issued.getByRole("link")).toHaveAttribute("href", /^\/admin\/billing\/[0-9a-f-]+$/);
  await page.getByRole("dialog", { name }).getByLabel("Monthly amount").fill("900");
  await page.getByRole("button", { name: "Save retainer" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("$900.00");
  await page.getByRole("button", { name }).click();
  await page.getByRole("button", { name: "End retainer" }).click();
  await page.getByRole("dialog", { name: /^End/ }).getByRole("button", { name: "End retainer" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("completed");
});

test("Billing is only for admins: a client is redirected to their dashboard, and the procedures refuse", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/admin/billing");
  await expect(page).toHaveURL(/\/dashboard$/);
  const { client } = await signedInClient(baseURL ?? "", "client@example.com");
  expect((await client.rpc("search_invoices")).error?.code).toBe("42501");
});

test("The page says when data cannot be loaded, and tries again", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/403/);
  await page.route("**/rest/v1/rpc/search_invoices", (route) =>
    route.fulfill({ status: 403, json: { code: "42501", message: "permission denied" } }),
  );
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  await expect(page.getByText("The invoices couldn't be loaded")).toBeVisible();
  await page.unroute("**/rest/v1/rpc/search_invoices");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("link", { name: "INV-1012" })).toBeVisible();
  // Overdue invoices are no payment issues, and an empty list of those says so.
  await page.route("**/rest/v1/rpc/search_invoices", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), rows: [], total: 0, sums: [] } });
  });
  await page.getByRole("group", { name: "Which invoices to show" }).getByText("Payment issues").click();
  await expect(page.getByText("No payment issues")).toBeVisible();
});

for (const [what, path, heading] of [
  ["The list of invoices", "/admin/billing", "Billing"],
  ["The list of retainers", "/admin/billing?tab=retainers", "Billing"],
  ["A draft's editor", "Enterprise Funnel: upgrade setup", "Lines"],
  ["An invoice's page", "INV-1008", "History"],
] as const)
  test(`${what} fits every width in both themes`, async ({ page, baseURL, checkAccessibility }) => {
    test.slow();
    const { client } = await signedInClient(baseURL ?? "", ADMIN);
    const { data } = await client
      .from("invoices")
      .select("id")
      .eq(path.startsWith("INV-") ? "invoice_number" : "description", path)
      .maybeSingle();
    await signInAs(page, baseURL ?? "", ADMIN);
    await page.goto(data ? `/admin/billing/${data.id}` : path);
    await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    await checkResponsiveLayout(page, checkAccessibility);
  });

test("An admin picks a price, takes off a percentage, and sees the paper before it is sent", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { person } = await given(baseURL ?? "");
  const { client: theirs } = await signedInClient(baseURL ?? "", person.email, PASSWORD);
  const details = { billing_address: "9 Elm Street\n97209 Portland", tax_id: "US-77" };
  const { error } = await theirs.from("profiles").update(details).eq("user_id", person.id);
  expect(error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  await page.getByRole("combobox", { name: "Client" }).fill(person.email);
  await page.getByRole("option", { name: new RegExp(person.email) }).click();
  await page.getByRole("button", { name: "Add a price" }).click();
  await page.getByRole("menuitem", { name: /Pro Funnel: setup/ }).click();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Add a discount" }).click();
  await page.getByRole("menuitem", { name: "Percentage" }).click();
  // What the admin types next is the percentage, also while the menu moves away below the pointer.
  await expect(page.getByLabel("Percentage of line 2")).toBeFocused();
  await expect(page.getByRole("menuitem", { name: "Percentage" })).toHaveCount(0);
  await page.keyboard.type("15");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.getByLabel("Percentage of line 2")).toHaveAccessibleDescription("% of $1,000.00");
  await page.getByLabel("Service from").fill(dayAfter(0));
  await page.getByLabel("Until").fill(dayAfter(29));
  await expect(page.getByText("$850.00").first()).toBeVisible();
  await page.getByRole("button", { name: "Enlarge the preview" }).click();
  const paper = page.getByRole("dialog", { name: "Preview" });
  await expect(paper).toContainText("Discount (15%)1-$150.00-$150.00");
  await expect(paper).toContainText("Subtotal$1,000.00Discount-$150.00Total$850.00");
  await expect(paper).toContainText("Unit price");
  for (const line of ["9 Elm Street", "97209 Portland", "Tax ID: US-77"])
    await expect(paper.getByText(line)).toBeVisible();
  await expect(paper).toContainText("Service period");
  await checkAccessibility();
  await paper.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Draft saved")).toBeVisible();
  await expect(page).not.toHaveURL(/new$/);
  await page.reload();
  await expect(page.getByLabel("Percentage of line 2")).toHaveValue("15");
  await expect(page.getByLabel("Description of line 2")).toHaveValue("Discount");
});

test("A discount keeps the first line of a new invoice, and prices follow a change of the currency", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing/new");
  await page.getByRole("button", { name: "Add a discount" }).click();
  await page.getByRole("menuitem", { name: "Percentage" }).click();
  await page.getByLabel("Percentage of line 2").fill("10");
  await page.getByLabel("Description of line 1").fill("Setup");
  await page.getByLabel("Unit price of line 1").fill("250.00");
  await page.getByLabel("Currency").selectOption("jpy");
  await expect(page.getByLabel("Unit price of line 1")).toHaveValue("250");
  await expect(page.getByText("¥225").first()).toBeVisible();
  await page.getByLabel("Currency").selectOption("usd");
  await page.getByLabel("Unit price of line 1").fill("12.50");
  await page.getByLabel("Currency").selectOption("jpy");
  await expect(page.getByLabel("Unit price of line 1")).toHaveAccessibleDescription(/Use no decimals/);
  await page.getByLabel("Unit price of line 1").fill("12");
  await expect(page.getByText("Use no decimals")).toBeHidden();
});

test("A client's record lists what is overdue before newer invoices", async ({ page, baseURL }) => {
  const { person, admin } = await given(baseURL ?? "");
  const late = await sentInvoice(admin, person.id);
  const service = await serviceClient(baseURL ?? "");
  const { error } = await service
    .from("invoices")
    .update({ due_date: dayAfter(-3) })
    .eq("id", late);
  expect(error).toBeNull();
  await sentInvoice(admin, person.id, 46_000);
  for (let at = 0; at < 8; at += 1) await draftInvoice(admin, person.id, 47_000 + at);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/clients/${person.id}`);
  const rows = page.getByRole("table", { name: "Invoices" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("overdue");
  await expect(rows.nth(2)).toContainText("pending");
  await expect(rows.nth(3)).toContainText("draft");
});

test("A client's record lists retainers that go on before those that have ended", async ({ page, baseURL }) => {
  const { person, admin } = await given(baseURL ?? "");
  const service = await serviceClient(baseURL ?? "");
  for (const [name, status] of [
    ["Care", "active"],
    ["Launch", "completed"],
  ] as const) {
    const made = await admin.rpc("create_retainer", {
      p_client_id: person.id,
      p_name: name,
      p_description: "",
      p_monthly_amount: 1000,
      p_currency: "usd",
      p_start_date: dayAfter(20),
    });
    expect(made.error).toBeNull();
    const { error } = await service
      .from("retainers")
      .update({ status })
      .eq("client_id", person.id)
      .eq("retainer_name", name);
    expect(error).toBeNull();
  }
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/clients/${person.id}`);
  const names = page.getByRole("region", { name: "Retainers" }).getByText(/^(Care|Launch)$/);
  await expect(names).toHaveText(["Care", "Launch"]);
});

test("A sent invoice is reminded about once a day, sent again, linked to and duplicated", async ({
  page,
  baseURL,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { person, admin } = await given(baseURL ?? "");
  const id = await sentInvoice(admin, person.id);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  const menu = page.getByRole("button", { name: "More actions" });
  await menu.click();
  await page.getByRole("menuitem", { name: /Send reminder/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send reminder" }).click();
  await expect(page.getByText(`Reminder sent to ${person.email}`)).toBeVisible();
  await readMail(baseURL ?? "", person.email, /^Reminder: invoice/);
  await expect(history(page)).toContainText("Reminder sent");
  await menu.click();
  const again = page.getByRole("menuitem", { name: /Send reminder/ });
  await expect(again).toContainText(/Reminder sent .* [AP]M$/);
  await expect(again).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("menuitem", { name: "Copy payment link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/invoices/${id}`);
  await menu.click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: "Draft", exact: true })).toBeVisible();
  await expect(page.getByLabel("Description of line 1")).toHaveValue("Pro Funnel");
});

test("An invoice of a deactivated client offers no reminder and no copy, and says why, also among several", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  // Other journeys' invoices come and go in the list.
  const mark = `Payer${Date.now()}${Math.floor(Math.random() * 1e6)}`;
  const person = await newAccount(baseURL ?? "", "client", { first_name: "Bella", last_name: mark });
  const { client: admin } = await signedInClient(baseURL ?? "", ADMIN);
  const id = await sentInvoice(admin, person.id);
  const other = await newAccount(baseURL ?? "", "client", { first_name: "Otto", last_name: mark });
  await sentInvoice(admin, other.id);
  expect((await admin.rpc("deactivate_user", { p_user_id: person.id })).error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/billing/${id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  for (const name of [/^Send reminder…/, /^Send again…/]) {
    const item = page.getByRole("menuitem", { name });
    await expect(item).toHaveAttribute("aria-disabled", "true");
    await expect(item).toContainText(/Bella Payer\d+ is deactivated/);
  }
  await checkAccessibility();
  await page.keyboard.press("Escape");

  await page.goto(`/admin/billing?status=open&q=${mark}`);
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name }).getByRole("checkbox");
  await rowOf("Bella").check();
  const bar = page.getByRole("toolbar", { name: "Selected invoices" });
  await rowOf("Otto").check();
  await bar.getByRole("button", { name: "Send 1 reminder…" }).click();
  const question = page.getByRole("alertdialog", { name: "Send 1 reminder?" });
  await expect(question).toContainText(/INV-\d+ is skipped, because Bella Payer\d+ is deactivated\./);
  await question.getByRole("button", { name: "Send 1 reminder" }).click();
  await expect(page.getByText("1 reminder sent")).toBeVisible();
});
