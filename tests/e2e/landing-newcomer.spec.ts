import type { Page } from "@playwright/test";
import type { Block } from "../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../domain/landing/blocks.ts";
import { tradeTemplates } from "../../domain/landing/templates.ts";
import { expect, test } from "../support/browser-test.ts";
import { photo } from "../support/photos.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
const dentist = tradeTemplates.find(({ id }) => id === "dentist")?.blocks ?? [];

async function givenPage(baseURL: string, stored: readonly object[] = dentist) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const id = crypto.randomUUID();
  const slug = `newcomer-${id.slice(0, 13)}`;
  const blocks = readBlocks(stored) as Block[];
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: slug,
    p_draft: { title: `Page ${slug}`, content: blocksToHtml(blocks), blocks, theme: "default", hide_title: true },
  });
  if (error) throw new Error(error.message);
  const read = async () => {
    const { data } = await client.from("landing_drafts").select("blocks, content").eq("page_id", id).single();
    return data as unknown as { blocks: Record<string, unknown>[]; content: string };
  };
  const publish = () => client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  return { id, slug, read, publish };
}

const canvas = (page: Page) => page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
const head = (page: Page, name: RegExp) =>
  page.getByRole("list", { name: "Blocks" }).getByRole("button", { name }).first();
const settings = (page: Page) => page.getByRole("complementary", { name: "Settings" });

async function open(page: Page, baseURL: string, id: string, query = "") {
  await signInAs(page, baseURL, ADMIN);
  await page.goto(`/admin/landing-pages/${id}${query}`);
  await expect(page.locator("[data-editor-bar]")).toBeVisible();
}
const NAMES = ["Dr. Maya Ortiz", "Dr. Daniel Kim", "Ruth Bell"];
const namesIn = (stored: Record<string, unknown>[]) =>
  stored.flatMap(({ type, items }) => (type === "team" ? (items as { name: string }[]).map(({ name }) => name) : []));

test("A point before publishing leads to the very field, in the panel and on the page", async ({ page, baseURL }) => {
  const own = dentist.map((block) =>
    block.type === "team"
      ? { ...block, items: NAMES.map((name, at) => ({ name: at < 2 ? `${name}son` : name })) }
      : block,
  );
  const { id } = await givenPage(baseURL ?? "", own);
  await open(page, baseURL ?? "", id, "?view=preview");
  const points = page.getByRole("region", { name: "Before you publish" });
  const show = async (text: RegExp) => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await points.getByRole("button", { name: text }).press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
  };
  await show(/^Show: The name Ruth Bell is only a sample/);
  const third = page.getByRole("group", { name: "person 3", exact: true });
  await expect(third.getByLabel("Name")).toBeFocused();
  await expect(third.getByLabel("Name")).toBeInViewport();
  await expect(canvas(page).getByRole("heading", { name: "Ruth Bell" })).toBeInViewport();

  await show(/^Show: The opening hours are only samples/);
  await expect(page.getByRole("group", { name: "line 1", exact: true }).getByLabel("Hours")).toBeFocused();
  await expect(canvas(page).getByText("8 AM – 6 PM")).toBeInViewport();
  await page.getByRole("tab", { name: "Style" }).click();

  await show(/^Show: The gallery has no pictures/);
  await expect(page.getByRole("button", { name: "Add pictures" })).toBeFocused();
  await show(/^Show: “Notice of privacy practices”/);
  const legal = page.getByRole("group", { name: "legal link 1", exact: true });
  await expect(legal.getByLabel("Link", { exact: true })).toBeFocused();

  // On a phone, the settings open above the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await show(/^Show: The opening hours are only samples/);
  await expect(page.getByRole("group", { name: "line 1", exact: true }).getByLabel("Hours")).toBeFocused();
  await expect(settings(page)).toBeVisible();
  const panel = await settings(page).boundingBox();
  const hours = await canvas(page).getByText("8 AM – 6 PM").boundingBox();
  expect((hours?.y ?? 0) + (hours?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
  await page.getByRole("button", { name: "Close settings" }).click();
  await expect(page.locator("body")).not.toBeFocused();
});

test("People of a team are moved and removed in the panel by keyboard, and Undo brings one back", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { id, read } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  await head(page, /^Team/).click();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await button("Move person 1 down").focus();
  await page.keyboard.press("Enter");
  await expect(button("Move person 2 down")).toBeFocused();
  await page.keyboard.press("Enter");
  // The last person can only move up.
  await expect(button("Move person 3 up")).toBeFocused();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual([NAMES[1], NAMES[2], NAMES[0]]);
  await button("Remove person 2").focus();
  await page.keyboard.press("Enter");
  await expect(button("Remove person 2")).toBeFocused();
  await expect(page.getByText("Person 2 removed").first()).toBeAttached();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual([NAMES[1], NAMES[0]]);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Undo restores the person, whatever changed since.
  await page.getByRole("group", { name: "person 1", exact: true }).getByLabel("Role").fill("Root canals");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Person 2 removed" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual([NAMES[1], NAMES[2], NAMES[0]]);
  expect((await read()).content).toContain("Root canals");
});

