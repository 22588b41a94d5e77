import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, addOldTask, leadArrives, newPhone } from "../support/crm-leads.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const rowOf = (page: Page, name: string) =>
  page.getByRole("region", { name: "Unanswered now" }).getByRole("listitem").filter({ hasText: name });

/** Moves until the cursor is on this lead: also up, because leads that other tests answer in the meantime move the cursor on. */
async function moveTo(page: Page, name: string): Promise<void> {
  const rows = page.locator("[data-crm-row]");
  await expect(rowOf(page, name)).toBeVisible();
  for (let step = 0; step < 200; step++) {
    const ahead = await rows.evaluateAll((links, wanted) => {
      const placeOf = (test: (link: Element) => boolean) => links.findIndex(test);
      return placeOf((link) => link.textContent === wanted) - placeOf((link) => link.ariaCurrent === "true");
    }, name);
    if (ahead === 0) return;
    await page.keyboard.press(ahead > 0 ? "j" : "k");
  }
  throw new Error(`${name} is not in the queue`);
}

test("Today fits and is accessible in every width and theme", async ({ page, baseURL, checkAccessibility }) => {
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(rowOf(page, name)).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) Today/);
  await checkResponsiveLayout(page, checkAccessibility);
});

test("With the keyboard alone: a lead arrives, is claimed and logged as no answer, and the next one is selected", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await expect(page.locator("[data-crm-row]").first()).toBeVisible();
  const { name } = await leadArrives(baseURL ?? "", { phone: "+1 207 555 0163" });
  await expect(rowOf(page, name)).toBeVisible();
  await moveTo(page, name);
  await expect(page.getByRole("button", { name: /Claim and call/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Log a call with ${name}` });
  await expect(dialog.getByRole("radio", { name: /Connected/ })).toBeFocused();
  // The dialog has the number itself, so it never hides it, and the time of the call runs.
  await expect(dialog.getByRole("link", { name: "+1 207 555 0163" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Copy the number" })).toBeVisible();
  await expect(dialog.getByRole("timer")).toHaveText(/^0:0[1-9]$/);
  // Nothing is preselected: the log needs a choice.
  for (const radio of await dialog.getByRole("radio").all()) await expect(radio).not.toBeChecked();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Select an outcome")).toBeVisible();
  await page.keyboard.press("2");
  await expect(dialog.getByRole("radio", { name: /No answer/ })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${name}: no answer`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toHaveCount(0);
  // The cursor is on another lead now, and keys continue from there.
  await expect(page.locator("[data-crm-row][aria-current=true]")).toHaveCount(1);
  await expect(page.locator("[data-crm-row][aria-current=true]")).not.toHaveText(name);
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const last = name.split(" ").slice(1).join(" ");
  const { data } = await client
    .from("leads")
    .select("stage, response_seconds, clock_due_at")
    .eq("last_name", last)
    .single();
  expect(data).toMatchObject({ stage: "attempting", clock_due_at: null, response_seconds: expect.any(Number) });
});

test("The claim key sends an email when the lead has no phone number, and the email counts as the response", async ({
  page,
  baseURL,
}) => {
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await moveTo(page, name);
  await expect(page.getByRole("button", { name: /Claim and email/ })).toBeVisible();
  // A call that can't have happened can't be logged, neither by click nor by key.
  await expect(page.getByText("No phone number. Add one to log calls and texts.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Connected/ })).toBeHidden();
  await page.keyboard.press("l");
  await expect(page.getByText("Press 1–4 to log it")).toBeHidden();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Email ${name}` });
  await dialog.getByLabel("Template", { exact: true }).selectOption("first");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByText(`Email to ${name} is on its way`)).toBeVisible();
  await expect(dialog).toBeHidden();
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const last = name.split(" ").slice(1).join(" ");
  const { data } = await client
    .from("leads")
    .select("stage, user_id, response_seconds, clock_due_at")
    .eq("last_name", last)
    .single();
  expect(data).toMatchObject({
    stage: "attempting",
    user_id: expect.any(String),
    clock_due_at: null,
    response_seconds: expect.any(Number),
  });
});

test("L and a number log at once, and Escape leaves the log without logging", async ({ page, baseURL }) => {
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(rowOf(page, name)).toBeVisible();
  await moveTo(page, name);
  await page.keyboard.press("l");
  await expect(page.getByText("Press 1–4 to log it")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Press 1–4 to log it")).toHaveCount(0);
  await page.keyboard.press("l");
  await page.keyboard.press("4");
  await expect(page.getByText(`${name}: SMS sent, moved to Attempting`)).toBeVisible();
});

test("A wrong log is undone with the undo key or in the history, and the lead waits again, unowned", async ({
  page,
  baseURL,
}) => {
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(rowOf(page, name)).toBeVisible();
  await moveTo(page, name);
  await page.keyboard.press("l");
  await page.keyboard.press("1");
  await expect(page.getByText(`${name}: call connected, moved to Connected`)).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(rowOf(page, name)).toBeVisible();
  await expect(rowOf(page, name).getByText("Unowned")).toBeAttached();
  await expect(rowOf(page, name).getByRole("link")).toBeFocused();
  await page.keyboard.press("l");
  await page.keyboard.press("2");
  await expect(page.getByText(`${name}: no answer, moved to Attempting`)).toBeVisible();
  await page.keyboard.press("/");
  // Enter before the search has finished waits for its result.
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill(name);
  await page.keyboard.press("Enter");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("called, connected (undone, not counted)")).toBeVisible();
  await timeline.getByRole("listitem").filter({ hasText: "called, no answer" }).hover();
  await timeline.getByRole("button", { name: "Undo this entry" }).click();
  // What the history undid, the toast doesn't offer anymore.
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeHidden();
  await expect(timeline.getByText("called, no answer (undone, not counted)")).toBeVisible();
  await expect(timeline.getByText("Reply undone: the lead is still waiting")).toHaveCount(2);
  await expect(page.getByText(/left of \d+:\d\d, arrived|over \d+:\d\d, arrived|clock starts/).first()).toBeVisible();
});

test("A call completes its task, D completes one, and undo reopens it", async ({ page, baseURL }) => {
  const name = `Promised ${crypto.randomUUID().slice(0, 6)}`;
  const id = await addLead(baseURL ?? "", { last_name: name, phone: newPhone() });
  const due = new Date(Date.now() - 3_600_000).toISOString();
  const title = `Call ${name}`;
  await addOldTask(baseURL ?? "", { lead_id: id, kind: "call", title, due_at: due });
  const later = new Date(Date.now() - 1_800_000).toISOString();
  await addOldTask(baseURL ?? "", { lead_id: id, kind: "email", title: `Write to ${name}`, due_at: later });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  const overdue = page.getByRole("region", { name: "Overdue" }).getByRole("listitem").filter({ hasText: name });
  await expect(overdue).toContainText(title);
  await overdue.getByRole("link").focus();
  await page.keyboard.press("d");
  await page.getByRole("button", { name: "Done, no next step" }).click();
  await expect(page.getByText(`Completed “${title}”`)).toBeVisible();
  await expect(overdue).toContainText(`Write to ${name}`);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(overdue).toContainText(title);
  await overdue.getByRole("link").focus();
  await page.keyboard.press("l");
  await page.keyboard.press("3");
  await expect(page.getByText(`${name}: left voicemail, moved to Attempting. Completed “${title}”`)).toBeVisible();
  await expect(overdue).toContainText(`Write to ${name}`);
});

test("A log that fails offline says so, and its toast tries again", async ({
  page,
  context,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await moveTo(page, name);
  await context.setOffline(true);
  await page.keyboard.press("l");
  await page.keyboard.press("1");
  const problem = "Couldn't log the call. You're offline. Nothing was lost. Try again when you're back online.";
  await expect(page.getByText(problem)).toBeVisible();
  await expect(page.getByText("You're offline. The page updates when you're back online.")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(`${name}: call connected, moved to Connected`)).toBeVisible();
});

test("A dialog whose action fails offline stays open, and leaves another try to its own button", async ({
  page,
  context,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await moveTo(page, name);
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: `Assign ${name}` });
  const owner = dialog.getByRole("combobox", { name: "Owner" });
  await expect(owner.locator("option").nth(1)).toBeAttached();
  await owner.selectOption({ index: 1 });
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Assign" }).click();
  const problem = "Couldn't save the change. You're offline. Nothing was lost. Try again when you're back online.";
  await expect(page.getByText(problem)).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText(new RegExp(`^Assigned ${name} to `))).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("Selected leads are assigned at once, and the selection ends with it, as in the table; the footer says what Enter does", async ({
  page,
  baseURL,
}) => {
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await moveTo(page, name);
  const hints = page.locator("[data-toast-floor]");
  await expect(hints).toContainText("claim and call");
  await page.keyboard.press("x");
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("1 selected");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: `Assign ${name}` });
  // Cancel keeps the selection.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(selection).toContainText("1 selected");
  await page.keyboard.press("a");
  await dialog.getByRole("combobox", { name: "Owner" }).selectOption({ label: "Theo Lindqvist (sales)" });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText(new RegExp(`^Assigned ${name} to `))).toBeVisible();
  await expect(selection).toHaveCount(0);
  await moveTo(page, name);
  await expect(hints).toContainText(/(?<!claim and )call/);
});

test("Enter on a button presses that button, and typing never acts on leads", async ({ page, baseURL }) => {
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(rowOf(page, name)).toBeVisible();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New lead" });
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await page.keyboard.type("l2tx");
  await expect(dialog.getByLabel("First name")).toHaveValue("l2tx");
  await expect(page.getByRole("dialog")).toHaveCount(1);
});

test("When two people claim a lead, the slower one learns who has it", async ({ page, baseURL }) => {
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  const row = rowOf(page, name);
  await expect(row).toBeVisible();
  await row.hover();
  const { client } = await signedInClient(baseURL ?? "", "sales2@example.com");
  // The page must not know yet, so its requests are held back.
  await page.route("**/rpc/crm_pulse", () => undefined);
  const { data: leads } = await client.from("leads").select("id").eq("last_name", name.split(" ").slice(1).join(" "));
  await client.rpc("claim_lead", { p_lead_id: leads?.[0]?.id ?? "" });
  await row.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByText(/already claimed/)).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("On a phone the first unclaimed lead opens its actions, and its card opens as a sheet", async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(page.getByRole("button", { name: /Claim and (call|log)/ }).first()).toBeVisible();
  await rowOf(page, name).getByRole("link", { name }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet.getByRole("button", { name: "Claim" })).toBeVisible();
  await expect(page).toHaveURL(/lead=/);
  await sheet.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByText(`You claimed ${name}`)).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(sheet).toBeHidden();
  await page.getByRole("navigation", { name: "Sales pages" }).getByRole("link", { name: "Leads" }).click();
  await expect(page).toHaveURL(/\/crm\/leads/);
});

test("The palette finds a lead by name and opens it, and the shortcut list shows the keys", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const company = `Palette ${Date.now().toString(36)}`;
  await addLead(baseURL ?? "", { first_name: "Zelda", last_name: "Marx", company });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(page.locator("[data-crm-row]").first()).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page).toHaveURL(/\/crm\/board$/);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(page).toHaveURL(/\/crm\/import$/);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\/crm$/);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("New lead")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill(company);
  await expect(page.getByRole("option", { name: /Zelda Marx/ })).toHaveAttribute("aria-selected", "true");
  await checkAccessibility();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Zelda Marx" })).toBeVisible();
  // Enter before the search has finished: no lead has this name, but a page does.
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("analytics");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/crm\/analytics/);
});

test("C adds a new lead, a known address is named, and nothing is stored twice", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/409/);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await expect(page.locator("[data-crm-row]").first()).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New lead" });
  await dialog.getByRole("button", { name: "Add lead" }).click();
  await expect(dialog.getByText("Enter a name, a company or contact details")).toBeVisible();
  await expect(dialog.getByLabel("First name")).toBeFocused();
  const email = `${Date.now().toString(36)}@example.com`;
  await dialog.getByLabel("First name").fill("Otto");
  await dialog.getByLabel("Email").fill(email);
  await checkAccessibility();
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByRole("dialog", { name: "Otto" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("c");
  // The field says it before anything is sent, and goes on saying it only for this address.
  const hint = dialog.getByText("Otto already has this email address.");
  await dialog.getByLabel("Email").fill(email);
  await expect(hint).toBeVisible();
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(/already has this email address/);
  await expect(dialog.getByRole("link", { name: "Open lead" })).toHaveAttribute("href", /\?lead=/);
  await checkAccessibility();
  await dialog.getByLabel("Email").fill(`x${email}`);
  await expect(hint).toBeHidden();
  await dialog.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  // On a phone, the notice is above the footer, and each attempt leads to it.
  const notice = dialog.getByRole("alert").filter({ hasText: "Otto already has this email address" });
  await expect(notice).toBeFocused();
  await page.setViewportSize({ width: 390, height: 660 });
  await dialog.getByRole("button", { name: "Add lead" }).click();
  await expect(notice).toBeFocused();
  const bottom = await notice.evaluate((shown) => shown.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan((await dialog.getByRole("button", { name: "Add lead" }).boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Open existing lead" }).click();
  await expect(page.getByRole("dialog", { name: "Otto" })).toBeVisible();
});

test("The bell counts what is unread, and opening, marking one and marking all follow the person to another device", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  // A person of its own, because the lists of the demo's people change with every other test.
  const person = await newAccount(baseURL ?? "", "sales", { first_name: "Bela", last_name: "Ring" });
  const { client: admin } = await signedInClient(baseURL ?? "", "admin@example.com");
  await admin.from("user_roles").update({ status: "active" }).eq("user_id", person.id).eq("status", "pending");
  const leads = [await leadArrives(baseURL ?? ""), await leadArrives(baseURL ?? ""), await leadArrives(baseURL ?? "")];
  await signInAs(page, baseURL ?? "", person.email, PASSWORD);
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  const row = (at: number) => list.getByRole("button", { name: new RegExp(`^(Unread: )?${leads[at]?.name} got`) });
  await expect(row(0)).toHaveAccessibleName(/^Unread: /);
  await checkAccessibility();

  await list.getByRole("button", { name: `Mark as read: ${leads[0]?.name}` }).click();
  await expect(row(0)).toHaveAccessibleName(new RegExp(`^${leads[0]?.name}`));
  await expect(row(0)).toBeFocused();

  // The newest is first, so the second lead is one row above the first.
  await row(1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(row(1)).not.toBeFocused();
  await row(1).focus();
  const marked = page.waitForResponse((response) => response.url().includes("/rpc/mark_notifications_read"));
  // During its closing animation, the list no longer belongs to its button.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]lead=/);
  await expect(list).toBeHidden();
  await marked;
  await expect(page.getByRole("dialog", { name: leads[1]?.name })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Notifications, / }).click();
  await expect(row(1)).toHaveAccessibleName(new RegExp(`^${leads[1]?.name}`));
  await expect(row(2)).toHaveAccessibleName(/^Unread: /);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInAs(other, baseURL ?? "", person.email, PASSWORD);
  await other.goto("/crm");
  await other.getByRole("button", { name: /^Notifications, / }).click();
  const theirs = other.getByRole("dialog", { name: "Notifications" });
  await expect(theirs.getByRole("button", { name: new RegExp(`^${leads[1]?.name} got`) })).toBeVisible();
  await elsewhere.close();

  await list.getByRole("button", { name: "Mark all as read" }).click();
  // Leads of other journeys arrive at any time, so only the person's own rows are certain.
  for (const at of [0, 1, 2]) await expect(row(at)).toHaveAccessibleName(new RegExp(`^${leads[at]?.name}`));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeFocused();
});

test("A toast never covers the shortcuts of Today", async ({ page, baseURL }) => {
  const { name } = await leadArrives(baseURL ?? "");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/crm");
    await expect(rowOf(page, name).first()).toBeVisible();
    await moveTo(page, name);
    await page.keyboard.press("t");
    const dialog = page.getByRole("dialog", { name: /task/i });
    await dialog.getByLabel("Task", { exact: true }).or(dialog.getByRole("textbox").first()).first().fill("Call again");
    await page.keyboard.press("Control+Enter");
    const toast = page.locator("[data-sonner-toast]").first();
    await expect(toast).toBeVisible();
    const [shown, hints] = await Promise.all([toast.boundingBox(), page.locator("[data-toast-floor]").boundingBox()]);
    expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(hints?.y ?? 0);
  }
});
