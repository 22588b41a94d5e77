import type { Page } from "@playwright/test";
import type { Block } from "../../domain/landing/block-types.ts";
import { blocksToHtml, readBlocks } from "../../domain/landing/blocks.ts";
import { expect, test } from "../support/browser-test.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A page for this test, created through the procedures. */
async function givenPage(baseURL: string, stored: object[], more: Record<string, unknown> = {}) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const id = crypto.randomUUID();
  const blocks = readBlocks(stored) as Block[];
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: `canvas-${id.slice(0, 13)}`,
    p_draft: {
      title: `Page ${id.slice(0, 8)}`,
      description: "",
      content: blocksToHtml(blocks),
      blocks,
      theme: "default",
      ...more,
    },
  });
  if (error) throw new Error(error.message);
  const read = async () => {
    const { data } = await client.from("landing_drafts").select("blocks, content").eq("page_id", id).single();
    return data as unknown as { blocks: Record<string, unknown>[]; content: string };
  };
  return { id, client, read };
}

const TWO = [
  { id: "one", type: "text", heading: "First heading", body: "First words." },
  { id: "two", type: "text", heading: "Second heading", body: "Second words." },
];
const canvas = (page: Page) => page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
const heads = (page: Page) => page.getByRole("list", { name: "Blocks" }).locator("[data-block-head]");
const saved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();
const text = (page: Page, name: string) => canvas(page).getByRole("textbox", { name });

async function open(page: Page, baseURL: string, id: string) {
  await signInAs(page, baseURL, ADMIN);
  await page.goto(`/admin/landing-pages/${id}`);
  await expect(canvas(page).locator("landing-overlay")).toBeAttached();
}

/** Clicks a text in the frame. What is typed next belongs to it as soon as it has the focus. */
async function startEditing(page: Page, words: string) {
  await canvas(page).getByText(words, { exact: true }).click();
  await expect(canvas(page).locator("[contenteditable]:focus")).toHaveText(words);
}

/** Pastes into the text that is edited in the frame. */
const pasteInto = (page: Page, data: Record<string, string>) =>
  canvas(page)
    .locator("[contenteditable]")
    .evaluate((element, parts) => {
      const clipboardData = new DataTransfer();
      for (const [type, value] of Object.entries(parts)) clipboardData.setData(type, value);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, data);

test("Words are changed on the page itself, and stored as typed", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByRole("heading", { name: "Second heading" }).click();
  await expect(text(page, "Text, heading")).toBeFocused();
  await expect(heads(page).nth(1)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("End");
  await page.keyboard.type(", <b>changed</b>");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(text(page, "Text, body")).toBeFocused();
  await page.keyboard.type(" More.");
  // A text that is emptied keeps its place, so that one can write there again.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  const heading = canvas(page).locator("h2").nth(1);
  const shown = () => heading.evaluate((element) => getComputedStyle(element, "::before").content);
  await expect.poll(shown).toBe('"Type here"');
  await heading.click();
  await page.keyboard.type("Second heading, <b>changed</b>");
  await expect.poll(shown).not.toBe('"Type here"');
  await page.keyboard.press("Escape");
  await expect(heads(page).nth(1)).toBeFocused();
  await expect(async () => {
    const { blocks, content } = await read();
    expect(blocks[1]).toMatchObject({ heading: "Second heading, <b>changed</b>", body: "Second words. More." });
    expect(content).toContain("<h2>Second heading, &lt;b&gt;changed&lt;/b&gt;</h2>");
    expect(content).not.toContain("data-field");
  }).toPass();
});

test("Bold, italic, a link and a list are set with keys and with the toolbar", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", [
    { id: "one", type: "text", heading: "", body: "Come by today." },
  ]);
  await open(page, baseURL ?? "", id);
  await startEditing(page, "Come by today.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+b");
  await expect(canvas(page).getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
  await canvas(page).getByRole("button", { name: "Italic" }).click();
  await page.keyboard.press("ControlOrMeta+k");
  await canvas(page).getByLabel("Link address").fill("https://example.com/visit");
  await page.keyboard.press("Enter");
  await expect(text(page, "Text, body")).toBeFocused();
  await canvas(page).getByRole("button", { name: "List" }).click();
  await page.keyboard.press("Escape");
  await expect(async () => {
    const { blocks, content } = await read();
    expect(blocks[0]?.body).toBe("- [***Come by today.***](https://example.com/visit)");
    expect(content).toContain(
      '<li><a href="https://example.com/visit"><strong><em>Come by today.</em></strong></a></li>',
    );
  }).toPass();
});