test("New blocks stay above the footer, at the end of the page and while the footer is selected", async ({
  page,
  baseURL,
}) => {
  const { id } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  const heads = page.getByRole("list", { name: "Blocks" }).locator("[data-block-head]");
  const add = async (button: string, kind: string) => {
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.getByLabel("Search blocks").fill(kind);
    await page.keyboard.press("Enter");
    await expect(heads.nth(-2)).toContainText(kind);
    await expect(heads.last()).toContainText("Footer");
  };
  await add("Add a block at the end", "Reviews");
  await heads.last().click();
  await add("Add block", "Countdown");
});

test("A card on the page is moved and removed with its own buttons", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  await head(page, /^Team/).click();
  const button = (name: string) => canvas(page).getByRole("button", { name, exact: true });
  await canvas(page).getByText("Cleanings and gum care.").hover();
  await expect(button("Move person 3 forward")).toBeDisabled();
  await button("Move person 3 back").click();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual([NAMES[0], NAMES[2], NAMES[1]]);
  await canvas(page).getByRole("heading", { name: "Dr. Maya Ortiz" }).hover();
  await button("Remove person 1").click();
  await expect(canvas(page).getByRole("heading", { name: "Dr. Maya Ortiz" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(canvas(page).getByRole("heading", { name: "Dr. Maya Ortiz" })).toBeVisible();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual([NAMES[0], NAMES[2], NAMES[1]]);
});

test("A phone number that is replaced on the page keeps its link, which dials the new number", async ({
  page,
  baseURL,
}) => {
  const { id, read } = await givenPage(baseURL ?? "", [
    { id: "one", type: "text", heading: "", body: "In pain? Call us: [(503) 555-0148](tel:+15035550148)" },
    { id: "two", type: "text", heading: "Hours", body: "Or write to [a@old.example](mailto:a@old.example) today." },
  ]);
  await open(page, baseURL ?? "", id);
  const replace = async (shown: string, typed: string) => {
    const link = canvas(page).getByRole("link", { name: shown });
    await link.click();
    await link.evaluate((element) => getSelection()?.selectAllChildren(element));
    await page.keyboard.type(typed, { delay: 40 });
    await page.keyboard.press("Escape");
  };
  const bodies = async () => (await read()).blocks.map(({ body }) => body);
  await replace("(503) 555-0148", "(971) 234-5678");
  await replace("a@old.example", "us@smile.dental");
  await expect
    .poll(bodies)
    .toEqual([
      "In pain? Call us: [(971) 234-5678](tel:+19712345678)",
      "Or write to [us@smile.dental](mailto:us@smile.dental) today.",
    ]);
  await expect(canvas(page).getByRole("link", { name: "(971) 234-5678" })).toHaveAttribute("href", "tel:+19712345678");
  await expect(canvas(page).getByRole("link", { name: "us@smile.dental" })).toBeVisible();
});

test("After a page is published, its address stays until someone closes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { id, slug } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Publish page" }).click();
  const dialog = page.getByRole("dialog", { name: "Version 1 is live" });
  await expect(dialog.getByRole("link", { name: "View page" })).toBeFocused();
  await expect(dialog.getByText(`/landing/${slug}`)).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  await expect(dialog.getByRole("button", { name: "Copied the link" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^http.+/landing/${slug}$`));
  await checkResponsiveLayout(page, checkAccessibility);
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("link", { name: "View page" }).click();
  await expect((await opened).getByRole("heading", { level: 1 })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("body")).not.toBeFocused();
});

test("A form is shown as visitors see it after sending, with the call that they can book", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { id } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  await head(page, /^Form/).click();
  const form = canvas(page).locator("form[data-lead-form]");
  await expect(form).toBeVisible();
  await page.getByRole("radio", { name: "After sending" }).check({ force: true });
  await expect(form).toBeHidden();
  const message = canvas(page).getByText("We’ll call you back the same business day to set a time.");
  await expect(message).toBeVisible();
  await expect(canvas(page).getByText("Book a call")).toBeVisible();
  await page.getByLabel("Success message").fill("Thanks, we call you.");
  await expect(canvas(page).getByText("Thanks, we call you.")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await head(page, /^Location/).click();
  await expect(form).toBeVisible();
  await expect(canvas(page).getByText("Book a call")).toBeHidden();
  await expect(canvas(page).getByRole("heading", { name: "Where to find us" })).toBeInViewport();
});

test("A step of a form says at each field what is missing, and goes on when it is there", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { slug, publish } = await givenPage(baseURL ?? "");
  await publish();
  await page.goto(`/landing/${slug}`);
  const reason = page.getByLabel("Reason for your visit");
  const before = page.getByLabel("Have you been here before?");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription("Choose an answer.");
  await expect(before).toHaveAccessibleDescription("Choose an answer.");
  await expect(before).toHaveAttribute("aria-invalid", "true");
  await checkResponsiveLayout(page, checkAccessibility);
  await reason.selectOption("Whitening");
  await expect(reason).toHaveAccessibleDescription("");
  await expect(page.getByText("Choose an answer.")).toHaveCount(1);
  await before.selectOption("Yes");
  await expect(page.getByLabel("Dental insurance")).toHaveAccessibleDescription(
    "Leave it empty if you don’t have any.",
  );
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("Step 2 of 3: When can you come?")).toBeFocused();
  await page.getByLabel("Best days").selectOption("Any day");
  await page.getByLabel("Best time").selectOption("Any time");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Your name").fill("  ");
  await page.getByLabel("Email").fill("ann");
  await page.getByRole("button", { name: "Request a visit" }).click();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveAccessibleDescription("Fill in this field.");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/Enter an email address/);
  await page.getByLabel("Your name").fill("Ann Poe");
  await page.getByLabel("Email").fill(`${slug}@example.com`);
  await page.getByLabel("Phone").fill("9712345678");
  await page.getByRole("button", { name: "Request a visit" }).click();
  await expect(page.locator("p.lead-shown").filter({ hasText: "Thank you." })).toBeVisible();
});

test("The grid of pictures keeps its place while several are picked", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "");
  await open(page, baseURL ?? "", id);
  await head(page, /^Gallery/).click();
  const library = page.getByRole("dialog", { name: "Add pictures" });
  await page.getByRole("button", { name: "Add pictures" }).click();
  await library
    .getByLabel(/^Upload pictures/)
    .setInputFiles({ name: `grid-${id}.jpg`, mimeType: "image/jpeg", buffer: await photo(900, 600, "jpeg", 90) });
  await expect(library.getByRole("button", { name: "Add 1 picture" })).toBeVisible();
  await library.getByRole("button", { name: "Close" }).click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 390) await page.getByRole("button", { name: "Block settings" }).first().click();
    await page.getByRole("button", { name: "Add pictures" }).click();
    const pictures = library.getByRole("list", { name: "Pictures" });
    const first = pictures.getByRole("button").first();
    await expect(first).toBeVisible();
    const before = await pictures.boundingBox();
    await first.click();
    await expect(first).toHaveAttribute("aria-pressed", "true");
    expect(await pictures.boundingBox()).toEqual(before);
    await library.getByRole("button", { name: "Close" }).click();
  }
});

test("On a phone, a tapped card has buttons that nothing covers", async ({ browser, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "");
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await open(page, baseURL ?? "", id);
  const card = canvas(page).getByText("Cleanings and gum care.");
  await card.tap();
  await expect(page.getByRole("button", { name: "Block settings" }).first()).toBeEnabled();
  await card.tap();
  await canvas(page).getByRole("button", { name: "Remove person 3" }).tap();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual(NAMES.slice(0, 2));
  await page.getByRole("button", { name: "Undo" }).last().tap();
  await expect.poll(async () => namesIn((await read()).blocks)).toEqual(NAMES);
  await context.close();
});

test("The drawing of a location opens the map, and nothing loads before", async ({ page, baseURL }) => {
  const { slug, publish } = await givenPage(baseURL ?? "");
  await publish();
  await page.goto(`/landing/${slug}`);
  const link = page.getByRole("link", { name: "Get directions" });
  await expect(link).toHaveAttribute("href", /^https:\/\/www\.google\.com\/maps\/.+100%20Example%20Street/);
  const opened = page.evaluate(() => {
    const view = document.querySelector(".lp-place-view") as HTMLElement;
    view.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = view.getBoundingClientRect();
    const shown = document.elementFromPoint(left + width / 2, top + height / 2);
    const address = document.querySelector(".lp-place address")?.getBoundingClientRect();
    const words = address && document.elementFromPoint(address.left + 4, address.top + 4);
    return [shown?.closest("a")?.textContent, words?.closest("a")?.textContent];
  });
  expect(await opened).toEqual(["Get directions", undefined]);
});
