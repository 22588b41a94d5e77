import { expect, test } from "../support/browser-test.ts";
import { readMail } from "../support/inbox.ts";
import { landingAdmin } from "../support/landing.ts";
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
  const approve = { name: /landing pages? to approve$/ };
  await expect(office.getByRole("navigation", { name: "Main" }).getByRole("link", approve)).toContainText(
    "Landing Pages",
  );
  await office.getByRole("main").getByRole("link", approve).click();
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
  // The audit log tells both answers, and asks before a revert that visitors would notice.
  await office.goto("/user-management?tab=audit");
  const entry = office.getByRole("listitem").filter({ hasText: `“${name}”` });
  await expect(entry.filter({ hasText: "declined the landing page" })).toBeVisible();
  const approved = entry.filter({ hasText: "approved and published the landing page" });
  await approved.getByRole("button", { name: "Revert" }).click();
  await expect(office.getByRole("alertdialog", { name: `Unpublish “${name}”?` })).toBeVisible();
  await office.getByRole("button", { name: "Cancel" }).click();
  await expect(approved.getByRole("button", { name: "Revert" })).toBeFocused();
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

test("An approval stops the test that runs on the page, and says so before", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  const { client } = await signedInClient(host, "client@example.com");
  const admin = await landingAdmin(host);
  const id = crypto.randomUUID();
  const slug = `tested-${Date.now().toString(36)}`;
  const [p_page_id, account] = [id, "northside-dental"];
  const inWorkspace = (by: typeof client, name: string, given: object) =>
    admin.call(by.rpc(name as "list_landing_pages", given as never).setHeader("x-account", account));
  await inWorkspace(client, "create_landing_page", {
    p_id: id,
    p_slug: slug,
    p_draft: { title: slug, content: "One" },
  });
  await inWorkspace(admin.client, "publish_landing_page", { p_page_id, p_seen_revision: 1 });
  const p_draft = { title: slug, content: "Two" };
  await inWorkspace(client, "save_landing_draft", { p_page_id, p_seen_revision: 1, p_draft });
  await inWorkspace(client, "publish_landing_page", { p_page_id, p_seen_revision: 2 });
  await admin.startTest(id, 2, "submission", 1, account);
  await signInAs(page, host, "admin@example.com");
  await page.goto("/admin/landing-pages?accounts=*waiting");
  await page.getByRole("button", { name: `Review ${slug}` }).click();
  const review = page.getByRole("dialog", { name: slug });
  await expect(review.getByText("A test is running on this page")).toBeVisible();
  await expect(review.getByText(/^A or B, started .*Publishing stops it\./)).toBeVisible();
  await expect(review.getByRole("link", { name: "See the test" })).toHaveAttribute("href", /tab=tests$/);
  await review.getByRole("button", { name: "Stop the test and publish" }).click();
  await expect(page.getByText(`${slug} is live`)).toBeVisible();
  expect(await (await fetch(`${host}/landing/${slug}`)).text()).toContain("Two");
});

test("An admin reviews what a client sent, the client withdraws it, and the admin moves the page", async ({
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
  const draft = { title: slug, content: '<p><a href="#one">One</a></p>', theme: "brand" };
  await inWorkspace("create_landing_page", { p_id: id, p_slug: slug, p_draft: draft });
  const admin = await landingAdmin(host);
  await admin.client
    .rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 })
    .setHeader("x-account", "northside-dental");
  await inWorkspace("save_landing_draft", {
    p_page_id: id,
    p_seen_revision: 1,
    p_draft: { ...draft, content: '<p><a href="#one">Two</a></p>' },
  });
  await inWorkspace("publish_landing_page", { p_page_id: id, p_seen_revision: 2 });

  // The list is the agency's, but the page has the client's brand, and the points that its sender saw.
  const office = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(office, host, "admin@example.com");
  await office.goto("/admin/landing-pages?accounts=*waiting");
  await office.getByRole("button", { name: `Review ${slug}` }).click();
  const review = office.getByRole("dialog", { name: slug });
  await expect(review.getByRole("region", { name: "Changes" })).toContainText("Since version 1");
  await expect(review.getByRole("region", { name: "Changes" })).toContainText("1 line added, 1 line removed");
  await expect(review.getByText("This page has no form and no booking, so it brings no leads.")).toBeVisible();
  const shown = office.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await expect(shown.getByRole("link", { name: "Two" })).toHaveCSS("color", "rgb(15, 118, 110)");
  // A typed note stays while someone looks at the page again.
  await review.getByRole("button", { name: "Decline…" }).click();
  await review.getByLabel("Change needed").fill("Name the price.");
  await review.getByRole("button", { name: "Back" }).click();
  await office.keyboard.press("Escape");
  await office.getByRole("button", { name: "Keep editing" }).click();
  await review.getByRole("button", { name: "Decline…" }).click();
  await expect(review.getByLabel("Change needed")).toHaveValue("Name the price.");
  await office.keyboard.press("Escape");
  await office.getByRole("button", { name: "Discard" }).click();

  await signInAs(page, host, "client@example.com");
  await page.goto(`${WORKSPACE}/${id}`);
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText("Request withdrawn")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send for approval" })).toBeVisible();

  await office.goto(WORKSPACE);
  await office.getByRole("button", { name: `Actions for ${slug}` }).click();
  await office.getByRole("menuitem", { name: "Move to another account" }).click();
  const dialog = office.getByRole("dialog");
  await expect(dialog).toContainText("Earlier leads and submissions stay with Northside Dental.");
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
