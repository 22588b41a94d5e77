import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newWord } from "../support/crm-leads.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** One lead that only this test has, and the address of a list with only this lead. */
async function given(baseURL: string, company = "Firm") {
  const word = newWord();
  await addLead(baseURL, { first_name: "Lead", last_name: word, company }, ADMIN);
  return { word, path: `/crm/leads?q=${word}` };
}

const table = (page: Page) => page.getByRole("table", { name: "Leads" });
const header = (page: Page, name: string) => table(page).getByRole("button", { name, exact: true });
const column = (page: Page, name: string) => table(page).getByRole("columnheader", { name: new RegExp(`^${name}`) });
const announced = (page: Page) => page.getByRole("status", { name: "Columns" });
const labels = (page: Page) =>
  table(page)
    .getByRole("columnheader")
    .evaluateAll((cells) => cells.slice(1).map((cell) => cell.querySelector("button")?.textContent));
const widthOf = async (page: Page, name: string) => Math.round((await column(page, name).boundingBox())?.width ?? 0);

const handleOf = (page: Page, key: string) => table(page).locator(`[data-resize="${key}"]`);

async function dragHandle(page: Page, key: string, by: number) {
  const box = await handleOf(page, key).boundingBox();
  if (!box) throw new Error(`The edge of ${key} is not drawn`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
}

test("A column is resized by its edge, back to before by Escape, and to its content by a double click", async ({
  page,
  baseURL,
}) => {
  const { path } = await given(baseURL ?? "", "A company with a name that needs far more room than its column has");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(path);
  await expect(column(page, "Company")).toBeVisible();
  const [before, name] = [await widthOf(page, "Company"), await widthOf(page, "Name")];
  await dragHandle(page, "company", 80);
  await expect.poll(() => widthOf(page, "Company")).toBe(before + 80);
  await page.keyboard.press("Escape");
  await expect.poll(() => widthOf(page, "Company")).toBe(before);
  await page.mouse.up();
  expect(await widthOf(page, "Company")).toBe(before);
  await dragHandle(page, "company", 60);
  await page.mouse.up();
  await expect(announced(page)).toHaveText(`Company, ${before + 60} pixels wide`);
  // The columns before it stay where they are.
  expect(await widthOf(page, "Name")).toBe(name);
  await page.reload();
  await expect(column(page, "Company")).toBeVisible();
  expect(await widthOf(page, "Company")).toBe(before + 60);
  const cell = table(page).locator("[data-cell=company] span");
  await expect(cell).toHaveText(/^A company/);
  await handleOf(page, "company").dblclick();
  await expect(announced(page)).not.toHaveText("");
  await expect.poll(() => cell.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
});

test("With keys alone, columns are moved, resized, hidden and reset, and each change is announced", async ({
  page,
  baseURL,
}) => {
  const { path } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(path);
  await header(page, "Stage").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(announced(page)).toHaveText("Stage, column 2 of 9");
  await expect(header(page, "Stage")).toBeFocused();
  expect((await labels(page)).slice(0, 3)).toEqual(["Name", "Stage", "Company"]);
  // Nothing goes before the name.
  await page.keyboard.press("Shift+ArrowLeft");
  expect((await labels(page)).slice(0, 3)).toEqual(["Name", "Stage", "Company"]);
  const before = await widthOf(page, "Stage");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowRight");
  await expect(announced(page)).toHaveText(`Stage, ${before + 32} pixels wide`);
  expect(await widthOf(page, "Stage")).toBe(before + 32);
  await page.keyboard.press("Shift+F10");
  const menu = page.getByRole("menu", { name: "Options for Stage" });
  await menu.getByRole("menuitem", { name: "Narrower" }).press("Enter");
  await expect(announced(page)).toHaveText(`Stage, ${before + 16} pixels wide`);
  await menu.getByRole("menuitem", { name: "Hide column" }).press("Enter");
  await expect(announced(page)).toHaveText("Stage hidden");
  await expect(header(page, "Stage")).toHaveCount(0);
  await page.getByRole("button", { name: "Columns" }).press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Company" }).press("Shift+ArrowDown");
  await expect(announced(page)).toHaveText("Company, column 3 of 8");
  await expect(page.getByRole("menuitemcheckbox", { name: "Company" })).toBeFocused();
  await page.getByRole("menuitem", { name: "Reset columns" }).press("Enter");
  await expect(announced(page)).toHaveText("Columns reset");
  // The address changes after the announcement, and the table follows it.
  await expect.poll(async () => (await labels(page)).slice(0, 3)).toEqual(["Name", "Company", "Stage"]);
});

test("A header is dragged to another place, also in the menu of columns", async ({ page, baseURL }) => {
  const { path } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(path);
  const target = await column(page, "Company").boundingBox();
  await column(page, "Value").dragTo(column(page, "Company"), {
    targetPosition: { x: 4, y: (target?.height ?? 0) / 2 },
  });
  await expect(announced(page)).toHaveText("Value, column 2 of 9");
  expect((await labels(page)).slice(0, 3)).toEqual(["Name", "Value", "Company"]);
  await page.getByRole("button", { name: "Columns" }).click();
  const item = (name: string) => page.getByRole("menuitemcheckbox", { name });
  await item("Arrived").dragTo(item("Value"), { targetPosition: { x: 60, y: 4 } });
  await expect(announced(page)).toHaveText("Arrived, column 2 of 9");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(header(page, "Arrived")).toBeVisible();
  expect((await labels(page)).slice(0, 4)).toEqual(["Name", "Arrived", "Value", "Company"]);
});

test("A view keeps its own columns; the others and another device stay as they are", async ({ page, baseURL }) => {
  const { word, path } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(path);
  await page.getByRole("button", { name: "Save as view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`View ${word}`);
  await page.keyboard.press("Enter");
  const tab = page.getByRole("button", { name: `View ${word}`, exact: true });
  await expect(tab).toHaveAttribute("aria-pressed", "true");
  await header(page, "Value").focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Alt+ArrowLeft");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  const saved = await labels(page);
  const width = await widthOf(page, "Value");
  await page.getByRole("button", { name: "All leads" }).click();
  await expect.poll(() => labels(page)).not.toEqual(saved);
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("crm-lead-columns"))
      .map((key) => localStorage.removeItem(key)),
  );
  await tab.click();
  await expect.poll(() => labels(page)).toEqual(saved);
  expect(await widthOf(page, "Value")).toBe(width);
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const { data } = await client.from("lead_views").select("config").eq("name", `View ${word}`).single();
  expect(JSON.stringify(data?.config)).toContain(`value:${width}`);
});

test("A link or view with unknown columns and impossible widths opens, and so does one with a hundred columns", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { path } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`${path}&cols=score,stage:99999,name:1,stage,owner:-4,email:abc`);
  await expect(header(page, "Stage")).toBeVisible();
  expect(await labels(page)).toEqual(["Name", "Stage", "Owner", "Email"]);
  expect(await widthOf(page, "Stage")).toBe(640);
  expect(await widthOf(page, "Name")).toBe(72);
  const many = Array.from({ length: 100 }, (_, at) => `column${at}:200`).join(",");
  await page.goto(`${path}&cols=${many},value,company`);
  await expect(header(page, "Value")).toBeVisible();
  expect(await labels(page)).toEqual(["Name", "Value", "Company"]);
  await page.goto(`${path}&cols=${many}`);
  await expect(header(page, "Arrived")).toBeVisible();
  await checkAccessibility();
});

