import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "../support/browser-test.ts";
import { csvFile, hostileCsv } from "../support/lead-files.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "sales@example.com");
  await page.goto("/crm/import");
});
const mark = () => Math.random().toString(36).slice(2, 8);

test("A hostile file is imported as plain data, its invalid rows are named, and the import can be undone", async ({
  page,
  checkAccessibility,
}) => {
  const name = mark();
  await page.locator("input[type=file]").setInputFiles(csvFile(hostileCsv(name), `hostile-${name}.csv`));
  await expect(page.getByRole("combobox", { name: "E-Mail imports as" })).toHaveValue("email");
  await expect(page.getByRole("combobox", { name: "Deal Value imports as" })).toHaveValue("value_cents");
  await expect(page.getByRole("combobox", { name: "Company (5) imports as" })).toHaveValue("");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "Check 8 rows" }).click();
  await expect(page.getByRole("heading", { name: "4 rows can't be imported" })).toBeVisible();
  const wrong = page.getByRole("table", { name: "Rows with errors" });
  for (const reason of [
    "the cell is too long",
    "isn't a valid address",
    "Created (Arrived on): Dec 5, 2098 is in the future",
    "“lots” isn't a valid amount",
    "9 cells, but the header has 8",
  ])
    await expect(wrong).toContainText(reason);
  await checkResponsiveLayout(page, checkAccessibility);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download these rows" }).click();
  const saved = readFileSync(await (await download).path(), "utf8");
  expect(saved.split("\r\n")[0]).toBe("\ufeffRow,Problem,First name,Last name,Email,Company,Value,Arrived on");
  await page.getByRole("button", { name: "Import 3 rows" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Imported" })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  // The address contains the import, so it survives a reload.
  await page.reload();
  const past = page.getByRole("listitem").filter({ hasText: `hostile-${name}.csv` });
  await expect(past).toContainText("3 new, 1 skipped, 4 with errors");
  const { client } = await signedInClient(host, "sales@example.com");
  const { data } = await client
    .from("leads")
    .select("first_name, last_name, company, value_cents")
    .ilike("email", `%-${name}@example.com`)
    .order("email");
  expect(data).toEqual([
    {
      first_name: '=HYPERLINK("http://evil.example")',
      last_name: "Formula",
      company: "+cmd|' /C calc'!A0",
      value_cents: 100000,
    },
    { first_name: 'Qu"ote', last_name: "Line\nBreak", company: "a,b;c", value_cents: 445050 },
    { first_name: "Zoë", last_name: "Müller", company: "Ärzte GmbH", value_cents: null },
  ]);
  await page.getByRole("link", { name: "View leads" }).click();
  await expect(page.getByText(`Import is hostile-${name}.csv`)).toBeVisible();
  await expect(page.getByRole("table", { name: "Leads" }).getByRole("row")).toHaveCount(4);
  await page.goBack();
  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
  await expect(past).toContainText("undone, 3 new leads removed");
  // Its leads are gone, so there are none to view.
  await expect(page.getByRole("link", { name: "View leads" })).toHaveCount(0);
  expect((await client.from("leads").select("id").ilike("email", `%-${name}@example.com`)).data).toEqual([]);
});

