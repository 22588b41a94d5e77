import { readFileSync } from "node:fs";
import type { Locator } from "@playwright/test";
import type { BlockItem } from "../../domain/landing/block-types.ts";
import { blocksToHtml, newBlock, newItem } from "../../domain/landing/blocks.ts";
import { FORM_FIELDS } from "../../domain/landing/form-fields.ts";
import { expect, test } from "../support/browser-test.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

type Look = { theme?: string; variant?: string; align?: string; items?: BlockItem[] };

/** A published page with a form block that is open in the editor. */
async function givenForm(baseURL: string, more: BlockItem[] = [], { theme = "default", ...look }: Look = {}) {
  const { client } = await signedInClient(baseURL, "admin@example.com");
  const id = crypto.randomUUID();
  const slug = `fields-${id.slice(0, 8)}`;
  const blocks = [
    {
      ...newBlock("form", "one"),
      heading: "Book a visit",
      items: [
        { ...newItem(FORM_FIELDS), label: "Your name", kind: "name", needed: true },
        { ...newItem(FORM_FIELDS), label: "Email", kind: "email", needed: true },
        ...more.map((item) => ({ ...newItem(FORM_FIELDS), ...item })),
      ],
      button: "Send",
      done: "We call you today.",
      ...look,
    },
  ];
  const { error } = await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: slug,
    p_draft: { title: `Page ${slug}`, description: "", content: blocksToHtml(blocks), blocks, theme },
  });
  if (error) throw new Error(error.message);
  return { id, slug, client };
}