test("A block that is selected already comes back into view from the outline", async ({ page, baseURL }) => {
  const many = Array.from({ length: 12 }, (_, n) => ({
    id: `b${n}`,
    type: "text",
    heading: `Heading ${n}`,
    body: "Words.",
  }));
  const { id } = await givenPage(baseURL ?? "", many);
  await open(page, baseURL ?? "", id);
  const last = canvas(page).getByRole("heading", { name: "Heading 11" });
  await heads(page).last().click();
  await expect(last).toBeInViewport();
  await canvas(page)
    .locator("body")
    .evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(last).not.toBeInViewport();
  await heads(page).last().click();
  await expect(last).toBeInViewport();
});

test("A block is dragged on the page to where a line shows, as one step", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByRole("heading", { name: "Second heading" }).click();
  const grip = canvas(page).getByTitle("Drag to move");
  const target = await canvas(page).getByRole("heading", { name: "First heading" }).boundingBox();
  const drag = async (drop: () => Promise<void>) => {
    const from = await grip.boundingBox();
    await page.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((target?.x ?? 0) + 60, (target?.y ?? 0) - 4, { steps: 8 });
    await expect(canvas(page).locator(".drop")).toBeVisible();
    await drop();
    await expect(canvas(page).locator(".drop")).toBeHidden();
  };
  const order = async () => (await read()).blocks.map((block) => block.id);
  await drag(async () => {
    await page.keyboard.press("Escape");
    await page.mouse.up();
  });
  expect(await order()).toEqual(["one", "two"]);
  await drag(() => page.mouse.up());
  await expect(heads(page)).toContainText([/Second heading/, /First heading/]);
  await expect(async () => expect(await order()).toEqual(["two", "one"])).toPass();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(async () => expect(await order()).toEqual(["one", "two"])).toPass();
});

