import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, newPhone, newWord } from "../support/crm-leads.ts";
import { newAccount } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

/** A lead of nobody. The page must not hear of changes on its own, so its requests for them are held back. */
async function addUnowned(page: Page, hostUrl: string, name: string): Promise<string> {
  const id = await addLead(hostUrl, { first_name: name, phone: newPhone() });
  const { client } = await signedInClient(hostUrl, "sales@example.com");
  const given = { p_batch_id: randomUUID(), p_lead_ids: [id], p_changes: { user_id: null } };
  const { error } = await client.rpc("change_leads", given);
  if (error) throw new Error(error.message);
  await page.route("**/rpc/crm_pulse", () => undefined);
  return id;
}

test.beforeEach(({ expectConsole }) => expectConsole(/404/));

test("A rep who assigns their open lead to a colleague reads who has it, and Undo returns it", async ({
  page,
  baseURL,
}) => {
  const name = `Given ${newWord()}`;
  const id = await addLead(baseURL ?? "", { first_name: name, phone: newPhone() }, "sales@example.com");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: `Assign ${name}` });
  const other = dialog.getByRole("combobox", { name: "Owner" }).locator("option").filter({ hasText: "(sales)" });
  const mine = await dialog.getByRole("combobox", { name: "Owner" }).inputValue();
  // The team comes after the dialog.
  await expect(other.nth(1)).toBeAttached();
  const options = await other.evaluateAll((all) =>
    all.map((one) => [(one as HTMLOptionElement).value, one.textContent]),
  );
  const [value = "", label = ""] = options.find(([one]) => one !== mine) ?? [];
  await dialog.getByRole("combobox", { name: "Owner" }).selectOption(value);
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Assign" }).click();
  const notice = page.getByRole("alert").filter({ hasText: `You can no longer see ${name}` });
  await expect(notice.getByText(`You assigned it to ${String(label).replace(" (sales)", "")}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Call", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Move to/ })).toHaveCount(0);
  // The keys of the lead do nothing.
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("button", { name: "Call", exact: true })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test("When a colleague takes the open lead, the drawer says so, keeps what was typed, and offers nothing that would fail", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const name = `Taken ${newWord()}`;
  const id = await addUnowned(page, baseURL ?? "", name);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads?lead=${id}`);
  const drawer = page.getByRole("dialog", { name });
  await drawer.getByRole("textbox", { name: "Note" }).fill("Wants the offer by Friday");
  const { client } = await signedInClient(baseURL ?? "", "sales2@example.com");
  await client.rpc("claim_lead", { p_lead_id: id });
  // The click finds the lead gone, and the stage on the screen is not one that was never stored.
  await drawer.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByText(/already claimed/)).toBeVisible();
  await expect(drawer.getByRole("alert").getByText(/ claimed it\. Reps only see/)).toBeVisible();
  await expect(drawer.getByRole("textbox", { name: "Note" })).toHaveValue("Wants the offer by Friday");
  await expect(drawer.getByRole("textbox", { name: "Note" })).not.toBeEditable();
  await expect(drawer.getByRole("button", { name: "Copy Note" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: /^(Claim|Move to)/ })).toHaveCount(0);
  expect(await drawer.evaluate((open) => open.contains(document.activeElement))).toBe(true);
  await checkAccessibility();
});

test("A change of a lead that a colleague just took stores nothing and leaves nothing of it on the screen", async ({
  page,
  baseURL,
}) => {
  const name = `Moved ${newWord()}`;
  const id = await addUnowned(page, baseURL ?? "", name);
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  const { client } = await signedInClient(baseURL ?? "", "sales2@example.com");
  await client.rpc("claim_lead", { p_lead_id: id });
  await page.getByRole("button", { name: "Edit phone" }).click();
  await page.getByRole("textbox", { name: "Phone", exact: true }).fill("+1 207 555 0199");
  await page.getByRole("button", { name: "Move to Qualified" }).click();
  await expect(page.getByText(/^Nothing changed/)).toBeVisible();
  await expect(page.getByRole("alert").getByText(`You can no longer see ${name}`)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Phone", exact: true })).toHaveValue("+1 207 555 0199");
});

test("A fact that someone edits while their lead is away is still in its field when the lead comes back", async ({
  page,
  baseURL,
}) => {
  const host = baseURL ?? "";
  const name = `Back ${newWord()}`;
  const id = await addUnowned(page, host, name);
  // The page hears of changes again.
  await page.unroute("**/rpc/crm_pulse");
  await signInAs(page, host, "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await page.getByRole("button", { name: "Edit company" }).click();
  await page.getByRole("textbox", { name: "Company", exact: true }).fill("Harbor & Sons");
  await page.getByRole("textbox", { name: "Note" }).fill("Prefers mornings");
  const { client } = await signedInClient(host, "sales2@example.com");
  await client.rpc("claim_lead", { p_lead_id: id });
  await expect(page.getByRole("heading", { name: "What you typed wasn't saved" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy Company" })).toBeVisible();
  const given = { p_batch_id: randomUUID(), p_lead_ids: [id], p_changes: { user_id: null } };
  expect((await client.rpc("change_leads", given)).error).toBeNull();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("Prefers mornings");
  const company = page.getByRole("textbox", { name: "Company", exact: true });
  await expect(company).toHaveValue("Harbor & Sons");
  await expect(company).not.toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Edit company" })).toBeFocused();
});

test("A rep who is removed from a client's account reads so where they were, and copies the note that they typed", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/403/);
  const host = baseURL ?? "";
  const owner = await newAccount(host, "client");
  const { client: admin } = await signedInClient(host, "admin@example.com");
  await admin.rpc("set_premium_override", { p_email: owner.email });
  const { client } = await signedInClient(host, owner.email, owner.password);
  const { data: accounts } = await client.rpc("my_accounts");
  const [account] = accounts as { id: string; slug: string; name: string }[];
  const rep = await signedInClient(host, "sales2@example.com");
  const p_user_id = (await rep.client.auth.getUser()).data.user?.id ?? "";
  const p_account_id = account?.id ?? "";
  await admin.rpc("lend_rep", { p_account_id, p_user_id });
  const id = randomUUID();
  const lead = { p_id: id, p_lead: { first_name: "Orla", last_name: "Penn" } };
  await rep.client.rpc("create_lead", lead).setHeader("x-account", account?.slug ?? "");
  await signInAs(page, host, "sales2@example.com");
  await page.goto(`/workspace/${account?.slug}/leads/${id}`);
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Wants a quote for two rooms");
  expect((await admin.rpc("end_loan", { p_account_id, p_user_id })).error).toBeNull();
  await note.press("ControlOrMeta+Enter");
  await expect(page.getByRole("alert").getByText(`You no longer work in ${account?.name}`)).toBeVisible();
  await expect(page.getByRole("heading", { name: `You no longer work in ${account?.name}` })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Note, Orla Penn" })).toHaveValue("Wants a quote for two rooms");
  await expect(page.getByRole("button", { name: "Copy Note, Orla Penn" })).toBeVisible();
  await checkAccessibility();
  await page.reload();
  await expect(page.getByText("You don't work in this client's account, or it was archived.")).toBeVisible();
});