test("The name stays in view while wide columns scroll, and another tab does not lose its columns", async ({
  page,
  baseURL,
}) => {
  const { word, path } = await given(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.setViewportSize({ width: 1024, height: 800 });
  const wide = "name:200,company:600,stage:600,value:600,owner:600";
  await page.goto(`${path}&cols=${wide}`);
  const name = page.getByRole("link", { name: `Lead ${word}` });
  const at = async () => Math.round((await name.boundingBox())?.x ?? 0);
  await expect(name).toBeVisible();
  const before = await at();
  await table(page).evaluate((element) => element.scrollTo({ left: 900 }));
  expect(await at()).toBe(before);
  // The name is on top of the cells that scroll behind it.
  const top = await name.evaluate((link) => {
    const { x, y, height } = link.getBoundingClientRect();
    return document.elementFromPoint(x + 4, y + height / 2) === link;
  });
  expect(top).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const other = await page.context().newPage();
  await other.goto(path);
  await header(other, "Source").focus();
  await other.keyboard.press("Shift+ArrowRight");
  await expect(announced(other)).toHaveText("Source, column 9 of 9");
  await other.close();
  expect(await labels(page)).toEqual(["Name", "Company", "Stage", "Value", "Owner"]);
});

test("The button for a column's options covers no label, in any column of the list", async ({ page, baseURL }) => {
  const { path } = await given(baseURL ?? "");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(path);
  await expect(header(page, "Value")).toBeVisible();
  const covered = await table(page)
    .locator("[data-column]")
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const [sort, options] = cell.querySelectorAll("button");
        const label = sort?.querySelector("span");
        if (!label || !options) return ["no label"];
        const text = document.createRange();
        text.selectNodeContents(label);
        const [words, menu] = [text.getBoundingClientRect(), options.getBoundingClientRect()];
        return words.right > menu.left && menu.right > words.left ? [label.textContent] : [];
      }),
    );
  expect(covered).toEqual([]);
});
