import { expect, test } from "../support/browser-test.ts";
import { addLead } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "sales@example.com");
});

/** Two leads of one person, with a name that no other test uses. */
async function addPair() {
  const { client, session } = await signedInClient(host, "sales@example.com");
  const family = `Rahimi${Math.random().toString(36).slice(2, 8)}`;
  const add = async (row: { first_name: string; last_name: string; company: string; email?: string }) => {
    const id = crypto.randomUUID();
    const { error } = await client.from("leads").insert({ ...row, user_id: session.user.id });
    if (error) throw error;
    const { data } = await client
      .from("leads")
      .select("id")
      .eq("last_name", row.last_name)
      .eq("first_name", row.first_name)
      .single();
    return data?.id ?? id;
  };
  const keep = await add({
    first_name: "Nadia",
    last_name: family,
    company: "Sable Interiors",
    email: `${family}@example.com`,
  });
  const other = await add({ first_name: "N.", last_name: family, company: "Sable" });
  return { client, family, keep, other };
}

/** Merges through the API. Returns the batch that undoes the merge. */
async function merge(client: Awaited<ReturnType<typeof addPair>>["client"], keep: string, other: string) {
  const p_batch_id = crypto.randomUUID();
  const { error } = await client.rpc("merge_leads", { p_batch_id, p_keep_id: keep, p_other_id: other });
  if (error) throw error;
  return p_batch_id;
}

test("A duplicate is compared field by field, merged, and the merge is undone", async ({
  page,
  checkAccessibility,
}) => {
  const { client, family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${keep}`);
  await expect(page.getByText("Possible duplicate")).toBeVisible();
  await page.getByRole("button", { name: `Compare with N. ${family}` }).click();
  const dialog = page.getByRole("dialog", { name: "Merge leads" });
  await expect(dialog.getByRole("group", { name: "Company" }).getByRole("radio").first()).toBeChecked();
  await checkResponsiveLayout(page, checkAccessibility);
  await dialog.getByRole("group", { name: "Company" }).getByText("Sable", { exact: true }).click();
  await dialog.getByRole("button", { name: /^Merge/ }).click();
  await expect(page.getByText(`Merged N. ${family} into Nadia ${family}`)).toBeVisible();
  const read = async (id: string) =>
    (await client.from("leads").select("company, merged_into").eq("id", id).single()).data;
  expect([await read(keep), await read(other)]).toEqual([
    { company: "Sable", merged_into: null },
    { company: "Sable", merged_into: keep },
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone")).toBeVisible();
  expect([await read(keep), await read(other)]).toEqual([
    { company: "Sable Interiors", merged_into: null },
    { company: "Sable", merged_into: null },
  ]);
});

test("With the keyboard: the first choice has the focus, arrow keys choose sides, the other lead is kept and opens", async ({
  page,
}) => {
  const { family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${keep}`);
  const compare = page.getByRole("button", { name: `Compare with N. ${family}` });
  await compare.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge leads" });
  const name = dialog.getByRole("group", { name: "First name" }).getByRole("radio");
  await expect(name.first()).toBeVisible();
  await expect(dialog.getByRole("radio", { checked: true }).first()).toBeFocused();
  await dialog.getByRole("button", { name: "Keep the other lead" }).focus();
  await page.keyboard.press("Enter");
  await name.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(name.last()).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Merge Ctrl+↵" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page).toHaveURL(new RegExp(`/crm/leads/${other}`));
});

test("Two selected leads are merged from the selection, though no rule finds them alike", async ({ page }) => {
  const { client, family, keep, other } = await addPair();
  await page.goto(`/crm/leads?q=${family}`);
  const boxes = page.getByRole("checkbox", { name: new RegExp(family) });
  await expect(boxes).toHaveCount(2);
  await boxes.first().click();
  const toolbar = page.getByRole("toolbar", { name: "Selected leads" });
  await expect(toolbar.getByRole("button", { name: "Merge" })).toBeHidden();
  await boxes.last().click();
  await toolbar.getByRole("button", { name: "Merge" }).click();
  await page
    .getByRole("dialog", { name: "Merge leads" })
    .getByRole("button", { name: /^Merge/ })
    .click();
  await expect(page.getByText(/^Merged /)).toBeVisible();
  await expect(toolbar).toBeHidden();
  // The lead that stays has the focus.
  await expect(boxes).toHaveCount(1);
  await expect(page.locator("[data-lead] :focus")).toHaveCount(1);
  const { data } = await client.from("leads").select("merged_into").in("id", [keep, other]);
  expect((data ?? []).filter(({ merged_into }) => merged_into !== null)).toHaveLength(1);
});

