import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { newWord } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { chooseOption, selectMenus } from "../support/select-menu.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** Leads of this test. One word finds only them. */
async function given(baseURL: string, many = 3) {
  const { client } = await signedInClient(baseURL, ADMIN);
  const word = newWord();
  const leads: string[] = [];
  for (let at = 0; at < many; at++) {
    const id = randomUUID();
    const lead = { first_name: `Lead${at}`, last_name: word, company: `Firm ${at}`, value_cents: (at + 1) * 100_000 };
    const { error } = await client.rpc("create_lead", { p_id: id, p_lead: lead });
    if (error) throw new Error(error.message);
    leads.push(id);
  }
  const read = async (at: number) =>
    (
      await client
        .from("leads")
        .select("company, tags, stage, user_id, version")
        .eq("id", leads[at] ?? "")
        .single()
    ).data;
  return { word, leads, client, read };
}

const names = (page: Page) => page.getByRole("row").locator("[data-name]");
const nameOf = (page: Page, at: number, word: string) => page.getByRole("link", { name: `Lead${at} ${word}` });

test("Leads are found despite a typing error, sorted, and counted exactly", async ({ page, baseURL }) => {
  const { word } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/leads");
  await page.getByRole("searchbox", { name: "Search leads" }).fill(word);
  await expect(page.getByRole("status").filter({ hasText: "3 leads" })).toBeVisible();
  await page.getByRole("button", { name: "Value", exact: true }).click();
  await expect(names(page)).toHaveText([`Lead2 ${word}`, `Lead1 ${word}`, `Lead0 ${word}`]);
  await page.getByRole("button", { name: "Value", exact: true }).click();
  await expect(names(page)).toHaveText([`Lead0 ${word}`, `Lead1 ${word}`, `Lead2 ${word}`]);
  await page.reload();
  await expect(names(page)).toHaveCount(3);
  const search = page.getByRole("searchbox", { name: "Search leads" });
  // A number that no lead has begins a new lead with it.
  await search.fill("+1 207 555 0199 x99");
  await expect(page.getByText("No matching leads")).toBeVisible();
  await page.getByRole("button", { name: "New lead with “+1 207 555 0199 x99”" }).click();
  const dialog = page.getByRole("dialog", { name: "New lead" });
  await expect(dialog.getByLabel("Phone")).toHaveValue("+1 207 555 0199 x99");
  await page.keyboard.press("Escape");
  // A long one ends with its line.
  await page.setViewportSize({ width: 390, height: 844 });
  await search.fill(`${"long".repeat(15)}@example.com`);
  const button = await page.getByRole("button", { name: /^New lead with “long/ }).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await search.fill("nobodyiscalledso");
  await expect(page.getByText("No matching leads")).toBeVisible();
  await expect(page.getByRole("button", { name: "New lead named “nobodyiscalledso”" })).toBeVisible();
  // Escape clears the field, and then leaves it for the list and its keys.
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  await expect(names(page).first()).toBeVisible();
  await search.press("Escape");
  await expect(search).not.toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(names(page).nth(1)).toBeFocused();
  // The palette acts on the lead that has the focus, or else on the selected one.
  await page.goto(`/crm/leads?q=${word}`);
  await expect(names(page)).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(names(page).nth(1)).toBeFocused();
  const current = await names(page).nth(1).textContent();
  const book = page.getByRole("option", { name: `Book a call with ${current}` });
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("book");
  await expect(book).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(names(page).nth(1)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 selected")).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("book");
  await expect(book).toBeVisible();
});

test("A link to a view that doesn't exist says so", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm/leads?view=nonexist");
  const notice = page.getByRole("status").filter({ hasText: "The view in this link doesn't exist" });
  await notice.getByRole("button", { name: "Show all leads" }).click();
  await expect(notice).toHaveCount(0);
  await expect(page).toHaveURL(/\/crm\/leads$/);
});

