import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

const PAGE = `<!doctype html><title>Rose City Implants</title><nav><a href="/">Home</a></nav>
<h1>Implants that last</h1><p>Fixed teeth in <b>two visits</b>.</p><a class="btn" href="#book">Book a visit</a>
<section><h2>Questions</h2><details><summary>Does it hurt?</summary><p>No.</p></details></section>
<section><h2>Book a visit</h2><form><label>Your name <input name="name" required></label><label>Email <input type="email" name="e"></label><button>Send</button></form></section>
<script>document.title = "forged"</script>`;

const open = async (page: Page) => {
  await page.goto("/admin/landing-pages?new=page");
  await page.getByRole("button", { name: "Import your page" }).click();
  await expect(page.getByRole("heading", { name: "Import your page" })).toBeVisible();
};
const submit = (page: Page) => page.getByRole("button", { name: "Import", exact: true }).click();

test("A page's HTML becomes blocks, after its owner says that it is theirs", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/400/);
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await open(page);
  await submit(page);
  await expect(page.getByText("Enter a URL such as https://example.com/offer")).toBeVisible();
  await expect(page.getByText("Confirm that you may copy this page")).toBeVisible();
  await expect(page.getByLabel("Page URL")).toBeFocused();
  await page.getByLabel("Page URL").fill("https://example.com");
  await submit(page);
  await expect(page.getByRole("checkbox", { name: /I own this page/ })).toBeFocused();
  await page.getByText("HTML", { exact: true }).click();
  await page.getByRole("checkbox", { name: /I own this page/ }).check();
  await submit(page);
  await expect(page.getByText("Paste the page's HTML, or choose its file")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Page HTML" });
  await field.fill("<script>write()</script>");
  await submit(page);
  await expect(page.getByRole("alert").filter({ hasText: "We found no text on this page" })).toBeVisible();
  await field.fill(PAGE);
  await submit(page);
  await expect(page.getByText("3 blocks: Hero, Questions, Form")).toBeVisible();
  await expect(page.getByText("1 script was left out. To add what you still need, edit the page code.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create page" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/landing-pages\/[0-9a-f-]{36}$/);
  const preview = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await expect(preview.getByRole("heading", { name: "Implants that last" })).toBeVisible();
  await expect(preview.getByText("Does it hurt?")).toBeVisible();
});

test("A saved page is chosen or dropped as a file, and other files are refused", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await open(page);
  await page.getByText("HTML", { exact: true }).click();
  const field = page.getByRole("textbox", { name: "Page HTML" });
  const file = page.getByLabel("Choose an HTML file");
  await file.setInputFiles({ name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await expect(field).toHaveAccessibleDescription(/offer\.pdf isn't an HTML file/);
  await expect(field).toBeFocused();
  await checkResponsiveLayout(page, checkAccessibility);
  await file.setInputFiles({ name: "a.html", mimeType: "text/html", buffer: Buffer.alloc(2 * 1024 * 1024 + 1, "a") });
  await expect(field).toHaveAccessibleDescription(/larger than 2 MB/);
  await file.setInputFiles({ name: "offer.html", mimeType: "text/html", buffer: Buffer.from(PAGE) });
  await expect(field).toHaveValue(PAGE);
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["<h1>Dropped</h1>"], "dropped.htm", { type: "text/html" }));
    return data;
  });
  await field.dispatchEvent("drop", { dataTransfer: dropped });
  await expect(field).toHaveValue("<h1>Dropped</h1>");
  await page.getByRole("checkbox", { name: /I own this page/ }).check();
  await submit(page);
  await expect(page.getByText(/^1 block: /)).toBeVisible();
});

test("An address in a private network is refused with a sentence, and the typed address stays", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/400/);
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await open(page);
  const address = page.getByRole("textbox", { name: "Page URL" });
  await address.fill("https://127.0.0.1/secret");
  await page.getByRole("checkbox", { name: /I own this page/ }).check();
  await submit(page);
  await expect(page.getByRole("alert").filter({ hasText: "Enter the page's public URL" })).toBeVisible();
  await expect(address).toHaveValue("https://127.0.0.1/secret");
});

test("The import is accessible and fits, wide and narrow, in both themes", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await open(page);
  await checkResponsiveLayout(page, checkAccessibility);
});
