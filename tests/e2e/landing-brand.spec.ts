import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { photo } from "../support/photos.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A new client's account with a published page. */
async function givenAccount(baseURL: string, theme: string) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const run = async <Answer>(name: string, args: object, slug?: string): Promise<Answer> => {
    const asked = client.rpc(name as never, args as never);
    const { data, error } = await (slug ? asked.setHeader("x-account", slug) : asked);
    if (error) throw new Error(error.message);
    return data as Answer;
  };
  const name = `Brand ${randomUUID().slice(0, 8)}`;
  const { slug } = await run<{ slug: string }>("create_account", { p_name: name });
  const id = randomUUID();
  const content = `<section class="lp-section lp-text"><div class="lp-wrap"><h1>Straight teeth</h1><p>With <a href="https://a.example">a price</a>.</p></div></section>`;
  const draft = { title: "Straight teeth", content, theme, hide_title: true };
  await run("create_landing_page", { p_id: id, p_slug: `page-of-${slug}`, p_draft: draft }, slug);
  await run("publish_landing_page", { p_page_id: id, p_seen_revision: 1 }, slug);
  return {
    ...{ id, slug },
    publicPath: `/landing/page-of-${slug}`,
    save: (seen: number, brand: object) =>
      run<number>("save_landing_brand", { p_seen_revision: seen, p_brand: brand }, slug),
  };
}

const colorOf = (page: Page, selector: string, property: string) =>
  page.locator(selector).evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

test("An admin gives a client's pages a brand, visitors see it at once, and Undo takes it back", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { slug, publicPath } = await givenAccount(baseURL ?? "", "brand");
  const visitor = await page.context().newPage();
  await visitor.goto(publicPath);
  const fontBefore = await colorOf(visitor, "h1", "font-family");
  await expect(visitor.locator("footer")).toHaveCount(0);

  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/workspace/${slug}/pages`);
  await page.getByRole("link", { name: "Brand", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save brand" })).toBeDisabled();
  await expect(page.getByText("1 published page changes when you save.")).toBeVisible();

  await page.getByRole("textbox", { name: "Buttons and links", exact: true }).fill("#ffd400");
  await expect(page.getByText("Your color is too light for text. Links use this darker shade.")).toBeVisible();
  await page.getByRole("radio", { name: /^Elegant/ }).check();
  await expect(page.getByLabel("Headings")).toHaveValue("playfair-display");
  await page.getByRole("radio", { name: "Sharp" }).check({ force: true });
  const icon = { name: "icon.png", mimeType: "image/png", buffer: await photo(300, 200, "png") };
  await page.getByLabel(/^Choose an icon/).setInputFiles(icon);
  await expect(page.getByRole("img", { name: "The icon in the browser tab" })).toBeVisible();
  await page.getByLabel("Business name").fill("Smile Dental");
  await page.getByLabel("Privacy policy link").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Enter a link that starts with https://")).toBeVisible();
  await page.getByLabel("Privacy policy link").fill("smile.example/privacy");
  await checkAccessibility();
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved")).toBeVisible();
  await expect(page.getByText("1 published page shows it now.")).toBeVisible();
  // The pointer keeps the toast while the visitor looks.
  await page.getByText("Brand saved").hover();

  await visitor.reload();
  expect(await colorOf(visitor, "h1", "font-family")).toContain("Playfair Display");
  await expect(visitor.locator("footer")).toContainText("Smile Dental");
  await expect(visitor.getByRole("link", { name: "Privacy policy" })).toHaveAttribute(
    "href",
    "https://smile.example/privacy",
  );
  await expect(visitor.locator('link[rel="icon"]')).toHaveAttribute(
    "href",
    /\/storage\/v1\/object\/public\/landing\/.+\.png$/,
  );
  await checkAccessibility(visitor);

  // From the save button, which is disabled afterward.
  await page.getByRole("button", { name: "Save brand" }).focus();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText("Brand restored")).toBeVisible();
  await expect(page.locator("h1, h2").and(page.locator(":focus"))).toBeVisible();
  await expect(page.getByLabel("Business name")).toHaveValue("");
  // At once from this host, within a second from one in front of an external project.
  await expect(async () => {
    await visitor.reload();
    expect(await colorOf(visitor, "h1", "font-family")).toBe(fontBefore);
  }).toPass();
  await expect(visitor.locator("footer")).toHaveCount(0);
});

test("Someone else's save is shown, and one's own changes stay and can be saved on top", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  const { slug, save } = await givenAccount(baseURL ?? "", "default");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/workspace/${slug}/pages/brand`);
  await expect(page.getByText("No published page follows your brand yet.")).toBeVisible();
  await page.getByLabel("Business name").fill("Mine");
  await save(0, { address: "1 Main Street", corner: "round" });
  expectConsole(/409/);
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText(/^The brand was just saved somewhere else/)).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("1 Main Street");
  await expect(page.getByLabel("Business name")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Business name")).toHaveValue("Mine");
  await expect(page.getByRole("radio", { name: "Round", exact: true })).toBeChecked();
});

