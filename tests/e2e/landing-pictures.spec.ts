import type { Page } from "@playwright/test";
import type { Block } from "../../domain/landing/block-types.ts";
import { blocksToHtml, newBlock } from "../../domain/landing/blocks.ts";
import { MAX_PICTURES } from "../../domain/landing/item-pictures.ts";
import { expect, test } from "../support/browser-test.ts";
import { photo } from "../support/photos.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A page with a picture block and a text block. */
async function givenPage(baseURL: string) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const id = crypto.randomUUID();
  const slug = `pictures-${id.slice(0, 8)}`;
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: slug,
    p_draft: { title: `Page ${slug}`, content: "", blocks: [], theme: "default" },
  });
  if (error) throw new Error(error.message);
  const content = async () =>
    (await client.from("landing_drafts").select("content").eq("page_id", id).single()).data?.content as string;
  return { id, slug, client, content };
}

/** A file as a test gives it to the browser. Its picture is a new one each time. */
async function newFile(name: string, width = 1500, height = 1000) {
  const buffer = await photo(width, height, "jpeg", Math.floor(Math.random() * 20_000));
  return { name, mimeType: "image/jpeg", buffer };
}

test.beforeEach(({ expectConsole }) => {
  // The library is everyone's: another test deletes its picture while this one shows it.
  expectConsole(/404 .*-used-pictures-/);
});

const library = (page: Page) => page.getByRole("dialog", { name: "Pictures" });
const shown = (page: Page, name: string) =>
  library(page).getByRole("list", { name: "Pictures" }).getByRole("button", { name });

async function addPictureBlock(page: Page, id: string) {
  await page.goto(`/admin/landing-pages/${id}`);
  await page.getByRole("button", { name: "Add a block at the end" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Picture/ })
    .click();
  await expect(page.getByRole("button", { name: /^Choose a picture/ })).toBeVisible();
}

/** Passes files to an element as a drop or a paste. */
async function give(page: Page, selector: string, kind: "drop" | "paste", file: { name: string; buffer: Buffer }) {
  await page.locator(selector).evaluate(
    (element, { name, bytes, how }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
      element.dispatchEvent(
        how === "drop"
          ? new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true })
          : new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    },
    { name: file.name, bytes: [...file.buffer], how: kind },
  );
}

test("An admin uploads a picture, describes it, sets its focus, and visitors get it in the width that fits", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { id, slug } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await addPictureBlock(page, id);
  await page.getByRole("button", { name: /^Choose a picture/ }).click();
  await library(page)
    .getByLabel(/^Upload pictures/)
    .setInputFiles(await newFile(`hills-${slug}.jpg`));
  const details = page.getByRole("form", { name: /^Details of hills/ });
  await expect(details).toBeVisible();

  await details.getByRole("button", { name: "Use picture" }).click();
  await expect(details.getByText("Describe the picture, or mark it as decorative")).toBeVisible();
  await details.getByLabel("Alternative text").fill("Hills below an evening sky");
  await details.getByRole("slider", { name: "From the left" }).fill("80");
  await details.getByRole("slider", { name: "From the top" }).fill("30");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await details.getByRole("button", { name: "Use picture" }).click();
  await expect(library(page)).toBeHidden();
  await expect(page.getByLabel("Alternative text")).toHaveValue("Hills below an evening sky");
  await page.getByLabel("Shape").selectOption("Square");
  await page.getByLabel("Heading", { exact: true }).fill("Where we work");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish/ })
    .click();
  await expect(page.getByText("Version 1 is live")).toBeVisible();

  const visitor = await page.context().newPage();
  await visitor.setViewportSize({ width: 390, height: 844 });
  const answers: string[] = [];
  visitor.on("response", async (response) => {
    if (response.url().includes("/storage/"))
      answers.push(`${response.status()} ${response.headers()["content-type"]}`);
  });
  await visitor.goto(`/landing/${slug}`);
  const image = visitor.getByRole("img", { name: "Hills below an evening sky" });
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth))
    .toBeTruthy();
  const { current, position, box } = await image.evaluate((element: HTMLImageElement) => ({
    current: element.currentSrc,
    position: getComputedStyle(element).objectPosition,
    box: [element.clientWidth, element.clientHeight],
  }));
  expect(current).toMatch(
    // An external project serves its own files.
    /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/render\/image\/public\/landing\/[0-9a-f]{8}-hills-.*width=640$/,
  );
  expect(position).toBe("80% 30%");
  expect(box[0]).toBe(box[1]);
  expect(answers).toEqual([expect.stringMatching(/^200 image\/(avif|webp)$/)]);
  await visitor.close();
});

