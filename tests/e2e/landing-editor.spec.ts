import { get } from "node:http";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { type Records, startDnsServer } from "../support/dns-server.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
let number = 0;

/** A page for this test, created through the procedures, with a hero and a text block. */
async function givenPage(baseURL: string, more: Record<string, unknown> = {}) {
  number += 1;
  const { client } = await signedInClient(baseURL, ADMIN);
  const id = crypto.randomUUID();
  const slug = `editor-${Date.now().toString(36)}-${process.pid}-${number}`;
  const title = `Page ${slug}`;
  const blocks = [
    { id: "one", type: "text", heading: "First heading", body: "First words." },
    { id: "two", type: "text", heading: "Second heading", body: "Second words." },
  ];
  const content = blocks.map(({ heading, body }) => textBlock(heading, body)).join("\n");
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: slug,
    p_draft: { title, description: "", content, blocks, theme: "default", ...more },
  });
  if (error) throw new Error(error.message);
  return { id, slug, title, client };
}

/** The host's response to a request for a domain's root. */
function rawGet(baseURL: string, domain: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(baseURL, { headers: { host: domain } }, (answer) => {
      let body = "";
      answer.on("data", (part) => {
        body += part;
      });
      answer.on("end", () => resolve(body));
    }).on("error", reject);
  });
}

/** The HTML of a text block. */
const textBlock = (heading: string, body: string) =>
  `<section class="lp-section lp-text">\n<div class="lp-wrap">\n<h2>${heading}</h2>\n<div class="lp-prose"><p>${body}</p></div>\n</div>\n</section>`;

const open = async (page: Page, id: string, query = "") => {
  await page.goto(`/admin/landing-pages/${id}${query}`);
  await expect(page.locator("[data-editor-bar]")).toBeVisible();
};
const preview = (page: Page) => page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();
const block = (page: Page, name: string | RegExp) =>
  page.getByRole("list", { name: "Blocks" }).getByRole("button", { name });

const openSettings = (page: Page) => page.getByRole("button", { name: "Page settings" }).click();
/** Opens what else there is about the page. */
async function openTab(page: Page, name: string) {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** Fills a field of the code editor as if by pasting. */
async function paste(page: Page, name: string, text: string) {
  const field = page.getByRole("textbox", { name, exact: true });
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await field.evaluate((element, words) => {
    const data = new DataTransfer();
    data.setData("text/plain", words);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

async function publish(page: Page) {
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByRole("dialog", { name: /^Version \d+ is live$/ })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
}

test("An admin writes a page from a template, publishes it, changes it, rolls it back and unpublishes it", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/40[49]/);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/landing-pages");
  await page.getByRole("button", { name: "New page" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Legacy/ })
    .click();
  await expect(block(page, /^Hero/)).toBeVisible();
  await openSettings(page);
  const slug = `legacy-${Date.now().toString(36)}`;
  await page.getByLabel("URL").fill(slug);
  await block(page, /^Hero/).click();
  await page.getByLabel("Heading", { exact: true }).fill("Portraits that <b>last</b>");
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("Portraits that <b>last</b>");
  await saved(page);
  await publish(page);
  const visitor = await page.context().newPage();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Portraits that <b>last</b>");

  await page.getByLabel("Heading", { exact: true }).fill("Portraits, second try");
  await expect(page.getByText("unpublished changes")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("region", { name: "Changes" })).toContainText("changed: Portraits, second try");
  await page.getByRole("dialog").getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByText("Version 2 is live")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Portraits, second try", { timeout: 500 });
  }).toPass();

  await openTab(page, "Versions");
  await page.getByRole("button", { name: "Roll back to version 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Roll back" }).click();
  await expect(page.getByText("Version 1 is live again, as version 3")).toBeVisible();
  const versions = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
  for (const [at, name] of ["Version 1 restored", "Hero changed", "First version"].entries())
    await expect(versions.nth(at)).toContainText(name);
  await expect(versions).toHaveCount(3);
  await expect(async () => {
    await visitor.reload();
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText("Portraits that <b>last</b>", { timeout: 500 });
  }).toPass();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Unpublish" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Page unpublished")).toBeVisible();
  await expect(async () => {
    const answer = await visitor.goto(`/landing/${slug}`);
    expect(answer?.status()).toBe(404);
  }).toPass();
  await expect(page.getByText("unpublished", { exact: true })).toBeVisible();
});

