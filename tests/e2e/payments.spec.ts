import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

// Each test pays its own invoice, because they run at the same time on one host.
const TAB = "/client-dashboard?tab=invoices";
const FAILED = "We couldn't verify your payment. Please contact support if you believe this is an error.";
const row = (page: Page, number: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: number, exact: true }) });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const chip = (page: Page, number: string, status: string) => row(page, number).getByText(status, { exact: true });

async function openInvoices(page: Page, baseURL: string | undefined, email = "client@example.com"): Promise<void> {
  await signInAs(page, baseURL ?? "", email);
  await page.goto(TAB);
}

test("A client pays an invoice from the table, sees it verified, and finds it paid", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await openInvoices(page, baseURL);
  await expect(chip(page, "INV-1018", "pending")).toBeVisible();
  await page.getByRole("button", { name: "Pay $147.00 for INV-1018" }).click();
  await payWith(page, CARDS.pays);
  await expect(page).toHaveURL(/\/payment-success\?session_id=.+&invoice_id=.+/);
  await expect(heading(page, "Payment Successful")).toBeVisible();
  await expect(heading(page, "Payment Successful")).toBeFocused();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.reload();
  await expect(heading(page, "Payment Successful")).toBeVisible();
  await page.getByRole("link", { name: "Back to Invoices" }).click();
  await expect(page).toHaveURL(/\/client-dashboard\?tab=invoices$/);
  await expect(chip(page, "INV-1018", "paid")).toBeVisible();
  await expect(page.getByRole("button", { name: /for INV-1018/ })).toHaveCount(0);
});

test("A declined card charges nothing, and the next one pays", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/402/);
  await openInvoices(page, baseURL);
  await page.getByRole("button", { name: "Pay $1,218.00 for INV-1017" }).click();
  await payWith(page, CARDS.declined);
  await expect(page.getByRole("alert")).toHaveText("Your card was declined.");
  await expect(page.getByLabel("Card number")).toBeFocused();
  await expect(page.getByLabel("Card number")).toHaveAccessibleDescription("Your card was declined.");
  await payWith(page, CARDS.noFunds);
  await expect(page.getByRole("alert")).toHaveText("Your card has insufficient funds.");
  await payWith(page, CARDS.pays);
  await expect(heading(page, "Payment Successful")).toBeVisible();
  await page.getByRole("link", { name: "View invoice" }).click();
  await expect(heading(page, "INV-1017")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" }).getByText("Payment received")).toBeVisible();
  await expect(page.getByText("Amount due").locator("..")).toContainText("$0.00");
});

test("A client who leaves the payment page learns that nothing was charged, and the invoice stays open", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await openInvoices(page, baseURL);
  await page.getByRole("button", { name: /for INV-1011/ }).click();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL(/\/payment-canceled/);
  await expect(page.getByText(/No charges have been made/)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("link", { name: "Back to Invoices" }).press("Enter");
  await expect(page.locator("main h1")).toBeFocused();
  await expect(chip(page, "INV-1011", "overdue")).toBeVisible();
  await page.getByRole("button", { name: /for INV-1011/ }).click();
  await expect(page).toHaveURL(/\/dev\/pay\/checkout\//);
  await page.goBack();
  await expect(page.getByRole("button", { name: /for INV-1011/ })).toBeEnabled();
});

test("The browser's back button shows an invoice's current state", async ({ page, baseURL }) => {
  const { client } = await signedInClient(baseURL ?? "", "client2@example.com");
  const { data } = await client.from("invoices").select("id").eq("invoice_number", "INV-1016").single();
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await page.goto(`/invoices/${data?.id}`);
  await page.getByRole("button", { name: "Pay $380.00 for INV-1016" }).click();
  await expect(page).toHaveURL(/\/dev\/pay\/checkout\//);
  // Paid in another tab while this tab is on the payment page.
  const form = { number: CARDS.pays, expires: "12 / 40", code: "123" };
  await page.request.post(page.url(), { form, maxRedirects: 0 });
  await expect
    .poll(
      async () =>
        (
          await client
            .from("invoices")
            .select("status")
            .eq("id", data?.id ?? "")
            .single()
        ).data?.status,
    )
    .toBe("paid");
  await page.goBack();
  await expect(heading(page, "INV-1016")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" }).getByText("Payment received")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
});

test("The page says when a payment page cannot be opened, and nothing is charged", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409|503/);
  await openInvoices(page, baseURL);
  const pay = page.getByRole("button", { name: /for INV-1012/ });
  const refuse = (status: number, code: string) =>
    page.route("**/functions/v1/create-invoice-payment", (route) =>
      route.fulfill({ status, json: { error: "x", code } }),
    );
  await refuse(503, "unavailable");
  await pay.click();
  await expect(page.getByText("We can't reach the server. Nothing was charged. Please try again.")).toBeVisible();
  await refuse(409, "already_paid");
  await pay.click();
  await expect(page.getByText("This is already paid. You owe nothing more.")).toBeVisible();
});

test("The page says that it verifies a payment, and shows an unconfirmed one as failed", async ({ page, baseURL }) => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/functions/v1/verify-payment", async (route) => {
    await held;
    await route.fulfill({ json: { success: false } });
  });
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/payment-success?session_id=cs_x&invoice_id=00000000-0000-4000-8000-000000000000");
  await expect(heading(page, "Verifying Payment...")).toBeVisible();
  answer();
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await expect(page.getByText(FAILED)).toBeVisible();
});