test("Pictures arrive by drop and by paste, a file that is sent twice is stored once, and a wrong file says why", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/status of (409|415)/);
  test.slow();
  const { id, slug } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await addPictureBlock(page, id);
  const dropped = await newFile(`dropped-${slug}.jpg`);
  await give(page, "fieldset:has(> button:has-text('Choose a picture'))", "drop", dropped);
  await expect(shown(page, `dropped-${slug}.jpg`)).toBeVisible();
  await give(page, "[role=dialog]", "paste", await newFile(`pasted-${slug}.jpg`));
  await expect(shown(page, `pasted-${slug}.jpg`)).toBeVisible();
  await give(page, "[role=dialog]", "drop", dropped);
  await expect(page.getByText(`dropped-${slug}.jpg is already in the library`)).toBeVisible();
  await expect(shown(page, `dropped-${slug}.jpg`)).toHaveCount(1);

  const field = library(page).getByLabel(/^Upload pictures/);
  const uploads = library(page).getByRole("list", { name: "Uploads" });
  await field.setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
    { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
    { name: "huge.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 1) },
  ]);
  await expect(uploads.getByRole("listitem")).toHaveText([/broken\.png.*(can't be read|Choose a PNG)/]);
  for (const problem of [
    "notes.txt: choose a PNG, JPG, WEBP, AVIF or GIF file",
    "huge.jpg: the file is larger than 10 MB",
  ])
    await expect(library(page).getByRole("alert").filter({ hasText: problem })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await uploads.getByRole("button", { name: "Remove broken.png" }).click();
  await expect(uploads).toHaveCount(0);

  await library(page).getByLabel("Search pictures").fill(`pasted-${slug}`);
  await expect(shown(page, `dropped-${slug}.jpg`)).toHaveCount(0);
  await expect(shown(page, `pasted-${slug}.jpg`)).toBeVisible();
  await library(page).getByLabel("Search pictures").fill("no such picture");
  await expect(library(page).getByText("No matching pictures")).toBeVisible();
});

test("An upload is canceled, and one that lost its connection is tried again", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { id, slug } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await addPictureBlock(page, id);
  await page.getByRole("button", { name: /^Choose a picture/ }).click();
  const field = library(page).getByLabel(/^Upload pictures/);
  const uploads = library(page).getByRole("list", { name: "Uploads" });
  let held = 0;
  await page.route("**/storage/v1/object/landing/**", () => {
    held += 1;
  });
  await field.setInputFiles(await newFile(`held-${slug}.jpg`));
  await expect.poll(() => held).toBe(1);
  await expect(uploads.getByRole("progressbar", { name: `Uploading held-${slug}.jpg` })).toBeVisible();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes(`held-${slug}`));
  await uploads.getByRole("button", { name: `Cancel held-${slug}.jpg` }).click();
  await expect(uploads).toHaveCount(0);
  expect((await ended).failure()?.errorText).toContain("ABORTED");
  await page.unroute("**/storage/v1/object/landing/**");

  await page.route("**/storage/v1/object/landing/**", (route) => route.abort("internetdisconnected"));
  await field.setInputFiles(await newFile(`lost-${slug}.jpg`));
  await expect(uploads).toContainText("We can't reach the server. Nothing was lost.");
  await page.unroute("**/storage/v1/object/landing/**");
  await uploads.getByRole("button", { name: `Retry lost-${slug}.jpg` }).click();
  await expect(shown(page, `lost-${slug}.jpg`)).toBeVisible();
  await expect(shown(page, `held-${slug}.jpg`)).toHaveCount(0);
});

test("A picture that a page shows cannot be deleted, and afterward it can", async ({ page, baseURL }) => {
  test.slow();
  const { id, slug, content } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await addPictureBlock(page, id);
  await page.getByRole("button", { name: /^Choose a picture/ }).click();
  await library(page)
    .getByLabel(/^Upload pictures/)
    .setInputFiles(await newFile(`used-${slug}.jpg`));
  await library(page).getByLabel("Only decorative").check();
  await library(page).getByRole("button", { name: "Use picture" }).click();
  await expect.poll(content).toContain("<img");

  await page.getByRole("button", { name: "Change picture" }).click();
  await library(page).getByRole("button", { name: "Delete…" }).click();
  const ask = page.getByRole("alertdialog");
  await expect(ask).toContainText("This picture is in use");
  await expect(ask.getByRole("listitem")).toHaveText([`Page ${slug}, draft`]);
  await expect(ask.getByRole("button", { name: "Delete picture" })).toHaveCount(0);
  await ask.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect.poll(content).not.toContain("<img");

  await page.getByRole("button", { name: /^Choose a picture/ }).click();
  await shown(page, `used-${slug}.jpg`).click();
  await library(page).getByRole("button", { name: "Delete…" }).click();
  await ask.getByRole("button", { name: "Delete picture" }).click();
  await expect(page.getByText("Picture deleted")).toBeVisible();
  await expect(shown(page, `used-${slug}.jpg`)).toHaveCount(0);
});