test("An undone import keeps a lead that someone worked on since, and leads to it", async ({ page, baseURL }) => {
  const name = randomUUID().slice(0, 8);
  await page.locator("input[type=file]").setInputFiles({
    name: `kept-${name}.csv`,
    mimeType: "text/csv",
    buffer: Buffer.from(
      `First name,E-mail\nKim,kim-${name}@example.com\nLou,lou-${name}@example.com\nOmar,omar@${name}\n`,
    ),
  });
  await page.getByRole("button", { name: "Check 3 rows" }).click();
  // An address without a dot is no address.
  await expect(page.getByRole("table", { name: "Rows with errors" })).toContainText("isn't a valid address");
  await page.getByRole("button", { name: "Import 2 rows" }).click();
  await expect(page.getByRole("button", { name: "Undo import" })).toBeVisible();
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const { data } = await client.from("leads").select("id").eq("email", `kim-${name}@example.com`).single();
  const note = { p_id: randomUUID(), p_lead_id: data?.id ?? "", p_kind: "note", p_body: "Called back" };
  expect((await client.rpc("log_activity", note)).error).toBeNull();
  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByRole("status").getByText("1 kept")).toBeVisible();
  await page.getByRole("link", { name: "View leads" }).click();
  await expect(page.getByRole("table", { name: "Leads" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Leads" })).toContainText("Kim");
});

test("A file of long notes is imported completely, because uploads are limited in rows and bytes", async ({ page }) => {
  const rows = Array.from({ length: 700 }, (_, n) => `long${n}@notes.example,"${"A note in full. ".repeat(150)}"`);
  await page.locator("input[type=file]").setInputFiles({
    name: "notes.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`E-mail,Notes\n${rows.join("\n")}\nhuge@notes.example,"${"語".repeat(70_000)}"\n`),
  });
  await page.getByRole("button", { name: "Check 701 rows" }).click();
  await expect(page.getByRole("button", { name: "Import 700 rows" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Rows with errors" })).toContainText("longer than 40,000 characters");
});

test("Euros are never read as dollars, every error of a row is named, and known leads are listed with what matched", async ({
  page,
  checkAccessibility,
}) => {
  const name = mark();
  const { client } = await signedInClient(host, "sales@example.com");
  const { data: me } = await client.auth.getUser();
  const known = {
    first_name: "Known",
    last_name: name,
    email: `known-${name}@example.com`,
    user_id: me.user?.id ?? null,
  };
  await client.from("leads").insert(known);
  const rows = [
    `new-${name}@example.com,$900,Instagram,`,
    `euro-${name}@example.com,€900,,`,
    `three at example,lots,,soon`,
    `KNOWN-${name}@example.com,100,Referral,`,
    `new-${name}@example.com,200,,`,
  ];
  await page
    .locator("input[type=file]")
    .setInputFiles(csvFile(`Email,Deal value,Where from,Created\n${rows.join("\n")}\n`));
  await expect(page.getByRole("combobox", { name: "Where from imports as" })).toHaveValue("source");
  await expect(page.getByText("Deal value has amounts in EUR, but leads are in USD")).toBeVisible();
  // The samples say what the check will.
  for (const sample of ["three at example (not an email address)", "lots (not an amount)", "soon (not a date)"])
    await expect(page.getByText(sample, { exact: true })).toBeVisible();
  const dates = page.getByRole("combobox", { name: "Dates like 2/3/2026" });
  const isWhole = (select: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return false;
    context.font = font;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return [...select.options].every(({ text }) => context.measureText(text).width <= room);
  };
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await dates.evaluate(isWhole)).toBe(true);
  }
  await page.getByRole("button", { name: "Check 5 rows" }).click();
  const wrong = page.getByRole("table", { name: "Rows with errors" });
  await expect(wrong).toContainText("“€900” is in EUR, but leads are in USD");
  for (const reason of [
    "“lots” isn't a valid amount",
    "“soon” isn't a valid date",
    "“three at example” isn't a valid address",
  ])
    await expect(wrong.getByRole("row").filter({ hasText: reason })).toContainText("“lots”");
  const matches = page.getByRole("table", { name: "Matching leads" });
  await expect(matches.getByRole("row").filter({ hasText: `Known ${name}` })).toContainText(
    `Email KNOWN-${name}@example.com`,
  );
  await expect(matches.getByRole("row").filter({ hasText: "Row 2 of this file" })).toContainText("Email");
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  await matches.getByRole("link", { name: `Known ${name}` }).click();
  await expect(page.getByRole("dialog", { name: `Known ${name}` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(matches).toBeVisible();
});

test("Values and rows with errors are counted and named as in the file, and a canceled check isn't listed", async ({
  page,
}) => {
  const name = mark();
  const file = `${name}.csv`;
  const ahead = Array.from({ length: 5 }, (_, n) => `line${n}-${name}@example.com,"Two\nlines"\n`).join("");
  const text = `Mail,Notes\n${ahead}\n,\nno address,Typo\nline0-${name}@example.com,Again\n`;
  await page.locator("input[type=file]").setInputFiles(csvFile(text, file));
  await expect(page.getByText("1 of the first 7 values can't be read")).toBeVisible();
  const listed = page.getByRole("button", { name: file });
  for (const leave of ["Edit columns", "Cancel"]) {
    await page.getByRole("button", { name: "Check 7 rows" }).click();
    const wrong = page.getByRole("table", { name: "Rows with errors" });
    await expect(wrong.getByRole("row").filter({ hasText: "no address" })).toContainText("9");
    const matches = page.getByRole("table", { name: "Matching leads" });
    await expect(matches.getByRole("row").filter({ hasText: "Row 2 of this file" })).toContainText("10");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download these rows" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toContain("\r\n9,");
    await expect(listed).toBeVisible();
    await page.getByRole("button", { name: leave }).click();
    await expect(listed).toHaveCount(0);
  }
  await expect(page.getByText("Choose a CSV file")).toBeVisible();
});

test("After the check the columns can be changed without choosing the file again", async ({ page }) => {
  const name = mark();
  await page.locator("input[type=file]").setInputFiles(csvFile(`Mail,Firm\none-${name}@example.com,Sable\n`));
  const firm = page.getByRole("combobox", { name: "Firm imports as" });
  await firm.selectOption("email");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await expect(firm).toHaveAccessibleDescription("Two columns are mapped to Email. Choose one.");
  await expect(page.getByRole("combobox", { name: "Mail imports as" })).toBeFocused();
  await firm.selectOption("");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await page.getByRole("button", { name: "Edit columns" }).click();
  await expect(page.getByRole("combobox", { name: "Mail imports as" })).toHaveValue("email");
  await page.getByRole("combobox", { name: "Firm imports as" }).selectOption("company");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Imported" })).toBeVisible();
  const { client } = await signedInClient(host, "sales@example.com");
  const { data } = await client.from("leads").select("company").eq("email", `one-${name}@example.com`);
  expect(data).toEqual([{ company: "Sable" }]);
});

test("Old and foreign encodings are read, and the columns are remembered", async ({ page }) => {
  const name = mark();
  const text = `Vorname;Nachname;E-Mail\nZoë;Müller;${name}@example.com\n`;
  for (const buffer of [
    Buffer.from(text, "latin1"),
    Buffer.from(`\ufeff${text}`, "utf16le"),
    Buffer.from(`\ufeff${text}`),
  ]) {
    await page.locator("input[type=file]").setInputFiles(csvFile(buffer));
    await expect(page.getByText("Zoë")).toBeVisible();
    await expect(page.getByText("Müller")).toBeVisible();
    await page.getByRole("button", { name: "Choose a different file" }).click();
  }
  await page.locator("input[type=file]").setInputFiles(csvFile(text));
  await page.getByRole("combobox", { name: "Nachname imports as" }).selectOption("company");
  await page.getByRole("button", { name: "Check 1 row" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("input[type=file]").setInputFiles(csvFile(text));
  await expect(page.getByText("same column mapping as last time")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Nachname imports as" })).toHaveValue("company");
});

test("Unreadable files are refused with a plain message", async ({ page }) => {
  const files: [Buffer | string, RegExp][] = [
    ["", /The file is empty/],
    ["Name,E-mail\r\n", /no data/],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), /Save it as CSV/],
    ['Name,Note\r\nAnna,"never closed\r\nBob,hi\r\n', /A quotation mark on line 2 is never closed/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 7, 9]), /isn't a text file/],
  ];
  for (const [content, reason] of files) {
    await page.locator("input[type=file]").setInputFiles(csvFile(content));
    await expect(page.getByRole("alert")).toContainText(reason);
  }
});

test("With the keyboard alone: columns, the choice for known leads, import", async ({ page }) => {
  const name = mark();
  await page
    .locator("input[type=file]")
    .setInputFiles(csvFile(`Name,E-mail\nAda Byron,${name}@example.com\nAda Byron,${name}@example.com\n`));
  const check = page.getByRole("button", { name: "Check 2 rows" });
  await expect(check).toBeVisible();
  await check.focus();
  await page.keyboard.press("Enter");
  const skip = page.getByRole("radio", { name: /^Skip/ });
  await expect(skip).toBeChecked();
  await expect(page.locator(":focus")).toHaveCount(1);
  await skip.focus();
  await page.keyboard.press("ArrowRight");
  const update = page.getByRole("radio", { name: /^Update/ });
  await expect(update).toBeChecked();
  await page.reload();
  await expect(update).toBeChecked();
  const start = page.getByRole("button", { name: "Import 2 rows" });
  await start.focus();
  await page.keyboard.press("Enter");
  // The progress had it before.
  await expect(page.getByRole("status").filter({ hasText: "1 new, 1 skipped" })).toBeFocused();
});

test("The export streams the visible leads with the chosen columns, and neutralizes formulas", async ({ page }) => {
  const { client } = await signedInClient(host, "sales@example.com");
  const company = `=1+1 ${mark()}`;
  await client.from("leads").insert({ first_name: "Formula", company });
  await page.getByText("Columns all").click();
  await page.getByRole("checkbox", { name: "Goals" }).uncheck();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  const [head = "", ...rows] = text.split("\r\n");
  expect(head.startsWith("\ufeffFirst name,Last name,Email")).toBe(true);
  expect(head).not.toContain("Goals");
  expect(rows.some((row) => row.includes(`,'${company},`))).toBe(true);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("a file is imported", async ({ page }) => {
    await page.locator("input[type=file]").setInputFiles(csvFile(`E-mail\n${mark()}@example.com\n`));
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Import 1 row" }).click();
    await expect(page.getByText("1 new").first()).toBeVisible();
  });
});
