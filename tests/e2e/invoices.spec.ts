import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const TAB = "/client-dashboard?tab=invoices";
const row = (page: Page, number: string) => page.getByRole("row").filter({ hasText: number });
const entries = (page: Page) => page.getByRole("region", { name: "History" }).getByRole("listitem");

/** The id of an invoice, read as its client. */
async function invoiceId(baseURL: string, email: string, number: string): Promise<string> {
  const { client } = await signedInClient(baseURL, email);
  const { data } = await client.from("invoices").select("id").eq("invoice_number", number).single();
  return data?.id ?? "";
}

test("A client sees paid, running and open amounts as the database counts them", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto(TAB);
  await expect(page.getByText("$1,050.00").first()).toBeVisible();
  await expect(page.getByText("$1,150.00 a month")).toBeVisible();
  await expect(page.getByText("1 overdue").first()).toBeVisible();
  await expect(page.getByRole("tab", { name: "Invoices 1 overdue" })).toBeVisible();
});

test("A client filters open and paid invoices, and opens one", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto(TAB);
  await expect(row(page, "INV-1003")).toContainText("paid");
  await expect(row(page, "INV-1014")).toContainText("active");
  await expect(row(page, "INV-1007")).toContainText("void");
  await page.getByRole("radio", { name: /Open/ }).check({ force: true });
  await expect(row(page, "INV-1003")).toHaveCount(0);
  // The agency's day may end between the seed and this line.
  await expect(row(page, "INV-1008")).toContainText(/2[45] days late/);
  await page.getByRole("radio", { name: "Paid" }).check({ force: true });
  await expect(row(page, "INV-1008")).toHaveCount(0);
  await expect(row(page, "INV-1003")).toBeVisible();
  await page.getByRole("radio", { name: /Open/ }).check({ force: true });
  await page.getByRole("link", { name: "INV-1008" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "INV-1008" })).toBeVisible();
  await expect(entries(page)).toContainText(["Issued", "Was due"]);
  await page.goBack();
  await expect(page.getByRole("link", { name: "INV-1008" })).toBeVisible();
  await expect(page.getByRole("radio", { name: /Open/ })).toBeChecked();
  await expect(row(page, "INV-1003")).toHaveCount(0);
});

test("An invoice without a description is for Marketing services", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  await expect(row(page, "INV-1009")).toContainText("Marketing services");
});