test("A link with a filter that can't be read says so on the list, the board and the export", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  const notice = page.getByRole("status").filter({ hasText: "The filter in this link isn't valid" });
  for (const path of ["/crm/leads", "/crm/board", "/crm/import"]) {
    await page.goto(`${path}?filter=%7Bbad`);
    await notice.getByRole("button", { name: "Remove filter" }).click();
    await expect(notice).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test("An export keeps the search and the scope", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto("/crm/leads?q=larkspur&scope=unowned");
  const count = page.getByRole("status").filter({ hasText: /^\d+ leads?$/ });
  await expect(count).toBeVisible();
  const shown = Number(((await count.textContent()) ?? "").replace(/\D/g, ""));
  await page.getByRole("main").getByRole("link", { name: "Export" }).click();
  const what = page.getByText(`${shown} leads from your filtered list`);
  await expect(what).toContainText("larkspur");
  await expect(what).toContainText("Owner is no one");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text.trim().split("\r\n")).toHaveLength(shown + 1);
});

test("A cell is edited with keys, Escape leaves it, and a conflict keeps the text", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409|ERR_FAILED/);
  const { word, leads, client, read } = await given(baseURL ?? "", 1);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  await nameOf(page, 0, word).focus();
  await page.keyboard.press("e");
  const field = page.getByRole("textbox", { name: `Company of Lead0 ${word}` });
  await expect(field).toBeFocused();
  await field.fill("Never");
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  expect((await read(0))?.company).toBe("Firm 0");
  await page.keyboard.press("e");
  await field.fill("Sable");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Sable/ })).toBeVisible();
  await page.getByRole("button", { name: /Sable/ }).click();
  await page.route("**/rpc/crm_pulse", (route) => route.abort());
  const changes = { p_batch_id: randomUUID(), p_lead_ids: leads, p_changes: { company: "Theirs" } };
  await client.rpc("change_leads", changes);
  await field.fill("Mine");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/Maren Okafor just changed the company/)).toBeVisible();
  await expect(field).toHaveValue("Mine");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(0))?.company).toBe("Mine");
});

test("A cell's menu begins at its value; keys move through it, Enter saves and Escape cancels", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { word, read } = await given(baseURL ?? "", 1);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  const row = page.getByRole("row", { name: new RegExp(`Lead0 ${word}`) });
  await row.getByRole("button", { name: "New", exact: true }).click();
  const option = (name: string) => page.getByRole("menuitemradio", { name, exact: true });
  await expect(option("New")).toBeFocused();
  await checkAccessibility();
  await page.keyboard.press("ArrowDown");
  await expect(option("Attempting")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(option("Connected")).toBeFocused();
  expect((await read(0))?.stage).toBe("new");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read(0))?.stage).toBe("connected");
  const cell = row.getByRole("button", { name: "Connected", exact: true });
  await expect(cell).toBeFocused();
  await page.keyboard.press("e");
  await expect(option("Connected")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(cell).toBeFocused();
  expect((await read(0))?.stage).toBe("connected");
  // Letters go to an option.
  await row.getByTitle("Edit owner").click();
  await expect(option("Maren Okafor")).toBeFocused();
  await page.keyboard.type("im");
  await expect(option("Imani Castellano")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row.getByTitle("Edit owner")).toContainText("Imani");
  await expect(page.getByText(/^Assigned .+ to Imani Castellano$/)).toBeVisible();
  // A stage that asks for a reason returns to its cell, with and without one.
  const dialog = page.getByRole("dialog", { name: /as lost$/ });
  for (const confirmed of [false, true]) {
    await row.getByRole("button", { name: "Connected", exact: true }).click();
    await page.keyboard.type("lost");
    await expect(option("Lost")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog.getByLabel("Reason")).toBeFocused();
    if (confirmed) await dialog.getByLabel("Reason").selectOption({ index: 1 });
    await page.keyboard.press(confirmed ? "ControlOrMeta+Enter" : "Escape");
    await expect(dialog).toHaveCount(0);
    await expect(row.getByTitle("Edit stage")).toBeFocused();
  }
  await expect(row.getByTitle("Edit stage")).toContainText("Lost");
});