test("A form gets steps and a question that shows only after an answer, and a visitor fills them in", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  test.slow();
  const { id, slug, client } = await givenForm(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  await page
    .getByRole("list", { name: "Blocks" })
    .getByRole("button", { name: /Book a visit/ })
    .first()
    .click();
  const row = (place: number) => page.getByRole("group", { name: `field ${place}`, exact: true });
  await expect(row(2).getByText("Always required")).toBeVisible();
  await page.getByRole("button", { name: "Add step" }).click();
  await row(3).getByLabel("Step title").fill("Your teeth");
  await page.getByRole("button", { name: "Add field" }).click();
  await row(4).getByLabel("Type").selectOption("choice");
  // No one can answer it before it has options.
  await expect(row(4).getByLabel("Options, one per line")).toBeFocused();
  await page.keyboard.type("Implant\nCleaning");
  await row(4).getByLabel("Label", { exact: true }).fill("What do you need?");
  // Keys go through the types without leaving the list.
  await page.getByRole("button", { name: "Add field" }).click();
  await row(5).getByLabel("Type").focus();
  await page.keyboard.press("End");
  await expect(row(5).getByLabel("Type")).toHaveValue("step");
  for (const type of ["file", "date", "check", "choices"]) {
    await page.keyboard.press("ArrowUp");
    await expect(row(5).getByLabel("Type")).toHaveValue(type);
    await expect(row(5).getByLabel("Type")).toBeFocused();
  }
  await expect(row(5).getByLabel("Options, one per line")).toBeVisible();
  await row(5).getByRole("button", { name: "Remove field 5" }).click();
  await page.getByRole("button", { name: "Add field" }).click();
  await row(5).getByLabel("Label", { exact: true }).fill("Which tooth?");
  await row(5).getByRole("checkbox", { name: "Required" }).check();
  await row(5).getByRole("button", { name: "Details" }).click();
  await row(5).getByLabel("Show this field").selectOption("is");
  await row(5).getByLabel("Answer to").selectOption("What do you need?");
  await row(5).getByRole("combobox", { name: "Answer", exact: true }).selectOption("Implant");
  // A condition follows the label that it names.
  await row(4).getByLabel("Label", { exact: true }).fill("What do you want?");
  await expect(row(5).getByLabel("Answer to")).toHaveValue("What do you want?");
  // So it does with an option, also when someone empties its line first.
  const options = row(4).getByLabel("Options, one per line");
  const answer = row(5).getByRole("combobox", { name: "Answer", exact: true });
  await options.fill("\nCleaning");
  await expect(answer).toHaveValue("Implant");
  await expect(answer).toHaveAccessibleDescription(/doesn't offer this answer, so this field always shows/);
  await options.fill("An implant\nCleaning");
  await expect(answer).toHaveValue("An implant");
  await options.fill("Cleaning");
  await expect(answer.getByRole("option", { name: "An implant (no longer an option)" })).toBeAttached();
  // Keys that erase an option don't rename it.
  await options.fill("Cleaning\nAn implant");
  await options.press("ControlOrMeta+End");
  for (const _ of "\nAn implant") await page.keyboard.press("Backspace");
  await expect(options).toHaveValue("Cleaning");
  await expect(answer.getByRole("option", { name: "An implant (no longer an option)" })).toBeAttached();
  await row(5).getByRole("button", { name: "Details" }).click();
  await expect(row(5).getByText("Always shows: check its condition")).toBeVisible();
  await options.fill("Implant\nCleaning");
  await row(5).getByRole("button", { name: "Details" }).click();
  await answer.selectOption("Implant");
  await page.getByLabel("Assign leads to").selectOption({ index: 1 });
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  const { data: draft } = await client.from("landing_drafts").select("revision").eq("page_id", id).single();
  await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: draft?.revision ?? 0 });

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const visitor = await context.newPage();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByText("Step 1 of 2")).toBeVisible();
  await visitor.getByLabel("Your name").fill("Ivy Molar");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  await visitor.getByRole("button", { name: "Next" }).click();
  await expect(visitor.getByText("Step 2 of 2: Your teeth")).toBeFocused();
  await expect(visitor.getByLabel("Which tooth?")).toBeHidden();
  await visitor.getByLabel("What do you want?").selectOption("Implant");
  await visitor.getByLabel("Which tooth?").fill("A molar");
  await visitor.getByLabel("Which tooth?").press("Control+Enter");
  await expect(visitor.locator("p.lead-shown").filter({ hasText: "We call you today." })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Send" })).toBeHidden();
  await expect(visitor.getByLabel("What do you want?")).toBeHidden();
  await context.close();
  const { data } = await client
    .from("landing_submissions")
    .select("answers, lead_id")
    .eq("answers->>email", `${slug}@example.com`);
  expect(data?.[0]?.answers).toMatchObject({ what_do_you_want: "Implant", which_tooth: "A molar" });
  // The lead has the questions as they were asked, in the order of the form.
  await page.goto(`/crm/leads/${data?.[0]?.lead_id}`);
  await expect(page.locator("dl[aria-label=Answers]")).toHaveText(
    /^What do you want\? Implant\s*Which tooth\? A molar$/,
  );
  // So does its preview on Today.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/crm");
  await page.locator(`[data-lead="${data?.[0]?.lead_id}"]`).getByRole("link", { name: "Ivy Molar" }).click();
  await expect(page.getByText("What do you want? Implant Which tooth? A molar")).toBeVisible();
});

test("A question with several checkboxes takes several answers, needs one if it is required, and decides about other fields", async ({
  page: visitor,
  baseURL,
  checkAccessibility,
}) => {
  const { id, slug, client } = await givenForm(baseURL ?? "", [
    {
      label: "What interests you?",
      kind: "choices",
      options: "Ads\nSEO & more\nMaps",
      needed: true,
      hint: "Choose any.",
    },
    { label: "Which engine?", kind: "line", needed: true, show: "has", when: "What interests you?", value: "seo" },
  ]);
  const published = await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  expect(published.error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await visitor.getByLabel("Your name").fill("Ann Lee");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  const group = visitor.getByRole("group", { name: "What interests you?" });
  const box = (name: string) => group.getByRole("checkbox", { name });
  await expect(visitor.getByLabel("Which engine?")).toBeHidden();
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(box("Ads")).toBeFocused();
  await expect(group).toHaveAccessibleDescription("Choose any. Choose an answer.");
  await checkResponsiveLayout(visitor, checkAccessibility);
  await box("Maps").check();
  await expect(group).toHaveAccessibleDescription("Choose any.");
  await box("SEO & more").check();
  await visitor.getByLabel("Which engine?").fill("All");
  await box("SEO & more").uncheck();
  await expect(visitor.getByLabel("Which engine?")).toBeHidden();
  await box("SEO & more").check();
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.locator("p.lead-shown").filter({ hasText: "We call you today." })).toBeVisible();
  const { data } = await client
    .from("landing_submissions")
    .select("answers")
    .eq("answers->>email", `${slug}@example.com`);
  expect(data?.[0]?.answers).toMatchObject({ what_interests_you: "SEO & more, Maps", which_engine: "All" });
});