test("A hero has a picture beside its words: from the library with the keyboard, or by its address", async ({
  page,
  baseURL,
}) => {
  const { id, client, content } = await givenPage(baseURL ?? "");
  const upload = await client.storage.from("landing").upload(`keys-${id}.png`, await photo(400, 300, "png"));
  expect(upload.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/landing-pages/${id}`);
  await page.getByRole("button", { name: "Add a block at the end" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Hero/ }).click();
  await page.getByLabel("Picture", { exact: true }).selectOption("Your own picture");
  await page.getByRole("button", { name: /^Choose a picture/ }).focus();
  await page.keyboard.press("Enter");
  await shown(page, `keys-${id}.png`).focus();
  await page.keyboard.press("Enter");
  await library(page).getByLabel("Alternative text").fill("A desk");
  await library(page).getByRole("button", { name: "Use picture" }).focus();
  await page.keyboard.press("Enter");
  await expect(library(page)).toBeHidden();
  await expect(page.getByRole("button", { name: "Change picture" })).toBeFocused();
  await expect
    .poll(content)
    .toMatch(/<img src="[^">]*\/storage\/[^>]* width="400" height="300" alt="A desk" fetchpriority="high"/);

  await page.getByRole("button", { name: "Remove picture" }).click();
  await page.getByRole("button", { name: "Use an image URL" }).click();
  await page.getByLabel("Image URL").fill(`${baseURL}/favicon.svg`);
  await page.getByLabel("Alternative text").fill("Our mark");
  await expect.poll(content).toContain(`<img src="${baseURL}/favicon.svg" alt="Our mark" decoding="async">`);
});

/** A page with a gallery whose places have only captions, open in the editor at the gallery. */
async function openGallery(page: Page, baseURL: string, captions: number) {
  const given = await givenPage(baseURL);
  const items = Array.from({ length: captions }, (_, place) => ({ picture: null, caption: `Room ${place + 1}` }));
  const { error } = await given.client.rpc("save_landing_draft", {
    p_page_id: given.id,
    p_seen_revision: 1,
    p_draft: draftOf([{ ...newBlock("gallery", "gallery"), items }]),
  });
  if (error) throw new Error(error.message);
  await signInAs(page, baseURL, ADMIN);
  await page.goto(`/admin/landing-pages/${given.id}`);
  await page.getByRole("list", { name: "Blocks" }).getByRole("button", { name: "Gallery A look inside" }).click();
  await page.getByRole("button", { name: "Add pictures" }).click();
  const dialog = page.getByRole("dialog", { name: "Add pictures" });
  return { ...given, dialog, chosen: dialog.getByRole("form", { name: "Chosen pictures" }) };
}

const draftOf = (blocks: Block[]) => ({ title: "Gallery", content: blocksToHtml(blocks), blocks, theme: "default" });

test("Several pictures are added to a gallery together, in their order, and one Undo removes them", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { dialog, chosen, content } = await openGallery(page, baseURL ?? "", 0);
  // The library is everyone's, and has the pictures of an earlier try.
  const own = Date.now().toString(36);
  const names = ["first", "second", "third"].map((name) => `${name}-${own}`);
  const files = await Promise.all(names.map((name) => newFile(`${name}.jpg`, 800, 600)));
  await dialog.getByLabel(/^Upload pictures/).setInputFiles(files);
  await expect(chosen.getByRole("group", { name: new RegExp(`third-${own}\\.jpg$`) })).toBeVisible();
  await expect(chosen.getByRole("listitem")).toHaveCount(3);

  // The first one goes to the end, by keyboard.
  const tile = dialog.getByRole("list", { name: "Pictures" }).getByRole("button", { name: `first-${own}.jpg` });
  await tile.press("Space");
  await expect(tile).toHaveAttribute("aria-pressed", "false");
  await tile.press("Space");
  await expect(chosen.getByRole("group", { name: `3: first-${own}.jpg` })).toBeVisible();

  await chosen.getByRole("button", { name: "Add 3 pictures" }).click();
  await expect(chosen.getByText("Describe the picture, or mark it as decorative")).toHaveCount(3);
  await expect(chosen.getByLabel("Alternative text").first()).toBeFocused();
  await chosen.getByLabel("Alternative text").nth(0).fill("The second room");
  await chosen.getByLabel("Only decorative").nth(1).check();
  await chosen.getByLabel("Alternative text").nth(2).fill("The first room");
  await checkResponsiveLayout(page, checkAccessibility);
  await dialog.getByRole("button", { name: "Describe 3 pictures" }).click();
  await expect(chosen.getByRole("button", { name: "All pictures" })).toBeFocused();
  await checkAccessibility();
  await page.setViewportSize({ width: 1440, height: 900 });
  await chosen.getByRole("button", { name: "Add 3 pictures" }).click();

  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Add pictures" })).toBeFocused();
  const alternatives = async () => [...(await content()).matchAll(/ alt="([^"]*)"/g)].map(([, alt]) => alt);
  await expect.poll(alternatives).toEqual(["The second room", "", "The first room"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("group", { name: "picture 1" })).toHaveCount(0);
  await expect.poll(alternatives).toEqual([]);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(page.getByRole("group", { name: "picture 3" })).toBeVisible();
});

test("A gallery says when it has room for no more pictures", async ({ page, baseURL }) => {
  const { dialog, chosen } = await openGallery(page, baseURL ?? "", MAX_PICTURES - 1);
  await dialog
    .getByLabel(/^Upload pictures/)
    .setInputFiles([await newFile("last.jpg", 80, 60), await newFile("more.jpg", 81, 60)]);
  await expect(
    dialog.getByRole("list", { name: "Pictures" }).getByRole("button", { name: "more.jpg" }).first(),
  ).toBeVisible();
  await expect(chosen.getByRole("listitem")).toHaveCount(1);
  await expect(chosen.getByText("A block has up to 100 pictures, so you can't choose more.")).toBeVisible();
  await chosen.getByLabel("Only decorative").check();
  await chosen.getByRole("button", { name: "Add 1 picture" }).click();
  await expect(page.getByRole("button", { name: "Add pictures" })).toBeDisabled();
  await expect(page.getByText("This block has the maximum of 100 items.")).toBeVisible();
});

test("An empty place in the page is clicked to choose its picture", async ({ page, baseURL }) => {
  const { id, client, content } = await givenPage(baseURL ?? "");
  const { error } = await client.rpc("save_landing_draft", {
    p_page_id: id,
    p_seen_revision: 1,
    p_draft: draftOf([newBlock("gallery", "gallery"), newBlock("team", "team")]),
  });
  if (error) throw new Error(error.message);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/landing-pages/${id}`);
  const shown = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await shown.locator(".lp-initials").nth(1).click();
  await library(page)
    .getByLabel(/^Upload pictures/)
    .setInputFiles(await newFile("portrait.jpg", 600, 800));
  const details = page.getByRole("form", { name: /^Details of portrait/ });
  await details.getByLabel("Alternative text").fill("Bo at the desk");
  await details.getByRole("button", { name: "Use picture" }).click();
  await expect(shown.getByRole("img", { name: "Bo at the desk" })).toBeVisible();
  await expect(shown.locator(".lp-initials")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Blocks" }).getByRole("button", { name: /^Team The/ })).toBeFocused();

  await shown.getByText("Click here to add pictures.").click();
  const many = page.getByRole("dialog", { name: "Add pictures" });
  await many.getByRole("list", { name: "Pictures" }).getByRole("button", { name: "portrait.jpg" }).first().click();
  // The library knows it from its first use.
  await expect(many.getByLabel("Alternative text")).toHaveValue("Bo at the desk");
  await many.getByRole("button", { name: "Add 1 picture" }).click();
  await expect(shown.getByRole("img", { name: "Bo at the desk" })).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(shown.getByText("Click here to add pictures.")).toBeVisible();
  await expect.poll(content).toContain('alt="Bo at the desk"');
});

test("The library begins with its title, and its button is in sight on a phone", async ({ page, baseURL }) => {
  const { id } = await givenPage(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await addPictureBlock(page, id);
  await page.getByRole("button", { name: /^Choose a picture/ }).click();
  const title = library(page).getByRole("heading", { name: "Pictures", exact: true });
  const gapAbove = async () => {
    const [around, inside] = [await library(page).boundingBox(), await title.boundingBox()];
    return (inside?.y ?? 0) - (around?.y ?? 0);
  };
  await library(page)
    .locator("input[type=file]")
    .setInputFiles(await newFile(`${id.slice(0, 8)}-tall.jpg`));
  const use = library(page).getByRole("button", { name: "Use picture" });
  await expect(use).toBeVisible();
  expect(await gapAbove()).toBeLessThan(60);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await gapAbove()).toBeLessThan(60);
  expect(await library(page).evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  await expect(use).toBeInViewport();
});
