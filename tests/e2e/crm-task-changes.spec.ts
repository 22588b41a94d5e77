import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, addOldTask, newPhone, newWord } from "../support/crm-leads.ts";
import { signedInClient, signInAs } from "../support/session.ts";

/** A lead of the rep with an overdue call, open on its page or in Today's preview. */
async function addOverdue(hostUrl: string, name: string): Promise<string> {
  const id = await addLead(hostUrl, { first_name: name, phone: newPhone() });
  const due_at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await addOldTask(hostUrl, { lead_id: id, kind: "call", title: "Call back", due_at });
  return id;
}

const choose = async (page: Page, name: string | RegExp) => {
  await page.getByRole("button", { name: "Change “Call back”" }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("An overdue step is moved, changed and deleted on its lead's page, and each is undone", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const id = await addOverdue(baseURL ?? "", `Ada ${newWord()}`);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  const step = page.getByRole("region", { name: "Next step" });
  await expect(step.getByText("2 d late")).toBeVisible();

  await choose(page, /^Next week/);
  await expect(page.getByText(/^Moved “Call back” to .+ at 10:00/)).toBeVisible();
  await expect(step.getByText("2 d late")).toHaveCount(0);
  await expect(step.getByText(/^Call, .+ at 10:00/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(step.getByText("2 d late")).toBeVisible();

  // Its time may stay, although it has passed.
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Change “Call back”" });
  await expect(dialog.getByRole("textbox", { name: "Task" })).toBeFocused();
  await checkAccessibility();
  await page.keyboard.type("Ask about the budget");
  await dialog.getByRole("combobox", { name: "Type" }).selectOption({ label: "Email" });
  await dialog.getByRole("textbox", { name: "Task" }).press("Enter");
  await expect(page.getByText("Changed “Call back”")).toBeVisible();
  await expect(step.getByText("Ask about the budget")).toBeVisible();
  await expect(step.getByText("2 d late")).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(step.getByText("Call back")).toBeVisible();

  await choose(page, "Delete");
  await expect(step.getByText("No next step. Add one or close the lead.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(step.getByText("2 d late")).toBeVisible();
});

test("Today moves an overdue step out of its section, and the undo key returns it with the cursor", async ({
  page,
  baseURL,
}) => {
  const name = `Bea ${newWord()}`;
  await addOverdue(baseURL ?? "", name);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm?scope=mine");
  const row = page.getByRole("link", { name, exact: true });
  await row.focus();
  const preview = page.getByRole("complementary", { name: "Selected lead" });
  await expect(preview.getByRole("heading", { name })).toBeVisible();
  await choose(page, /^Next week/);
  await expect(row).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(preview.getByRole("heading", { name })).toBeVisible();
  await expect(preview.getByText("2 d late")).toBeVisible();
});

test("Today offers what the step says first: an email is written, and a call is beside it", async ({
  page,
  baseURL,
}) => {
  const name = `Dora ${newWord()}`;
  const id = await addLead(baseURL ?? "", {
    first_name: name,
    phone: newPhone(),
    email: `${name.slice(5)}@example.com`,
  });
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const consent = { p_batch_id: randomUUID(), p_lead_ids: [id], p_changes: { consent: "by email" } };
  const { error } = await client.rpc("change_leads", consent);
  expect(error).toBeNull();
  const due_at = new Date(Date.now() - 86_400_000).toISOString();
  await addOldTask(baseURL ?? "", { lead_id: id, kind: "email", title: "Send the proposal", due_at });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm?scope=mine");
  await page.getByRole("link", { name, exact: true }).focus();
  const preview = page.getByRole("complementary", { name: "Selected lead" });
  await expect(preview.getByRole("button", { name: /^(Write email|Call|SMS|Email)$/ })).toHaveText([
    "Write email",
    "Call",
    "SMS",
  ]);
  await preview.getByRole("button", { name: "Write email" }).click();
  await expect(page.getByRole("dialog", { name: `Email ${name}` })).toBeVisible();
});

test("A step that a colleague changed in the meantime is not overwritten unseen", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const id = await addOverdue(baseURL ?? "", `Cleo ${newWord()}`);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByText("2 d late")).toBeVisible();
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: "Change “Call back”" });
  await expect(dialog.getByRole("textbox", { name: "Task" })).toBeFocused();
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  await client.from("lead_tasks").update({ title: "Call the office" }).eq("lead_id", id);
  await dialog.getByRole("textbox", { name: "Task" }).fill("Call at noon");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(
    dialog.getByText(/^.+ just changed this task\. It's “Call the office” .+ now\. Save again to overwrite it\.$/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("region", { name: "Next step" }).getByText("Call at noon")).toBeVisible();
});

test("A step that becomes due moves to Overdue with the cursor, the preview and the focus", async ({
  page,
  baseURL,
}) => {
  const [first, second] = [`Fay ${newWord()}`, `Gil ${newWord()}`];
  const title = "Send the offer for the second location with all prices";
  const add = async (name: string, seconds: number) => {
    const lead_id = await addLead(baseURL ?? "", { first_name: name, phone: newPhone() });
    const due_at = new Date(Date.now() + seconds * 1000).toISOString();
    await addOldTask(baseURL ?? "", { lead_id, kind: "call", title, due_at });
  };
  await add(second, 60);
  await add(first, 12);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm?scope=mine");
  const row = page.getByRole("link", { name: first, exact: true });
  await row.focus();
  const preview = page.getByRole("complementary", { name: "Selected lead" });
  await expect(preview.getByRole("heading", { name: first })).toBeVisible();
  // A long title leaves the panel as wide as it is.
  expect(await preview.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const overdue = page.getByRole("region", { name: "Overdue" });
  await expect(overdue.getByRole("link", { name: first, exact: true })).toBeFocused({ timeout: 20_000 });
  await expect(preview.getByRole("heading", { name: first })).toBeVisible();

  // The menu of the preview belongs to this lead. The next one takes over with its row.
  await preview.getByRole("button", { name: /^Change “/ }).click();
  await page.getByRole("menuitem", { name: /^Next week/ }).click();
  await expect(row).toHaveCount(0);
  await expect(page.locator("[data-crm-row][aria-current=true]")).toBeFocused();
});