test("A dropdown without options is named before publishing, and visitors can send the form without it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, slug } = await givenForm(baseURL ?? "", [
    { label: "Days", kind: "choice", needed: true },
    { label: "Times", kind: "choices", needed: true, options: "Morning" },
  ]);
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const points = dialog.getByRole("region", { name: "Before you publish" });
  const point = "“Days” has no options, so visitors don't see it.";
  await points.getByRole("button", { name: `Show: ${point}` }).click();
  await expect(page.getByLabel("Options, one per line")).toBeFocused();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish page" }).click();
  await expect(page.getByText("Version 1 is live")).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const visitor = await context.newPage();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByRole("group", { name: "Times" })).toBeVisible();
  await expect(visitor.getByLabel("Days")).toHaveCount(0);
  await visitor.getByLabel("Your name").fill("Ivy Molar");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  await visitor.getByLabel("Morning").check();
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByText("We call you today.", { exact: true })).toBeVisible();
  await context.close();
});

test("A date is chosen from a calendar, needed if it is required, and kept in words", async ({
  page: visitor,
  baseURL,
  checkAccessibility,
}) => {
  const { id, slug, client } = await givenForm(baseURL ?? "", [{ label: "Event date", kind: "date", needed: true }]);
  expect((await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 })).error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await visitor.getByLabel("Your name").fill("Ann Lee");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByLabel("Event date")).toBeFocused();
  await expect(visitor.getByLabel("Event date")).toHaveAccessibleDescription("Choose a date.");
  await checkResponsiveLayout(visitor, checkAccessibility);
  await visitor.getByLabel("Event date").fill("2026-12-24");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.locator("p.lead-shown").filter({ hasText: "We call you today." })).toBeVisible();
  const { data } = await client
    .from("landing_submissions")
    .select("answers")
    .eq("answers->>email", `${slug}@example.com`);
  expect(data?.[0]?.answers).toMatchObject({ event_date: "December 24, 2026" });
});

test("In a form with steps, visitors see the question above its checkboxes", async ({ page: visitor, baseURL }) => {
  const { id, slug, client } = await givenForm(baseURL ?? "", [
    { kind: "step", label: "Your goals" },
    { label: "What interests you?", kind: "choices", options: "Ads\nMaps" },
  ]);
  const published = await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  expect(published.error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await visitor.getByLabel("Your name").fill("Ann Lee");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  await visitor.getByRole("button", { name: "Next" }).click();
  await expect(visitor.getByText("Step 2 of 2: Your goals")).toBeFocused();
  const question = visitor.getByRole("group", { name: "What interests you?" }).locator("legend");
  expect((await question.boundingBox())?.width).toBeGreaterThan(100);
  await expect(question).toHaveCSS("clip-path", "none");
  // As in a form without steps, it looks like the label of a field.
  expect(await question.evaluate((legend) => getComputedStyle(legend).fontWeight)).toBe("500");
});

test("A form whose first step has no fields begins with the next one", async ({ page: visitor, baseURL }) => {
  const fields: BlockItem[] = [
    { kind: "step", label: "Plans" },
    { label: "Days", kind: "choice", options: " " },
    { kind: "step", label: "You" },
    { label: "Email", kind: "email" },
  ];
  const items = fields.map((item) => ({ ...newItem(FORM_FIELDS), ...item }));
  const { id, slug, client } = await givenForm(baseURL ?? "", [], { items });
  const published = await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  expect(published.error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByLabel("Email")).toBeVisible();
  await expect(visitor.getByText("Plans")).toBeHidden();
  await expect(visitor.getByText(/^Step \d of \d/)).toBeHidden();
  await expect(visitor.getByRole("button", { name: "Send" })).toBeVisible();
});

test("A form whose other steps are hidden has no step counter, and authors see a step without a title", async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, slug, client } = await givenForm(baseURL ?? "", [
    { label: "Business", kind: "check" },
    { kind: "step", label: "" },
    { label: "Tax number", kind: "line", show: "is", when: "Business", value: "yes" },
  ]);
  const published = await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 });
  expect(published.error).toBeNull();
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const visitor = await context.newPage();
  await visitor.goto(`/landing/${slug}`);
  await expect(visitor.getByRole("button", { name: "Send" })).toBeVisible();
  await expect(visitor.getByText(/^Step \d of \d/)).toBeHidden();
  await visitor.getByLabel("Business").check();
  await expect(visitor.getByText("Step 1 of 2", { exact: true })).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Send" })).toBeHidden();
  await context.close();

  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  const canvas = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  const title = canvas.locator("legend[data-empty]");
  await expect(title).toBeVisible();
  expect(await title.evaluate((legend) => getComputedStyle(legend, "::before").content)).toBe('"Step title"');
  await title.click();
  await expect(canvas.locator("legend[contenteditable]")).toBeFocused();
  await page.keyboard.type("Taxes");
  await expect(page.getByRole("textbox", { name: "Step title" })).toHaveValue("Taxes");
});

