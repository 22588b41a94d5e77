import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("Articles can be searched and opened by keyboard, and the open one has a link to share", async ({
  page,
  baseURL,
}) => {
  const account = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", account.email, account.password);
  await page.goto("/help");
  await expect(page.getByText("Pay an invoice")).toBeVisible();
  await expect(page.getByText("Import file format")).toHaveCount(0);
  await page.getByText("Pay an invoice").click();
  const picture = page.getByRole("img", { name: /^The invoices tab/ });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(picture).toHaveAttribute("src", new RegExp(`pay-an-invoice-${colorScheme}.*\\.webp$`));
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  }
  await page.keyboard.press("/");
  await page.keyboard.type("line items");
  await expect(page.getByRole("region", { name: "Matching articles" }).locator("summary").first()).toContainText(
    /^Download an invoice as a PDF.*shows the line items.* …$/,
  );
  await expect(page.getByText("Pay an invoice")).toHaveCount(0);
  const first = page.locator("summary", { hasText: "Download an invoice as a PDF" });
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(first).toBeFocused();
  await expect(page.getByText(/by its number and select Download PDF/).last()).toBeVisible();
  await expect(page).toHaveURL(/article=invoice-pdf$/);
  await page.reload();
  await expect(page.getByText(/by its number and select Download PDF/)).toBeInViewport();
  await page.getByText("Download an invoice as a PDF").click();
  await expect(page.getByText(/by its number and select Download PDF/)).toBeHidden();
  await page.getByLabel("Search the help center").fill("xyzzy");
  await expect(page.getByText("No matching articles")).toBeVisible();
});

test("Every link in every article leads to a page that the person may open", async ({ page, baseURL }) => {
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  await page.goto("/help");
  await page.getByText("Export all your data").click();
  await page.getByRole("link", { name: "Open data export" }).click();
  await expect(page.getByRole("region", { name: "Data export" })).toBeVisible();
});

test("The status shows its time, is measured again, and names services that do not answer", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503/);
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  await page.route("**/auth/v1/health", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/help");
  const parts = page.getByRole("list", { name: "Parts of the system" }).getByRole("listitem");
  await expect(parts).toHaveCount(5);
  await expect(parts.filter({ hasText: "Sign-in" })).toContainText("no answer");
  await expect(parts.filter({ hasText: "Your data" })).toContainText(/\d+ ms/);
  await page.unroute("**/auth/v1/health");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(page.getByText(/All systems operational\. Checked at \d+:\d\d:\d\d [AP]M\./)).toBeVisible();
});

test("A message contains the page and the failed request, and its text survives a failure", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/503/);
  const account = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", account.email, account.password);
  await page.route("**/rest/v1/rpc/client_figures", (route) =>
    // The host lets pages of another origin read it.
    route.fulfill({
      status: 503,
      headers: {
        "x-request-id": "req-7",
        "access-control-expose-headers": "x-request-id",
      },
      json: { message: "down" },
    }),
  );
  await page.goto("/client-dashboard");
  await page.getByRole("link", { name: "Help Center" }).click();
  await expect(page.getByText("We include the address of the page that you came from")).toBeVisible();
  await expect(page.getByText("req-7", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Message is required")).toBeVisible();
  await page.getByLabel("Message").fill("The figures are missing.");
  await page.route("**/rest/v1/change_requests*", (route) => route.fulfill({ status: 503, json: { message: "down" } }));
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Failed to submit request. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("The figures are missing.");
  await page.unroute("**/rest/v1/change_requests*");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  await expect(page.getByLabel("Message")).toHaveValue("");
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client
    .from("change_requests")
    .select("message, request_type, business_name")
    .eq("user_email", account.email)
    .single();
  expect(data).toEqual({
    message: "The figures are missing.\n\nPage: /client-dashboard\nRequest: req-7",
    request_type: "technical_support",
    business_name: "Nova Lind",
  });
  await page.getByRole("button", { name: "See it" }).click();
  await expect(page.getByRole("region", { name: "Your requests" }).getByText("The figures are missing.")).toBeVisible();
});

test("Salespeople and admins can also send a message", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales2@example.com");
  await page.goto("/help");
  await expect(page.getByText("Which leads you see")).toBeVisible();
  // They came from no page.
  await expect(page.getByText("We include the address")).toHaveCount(0);
  await page.getByLabel("Message").fill("How do I claim a lead?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
});

for (const email of ["client@example.com", "sales@example.com", "admin@example.com"])
  test(`The help center of ${email} is accessible and fits in every width and theme`, async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    test.slow();
    await signInAs(page, baseURL ?? "", email);
    await page.goto("/help?article=sessions");
    await expect(page.getByText(/Checked at/)).toBeVisible();
    await checkResponsiveLayout(page, checkAccessibility);
  });

for (const [platform, undo, sidebar] of [
  ["MacIntel", "⇧⌘Z", "⌘B"],
  ["Win32", "Shift+Ctrl+Z", "Ctrl+B"],
] as const)
  test(`On ${platform}, the help center lists the keys of every screen as they are printed on the keyboard`, async ({
    page,
    baseURL,
  }) => {
    await page.addInitScript((name) => Object.defineProperty(navigator, "platform", { get: () => name }), platform);
    await signInAs(page, baseURL ?? "", "admin@example.com");
    await page.goto("/help");
    const card = page.getByRole("region", { name: "Keyboard" });
    await card.locator("summary", { hasText: "Landing page editor" }).press("Enter");
    await expect(card.getByText(undo, { exact: true })).toBeVisible();
    await card.locator("summary", { hasText: "Sidebar" }).press("Enter");
    await expect(card.getByText(sidebar, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Toggle sidebar" }).hover();
    await expect(page.getByText(`Toggle sidebar (${sidebar})`)).toBeVisible();
  });

test("A client sees the keys of their workspace, and none of screens for the team", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/help");
  const card = page.getByRole("region", { name: "Keyboard" });
  for (const screen of ["Board", "Calls", "Landing page editor"])
    await expect(card.locator("summary", { hasText: screen })).toBeVisible();
  for (const screen of ["Administration", "Requests", "Invoice editor"])
    await expect(card.locator("summary", { hasText: screen })).toHaveCount(0);
});

test("A message asks before it is left, and no longer once it is sent", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales2@example.com");
  await page.goto("/help");
  await page.getByLabel("Message").fill("Half a question");
  await page.getByRole("link", { name: "Board" }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByText("Keep editing").click();
  await expect(page.getByLabel("Message")).toHaveValue("Half a question");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByLabel("Message")).toHaveValue("");
  await page.getByRole("link", { name: "Board" }).click();
  await expect(page).toHaveURL(/board/);
});
