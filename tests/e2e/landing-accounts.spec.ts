import { expect, test } from "../support/browser-test.ts";
import { readMail } from "../support/inbox.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const WORKSPACE = "/workspace/northside-dental/pages";

test("A client makes a page and sends it; an admin declines it once, then approves it, and it is live", async ({
  page,
  browser,
  baseURL,
}) => {
  const host = baseURL ?? "";
  const name = `Smile ${Date.now().toString(36)}`;
  await signInAs(page, host, "client@example.com");
  await page.goto(WORKSPACE);
  await page.getByRole("button", { name: "New page" }).click();
  await page.getByRole("button", { name: /Blank page/ }).click();
  await expect(page).toHaveURL(new RegExp(`${WORKSPACE}/[0-9a-f-]{36}$`));
  // Not before: the pictures of templates run no scripts.
  await page.clock.install();
  const id = page.url().split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(name);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Send for approval" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Your agency checks the page before visitors see it.");
  await expect(dialog.getByText("This page has no form and no booking, so it brings no leads.")).toBeVisible();
  await dialog.getByRole("button", { name: "Send for approval" }).click();
  await expect(page.getByRole("button", { name: "Sent for approval" })).toBeDisabled();
  await expect(page.getByText("The page goes live when your agency approves it.")).toBeVisible();
  await readMail(host, "admin@example.com", new RegExp(`Northside Dental wants to publish “${name}”`));

  const office = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(office, host, "admin@example.com");
  await office.goto("/admin");
  await office.getByRole("link", { name: /landing pages? to approve$/ }).click();
  await expect(office).toHaveURL(/landing-pages/);
  await office.goto("/admin/landing-pages");
  // It opens the page that waits. While the pages of other journeys wait, too, it lists them all.
  await office.getByRole("button", { name: "Review", exact: true }).click();
  const inList = office.getByRole("button", { name: `Review ${name}` });
  await expect(inList.or(office.getByRole("dialog", { name }))).toBeVisible();
  if (await inList.isVisible()) await inList.click();
  await office.getByRole("button", { name: "Decline…" }).click();
  await office.getByRole("button", { name: "Decline page" }).click();
  const needed = office.getByLabel("Change needed");
  await expect(needed).toHaveAccessibleDescription(/Say what has to change/);
  await expect(needed).toBeFocused();
  await needed.fill("Name the price.");
  await office.keyboard.press("Escape");
  await office.getByRole("button", { name: "Keep editing" }).click();
  await expect(needed).toBeFocused();
  await expect(needed).toHaveValue("Name the price.");
  await office.getByRole("button", { name: "Decline page" }).click();
  await expect(office.getByText("The client was told what has to change")).toBeVisible();
  await readMail(host, "client@example.com", new RegExp(`“${name}” needs a change`));

  // The client's editor, which is still open, sees the answer when its window gets the focus.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await expect(page.getByText("This page needs a change before it goes live")).toBeVisible();
  await expect(page.getByText("Name the price.")).toBeVisible();
  await page.getByRole("button", { name: "Send for approval" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send for approval" }).click();
  await expect(page.getByRole("button", { name: "Sent for approval" })).toBeVisible();

  await office.goto("/admin/landing-pages?accounts=*waiting");
  await inList.click();
  await expect(office.getByRole("dialog", { name })).toBeVisible();
  await office.keyboard.press("Escape");
  await expect(inList).toBeFocused();
  await office.goto(`${WORKSPACE}/${id}`);
  await office.getByRole("button", { name: "Review", exact: true }).click();
  await office.getByRole("button", { name: "Approve and publish" }).click();
  await expect(office.getByText(`${name} is live`)).toBeVisible();
  await expect(office.getByRole("heading", { level: 1, name })).toBeFocused();
  await office.context().close();

  // Without anyone's doing, it looks again after 20 seconds.
  await page.clock.fastForward(21_000);
  await expect(page.getByRole("status").getByText("Your agency approved this page")).toBeVisible();
  await expect(page.getByText("Version 1 is live.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Up to date" })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("Your agency approved this page")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Up to date" })).toBeVisible();
  const { client } = await signedInClient(host, "client@example.com");
  const { data } = await client.from("landing_pages").select("slug").eq("id", id).single();
  expect((await fetch(`${host}/landing/${data?.slug}`)).status).toBe(200);
});

test("A client withdraws a request, and an admin moves a page to another account", async ({
  page,
  browser,
  baseURL,
}) => {
  const host = baseURL ?? "";
  const { client } = await signedInClient(host, "client@example.com");
  const id = crypto.randomUUID();
  const slug = `moved-${Date.now().toString(36)}`;
  const inWorkspace = (name: string, given: object) =>
    client.rpc(name as "list_landing_pages", given as never).setHeader("x-account", "northside-dental");
  await inWorkspace("create_landing_page", { p_id: id, p_slug: slug, p_draft: { title: slug, content: "<p>One</p>" } });
  await inWorkspace("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  await signInAs(page, host, "client@example.com");
  await page.goto(`${WORKSPACE}/${id}`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Request withdrawn")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send for approval" })).toBeVisible();

  const office = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(office, host, "admin@example.com");
  await office.goto(WORKSPACE);
  await office.getByRole("button", { name: `Actions for ${slug}` }).click();
  await office.getByRole("menuitem", { name: "Move to another account" }).click();
  const dialog = office.getByRole("dialog");
  await expect(dialog).toContainText("Leads and submissions that came in before stay with Northside Dental.");
  await dialog.getByLabel("Search accounts").fill("Ember");
  await dialog.getByLabel("Account", { exact: true }).selectOption({ label: "Ember Coaching" });
  await dialog.getByRole("button", { name: "Move page" }).click();
  await expect(office.getByText(`${slug} moved to Ember Coaching`)).toBeVisible();
  await expect(office.getByRole("link", { name: slug })).toHaveCount(0);
  await office.context().close();
});

test("A free account looks at its pages and reads what premium adds", async ({ page, baseURL, checkAccessibility }) => {
  const host = baseURL ?? "";
  await signInAs(page, host, "client2@example.com");
  await page.goto("/workspace/ember-coaching/pages");
  await expect(page.getByText(/Your pages are read-only on the free plan/)).toBeVisible();
  await expect(page.getByRole("button", { name: "New page" })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
});