test("The block's toolbar aligns its text, and leaves the text free", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByRole("heading", { name: "First heading" }).click();
  const center = canvas(page).getByRole("button", { name: "Center" });
  await expect(center).toHaveAttribute("aria-pressed", "false");
  await center.click();
  await expect(center).toHaveAttribute("aria-pressed", "true");
  await expect(canvas(page).getByRole("button", { name: "Bold" })).toBeHidden();
  await expect(async () => expect((await read()).blocks[0]?.align).toBe("center")).toPass();
  await canvas(page).getByRole("button", { name: "Align left" }).click();
  await expect(async () => expect((await read()).blocks[0]?.align).toBe("left")).toPass();
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body>
<!--StartFragment--><p class=MsoNormal><b>Opening <i>hours</i></b><o:p></o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>Monday</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Tuesday</p><!--EndFragment--></body></html>`;
const DOCS = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;color:#000">Strong</span><span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p></b>`;
const ATTACK = `<p onclick="parent.postMessage(1)">Words<script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1"><a href="javascript:globalThis.hacked=1">link</a><svg onload="globalThis.hacked=1"></svg><iframe srcdoc="<script>parent.hacked=1</script>"></iframe></p>`;

for (const [name, html, expected] of [
  ["Word", WORD, "**Opening *hours***\n\n- Monday\n- Tuesday"],
  ["Google Docs", DOCS, "**Strong** and *slanted*"],
  ["a hostile page", ATTACK, "Wordslink"],
] as const)
  test(`A text that is pasted from ${name} keeps its words and allowed marks only`, async ({ page, baseURL }) => {
    const { id, read } = await givenPage(baseURL ?? "", [{ id: "one", type: "text", heading: "", body: "x" }]);
    await open(page, baseURL ?? "", id);
    await canvas(page).getByText("x", { exact: true }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await pasteInto(page, { "text/html": html, "text/plain": "plain" });
    await page.keyboard.press("Escape");
    await expect(async () => {
      const { blocks, content } = await read();
      expect(blocks[0]?.body).toBe(expected);
      expect(content).not.toMatch(/<script|<img|onerror|javascript:|style=/);
    }).toPass();
    expect(
      await canvas(page)
        .locator("body")
        .evaluate(() => "hacked" in globalThis),
    ).toBe(false);
  });

test("A heading takes pasted text as one line without marks", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByRole("heading", { name: "First heading" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await pasteInto(page, { "text/html": "<b>A</b><p>B</p>", "text/plain": "A\n<i>B</i>" });
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await read()).blocks[0]?.heading).toBe("A <i>B</i>");
});

test("A page is written with the keyboard only, from the outline to its publication", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await heads(page).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(heads(page)).toHaveText([/Second heading/, /First heading/]);
  await expect(page.getByText("Text moved to 2 of 2")).toBeAttached();
  await expect(heads(page).nth(1)).toBeFocused();
  await expect(canvas(page).getByRole("heading", { level: 2 })).toHaveText(["Second heading", "First heading"]);
  await page.keyboard.press("Enter");
  await expect(text(page, "Text, heading")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("By keyboard");
  await page.keyboard.press("Escape");
  await expect(heads(page).nth(1)).toBeFocused();
  await saved(page);
  await page.getByRole("button", { name: "Publish" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Publish page" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Version 1 is live")).toBeVisible();
  expect((await read()).blocks.map(({ heading }) => heading)).toEqual(["Second heading", "By keyboard"]);
});

test("A block is added from the library between two others, and edited in place", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByText("First words.").hover();
  await canvas(page).getByRole("button", { name: "Add a block below" }).click();
  const library = page.getByRole("dialog", { name: "Add a block" });
  const search = library.getByRole("searchbox", { name: "Search blocks" });
  await expect(search).toBeFocused();
  await page.keyboard.type("features");
  await page.keyboard.press("ArrowDown");
  await expect(library.getByRole("button", { name: /^Features/ })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(search).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heads(page)).toHaveText([/First heading/, /Features/, /Second heading/]);
  await canvas(page).getByRole("heading", { name: "Second feature" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Parking");
  await page.keyboard.press("Escape");
  await expect(async () => {
    const { blocks } = await read();
    expect((blocks[1] as { items: { title: string }[] }).items.map(({ title }) => title)).toEqual([
      "First feature",
      "Parking",
      "Third feature",
    ]);
  }).toPass();
});

test("Every text of a form, its button too, takes spaces and keeps its form", async ({ page, baseURL }) => {
  const { id, read } = await givenPage(baseURL ?? "", [
    {
      id: "one",
      type: "form",
      heading: "Write",
      text: "",
      button: "Send",
      items: [{ label: "Name", kind: "name", options: "", needed: true }],
    },
  ]);
  await open(page, baseURL ?? "", id);
  await startEditing(page, "Send");
  await page.keyboard.press("End");
  await page.keyboard.type(" it now");
  await startEditing(page, "Name");
  await page.keyboard.press("End");
  await page.keyboard.type(" or names");
  await page.keyboard.press("Escape");
  await expect(async () => {
    const { blocks } = await read();
    expect(blocks[0]?.button).toBe("Send it now");
    expect(blocks[0]?.items).toMatchObject([{ label: "Name or names" }]);
  }).toPass();
});

test("The frame does not load again while someone types, and other blocks stay as they are", async ({
  page,
  baseURL,
}) => {
  const { id } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page)
    .locator("body")
    .evaluate(() => {
      const other = document.querySelectorAll("section")[1];
      Object.assign(globalThis, { loadedOnce: true, other });
    });
  await canvas(page).getByRole("heading", { name: "First heading" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" and more words, typed for a while");
  await saved(page);
  await expect(text(page, "Text, heading")).toBeFocused();
  const state = await canvas(page)
    .locator("body")
    .evaluate(() => {
      const kept = globalThis as unknown as { loadedOnce?: boolean; other?: Element };
      return { loadedOnce: kept.loadedOnce, isSame: document.querySelectorAll("section")[1] === kept.other };
    });
  expect(state).toEqual({ loadedOnce: true, isSame: true });
});

test("An illustration starts with samples, and without lines the page says that visitors don't see it", async ({
  page,
  baseURL,
}) => {
  const { id, read } = await givenPage(baseURL ?? "", [
    { id: "one", type: "hero", heading: "Straight teeth", picture: "none", lines: [] },
  ]);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByText("Straight teeth", { exact: true }).click();
  await page.getByLabel("Picture", { exact: true }).selectOption("figures");
  await expect(canvas(page).getByText("Second message or label")).toBeVisible();
  await expect.poll(async () => (await read()).content).toContain("lp-report");
  for (const _ of [1, 2, 3]) await page.getByRole("button", { name: "Remove line 1" }).click();
  await expect(canvas(page).getByText("Visitors see this illustration once it has lines.")).toBeVisible();
  await expect.poll(async () => (await read()).content).not.toContain("lp-report");
});

test("Undo and redo work in the page and after a reload", async ({ page, baseURL }) => {
  test.slow();
  const { id, read } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await heads(page).first().focus();
  // Each move is a step.
  for (let step = 0; step < 55; step += 1) await page.keyboard.press(step % 2 === 0 ? "Alt+ArrowDown" : "Alt+ArrowUp");
  await canvas(page).getByRole("heading", { name: "First heading" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await saved(page);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(text(page, "Text, heading")).toHaveText("First heading");
  await expect(text(page, "Text, heading")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(text(page, "Text, heading")).toHaveText("First heading!");
  await saved(page);
  await page.reload();
  await expect(canvas(page).getByRole("heading", { name: "First heading!" })).toBeVisible();
  const undo = page.getByRole("button", { name: "Undo" });
  for (let step = 0; step < 50; step += 1) await undo.click();
  await expect(undo).toBeDisabled();
  await expect(canvas(page).getByRole("heading", { name: "First heading", exact: true })).toBeVisible();
  for (let step = 0; step < 50; step += 1) await page.getByRole("button", { name: "Redo" }).click();
  await expect(canvas(page).getByRole("heading", { name: "First heading!" })).toBeVisible();
  await expect(async () => {
    expect((await read()).blocks.map(({ heading }) => heading)).toContain("First heading!");
  }).toPass();
});

test("Two people who edit in place at once are both told, and no words are lost", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { id, client, read } = await givenPage(baseURL ?? "", TWO);
  const other = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", other.email, other.password);
  await page.goto(`/admin/landing-pages/${id}`);
  await canvas(page).getByRole("heading", { name: "First heading" }).click();
  await client.rpc("save_landing_draft", { p_page_id: id, p_seen_revision: 1, p_draft: { title: "Theirs" } });
  await page.keyboard.press("End");
  await page.keyboard.type(", mine");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("just saved this page");
  await alert.getByRole("button", { name: "Load saved version" }).click();
  await expect(canvas(page).getByRole("heading", { name: "First heading", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(canvas(page).getByRole("heading", { name: "First heading, mine" })).toBeVisible();
  await expect(async () => {
    expect((await read()).blocks[0]?.heading).toBe("First heading, mine");
  }).toPass();
});

test("A page's own script cannot forge changes", async ({ page, baseURL }) => {
  const forged = [
    { landingFrame: "edit", block: "one", field: "heading", text: "Forged" },
    { landingFrame: "edit", block: "one", field: "__proto__", text: "Forged" },
    { landingFrame: "edit", block: "one", field: "items.0.title", text: "Forged" },
    { landingFrame: "edit", block: "none", field: "heading", text: "Forged" },
    { landingFrame: "key", key: "remove", block: "one" },
    { landingFrame: "key", key: "publish", block: "one" },
    { landingFrame: "align", block: "one", value: "center" },
    { landingFrame: "add", block: "one", after: true },
    { landingFrame: "move", block: "two", before: "one" },
    { landingPatch: { order: [] } },
  ];
  const script = `const send = () => ${JSON.stringify(forged)}.forEach((message) => parent.postMessage(message, "*"));
    send(); setInterval(send, 50); globalThis.sent = true;`;
  const { id, read } = await givenPage(baseURL ?? "", TWO, { custom_js: script });
  await open(page, baseURL ?? "", id);
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Still safe");
  await saved(page);
  await expect(heads(page)).toHaveText([/First heading/, /Second heading/]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await read()).blocks.map(({ heading }) => heading)).toEqual(["First heading", "Second heading"]);
});

test("Code is behind Advanced: one block becomes HTML, and Undo restores it", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await heads(page).first().click();
  await page.getByRole("tab", { name: "Advanced" }).click();
  const code = page.getByRole("textbox", { name: "Block HTML" });
  await code.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("<hr>");
  await expect(heads(page).first()).toContainText("HTML");
  await expect(canvas(page).locator("hr")).toBeAttached();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(heads(page).first()).toContainText("First heading");
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByRole("button", { name: "Edit page code" }).click();
  await expect(page.getByRole("textbox", { name: "HTML", exact: true })).toBeVisible();
});

test("The preview shows the page as visitors see it, at three widths", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(canvas(page).getByRole("heading", { name: "First heading" })).toBeVisible();
  await expect(canvas(page).locator("landing-overlay")).toHaveCount(0);
  await page.getByRole("group", { name: "Preview width" }).locator("label", { hasText: "Phone, 390" }).click();
  await expect
    .poll(() => page.locator('iframe[title="Page preview"]').evaluate((frame) => frame.clientWidth))
    .toBe(390);
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(canvas(page).locator("landing-overlay")).toBeAttached();
});

test("Panels are sheets on a tablet", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "", TWO);
  await page.setViewportSize({ width: 820, height: 1180 });
  await open(page, baseURL ?? "", id);
  await page.getByRole("button", { name: "Blocks", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Outline" })
    .getByRole("button", { name: /Second heading/ })
    .first()
    .click();
  // The page shows the block that was chosen.
  await expect(page.getByRole("dialog", { name: "Outline" })).toBeHidden();
  await page.getByRole("toolbar", { name: "Panels" }).getByRole("button", { name: "Block settings" }).click();
  await page.getByLabel("Heading", { exact: true }).fill("On a tablet");
  await expect(canvas(page).getByRole("heading", { name: "On a tablet" })).toBeAttached();
});

test("While a text is edited and in the library, the editor is accessible in every width and theme", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { id } = await givenPage(baseURL ?? "", TWO);
  await open(page, baseURL ?? "", id);
  await canvas(page).getByText("First words.").click();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Add a block at the end" }).click();
  await checkAccessibility();
});