test("Business details are entered once, and a new page from a template starts with them", async ({
  page,
  baseURL,
}) => {
  const { slug } = await givenAccount(baseURL ?? "", "default");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/workspace/${slug}/pages/brand`);
  const details = page.getByRole("region", { name: "Business details" });
  await details.getByLabel("Business name").fill("Smile Dental");
  await details.getByLabel("Phone").fill("call us");
  await details.getByLabel("Email").fill("us@smile");
  await details.getByLabel("Address").fill("1 Main Street\nSalem, OR 97301");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(details.getByText("Enter a valid phone number, such as +1 503 555 0148")).toBeVisible();
  await expect(details.getByText("Enter a valid email address")).toBeVisible();
  await details.getByLabel("Phone").fill("(971) 234-5678");
  await details.getByLabel("Email").fill("us@smile.dental");
  await page.getByRole("button", { name: "Save brand" }).click();
  await expect(page.getByText("Brand saved")).toBeVisible();

  await page.goto(`/workspace/${slug}/pages?new=page`);
  await page.getByRole("button", { name: /^Home services/ }).click();
  await expect(page.getByRole("dialog", { name: "Business details" })).toContainText(
    "The template “Home services” shows",
  );
  const asked = page.getByRole("form", { name: "Business details" });
  await expect(asked.getByLabel("Phone")).toHaveValue("(971) 234-5678");
  await asked.getByLabel("Email").fill("us@smile");
  await asked.getByRole("button", { name: "Create page" }).click();
  await expect(asked.getByLabel("Email")).toBeFocused();
  await expect(asked.getByText("Enter a valid email address")).toBeVisible();
  await asked.getByLabel("Email").fill("us@smile.dental");
  await asked.getByRole("button", { name: "Create page" }).click();
  await expect(page).toHaveURL(/[0-9a-f-]{36}$/);
  const shown = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await expect(shown.getByRole("link", { name: "(971) 234-5678" }).first()).toHaveAttribute("href", "tel:+19712345678");
  await expect(shown.locator(".lp-footer address")).toHaveText(
    "1 Main StreetSalem, OR 97301(971) 234-5678us@smile.dental",
  );
  await expect(shown.locator(".lp-map address")).toHaveText("1 Main StreetSalem, OR 97301");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("region", { name: "Before you publish" })).toBeVisible();
  await expect(page.getByText("only a sample")).toHaveCount(0);
});

test("The brand fits every width, and a page takes it in the editor", async ({ page, baseURL, checkAccessibility }) => {
  test.slow();
  const { id, slug, save } = await givenAccount(baseURL ?? "", "default");
  await save(0, { accent: "#1a6b5c", heading_font: "fraunces", business_name: "Smile Dental" });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/workspace/${slug}/pages/brand`);
  await expect(page.getByText("None yet.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/workspace/${slug}/pages/${id}`);
  const shown = page.frameLocator('iframe[title]:not([aria-hidden="true"])').first();
  await expect(shown.locator("h1")).toHaveText("Straight teeth");
  const brand = page.getByRole("radio", { name: /^Your brand/ });
  if (!(await brand.isVisible())) await page.getByRole("button", { name: "Page settings" }).first().click();
  await brand.check({ force: true });
  await expect(shown.locator(".brand-foot")).toContainText("Smile Dental");
  await expect
    .poll(() => shown.locator("h1").evaluate((element) => getComputedStyle(element).fontFamily))
    .toContain("Fraunces");
});