test("Someone in a field of a long form sees it on the page, and an option that is there twice is named", async ({
  page,
  baseURL,
}) => {
  const { id } = await givenForm(
    baseURL ?? "",
    Array.from({ length: 18 }, (_, at) => ({
      label: `Question ${at + 1}`,
      kind: at === 15 ? "choice" : "line",
      options: "Ads\nMaps",
    })),
  );
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/landing-pages/${id}`);
  const canvas = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await canvas.getByRole("heading", { name: "Book a visit" }).click();
  await expect(canvas.getByText("Question 18")).not.toBeInViewport();
  await page.getByRole("group", { name: "field 20", exact: true }).getByLabel("Label", { exact: true }).focus();
  await expect(canvas.getByText("Question 18")).toBeInViewport();
  await page.getByRole("group", { name: "field 3", exact: true }).getByLabel("Type").focus();
  await expect(canvas.getByText("Question 1", { exact: true })).toBeInViewport();
  const row = page.getByRole("group", { name: "field 18", exact: true });
  await row.getByRole("button", { name: "Details" }).click();
  const options = row.getByLabel("Options, one per line");
  await options.fill("Ads\nMaps\nads");
  await expect(options).toHaveAccessibleDescription(/“Ads” is in the list more than once/);
  await options.fill("Ads\nMaps");
  await expect(row.getByText("more than once")).toBeHidden();
  // On a phone, it is above the settings, also at the end of the page.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("toolbar", { name: "Panels" }).getByRole("button", { name: "Block settings" }).click();
  await page.getByRole("group", { name: "field 20", exact: true }).getByLabel("Label", { exact: true }).focus();
  const sheet = page.getByRole("complementary", { name: "Settings" });
  await expect(async () => {
    const [field, cover] = [await canvas.getByText("Question 18").boundingBox(), await sheet.boundingBox()];
    expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(cover?.y ?? 0);
  }).toPass();
});

const PDF = { name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") };
const PNG = { name: "room.png", mimeType: "image/png", buffer: readFileSync("docs/pictures/home.png") };

test("A file is checked by the rule of its field when it is chosen, before the next step, and by its content when it is sent", async ({
  page: visitor,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/status of 400/);
  const files = Array.from({ length: 6 }, (_, at) => ({ label: `More ${at + 1}`, kind: "file" }));
  const { id, slug, client } = await givenForm(baseURL ?? "", [
    { label: "Photo", kind: "file", files: "pictures" },
    { kind: "step", label: "More" },
    ...files,
  ]);
  expect((await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 })).error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await visitor.getByLabel("Your name").fill("Ann Lee");
  await visitor.getByLabel("Email").fill(`${slug}@example.com`);
  const photo = visitor.getByLabel("Photo");
  const isPicture = "Choose a picture (JPEG, PNG, or WebP) up to 10 MB.";
  await photo.setInputFiles(PDF);
  await expect(photo).toHaveAccessibleDescription(isPicture);
  await visitor.getByRole("button", { name: "Next" }).click();
  await expect(photo).toBeFocused();
  await expect(visitor.getByText("Step 1 of 2")).toBeVisible();
  await checkResponsiveLayout(visitor, checkAccessibility);
  await photo.setInputFiles({ ...PNG, buffer: Buffer.alloc(10 * 1024 * 1024 + 1) });
  await expect(photo).toHaveAccessibleDescription("This file is larger than 10 MB. Choose a smaller one.");
  // Its name and type say that it is a picture. Only the server knows better.
  await photo.setInputFiles({ ...PNG, buffer: PDF.buffer });
  await expect(photo).not.toHaveAttribute("aria-invalid");
  await visitor.getByRole("button", { name: "Next" }).click();
  for (const place of [1, 2, 3, 4, 5]) await visitor.getByLabel(`More ${place}`).setInputFiles(PDF);
  await expect(visitor.getByLabel("More 5")).toHaveAccessibleDescription(
    "A form takes up to 5 files. Remove one of them.",
  );
  const third = visitor.getByRole("paragraph").filter({ has: visitor.getByLabel("More 3") });
  await expect(third).toContainText("plan.pdf (1 kB)");
  await checkResponsiveLayout(visitor, checkAccessibility);
  await third.getByRole("button", { name: "Remove plan.pdf" }).click();
  await expect(visitor.getByLabel("More 3")).toBeFocused();
  await expect(third.getByText("plan.pdf")).toHaveCount(0);
  await expect(visitor.getByLabel("More 5")).not.toHaveAttribute("aria-invalid");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(photo).toBeFocused();
  await expect(photo).toHaveAccessibleDescription(isPicture);
  await expect(visitor.locator(".lead-message:visible")).toHaveCount(0);
  await photo.setInputFiles(PNG);
  await expect(photo).not.toHaveAttribute("aria-invalid");
  await visitor.getByRole("button", { name: "Next" }).click();
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.locator("p.lead-shown").filter({ hasText: "We call you today." })).toBeVisible();
  const { data } = await client
    .from("landing_submissions")
    .select("landing_submission_files(field)")
    .eq("answers->>email", `${slug}@example.com`);
  expect(data?.[0]?.landing_submission_files).toHaveLength(5);
});

test("A phone number and an email address are checked at their fields, by the server's rules", async ({
  page: visitor,
  baseURL,
  checkAccessibility,
}) => {
  const { id, slug, client } = await givenForm(baseURL ?? "", [
    { label: "Mobile", kind: "phone" },
    { label: "Office", kind: "phone", needed: true },
  ]);
  expect((await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 })).error).toBeNull();
  await visitor.goto(`/landing/${slug}`);
  await visitor.getByLabel("Your name").fill("Ann Lee");
  const [email, phone] = [visitor.getByLabel("Email"), visitor.getByLabel("Mobile")];
  await email.fill("max@nowhere");
  await phone.fill("12");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Enter an email address such as name@example.com.");
  await expect(phone).toHaveAccessibleDescription("Enter a phone number such as (503) 555-0148.");
  // The server says the same at a field that is missing.
  await expect(visitor.getByLabel("Office")).toHaveAccessibleDescription(
    "Enter a phone number such as (503) 555-0148.",
  );
  await expect(visitor.locator(".lead-message:visible")).toHaveCount(0);
  await checkResponsiveLayout(visitor, checkAccessibility);
  await email.fill(`${slug}@example.com`);
  await visitor.getByLabel("Office").fill("(503) 555-0148");
  await phone.fill("0171 234 5678");
  await expect(phone).not.toHaveAttribute("aria-invalid");
  await phone.fill("");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.locator("p.lead-shown").filter({ hasText: "We call you today." })).toBeVisible();
});

for (const look of [{}, { variant: "card", theme: "warm" }, { variant: "column" }, { align: "center", theme: "ink" }])
  test(`The buttons, steps, and messages of a form look alike: ${JSON.stringify(look)}`, async ({
    page: visitor,
    baseURL,
    expectConsole,
  }) => {
    expectConsole(/status of 429/);
    const more = [
      { kind: "step", label: "More" },
      { label: "Notes", kind: "line" },
    ];
    const { id, slug, client } = await givenForm(baseURL ?? "", more, look);
    expect((await client.rpc("publish_landing_page", { p_page_id: id, p_seen_revision: 1 })).error).toBeNull();
    await visitor.setViewportSize({ width: 1280, height: 900 });
    await visitor.goto(`/landing/${slug}`);
    const button = (name: string) => visitor.getByRole("button", { name });
    const lookOf = (name: string) =>
      button(name).evaluate((one: HTMLElement) => [one.offsetHeight, getComputedStyle(one).borderRadius]);
    const gap = async (above: Locator, below: Locator) => {
      const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
      return Math.round((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0));
    };
    const progress = visitor.locator(".lp-progress");
    const next = await lookOf("Next");
    const first = await gap(progress, visitor.getByText("Your name"));
    await visitor.getByLabel("Your name").fill("Ann Lee");
    await visitor.getByLabel("Email").fill(`${slug}@example.com`);
    await button("Next").click();
    expect(await lookOf("Send")).toEqual(next);
    expect(await lookOf("Back")).toEqual(next);
    expect(await gap(progress, visitor.getByText("Notes"))).toBe(first);
    await visitor.route("**/submit-landing-form", (route) => route.fulfill({ status: 429, json: { problem: "busy" } }));
    await button("Send").click();
    const message = visitor.locator(".lead-shown");
    for (const width of [1280, 390]) {
      await visitor.setViewportSize({ width, height: 900 });
      expect(await gap(message, visitor.locator("form"))).toBeGreaterThanOrEqual(16);
      const intro = await gap(visitor.locator(".lp-intro"), message);
      // Beside the text, the message is no lower than its end.
      expect(intro < 0 || intro >= 16).toBe(true);
      const [form, box] = [await visitor.locator("form").boundingBox(), await message.boundingBox()];
      expect([box?.x, box?.width]).toEqual([form?.x, form?.width]);
    }
  });

test("A new field of a form gets the focus, the page shows it, and each type can be read", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { id } = await givenForm(
    baseURL ?? "",
    Array.from({ length: 14 }, (_, at) => ({ label: `Question ${at + 1}`, kind: "line" })),
  );
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/admin/landing-pages/${id}`);
  const canvas = page.frameLocator('iframe[title="Page preview"]:not([aria-hidden])');
  await canvas.getByRole("heading", { name: "Book a visit" }).click();
  await page.getByRole("button", { name: "Add field" }).click();
  const row = page.getByRole("group", { name: "field 17", exact: true });
  const label = row.getByLabel("Label", { exact: true });
  await expect(label).toBeFocused();
  await expect(label).toBeInViewport();
  await page.keyboard.type("Favorite color");
  await expect(label).toHaveValue("Favorite color");
  await expect(page.getByRole("group", { name: "field 18", exact: true })).toHaveCount(0);
  await expect(canvas.getByText("Favorite color")).toBeInViewport();
  for (const type of ["Multiple checkboxes", "Single line of text", "Next step starts here"]) {
    await row.getByLabel("Type").selectOption(type);
    const cut = await row.getByLabel("Type").evaluate((select: HTMLSelectElement) => {
      const style = getComputedStyle(select);
      const words = document.body.appendChild(document.createElement("span"));
      words.style.cssText = `position:absolute;white-space:pre;font:${style.font};letter-spacing:${style.letterSpacing}`;
      words.textContent = select.selectedOptions[0]?.textContent ?? "";
      const needed = words.getBoundingClientRect().width;
      words.remove();
      return (
        needed - (select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight))
      );
    });
    expect([type, cut <= 0]).toEqual([type, true]);
  }
  await page.getByRole("button", { name: "Add step" }).click();
  await expect(page.getByRole("group", { name: "field 18", exact: true }).getByLabel("Step title")).toBeFocused();
  await checkResponsiveLayout(page, checkAccessibility);
});