test("An invoice's page shows its lines, dates, parties, balance and history", async ({ page, baseURL }) => {
  const id = await invoiceId(baseURL ?? "", "client@example.com", "INV-1012");
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`/invoices/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "INV-1012" })).toBeVisible();
  await expect(page).toHaveTitle("INV-1012 | Upfunnel");
  await expect(row(page, "Landing page, written and built")).toContainText("$350.00");
  await expect(row(page, "Booking calendar with reminders")).toContainText("$100.00");
  await expect(page.getByRole("region", { name: "To", exact: true })).toContainText("Northside Dental");
  await expect(page.getByRole("region", { name: "From", exact: true })).toContainText("Upfunnel");
  await expect(page.getByText("Amount due").locator("..")).toContainText("$450.00");
  await expect(entries(page)).toContainText(["Issued", "Was due"]);
  await expect(page.getByRole("button", { name: "Pay $450.00 for INV-1012" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Invoices" }).click();
  await expect(page.getByRole("tab", { name: /Invoices/ })).toHaveAttribute("aria-selected", "true");
});

test("A paid invoice shows the payment and no amount due, and a canceled one says so", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`/invoices/${await invoiceId(baseURL ?? "", "client@example.com", "INV-1010")}`);
  await expect(entries(page)).toContainText(["Issued", "Payment received"]);
  await expect(page.getByText("Amount due").locator("..")).toContainText("$0.00");
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await page.goto(`/invoices/${await invoiceId(baseURL ?? "", "client@example.com", "INV-1006")}`);
  await expect(page.getByText("This invoice is canceled. You don't owe anything.")).toBeVisible();
});

test("A double payment and its refund are shown correctly", async ({ page, baseURL }) => {
  const id = await invoiceId(baseURL ?? "", "client@example.com", "INV-1005");
  const movement = (number: number, more: object) => ({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    kind: "payment",
    amount: 80_000,
    currency: "usd",
    is_duplicate: false,
    provider_ref: `pi_${number}`,
    combined_id: null,
    // After the invoice was issued, whose day moves with the demo.
    occurred_at: new Date(Date.now() + (number - 9) * 60_000).toISOString(),
    ...more,
  });
  const ledger = [movement(2, {}), movement(3, { is_duplicate: true })];
  const sums = { kept_amount: 160_000, refunded_amount: 0 };
  await page.route("**/rest/v1/payments*", (route) => route.fulfill({ json: ledger }));
  await page.route(`**/rest/v1/invoices?*${id}*`, async (route) => {
    const [stored] = await (await route.fetch()).json();
    await route.fulfill({ json: [{ ...stored, ...sums }] });
  });
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`/invoices/${id}`);
  await expect(page.getByText("$800.00 too much was paid.")).toBeVisible();
  await expect(entries(page)).toContainText(["Issued", "Payment received", "Paid a second time"]);
  ledger.push(movement(4, { kind: "refund" }));
  Object.assign(sums, { kept_amount: 80_000, refunded_amount: 80_000 });
  await page.reload();
  await expect(entries(page)).toContainText(["Issued", "Payment received", "Paid a second time", "Refunded to you"]);
  await expect(page.getByText(/too much/)).toHaveCount(0);
});

test("A client downloads an invoice, and sees a message if that fails", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/500/);
  const id = await invoiceId(baseURL ?? "", "client@example.com", "INV-1012");
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(`/invoices/${id}`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  expect((await downloading).suggestedFilename()).toBe("INV-1012.pdf");
  await page.route("**/functions/v1/invoice-pdf", (route) => route.fulfill({ status: 500, json: { error: "down" } }));
  await page.getByRole("button", { name: "Download PDF" }).click();
  await expect(page.getByText("The PDF couldn't be created. Please try again in a moment.")).toBeVisible();
});

test("With the keyboard, the focus goes to an invoice's heading, and back to its row", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  const details = page.getByRole("button", { name: "Billing details" });
  await details.press("Enter");
  const company = page.getByRole("dialog").getByLabel("Company");
  await expect(company).toBeFocused();
  // What the PDF leaves out is said before it is saved.
  const stored = await company.inputValue();
  await company.fill("株式会社 Tanaka 🎉");
  await expect(page.getByText("The PDF can't show 株式会社, 🎉.")).toBeVisible();
  await company.fill(stored);
  await expect(page.getByText("The PDF can't show")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(details).toBeFocused();
  const link = page.getByRole("link", { name: "INV-1012", exact: true });
  await link.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "INV-1012" })).toBeFocused();
  await page.getByRole("link", { name: "Back to Invoices" }).press("Enter");
  await expect(link).toBeFocused();
});

test("Another client's invoice and an unknown one are not found, with a link back", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const theirs = await invoiceId(baseURL ?? "", "client2@example.com", "INV-1008");
  await signInAs(page, baseURL ?? "", "client@example.com");
  for (const id of [theirs, "00000000-0000-4000-8000-000000000000", "INV-1008"]) {
    await page.goto(`/invoices/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Invoice not found" })).toBeVisible();
    await expect(page.getByText("INV-1008")).toHaveCount(0);
  }
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("link", { name: "View your invoices" }).click();
  await expect(row(page, "INV-1001")).toBeVisible();
});

test("An invoice link asks for sign-in first and then opens", async ({ page, baseURL }) => {
  const id = await invoiceId(baseURL ?? "", "client@example.com", "INV-1012");
  await page.goto(`/invoices/${id}`);
  await expect(page).toHaveURL(new RegExp(`/auth\\?next=.*${id}`));
  await page.getByLabel("Email").fill("client@example.com");
  await page.getByLabel("Password", { exact: true }).fill("demo-password");
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "INV-1012" })).toBeVisible();
});

test("A client without invoices learns when the first one comes", async ({ page, baseURL, checkAccessibility }) => {
  await signInAs(page, baseURL ?? "", "newclient@example.com");
  await page.goto(TAB);
  await expect(page.getByText("No invoices yet")).toBeVisible();
  const steps = page.getByRole("region", { name: "Getting started" }).getByRole("listitem");
  await expect(steps).toHaveText([
    /Email confirmed, done/,
    /Your profile, /,
    /Your team, .*Invite your team/,
    /Lead dashboard, (in progress|still to come)/,
    /First invoice, still to come/,
    /Kickoff, still to come/,
  ]);
  // A state is more than its color.
  const iconOf = (text: RegExp) => steps.filter({ hasText: text }).first().locator("svg").innerHTML();
  const icons = [await iconOf(/, done/), await iconOf(/, in progress/), await iconOf(/, still to come/)];
  expect(new Set(icons).size).toBe(3);
  await expect(page.getByText("Total Paid")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
});

test("Many invoices are shown page by page", async ({ page, baseURL }) => {
  await page.route("**/rest/v1/invoices?*", (route) => {
    const asked = new URL(route.request().url()).searchParams;
    // All of them are paid.
    if (!asked.get("status")?.includes("paid")) return route.fulfill({ json: [] });
    const from = Number(asked.get("offset"));
    const length = Math.min(Number(asked.get("limit")), 60 - from);
    return route.fulfill({ json: Array.from({ length }, (_, index) => manyInvoices(from + index)) });
  });
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  const links = page.getByRole("link", { name: /^MANY-/ });
  await expect(links).toHaveCount(25);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(links).toHaveCount(50);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(links).toHaveCount(60);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
});

function manyInvoices(number: number) {
  return {
    id: `00000000-0000-4000-8000-0000000000${10 + number}`,
    invoice_number: `MANY-${100 + number}`,
    status: "paid",
    description:
      "A description that is long enough to meet the edge of its column, and goes on after it for quite a while",
    amount: 123_456_789,
    owed_amount: 0,
    credited_amount: 0,
    received_amount: 123_456_789,
    refunded_amount: 0,
    currency: "eur",
    due_date: "2026-10-01",
    paid_date: "2026-10-01",
    created_at: "2026-09-01T12:00:00+00:00",
  };
}

test("The page says when invoices cannot be loaded, and tries again", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/403/);
  const refused = { status: 403, json: { code: "42501", message: "permission denied" } };
  await page.route("**/rest/v1/invoices?*", (route) => route.fulfill(refused));
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  await expect(page.getByText("Your invoices couldn't be loaded")).toBeVisible();
  await page.unroute("**/rest/v1/invoices?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(row(page, "INV-1001")).toBeVisible();
});