test("A row's checkbox is checked by a click and by Space, and Shift checks all rows between", async ({
  page,
  baseURL,
}) => {
  const { word } = await given(baseURL ?? "", 4);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  const box = (at: number) => page.getByRole("checkbox", { name: `Select Lead${at} ${word}` });
  const bar = page.getByRole("toolbar", { name: "Selected leads" });
  await box(0).click();
  await expect(box(0)).toBeChecked();
  await expect(bar).toContainText("1 selected");
  await box(2).click({ modifiers: ["Shift"] });
  for (const at of [0, 1, 2]) await expect(box(at)).toBeChecked();
  await expect(box(3)).not.toBeChecked();
  await expect(bar).toContainText("3 selected");
  await expect(page.getByRole("checkbox", { name: "Select all loaded leads" })).toHaveJSProperty("indeterminate", true);
  await box(1).focus();
  await page.keyboard.press("Space");
  await expect(box(1)).not.toBeChecked();
  await expect(bar).toContainText("2 selected");
  // Shift also clears all rows between.
  await box(0).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("1 selected");
  await box(0).click();
  await box(3).press("Space");
  await expect(box(3)).toBeChecked();
  await expect(bar).toContainText("3 selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  for (const at of [0, 1, 2, 3]) await expect(box(at)).not.toBeChecked();
  // With keys: from row to row, and all of them.
  await nameOf(page, 1, word).focus();
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
  await expect(nameOf(page, 3, word)).toBeFocused();
  for (const at of [1, 2, 3]) await expect(box(at)).toBeChecked();
  await expect(bar).toContainText("3 selected");
  await page.keyboard.press("ControlOrMeta+a");
  await expect(bar).toContainText("4 selected");
});

test("Keys act on selected leads, and undo in a field does not affect leads", async ({ page, baseURL }) => {
  const { word, read } = await given(baseURL ?? "", 3);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  await expect(names(page)).toHaveCount(3);
  for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog", { name: "Assign 2 leads" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("3");
  await expect(page.getByText("Moved 2 leads to Connected")).toBeVisible();
  const stages = async () => (await Promise.all([0, 1, 2].map(read))).map((lead) => lead?.stage).sort();
  expect(await stages()).toEqual(["connected", "connected", "new"]);
  // In a field, undo belongs to the field.
  await page.getByRole("searchbox", { name: /Search/ }).focus();
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("t");
  await expect.poll(stages).toEqual(["connected", "connected", "new"]);
});

test("An amount that cannot be read is named at its field", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/leads");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  const field = selectMenus(filter, "Field");
  await expect(field).toBeFocused();
  // By key: the menu opens, a typed letter goes to a field, and the focus returns.
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Stage", exact: true })).toBeFocused();
  await page.keyboard.press("v");
  await expect(page.getByRole("menuitemradio", { name: "Value", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(field).toHaveAccessibleName("Field: Value");
  await expect(field).toBeFocused();
  await filter.getByLabel("Amount").fill("lots");
  await expect(filter.getByText("Enter an amount, such as 4,450")).toBeVisible();
  await filter.getByLabel("Amount").fill("4.5k");
  await expect(filter.getByText("Enter an amount, such as 4,450")).toHaveCount(0);
  await expect(filter.getByText("Value is more than $4,500")).toBeVisible();
});

test("Several leads are tagged, moved and archived at once, each undone as one", async ({ page, baseURL }) => {
  const { word, read } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  await nameOf(page, 2, word).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected leads" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Tags" }).fill("hot, vip");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Tags" }).getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("Tagged 2 leads with hot, vip")).toBeVisible();
  // The bar is gone, and the focus is in the list again.
  await expect(bar).toHaveCount(0);
  await expect(page.locator("[data-lead] :focus")).toHaveCount(1);
  expect((await read(2))?.tags).toEqual(["hot", "vip"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await read(2))?.tags).toEqual([]);
  await page.getByRole("checkbox", { name: "Select all loaded leads" }).check({ force: true });
  await expect(bar).toContainText("3 selected");
  const toLost = async () => {
    await bar.getByRole("button", { name: "Stage" }).click();
    await page.getByRole("menuitem", { name: "Lost" }).click();
  };
  const why = page.getByRole("dialog", { name: "Mark 3 leads as lost" });
  await toLost();
  await why.getByRole("button", { name: "Cancel" }).click();
  await expect(why).toHaveCount(0);
  // After canceling, everything is still selected.
  await expect(bar).toContainText("3 selected");
  await toLost();
  await why.getByLabel("Reason").selectOption({ index: 1 });
  await why.getByRole("button", { name: "Mark as lost" }).click();
  await expect(page.getByText("Moved 3 leads to Lost")).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect((await read(0))?.stage).toBe("lost");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(async () => (await read(0))?.stage).toBe("new");
  await page.getByRole("checkbox", { name: "Select all loaded leads" }).check({ force: true });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("No matching leads")).toBeVisible();
});

