import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newWord } from "../support/crm-leads.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** Leads and tags that only this test has: `given(url, [["hot"], []])` has two leads, one with the tag "hot <word>". */
async function given(baseURL: string, tagged: string[][]) {
  const word = newWord();
  const tag = (name: string) => `${name} ${word}`;
  const ids: string[] = [];
  for (const [at, tags] of tagged.entries())
    ids.push(await addLead(baseURL, { first_name: `Lead${at}`, last_name: word, tags: tags.map(tag) }, ADMIN));
  const { client } = await signedInClient(baseURL, ADMIN);
  const tagsOf = async (at: number) =>
    (
      await client
        .from("leads")
        .select("tags")
        .eq("id", ids[at] ?? "")
        .single()
    ).data?.tags.toSorted();
  return { word, tag, ids, tagsOf };
}

const picker = (page: Page, name: string | RegExp = "Tags") => page.getByRole("combobox", { name, exact: true });
const options = (page: Page) => page.getByRole("listbox", { name: /^Known tags/ }).getByRole("option");

test("On a lead, a known tag is found and added by Enter, a new one is created, and Backspace removes the last", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { word, tag, ids, tagsOf } = await given(baseURL ?? "", [["hot"], ["hot", "warm"], []]);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads/${ids[2]}`);
  await picker(page).fill(word.toUpperCase());
  // The most used first, with the number of leads, and last the way to create what is typed.
  await expect(options(page)).toHaveText([
    `${tag("hot")}2leads`,
    `${tag("warm")}1lead`,
    `Create “${word.toUpperCase()}”`,
  ]);
  await checkAccessibility();
  await picker(page).press("ArrowDown");
  await picker(page).press("Enter");
  await expect.poll(() => tagsOf(2)).toEqual([tag("warm")]);
  await expect(page.getByRole("button", { name: `Remove tag ${tag("warm")}` })).toBeVisible();
  await picker(page).fill(`brand   new ${word}`);
  await expect(options(page)).toHaveText([`Create “${tag("brand new")}”`]);
  await picker(page).press("Enter");
  await expect.poll(() => tagsOf(2)).toEqual([tag("brand new"), tag("warm")]);
  await expect(page.getByRole("button", { name: /^Remove tag/ })).toHaveCount(2);
  // In another spelling it is the same tag, so nothing can be created.
  await picker(page).fill(`  BRAND new  ${word}`);
  await expect(page.getByText("This tag is already chosen.")).toBeVisible();
  await picker(page).press("Escape");
  await expect(picker(page)).toHaveValue("");
  await picker(page).press("Backspace");
  await expect(page.getByRole("button", { name: /^Remove tag/ })).toHaveCount(1);
  await expect.poll(async () => (await tagsOf(2))?.length).toBe(1);
  await picker(page).fill("a".repeat(41));
  const tooLong = page.getByText("A tag can have up to 40 characters");
  await expect(tooLong).toBeVisible();
  // The problem is below the outline of the focused field, which is three pixels around it.
  const [field, problem] = await Promise.all([picker(page).locator("..").boundingBox(), tooLong.boundingBox()]);
  expect((problem?.y ?? 0) - (field?.y ?? 0) - (field?.height ?? 0)).toBeGreaterThan(4);
  await picker(page).press("Enter");
  await expect(picker(page)).toHaveValue("a".repeat(41));
  await expect(tooLong).toBeVisible();
  await expect.poll(async () => (await tagsOf(2))?.length).toBe(1);
});

test("In the drawer, Escape leaves the list, then the drawer, and the tag of a click appears at once", async ({
  page,
  baseURL,
}) => {
  const { word, tag, ids } = await given(baseURL ?? "", [["hot"], []]);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&lead=${ids[1]}`);
  const drawer = page.getByRole("dialog");
  await picker(page).fill(word);
  await options(page)
    .filter({ hasText: tag("hot") })
    .click();
  await expect(drawer.getByRole("button", { name: `Remove tag ${tag("hot")}` })).toBeVisible();
  await picker(page).fill("x");
  await picker(page).press("Escape");
  await expect(picker(page)).toHaveValue("");
  await expect(drawer).toBeVisible();
  await picker(page).press("Escape");
  await expect(picker(page)).not.toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
});

test("A row's tags are edited in the table, and a filter offers the tags that leads have", async ({
  page,
  baseURL,
}) => {
  const { word, tag, tagsOf } = await given(baseURL ?? "", [["hot"], ["warm"], []]);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name&cols=name,tags`);
  await page.locator("[data-cell=tags]").nth(2).click();
  const cell = picker(page, `Tags of Lead2 ${word}`);
  await expect(cell).toBeFocused();
  await cell.fill(tag("HOT"));
  await cell.press("Enter");
  await cell.press("Enter");
  await expect(cell).toHaveCount(0);
  await expect.poll(() => tagsOf(2)).toEqual([tag("hot")]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await chooseOption(selectMenus(filter, "Field"), "Tags");
  await picker(page).fill(`warm ${word}`);
  await expect(options(page)).toHaveText([`${tag("warm")}1lead`]);
  await picker(page).press("Enter");
  await expect(page.locator("[data-name]")).toHaveText([`Lead1 ${word}`]);
  await expect(
    filter
      .getByText(`Tags has any of ${tag("warm")}`)
      .or(filter.getByText(tag("warm")))
      .first(),
  ).toBeVisible();
});

test("Selected leads get several tags in one step, and lose one", async ({ page, baseURL }) => {
  const { word, tag, tagsOf } = await given(baseURL ?? "", [["hot"], []]);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  await expect(page.locator("[data-name]")).toHaveCount(2);
  await page.getByRole("checkbox", { name: "Select all loaded leads" }).check({ force: true });
  const bar = page.getByRole("toolbar", { name: "Selected leads" });
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  // Escape asks before it discards what was chosen.
  await picker(page).fill(`${tag("wrong")},`);
  await expect(dialog.getByRole("button", { name: `Remove tag ${tag("wrong")}` })).toBeVisible();
  await picker(page).press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Add" })).toBeDisabled();
  await picker(page).fill(`${tag("hot")}, ${tag("vip")}`);
  await picker(page).press("Enter");
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect.poll(() => tagsOf(1)).toEqual([tag("hot"), tag("vip")]);
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox", { name: `Select Lead0 ${word}` }).check({ force: true });
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await picker(page).fill(tag("vip").toUpperCase());
  await picker(page).press("Enter");
  await page.getByRole("dialog", { name: "Tags" }).getByRole("button", { name: "Remove", exact: true }).click();
  await expect.poll(() => tagsOf(0)).toEqual([tag("hot")]);
});