test("After the last block is deleted, by key, from its menu or in the page, the focus is where a block can be added", async ({
  page,
  baseURL,
}) => {
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  const heads = page.getByRole("list", { name: "Blocks" }).locator("[data-block-head]");
  const add = page.getByRole("button", { name: "Add a block at the end" });
  await heads.first().focus();
  await page.keyboard.press("Delete");
  await expect(heads).toHaveCount(1);
  await expect(heads.first()).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(page.getByText("No blocks yet.")).toBeVisible();
  await expect(add).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(heads).toHaveCount(1);
  await page.getByRole("button", { name: /^Actions for .*, block 1$/ }).press("Enter");
  await page.getByRole("menuitem", { name: /^Delete/ }).press("Enter");
  await expect(page.getByText("No blocks yet.")).toBeVisible();
  await expect(add).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(heads).toHaveCount(1);
  const frame = page.frameLocator('iframe[title="Page preview"]');
  await frame.getByText("Second heading").click();
  await frame.getByRole("button", { name: "Delete block" }).click();
  await expect(page.getByText("No blocks yet.")).toBeVisible();
  await expect(add).toBeFocused();
});

test("Blocks are added, moved, duplicated, deleted and restored with the keyboard only", async ({ page, baseURL }) => {
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  const heads = page.getByRole("list", { name: "Blocks" }).locator("[data-block-head]");
  await heads.first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(heads).toHaveText([/Second heading/, /First heading/]);
  await expect(page.getByText("Text moved to 2 of 2")).toBeAttached();
  await page.keyboard.press("Control+d");
  await expect(heads).toHaveCount(3);
  await heads.nth(2).focus();
  await page.keyboard.press("Delete");
  await expect(heads).toHaveCount(2);
  const offer = page.getByRole("listitem").filter({ hasText: "Text deleted" });
  await expect(offer).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(heads).toHaveCount(3);
  await expect(offer).toBeHidden();
  // Undo in the toast restores the block, whatever changed since.
  await heads.nth(0).focus();
  await page.keyboard.press("Delete");
  await expect(heads).toHaveText([/First heading/, /First heading/]);
  await heads.nth(0).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await offer.getByRole("button", { name: "Undo" }).click();
  await expect(heads).toHaveText([/Second heading/, /First heading/, /First heading/]);
  await expect(offer).toBeHidden();
  await page.getByRole("button", { name: "Add a block at the end" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Search blocks")).toBeFocused();
  await page.keyboard.type("Pri");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: /^Pricing/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heads).toHaveCount(4);
  await expect(heads.nth(3)).toContainText("Pricing");
  // One writes in the new block right away, and Escape leads to it in the list.
  await expect(preview(page).getByRole("textbox", { name: "Pricing, heading" })).toBeFocused();
  await page.keyboard.type("What it costs");
  await expect(heads.nth(3)).toContainText("What it costs");
  await page.keyboard.press("Escape");
  await expect(heads.nth(3)).toBeFocused();
  await page.keyboard.press("Control+s");
  await saved(page);
  const { data } = await client.from("landing_drafts").select("blocks, content").eq("page_id", id).single();
  expect((data?.blocks as { type: string }[] | undefined)?.map(({ type }) => type)).toEqual([
    "text",
    "text",
    "text",
    "pricing",
  ]);
  expect(data?.content).toContain("lp-pricing");
});

test("Blocks are dragged with the mouse, and a click in the preview opens the clicked block", async ({
  page,
  baseURL,
}) => {
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  const heads = page.getByRole("list", { name: "Blocks" }).locator("[data-block-head]");
  const below = (await heads.nth(1).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await heads.nth(0).dragTo(heads.nth(1), { targetPosition: { x: below.width / 2, y: below.height - 6 } });
  await expect(heads).toHaveText([/Second heading/, /First heading/]);
  await expect(preview(page).getByRole("heading", { level: 2 }).first()).toHaveText("Second heading");
  await preview(page).getByText("First words.").click();
  await expect(heads.nth(1)).toHaveAttribute("aria-current", "true");
  await expect(page.getByLabel("Heading", { exact: true })).toHaveValue("First heading");
});

test("HTML can be edited by hand: nothing is lost, blocks return if it is unchanged, and open tags are reported", async ({
  page,
  baseURL,
}) => {
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?view=code");
  await expect(page.getByText("This HTML comes from blocks")).toBeVisible();
  await page.getByRole("textbox", { name: "HTML", exact: true }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x");
  await expect(page.getByText("Edited by hand")).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(page.getByText("This HTML comes from blocks")).toBeVisible();
  await paste(page, "HTML", "<section><h1>By hand</h1><div>open</section>");
  await expect(page.getByText("<div> has no closing tag")).toBeVisible();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("By hand");
  await page.getByRole("tab", { name: "CSS" }).click();
  await paste(page, "CSS", "h1 { color: rgb(1, 2, 3) }");
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(1, 2, 3)");
  await page.getByRole("tab", { name: "JavaScript" }).click();
  await paste(page, "JavaScript", "document.querySelector('h1').textContent = 'By script'");
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText("By script");
  await saved(page);
  const { data } = await client.from("landing_drafts").select("*").eq("page_id", id).single();
  expect(data).toMatchObject({
    blocks: null,
    content: "<section><h1>By hand</h1><div>open</section>",
    custom_css: "h1 { color: rgb(1, 2, 3) }",
    custom_js: "document.querySelector('h1').textContent = 'By script'",
  });
  await page.getByRole("button", { name: "Back to the page" }).click();
  await expect(page.getByText("This page is HTML")).toBeVisible();
  // On a phone, too, no block can be added, which would replace the HTML.
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = page.getByRole("toolbar", { name: "Panels" });
  await expect(bar.getByRole("button")).toHaveText(["Edit HTML", "Page settings"]);
  await bar.getByRole("button", { name: "Edit HTML" }).click();
  await expect(page.getByRole("tab", { name: "HTML" })).toBeVisible();
});

test("Title and description appear above a heading in the content once the switch is off", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { id, slug, title } = await givenPage(baseURL ?? "", {
    description: "What it is about",
    content: "<h1>The content's own</h1>",
    blocks: null,
    hide_title: true,
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  await openSettings(page);
  const hide = page.getByRole("checkbox", { name: "Use the content's own heading" });
  await expect(hide).toBeChecked();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText(["The content's own"]);
  await hide.uncheck();
  await expect(preview(page).getByRole("heading", { level: 1 })).toHaveText([title, "The content's own"]);
  await expect(preview(page).getByText("What it is about")).toBeVisible();
  await checkAccessibility();
  await saved(page);
  await publish(page);
  const visitor = await page.context().newPage();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText([title, "The content's own"]);
});

test("Five megabytes of HTML are refused with a message, and stay in the editor", async ({ page, baseURL }) => {
  test.slow();
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?view=code");
  await paste(page, "HTML", `<p>${"word ".repeat(1_048_576)}</p>`);
  await expect(page.getByRole("alert")).toContainText("5,242,887 characters. The maximum is 500,000");
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  const { data } = await client.from("landing_drafts").select("revision").eq("page_id", id).single();
  expect(data?.revision).toBe(1);
  await paste(page, "HTML", "<h1>Short again</h1>");
  await saved(page);
});

test("An invalid address is flagged while it is typed, with a suggestion, and a taken one names its page", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const other = await givenPage(baseURL ?? "");
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?view=page");
  await expect(page.getByText("This URL is available")).toBeVisible();
  await page.getByLabel("URL").fill("Café: 30 % / off!");
  await expect(page.getByText("Use lowercase letters, digits, and single hyphens").first()).toBeVisible();
  await page.getByRole("button", { name: "Use cafe-30-off" }).click();
  await expect(page.getByLabel("URL")).toHaveValue("cafe-30-off");
  await expect(page.getByText("This URL is available")).toBeVisible();
  await page.getByLabel("URL").fill(other.slug);
  await expect(page.getByText(`“${other.title}” already uses this URL`)).toBeVisible();

  // Its own URL is no longer one to choose.
  const published = await other.client.rpc("publish_landing_page", { p_page_id: other.id, p_seen_revision: 1 });
  expect(published.error).toBeNull();
  await open(page, other.id, "?view=page");
  await expect(page.getByText("Your page is published at this URL")).toBeVisible();
  await expect(page.getByText("This URL is available")).toHaveCount(0);
});

test("When two admins edit one page, the second learns who changed it, and neither loses text", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { id, client } = await givenPage(baseURL ?? "");
  const admin = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", admin.email, admin.password);
  await open(page, id, "?view=page");
  await client.rpc("save_landing_draft", { p_page_id: id, p_seen_revision: 1, p_draft: { title: "Theirs" } });
  await page.getByLabel("Title").fill("Mine");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Maren Okafor just saved this page");
  await alert.getByRole("button", { name: "Load saved version" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Theirs");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await saved(page);
  const { data } = await client.from("landing_drafts").select("title").eq("page_id", id).single();
  expect(data?.title).toBe("Mine");

  await client.rpc("save_landing_draft", { p_page_id: id, p_seen_revision: 3, p_draft: { title: "Theirs again" } });
  await page.getByLabel("Title").fill("Mine again");
  await alert.getByRole("button", { name: "Overwrite with mine" }).click();
  await expect(alert).toBeHidden();
  await saved(page);
  const after = await client.from("landing_drafts").select("title").eq("page_id", id).single();
  expect(after.data?.title).toBe("Mine again");
});

test("Text that was typed offline or before a crash is kept, offered again and saved", async ({
  page,
  context,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_/);
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?view=page");
  await page.route("**/rest/v1/rpc/save_landing_draft", (route) => route.abort());
  await page.getByLabel("Title").fill("Typed without a network");
  await expect(page.getByText("Offline, saved in this browser")).toBeVisible();
  const second = await context.newPage();
  await second.goto(`/admin/landing-pages/${id}?view=page`);
  await expect(second.getByText("This browser has unsaved edits")).toBeVisible();
  await second.getByRole("button", { name: "Restore" }).click();
  await expect(second.getByLabel("Title")).toHaveValue("Typed without a network");
  await saved(second);
  const { data } = await client.from("landing_drafts").select("title").eq("page_id", id).single();
  expect(data?.title).toBe("Typed without a network");
  await page.getByRole("link", { name: "Back to landing pages" }).click();
  await page
    .getByRole("alertdialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await page.unroute("**/rest/v1/rpc/save_landing_draft");
  // It now retries every ten seconds, and at once when the browser reports that the network is back.
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await saved(page);
});

test("A preview link shows the draft until it is revoked or expires", async ({ page, browser, baseURL }) => {
  const { id, slug, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?tab=previews");
  await page.getByLabel("Link expires after").selectOption({ label: "1 hour" });
  await page.getByRole("button", { name: "Create link" }).click();
  const address = await page.getByLabel("Your link, shown only once").inputValue();
  const stranger = await (await browser.newContext()).newPage();
  expect((await stranger.goto(address))?.status()).toBe(200);
  await expect(stranger.getByText("First words.")).toBeVisible();
  expect((await stranger.goto(`${baseURL}/landing/${slug}`))?.status()).toBe(404);
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Link revoked")).toBeVisible();
  expect((await stranger.goto(address))?.status()).toBe(404);
  const { data: links } = await client.from("landing_previews").select("revoked_at").eq("page_id", id);
  expect(links?.[0]?.revoked_at).not.toBeNull();
  await stranger.context().close();
});

test("A domain is added with the records to set, and removed", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/400/);
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?tab=domain");
  await page.getByRole("textbox", { name: "Domain" }).fill("not a domain");
  await page.getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByText("Enter a domain such as offer.example.com, without a port or path")).toBeVisible();
  const domain = `offer-${Date.now().toString(36)}.example.com`;
  await page.getByRole("textbox", { name: "Domain" }).fill(`https://${domain.toUpperCase()}/`);
  await page.getByRole("button", { name: "Add domain" }).click();
  const card = page.getByRole("region", { name: domain });
  await expect(card).toContainText("pending");
  const { data } = await client.from("landing_domains").select("token").eq("page_id", id).single();
  await expect(card).toContainText(`_upfunnel.${domain}`);
  await expect(card).toContainText(`upfunnel-verify=${data?.token}`);
  await card.getByRole("button", { name: "Remove domain" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByRole("textbox", { name: "Domain" })).toBeVisible();
});

test("A domain is connected once its records exist, and the page names the exact record that is wrong", async ({
  page,
  baseURL,
}) => {
  const { id, title, client } = await givenPage(baseURL ?? "");
  await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  const domain = `own-${Date.now().toString(36)}.example.com`;
  await client.rpc("add_landing_domain", { p_page_id: id, p_domain: domain });
  const { data } = await client.from("landing_domains").select("token").eq("page_id", id).single();
  const records: Records = { [`TXT _upfunnel.${domain}`]: ["upfunnel-verify=somebody-elses"] };
  const dns = await startDnsServer(records, Number(process.env.TEST_DNS_PORT));
  try {
    await signInAs(page, baseURL ?? "", ADMIN);
    await open(page, id, "?tab=domain");
    const card = page.getByRole("region", { name: domain });
    await card.getByRole("button", { name: "Check now" }).click();
    await expect(card).toContainText("failed");
    await expect(card).toContainText("somebody-elses");
    records[`TXT _upfunnel.${domain}`] = [`upfunnel-verify=${data?.token}`];
    records[`A ${domain}`] = ["127.0.0.1"];
    await card.getByRole("button", { name: "Check now" }).click();
    await expect(card.getByText("live", { exact: true })).toBeVisible();
    await expect(async () => {
      const answer = await rawGet(baseURL ?? "", domain);
      expect(answer).toContain(title);
    }).toPass();
  } finally {
    dns.stop();
  }
});

test("Pages are found, duplicated and deleted in the list, but a published one cannot be deleted", async ({
  page,
  baseURL,
}) => {
  const { id, slug, title, client } = await givenPage(baseURL ?? "");
  await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/landing-pages");
  await page.getByLabel("Search by title, URL, or domain").fill(slug);
  // A menu closes when the search moves its row.
  await expect(page).toHaveURL(`/admin/landing-pages?q=${slug}`);
  const rows = page.getByRole("table", { name: "Landing pages" }).getByRole("row").filter({ hasText: title });
  await expect(rows).toHaveCount(1);
  // The address keeps the status and the order.
  await page.getByLabel("Status", { exact: true }).selectOption("Draft");
  await expect(page.getByText("Nothing matches your search and filters.")).toBeVisible();
  await page.getByLabel("Status", { exact: true }).selectOption("Published");
  await page.getByRole("button", { name: "Views" }).click();
  await expect(page).toHaveURL(`/admin/landing-pages?q=${slug}&status=published&sort=views&order=down`);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("columnheader", { name: "Views" })).toHaveAttribute("aria-sort", "descending");
  await page.getByRole("button", { name: "Changed" }).click();
  await page.getByLabel("Status", { exact: true }).selectOption("All statuses");
  await expect(page).toHaveURL(`/admin/landing-pages?q=${slug}`);
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: `${title} (copy)` })).toBeVisible();
  await page.getByRole("link", { name: "Back to landing pages" }).click();
  await page.getByLabel("Search by title, URL, or domain").fill(slug);
  await expect(page).toHaveURL(`/admin/landing-pages?q=${slug}`);
  await page.getByRole("button", { name: `Actions for ${title} (copy)` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete page" }).click();
  await expect(page.getByText(`${title} (copy) deleted`)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.getByLabel("Search by title, URL, or domain").fill("no such page");
  await expect(page.getByText("No matching pages")).toBeVisible();
  await page.getByLabel("Search by title, URL, or domain").fill(slug);
  await expect(page).toHaveURL(`/admin/landing-pages?q=${slug}`);
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const refusal = page.getByRole("alertdialog", { name: `${title} is published` });
  await refusal.getByRole("button", { name: "Open page" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});

test("Statistics show a page's results, and say when there is no data", async ({ page, baseURL }) => {
  const { id, client } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id, "?tab=stats");
  await expect(page.getByText("No statistics yet")).toBeVisible();
  await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  await page.reload();
  const conversion = page.getByText("Conversion", { exact: true }).locator("..");
  await expect(conversion).toContainText("–");
  await expect(conversion).toContainText("No visitors yet");
});

test("Only admins get the list and the editor", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  await expect(page).not.toHaveURL(/landing-pages/);
});

test("The editor's bar shows the name and the state of a page in every width, and has room for a long name", async ({
  page,
  baseURL,
}) => {
  const title = "Your first ten coaching clients: the complete program";
  const { id } = await givenPage(baseURL ?? "", { title });
  await signInAs(page, baseURL ?? "", ADMIN);
  await open(page, id);
  const heading = page.getByRole("heading", { level: 1, name: title });
  const state = page.locator("[data-editor-bar]").getByText("draft", { exact: true });
  for (const width of [1440, 1280, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(state).toBeInViewport({ ratio: 1 });
    const box = await state.boundingBox();
    // Not the one-pixel copy for screen readers.
    expect(box?.height).toBeGreaterThan(10);
    // What is cut has its whole name as a tooltip.
    await expect(heading).toHaveAttribute("title", title);
    const cut = await heading.evaluate((element) => element.scrollWidth > element.clientWidth);
    if (width >= 1024) expect(cut).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

for (const [name, query] of [
  ["blocks", ""],
  ["code", "?view=code"],
  ["page settings", "?view=page"],
  ["versions", "?tab=versions"],
  ["preview links", "?tab=previews"],
  ["statistics", "?tab=stats"],
  ["domain", "?tab=domain"],
] as const)
  test(`The editor's ${name} are accessible and fit in every width and theme`, async ({
    page,
    baseURL,
    checkAccessibility,
  }) => {
    test.slow();
    const { id } = await givenPage(baseURL ?? "");
    await signInAs(page, baseURL ?? "", ADMIN);
    await open(page, id, query);
    await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
    if (name === "blocks") await block(page, /First heading/).click();
    await checkResponsiveLayout(page, checkAccessibility);
  });

test("The list is accessible and fits in every width and theme, as are the templates", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/landing-pages");
  await expect(page.getByRole("table", { name: "Landing pages" })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "New page" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Blank page/ })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test.describe("On a phone", () => {
  test.use({ hasTouch: true });

  test("a page is written and published", async ({ page, baseURL }) => {
    const { id } = await givenPage(baseURL ?? "");
    await page.setViewportSize({ width: 390, height: 844 });
    await signInAs(page, baseURL ?? "", ADMIN);
    await open(page, id);
    // A first touch selects, a second one edits.
    const heading = preview(page).getByRole("heading", { name: "First heading" });
    await heading.tap();
    await heading.tap();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Written on a phone");
    await page.getByRole("button", { name: "Block settings", exact: true }).click();
    await expect(page.getByLabel("Heading", { exact: true })).toHaveValue("Written on a phone");
    await page.keyboard.press("Escape");
    await publish(page);
  });
});