test("After an archive from the bar or by key, the focus is on the neighbor of what went", async ({
  page,
  baseURL,
}) => {
  const { word } = await given(baseURL ?? "", 8);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  await expect(names(page)).toHaveCount(8);
  const box = (at: number) => page.getByRole("checkbox", { name: `Select Lead${at} ${word}` });
  const archive = page.getByRole("toolbar", { name: "Selected leads" }).getByRole("button", { name: "Archive" });
  for (const at of [2, 3]) await box(at).press("Space");
  await archive.focus();
  await page.keyboard.press("Enter");
  await expect(nameOf(page, 3, word)).toHaveCount(0);
  await expect(box(4)).toBeFocused();
  // By key, from the name of a lead between two others.
  await nameOf(page, 5, word).focus();
  for (const key of ["x", "Shift+T"]) await page.keyboard.press(key);
  const tags = page.getByRole("dialog", { name: "Tags" });
  await expect(tags.getByRole("combobox", { name: "Tags" })).toBeFocused();
  await tags.getByRole("combobox").fill("hot");
  await page.keyboard.press("Enter");
  // Escape asks first, because the tag isn't on a lead yet.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(tags.getByRole("button", { name: "Remove tag hot" })).toBeVisible();
  await tags.getByRole("button", { name: "Add" }).press("Enter");
  await expect(nameOf(page, 5, word)).toBeFocused();
  for (const key of ["x", "?"]) await page.keyboard.press(key);
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByText("Merge two leads")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(nameOf(page, 5, word)).toBeFocused();
  await page.keyboard.press("Shift+A");
  await expect(nameOf(page, 5, word)).toHaveCount(0);
  await expect(box(6)).toBeFocused();
  // The last rows leave the focus to the one before.
  for (const at of [6, 7]) await box(at).press("Space");
  await page.keyboard.press("Shift+A");
  await expect(names(page)).toHaveCount(3);
  await expect(nameOf(page, 4, word)).toBeFocused();
});

