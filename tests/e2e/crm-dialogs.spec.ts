import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signInAs } from "../support/session.ts";

let host = "";
test.beforeEach(async ({ page, baseURL }) => {
  host = baseURL ?? "";
  await signInAs(page, host, "sales@example.com");
});

test("Escape, a click outside or Cancel discards a new lead only after a confirmation", async ({
  page,
  checkAccessibility,
}) => {
  await page.goto("/crm");
  await expect(page.locator("[data-crm-row]").first()).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New lead" });
  const question = page.getByRole("alertdialog", { name: "Discard this lead?" });
  // An empty form closes without a confirmation.
  await expect(dialog.getByLabel("First name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("c");
  const name = dialog.getByLabel("First name");
  await expect(name).toBeFocused();
  await page.keyboard.type("Otto");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  // A second Escape keeps it, as the button does.
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(name).toHaveValue("Otto");
  await expect(name).toBeFocused();
  await page.mouse.click(5, 5);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("Otto");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("A new lead has a value in the agency's currency; an invalid phone number or amount is named at its field", async ({
  page,
}) => {
  await page.goto("/crm");
  await expect(page.locator("[data-crm-row]").first()).toBeVisible();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New lead" });
  const company = `Value ${Date.now().toString(36)}`;
  await dialog.getByLabel("Company").fill(company);
  await dialog.getByLabel("Phone").fill("123");
  await dialog.getByLabel("Value").fill("much");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog.getByLabel("Phone")).toHaveAccessibleDescription(/Enter a valid phone number/);
  await expect(dialog.getByLabel("Phone")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("(207) 555-0100 x4");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog.getByLabel("Value")).toHaveAccessibleDescription(/Enter an amount.*in USD/);
  await dialog.getByLabel("Value").fill("4,450");
  await page.keyboard.press("ControlOrMeta+Enter");
  const drawer = page.getByRole("dialog", { name: company });
  await expect(drawer.getByText("$4,450")).toBeVisible();
  await drawer.getByRole("button", { name: "Edit phone" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expect(drawer.getByText(/Enter a valid phone number/)).toBeVisible();
});

test("A lead that was just added is archived by Undo or its key, and there is nothing more to undo", async ({
  page,
}) => {
  await page.goto("/crm");
  for (const way of ["button", "key"]) {
    await expect(page.locator("[data-crm-row]").first()).toBeVisible();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New lead" });
    const company = `Added ${way} ${Date.now().toString(36)}`;
    await dialog.getByLabel("Company").fill(company);
    await page.keyboard.press("ControlOrMeta+Enter");
    const drawer = page.getByRole("dialog", { name: company });
    await expect(drawer.getByRole("button", { name: "Stage: New" })).toBeVisible();
    if (way === "key") await page.keyboard.press("ControlOrMeta+z");
    else await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(drawer.getByText("This lead is archived")).toBeVisible();
    await expect(page.getByText(/^Undone: /).first()).toBeVisible();
    await expect(page.getByText("Lead added")).toBeHidden();
    await drawer.focus();
    await page.keyboard.press("ControlOrMeta+z");
    await expect(page.getByText("Nothing to undo").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden();
  }
});

test("Undo of a logged call makes all of it a draft again: outcome, minutes, notes and next step", async ({ page }) => {
  await page.goto(`/crm/leads/${await addLead(host, { first_name: "Cora", phone: newPhone() })}`);
  await page.getByRole("tab", { name: /^Log call/ }).click();
  const composer = page.getByRole("tabpanel", { name: "Log call" });
  await composer.getByLabel("Outcome").selectOption("Connected");
  await composer.getByLabel("Minutes").fill("12");
  await composer.getByLabel("Call notes").fill("Wants a quote");
  await composer.getByRole("checkbox", { name: "Add a next step" }).check();
  await composer.getByLabel("Task").fill("Send the quote");
  await composer.getByRole("button", { name: /^Log call/ }).click();
  await expect(composer.getByLabel("Call notes")).toHaveValue("");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone: Activity logged for Cora. What you entered is a draft again")).toBeVisible();
  await expect(composer.getByLabel("Outcome")).toHaveValue("connected");
  await expect(composer.getByLabel("Minutes")).toHaveValue("12");
  await expect(composer.getByLabel("Call notes")).toHaveValue("Wants a quote");
  await expect(composer.getByLabel("Task")).toHaveValue("Send the quote");
});

test("On a phone, a toast is above the title of the dialog that opens with it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/crm/leads/${await addLead(host, { first_name: "Cora", phone: newPhone() })}`);
  await page.getByRole("button", { name: "Add task" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add task" }).click();
  const toast = page.getByRole("listitem").filter({ hasText: "Task added for Cora" });
  await expect(toast).toBeVisible();
  await page.getByRole("button", { name: "Book a call" }).first().click();
  const title = page.getByRole("dialog").getByRole("heading").first();
  await expect(title).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await toast.boundingBox(), await title.boundingBox()];
      return above && below && above.y >= 0 && above.y + above.height <= below.y;
    })
    .toBe(true);
});

test("The suggested task is a call, or an email to a lead without a phone number", async ({ page }) => {
  const phone = newPhone();
  const email = `${Date.now().toString(36)}@example.com`;
  for (const [lead, title] of [
    [{ first_name: "Cora", phone }, "Call back"],
    [{ first_name: "Edda", email }, "Follow up"],
  ] as const) {
    await page.goto(`/crm/leads/${await addLead(host, lead)}`);
    await page.getByRole("button", { name: "Add task" }).click();
    await expect(page.getByRole("dialog").getByLabel("Task", { exact: true })).toHaveValue(title);
  }
  // The error is at the first wrong field, which has the focus, although the second one is wrong as well.
  const dialog = page.getByRole("dialog");
  const task = dialog.getByLabel("Task", { exact: true });
  await task.fill("");
  await dialog.getByLabel("Due").fill("2020-01-01T10:00");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(task).toHaveAccessibleDescription(/Enter a task/);
  await expect(task).toBeFocused();
});

test("Notes and tasks also ask for confirmation, the focus returns to the card, and an earlier draft stays", async ({
  page,
}) => {
  const name = `Notia ${Date.now().toString(36)}`;
  const id = await addLead(host, { company: name, stage: "connected" });
  const only = { op: "and", rules: [{ field: "q", is: "eq", value: name }] };
  const board = `/crm/board?filter=${encodeURIComponent(JSON.stringify(only))}`;
  await page.goto(board);
  const card = page.locator(`[data-lead="${id}"]`).getByRole("link");
  await card.focus();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill("They asked for Tuesday");
  await page.keyboard.press("Escape");
  const asked = (what: string) => page.getByRole("alertdialog", { name: `Discard this ${what}?` });
  await asked("note").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card).toBeFocused();
  await page.keyboard.press("n");
  await expect(dialog.getByLabel("Note")).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  await page.keyboard.press("t");
  await dialog.getByLabel("Task", { exact: true }).fill("Send the offer");
  await page.keyboard.press("Escape");
  await asked("task").getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Task", { exact: true })).toHaveValue("Send the offer");
  await page.keyboard.press("Escape");
  await asked("task").getByRole("button", { name: "Discard" }).click();
  // These begin in a field that takes the focus by itself.
  for (const [key, field] of [
    ["c", page.getByLabel("First name")],
    ["Control+k", page.getByRole("combobox", { name: /^Search leads/ })],
  ] as const) {
    await expect(card).toBeFocused();
    await page.keyboard.press(key);
    await expect(field).toBeFocused();
    await page.keyboard.press("Escape");
  }
  await expect(card).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new lead");
  await page.getByRole("option", { name: /^New lead/ }).click();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  // The palette acts on the card that has the focus.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("task");
  await expect(page.getByRole("option", { name: `Add a task for ${name}` })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Task", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  await page.goto(`/crm/leads/${id}`);
  await page.getByRole("textbox", { name: "Note" }).fill("A thought");
  await page.goto(board);
  await card.focus();
  await page.keyboard.press("n");
  await expect(dialog.getByLabel("Note")).toHaveValue("A thought");
  await page.keyboard.press("Escape");
  await expect(card).toBeFocused();
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("A thought");
});