test("Retainers show their next charge, and are Ongoing without an end date", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  await page.getByRole("button", { name: "Upcoming charges" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Retainers 2 active" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tab", { name: "Retainers 2 active" })).toBeFocused();
  await expect(page.getByText("2 active of 3")).toBeVisible();
  const coming = page.getByRole("region", { name: "Upcoming charges" });
  await expect(coming.getByRole("listitem")).toContainText(["Ads Management", "Pro Funnel"]);
  await expect(row(page, "Pipeline, text")).toContainText("Ongoing");
  await expect(row(page, "Launch Sprint")).toContainText("completed");
  await checkResponsiveLayout(page, checkAccessibility);
});

test("Communication says what is planned and how to reach the team today", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard?tab=communication");
  const panel = page.getByRole("tabpanel", { name: "Communication" });
  await expect(panel.getByText("Coming soon")).toBeVisible();
  await expect(panel.getByText(/We reply within 24 hours/)).toBeVisible();
  await expect(panel.getByRole("link", { name: "Send an email" })).toHaveAttribute("href", /^mailto:/);
  await checkResponsiveLayout(page, checkAccessibility);
  await panel.getByRole("button", { name: "Request Service Change" }).click();
  await expect(page.getByRole("dialog", { name: "Request Service Change" })).toBeVisible();
});

test("The invoice list and an invoice's page fit every width in both themes", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const id = await invoiceId(baseURL ?? "", "client@example.com", "INV-1012");
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto(TAB);
  await expect(row(page, "INV-1012")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  const pay = await page.getByRole("button", { name: /for INV-1012/ }).boundingBox();
  expect(pay?.height).toBeGreaterThanOrEqual(44);
  await page.goto(`/invoices/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "INV-1012" })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

for (const [locale, amount, day, time] of [
  ["en-US", "$1,050.00", /[A-Z][a-z]{2} \d{1,2}, 20\d\d/, /^\d{1,2}:\d\d:\d\d [AP]M$/],
  ["en-GB", "US$1,050.00", /\d{1,2} [A-Z][a-z]{2,3} 20\d\d/, /^\d{1,2}:\d\d:\d\d$/],
  ["de-DE", "1.050,00\u00a0$", /\d{1,2} [A-Z][a-z]{2,3} 20\d\d/, /^\d{1,2}:\d\d:\d\d$/],
  ["ja-JP", "$1,050.00", /[A-Z][a-z]{2} \d{1,2}, 20\d\d/, /^\d{1,2}:\d\d:\d\d$/],
] as const)
  test.describe(() => {
    test.use({ locale });
    test(`In ${locale}, amounts, dates and times are written as there`, async ({ page, baseURL }) => {
      await signInAs(page, baseURL ?? "", "client2@example.com");
      await page.goto(TAB);
      await expect(page.getByText(amount, { exact: true }).first()).toBeVisible();
      await expect(row(page, "INV-1003")).toContainText(day);
      await page.goto("/help");
      await expect(page.getByText(/Checked at/)).toBeVisible();
      const said = await page.getByText(/Checked at/).textContent();
      expect(said?.replace(/.*Checked at (.*)\./, "$1").replace("\u202f", " ")).toMatch(time);
      // Pages that a server renders fit: a mismatch is an error on the console.
      for (const path of ["/dev/ui", "/auth", "/pricing"]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      }
      await expect(page.getByText("$1,000", { exact: true }).first()).toBeVisible();
    });
  });