test("A lead's menu merges it with another lead that is found by name", async ({ page, checkAccessibility }) => {
  const { family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${other}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Merge with another lead…" }).click();
  const search = page.getByRole("dialog", { name: `Merge N. ${family} with another lead` });
  await search.getByRole("combobox").fill("nobody has this name");
  await expect(search.getByText("No other lead matches.")).toBeVisible();
  await search.getByRole("combobox").fill(family);
  const found = search.getByRole("listbox", { name: "Leads" }).getByRole("option", { name: `Nadia ${family}` });
  await expect(found).toBeVisible();
  await expect(search.getByRole("option", { name: `N. ${family}` })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  // Leads with similar names may follow. The arrow keys lead there and back.
  await expect(found).toHaveAttribute("aria-selected", "true");
  await search.getByRole("combobox").press("ArrowDown");
  await search.getByRole("combobox").press("ArrowUp");
  await expect(found).toHaveAttribute("aria-selected", "true");
  await search.getByRole("combobox").press("Enter");
  await page
    .getByRole("dialog", { name: "Merge leads" })
    .getByRole("button", { name: /^Merge/ })
    .click();
  // The older lead is kept, so its page opens.
  await expect(page).toHaveURL(new RegExp(`/crm/leads/${keep}`));
});

test("Enter before the leads of a merge search arrive compares the first of them", async ({ page }) => {
  const { family, other } = await addPair();
  await page.goto(`/crm/leads/${other}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Merge with another lead…" }).click();
  const search = page.getByRole("dialog", { name: `Merge N. ${family} with another lead` });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/rpc/search_leads*", async (route) => {
    await asked;
    await route.continue();
  });
  await search.getByRole("combobox").fill(family);
  await search.getByRole("combobox").press("Enter");
  await expect(search).toBeVisible();
  answer();
  await expect(page.getByRole("dialog", { name: "Merge leads" }).getByText(`Nadia ${family}`).first()).toBeVisible();
});

test("After a merge from the drawer by key, the focus is in the drawer of the kept lead, not behind it", async ({
  page,
}) => {
  const { family } = await addPair();
  await page.goto(`/crm/leads?q=${family}`);
  await page.getByRole("link", { name: `N. ${family}` }).press("Enter");
  const drawer = page.locator("[data-sheet]");
  await drawer.getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: "Merge with another lead…" }).press("Enter");
  const search = page.getByRole("dialog", { name: `Merge N. ${family} with another lead` });
  await search.getByRole("combobox").fill(family);
  await expect(search.getByRole("option", { name: `Nadia ${family}` })).toBeVisible();
  // Enter in the field compares with the first lead found.
  await search.getByRole("combobox").press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge leads" });
  await expect(dialog.getByRole("group", { name: "Company" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(`Merged N. ${family} into Nadia ${family}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(drawer.getByRole("heading", { name: `Nadia ${family}` })).toBeVisible();
  await expect(drawer.getByRole("region", { name: "Merged into this lead" })).toBeVisible();
  await expect(page.locator("[data-lead]")).toHaveCount(1);
  await expect(drawer).toBeFocused();
});

test("After a merge of a duplicate in the drawer that keeps the other lead, the focus is on its drawer", async ({
  page,
}) => {
  const { client, family, keep, other } = await addPair();
  // A next step, whose button would be the first control after the merge.
  await client.from("lead_tasks").insert({ lead_id: keep, title: "Call", due_at: new Date().toISOString() });
  await page.goto(`/crm/leads?q=${family}&lead=${other}`);
  const drawer = page.locator("[data-sheet]");
  await drawer.getByRole("button", { name: `Compare with Nadia ${family}` }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge leads" });
  await expect(dialog.getByRole("group", { name: "Company" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(drawer.getByRole("heading", { name: `Nadia ${family}` })).toBeVisible();
  await expect(drawer.getByRole("button", { name: /^Done/ })).toBeVisible();
  await expect(drawer).toBeFocused();
});

test("The history names a merge's author and leads, and an admin undoes it from there", async ({
  page,
  checkAccessibility,
}) => {
  const { client, family, keep, other } = await addPair();
  await merge(client, keep, other);
  await signInAs(page, host, "admin@example.com");
  await page.goto(`/crm/leads/${keep}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText(`merged N. ${family} into this lead`)).toContainText(/^\w+ \w+ merged/);
  await timeline.getByRole("link", { name: `N. ${family}` }).click();
  await expect(page).toHaveURL(new RegExp(`/crm/leads/${other}`));
  await page.goBack();
  await timeline.getByRole("button", { name: `Unmerge Nadia ${family} and N. ${family}` }).click();
  const dialog = page.getByRole("dialog", { name: `Unmerge Nadia ${family} and N. ${family}?` });
  await expect(dialog.getByText("becomes a separate lead again")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await dialog.getByRole("button", { name: "Unmerge" }).click();
  await expect(page.getByText(`Nadia ${family} and N. ${family} are separate leads again.`)).toBeVisible();
  await expect(timeline.getByText(`unmerged N. ${family} from this lead`)).toBeVisible();
  await expect(timeline.getByText("into this lead, unmerged since")).toBeVisible();
  await expect(page.getByRole("button", { name: /Unmerge/ })).toHaveCount(0);
  const { data } = await client.from("leads").select("merged_into, archived_at").eq("id", other).single();
  expect(data).toEqual({ merged_into: null, archived_at: null });
});

test("A merged lead is read-only, links to the kept lead, and can be restored from there", async ({
  page,
  checkAccessibility,
}) => {
  const { client, family, keep, other } = await addPair();
  await page.goto(`/crm/leads/${other}`);
  await page.getByRole("button", { name: "Edit company" }).click();
  await page.getByRole("textbox", { name: "Company", exact: true }).fill("Sable & Sons");
  await merge(client, keep, other);
  await expect(page.getByText(`This lead was merged into Nadia ${family}`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Nadia ${family}` }).first()).toHaveAttribute(
    "href",
    `/crm/leads/${keep}`,
  );
  for (const name of ["Call", "SMS", "Email", "Add task", "Compare"])
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  await expect(page.getByRole("tablist", { name: "New activity" })).toHaveCount(0);
  await expect(page.getByText("Possible duplicate")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Company", exact: true })).toHaveCount(0);
  // Keys have no effect either.
  await page.keyboard.press("a");
  await page.keyboard.press("2");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.reload();
  await page.getByRole("button", { name: `Unmerge Nadia ${family} and N. ${family}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unmerge" }).click();
  await expect(page.getByText(`unmerged this lead from Nadia ${family}`)).toBeVisible();
  await expect(page.getByRole("tablist", { name: "New activity" })).toBeVisible();
});

test("The page says why a merge cannot be undone", async ({ page, expectConsole }) => {
  expectConsole(/409/);
  const { client, family, keep, other } = await addPair();
  const batch = await merge(client, keep, other);
  await page.goto(`/crm/leads/${keep}`);
  await page.getByRole("region", { name: "Merged into this lead" }).getByRole("button").click();
  const dialog = page.getByRole("dialog", { name: `Unmerge Nadia ${family} and N. ${family}?` });
  await expect(dialog).toBeVisible();
  // Someone else is faster.
  await client.rpc("undo_lead_merge", { p_batch_id: batch });
  await dialog.getByRole("button", { name: "Unmerge" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("These leads were already unmerged");
});

test("A very long name fits the lead's page, the drawer and the comparison", async ({ page, checkAccessibility }) => {
  const last_name = `von Hohenstaufen-Wittgenstein zu Schwarzburg-Rudolstadt${Date.now().toString(36)}`;
  const long = {
    first_name: "Maximiliane Friederike Charlotte",
    last_name,
    company: "Immobilienverwaltungsgesellschaft",
  };
  const id = await addLead(host, { ...long, phone: "+1 207 555 0100" });
  await addLead(host, { ...long, first_name: "Max", anyway: true });
  await page.goto(`/crm/leads?lead=${id}`);
  const drawer = page.getByRole("dialog", { name: `${long.first_name} ${last_name}` });
  const compare = page.getByRole("button", { name: `Compare with Max ${last_name}` });
  await expect(compare).toBeVisible();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Close", "Call", "More"])
      await expect(drawer.getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`/crm/leads/${id}`);
  await expect(compare).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await compare.click();
  await expect(page.getByRole("dialog").getByText("Merged lead")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test("two leads are merged", async ({ page }) => {
    const { family, keep } = await addPair();
    await page.goto(`/crm/leads/${keep}`);
    await page.getByRole("button", { name: `Compare with N. ${family}` }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Merge/ })
      .click();
    await expect(page.getByText(`Merged N. ${family} into Nadia ${family}`)).toBeVisible();
  });
});