test("A row shows its quick actions to the pointer and the keyboard without moving a cell, and a dialog returns to it", async ({
  page,
  baseURL,
}) => {
  const { word, client, leads } = await given(baseURL ?? "", 2);
  const [id = ""] = leads;
  await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [id],
    p_changes: { email: `${word}@example.com` },
  });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  const row = page.getByRole("row").filter({ has: nameOf(page, 0, word) });
  const places = () =>
    row.getByRole("cell").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
  const book = row.getByRole("button", { name: "Book a call" });
  await expect(nameOf(page, 0, word)).toBeVisible();
  await expect(book).toHaveCount(0);
  const before = await places();
  await row.hover();
  await expect(book).toBeVisible();
  await expect(row.getByRole("button", { name: "Write email" })).toBeVisible();
  // There's no number to call.
  await expect(row.getByRole("link", { name: /^Call/ })).toHaveCount(0);
  expect(await places()).toEqual(before);
  await nameOf(page, 1, word).hover();
  await expect(book).toHaveCount(0);
  // With the keyboard: the row's keys stay, and Tab goes from the name to the actions.
  await nameOf(page, 0, word).focus();
  await page.keyboard.press("Tab");
  await expect(row.getByRole("button", { name: "Write email" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(book).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Book a call with/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(nameOf(page, 0, word)).toBeFocused();
  await page.keyboard.press("j");
  await expect(nameOf(page, 1, word)).toBeFocused();
});

test("More than a hundred leads are archived after a question, and a list with more to load is not empty", async ({
  page,
  baseURL,
}) => {
  const { word } = await given(baseURL ?? "", 104);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}&sort=name`);
  const total = (many: number) =>
    page
      .getByRole("main")
      .getByRole("status")
      .filter({ hasText: `${many} leads` });
  await expect(total(104)).toBeVisible();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      if (document.querySelector("main")?.textContent?.includes("No matching leads")) seen.push("empty");
    }).observe(document.body, { childList: true, subtree: true });
  });
  const bar = page.getByRole("toolbar", { name: "Selected leads" });
  const all = page.getByRole("checkbox", { name: "Select all loaded leads" });
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await all.check({ force: true });
  await expect(bar).toContainText("selected");
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(names(page)).toHaveCount(4);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
  await undo.click();
  await expect(total(104)).toBeVisible();
  await page.reload();
  await expect(total(104)).toBeVisible();
  await all.check({ force: true });
  await page.getByRole("button", { name: "Select all 104 matching" }).click();
  await bar.getByRole("button", { name: "Archive" }).click();
  const question = page.getByRole("alertdialog", { name: "Archive 104 leads?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(bar).toContainText("104 selected");
  await bar.getByRole("button", { name: "Archive" }).click();
  await question.getByRole("button", { name: "Archive 104 leads" }).click();
  await expect(page.getByText("No matching leads")).toBeVisible();
  await undo.click();
  await expect(total(104)).toBeVisible();
});

test("The sidebar and the head of the list show the same number in every frame while leads are archived and restored", async ({
  page,
  baseURL,
}) => {
  const { word } = await given(baseURL ?? "", 2);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/leads?sort=-arrived");
  await expect(nameOf(page, 1, word)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /^[\d,]+ leads?$/ })).toBeVisible();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const number = (element: Element | null | undefined) => element?.textContent?.replace(/\D/g, "") ?? "";
    const look = () => {
      const side = number(document.querySelector('nav a[href="/crm/leads"]')?.parentElement);
      const head = number(
        [...document.querySelectorAll("main [role=status]")].find((one) =>
          /^[\d,]+ leads?$/.test(one.textContent ?? ""),
        ),
      );
      const both = `${side} ${head}`;
      if (seen.at(-1) !== both) seen.push(both);
      requestAnimationFrame(look);
    };
    look();
  });
  await nameOf(page, 0, word).focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected leads" });
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(nameOf(page, 0, word)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(nameOf(page, 0, word)).toBeVisible();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.join(" | "), seen.join(" | ")).toMatch(/^(\d+) \1( \| (\d+) \3)*$/);
  expect(seen.length).toBeGreaterThanOrEqual(3);
});

test("A filtered list and its count change with the click and with Undo, before the database has answered", async ({
  page,
  baseURL,
}) => {
  const { word, read } = await given(baseURL ?? "", 3);
  await signInAs(page, baseURL ?? "", ADMIN);
  const filter = { op: "and", rules: [{ field: "stage", is: "in", value: ["new"] }] };
  await page.goto(`/crm/leads?${new URLSearchParams({ q: word, sort: "name", filter: JSON.stringify(filter) })}`);
  await expect(names(page)).toHaveCount(3);
  const head = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^\d+ leads?$/ });
  await expect(head).toHaveText("3 leads");
  let release = () => {};
  const hold = async (path: string) => {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
  };
  await hold("**/rpc/change_leads");
  await nameOf(page, 1, word).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("3");
  await expect(names(page)).toHaveText([`Lead0 ${word}`, `Lead2 ${word}`]);
  await expect(head).toHaveText("2 leads");
  expect((await read(1))?.stage).toBe("new");
  release();
  await expect.poll(async () => (await read(1))?.stage).toBe("connected");
  await expect(page.getByText("Moved 1 lead to Connected")).toBeVisible();
  await expect(head).toHaveText("2 leads");
  await hold("**/rpc/undo_lead_batch");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(names(page)).toHaveText([`Lead0 ${word}`, `Lead1 ${word}`, `Lead2 ${word}`]);
  await expect(head).toHaveText("3 leads");
  expect((await read(1))?.stage).toBe("connected");
  release();
  await expect.poll(async () => (await read(1))?.stage).toBe("new");
  await expect(head).toHaveText("3 leads");
});

test("A lead's page tells its place among all leads of the list, not only the loaded ones", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/leads?sort=arrived");
  const head = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^[\d,]+ leads?$/ });
  await expect(head).toBeVisible();
  await expect(names(page).first()).toBeVisible();
  const shown = Number(((await head.textContent()) ?? "").replace(/\D/g, ""));
  expect(shown).toBeGreaterThan(100);
  await names(page).first().click();
  await page.getByRole("link", { name: "Open full page" }).click();
  const place = page.getByText(/^1 of [\d,]+ in Leads$/);
  await expect(place).toBeVisible();
  // Other tests may add leads in the meantime.
  const total = Number(/of ([\d,]+) in/.exec((await place.textContent()) ?? "")?.[1]?.replace(/\D/g, ""));
  expect(total).toBeGreaterThanOrEqual(shown - 5);
});

test("A view is saved, changed, shared, renamed and deleted", async ({ page, baseURL }) => {
  const { word } = await given(baseURL ?? "", 1);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  await page.getByRole("button", { name: "Save as view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("x".repeat(61));
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText("Use at most 60 characters")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(`View ${word}`);
  await page.keyboard.press("ControlOrMeta+Enter");
  const tab = page.getByRole("button", { name: `View ${word}`, exact: true });
  await expect(tab).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(":focus")).toHaveCount(1);
  // The sidebar marks the view, not its page.
  const sidebar = page.getByRole("navigation", { name: "Sales", exact: true });
  await expect(sidebar.locator("[aria-current=page]")).toHaveText([`View ${word}`]);
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.getByRole("button", { name: "All leads" }).click();
  await tab.click();
  await expect(page).toHaveURL(/sort=name/);
  await page.getByRole("button", { name: /^Options for view/ }).click();
  await page.getByRole("menuitem", { name: "Share with the team" }).click();
  await expect(page.getByRole("button", { name: `View ${word}, shared` })).toBeVisible();
  await page.getByRole("button", { name: /^Options for view/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const shared = page.getByRole("button", { name: `View ${word}, shared` });
  await expect(shared).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  // It was open, so it opens again.
  await expect(shared).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/view=.*sort=name|sort=name.*view=/);
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
});

test("A filter of groups reads as a sentence and filters in the database", async ({ page, baseURL }) => {
  const { word } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await chooseOption(selectMenus(filter, "Field"), "Value");
  await filter.getByLabel("Amount").fill("1,500");
  await expect(names(page)).toHaveCount(2);
  await filter.getByRole("button", { name: "Group" }).click();
  await chooseOption(selectMenus(filter, "Field").nth(1), "Company");
  await filter.getByLabel("Text").fill("Firm 2");
  await expect(names(page)).toHaveCount(1);
  await expect(filter.getByText("Value is more than $1,500 and Company contains “Firm 2”")).toBeVisible();
  await filter.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(names(page)).toHaveCount(1);
});

test("The table fits every width and theme, and leads are cards on a phone", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { word, leads } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads?q=${word}`);
  await expect(names(page)).toHaveCount(3);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 390, height: 844 });
  await nameOf(page, 0, word).click();
  await expect(page).toHaveURL(new RegExp(`lead=${leads[0]}`));
});