test("Without parameters, and for another person's payment, verification fails", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/40[03]/);
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/payment-success?session_id=cs_test_1&invoice_id=INV-1");
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await expect(page.getByText(/can't reach the server/)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try Again" })).toHaveCount(0);
  await page.goto("/payment-success");
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await expect(page.getByText(FAILED)).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  const { client } = await signedInClient(baseURL ?? "", "client2@example.com");
  const { data } = await client.from("invoices").select("id").eq("invoice_number", "INV-1008").single();
  await page.goto(`/payment-success?session_id=cs_test_1&invoice_id=${data?.id}`);
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("link", { name: "Back to Invoices" }).click();
  await expect(page).toHaveURL(/tab=invoices$/);
});

test("Without a session the result pages open, and sign-in returns to the verification", async ({ page }) => {
  await page.goto("/payment-canceled");
  await expect(page.getByText(/No charges have been made/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/auth?next=%2Fpayment-canceled");
  await page.goto("/payment-success");
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto("/payment-success?session_id=cs_x&invoice_id=00000000-0000-4000-8000-000000000000");
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fpayment-success%3Fsession_id%3Dcs_x%26invoice_id%3D/);
});

test("A verification that a network failure interrupted can be tried again", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|net::/);
  await page.route("**/functions/v1/verify-payment", (route) => route.abort());
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/payment-success?session_id=cs_x&invoice_id=00000000-0000-4000-8000-000000000000");
  await expect(heading(page, "Payment Verification Failed")).toBeVisible();
  await expect(page.getByText(/We can't reach the server/)).toBeVisible();
  await page.unroute("**/functions/v1/verify-payment");
  await page.route("**/functions/v1/verify-payment", (route) => route.fulfill({ json: { success: true } }));
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(heading(page, "Payment Successful")).toBeVisible();
  await expect(heading(page, "Payment Successful")).toBeFocused();
});

test("A client pays every open invoice on one page, and downloads one from the list", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { email, id } = await newAccount(baseURL ?? "", "client");
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  const due = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  for (const amount of [40_000, 15_000]) {
    const { data: draft } = await admin.rpc("create_invoice", {
      p_client_id: id,
      p_description: "Launch Funnel",
      p_due_date: due,
      p_currency: "usd",
      p_lines: [{ description: "Launch Funnel", quantity: 1, unit_amount: amount }],
    });
    const { data: row } = await admin
      .from("invoices")
      .select("updated_at")
      .eq("id", draft ?? "")
      .single();
    await admin.rpc("send_invoice", { p_invoice_id: draft ?? "", p_expected_updated_at: row?.updated_at ?? "" });
  }
  await signInAs(page, baseURL ?? "", email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  const balance = page.getByRole("region", { name: "Balance due" });
  await expect(balance).toContainText("$550.00");
  await expect(balance).toContainText("2 invoices, first one due");
  await expect(page.getByRole("region", { name: "Next charge" })).toContainText("None planned");
  await expect(page.getByRole("region", { name: "Premium plan" })).toContainText("Your plan: Free");
  await checkAccessibility();
  await balance.getByRole("button", { name: "Choose invoices" }).click();
  const choice = page.getByRole("dialog", { name: "Choose invoices to pay" });
  await expect(choice.getByRole("checkbox", { checked: true })).toHaveCount(2);
  await choice.getByRole("checkbox").first().uncheck();
  await expect(choice.getByRole("button", { name: /^Pay \$(400|150)\.00$/ })).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await balance.getByRole("button", { name: "Pay both invoices" }).click();
  await expect(page.getByRole("button", { name: "Pay $550.00" })).toBeVisible();
  await payWith(page, CARDS.pays);
  await expect(
    page.getByText(/We received \$550\.00 with Visa ending in 4242\. Your 2 invoices are paid/),
  ).toBeVisible();
  await expect(page.getByText("Total, one charge on your card").locator("..")).toContainText("$550.00");
  await expect(page.getByRole("button", { name: /^Download INV-.* as a PDF$/ })).toHaveCount(2);
  await checkAccessibility();
  await page.getByRole("link", { name: "Back to Invoices" }).click();
  await expect(balance).toContainText("Nothing due");
  const downloading = page.waitForEvent("download");
  await page
    .getByRole("button", { name: /^Download INV-.* as a PDF$/ })
    .first()
    .click();
  expect((await downloading).suggestedFilename()).toMatch(/^INV-\d+\.pdf$/);
});