for (const width of [1440, 1024, 390])
  test(`The filter's panel keeps its place while chips appear and disappear, at ${width} px`, async ({
    page,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, baseURL ?? "", ADMIN);
    await page.goto("/crm/leads");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Filter" });
    const place = async () => {
      const box = await panel.boundingBox();
      return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) };
    };
    await expect(panel.getByText("No filters yet.")).toBeVisible();
    // Waits until the panel has slid in.
    await expect(async () => {
      const at = await place();
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(await place()).toEqual(at);
    }).toPass();
    const before = await place();
    const chips = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
    await panel.getByText("New", { exact: true }).click();
    await expect(chips).toHaveText(["Stage is New"]);
    expect(await place()).toEqual(before);
    for (const stage of ["Attempting", "Connected", "Qualified"]) {
      await panel.getByText(stage, { exact: true }).click();
      expect(await place()).toEqual(before);
    }
    await expect(chips).toHaveText(["Stage is any of 4"]);
    await panel.getByRole("button", { name: "Rule", exact: true }).press("Enter");
    await expect(selectMenus(panel, "Field").nth(1)).toBeFocused();
    await chooseOption(selectMenus(panel, "Field").nth(1), "Company");
    await panel.getByRole("textbox", { name: "Text" }).fill("a company of a rather long name");
    await expect(chips).toHaveCount(2);
    expect(await place()).toEqual(before);
    await panel.getByRole("button", { name: "Clear" }).click();
    await expect(chips).toHaveCount(0);
    expect(await place()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

test("A link's rules appear unchanged in the panel: furthest stage, hour, days ago, one of several", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  const filter = {
    op: "and",
    rules: [
      { field: "reached", is: "over", value: 3 },
      { field: "arrived_hour", is: "under", value: 23 },
      { field: "stage_entered_at", is: "before", value: "-1d" },
      { field: "stage", is: "eq", value: "qualified" },
    ],
  };
  await page.goto(`/crm/leads?${new URLSearchParams({ filter: JSON.stringify(filter) })}`);
  const chips = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
  await expect(chips).toHaveText([
    "Furthest stage is Qualified or later",
    "Arrival time before 11 PM",
    "Entered stage more than 1 day ago",
    "Stage is Qualified",
  ]);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const panel = page.getByRole("dialog", { name: "Filter" });
  await expect(selectMenus(panel, "Stage")).toHaveText("Connected");
  await expect(panel.getByRole("textbox", { name: "Hour, 0–23" })).toHaveValue("23");
  await expect(panel.getByRole("textbox", { name: "days ago" })).toHaveValue("1");
  await expect(panel.getByRole("checkbox", { name: "Qualified" })).toBeChecked();
  // Checking a second value means "any of both", so a link's single value can be extended.
  await panel.locator("label").filter({ hasText: "Proposal" }).click();
  await expect(chips.last()).toHaveText("Stage is Qualified or Proposal");
  await panel.getByRole("textbox", { name: "days ago" }).fill("");
  await panel.getByRole("textbox", { name: "days ago" }).fill("2");
  await expect(chips.nth(2)).toHaveText("Entered stage more than 2 days ago");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove filter Furthest stage is Qualified or later" }).click();
  await expect(chips).toHaveCount(3);
});
