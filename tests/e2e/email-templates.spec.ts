import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead } from "../support/crm-leads.ts";
import { localInbox } from "../support/local-inbox.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const REP = "sales@example.com";

/** A lead that agreed to emails, and the open form of an email to them. */
async function writeTo(page: Page, host: string, lead: { first_name: string; company?: string }) {
  const id = await addLead(host, { ...lead, email: `${randomUUID().slice(0, 12)}@example.com` });
  const { client } = await signedInClient(host, REP);
  const agreed = await client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [id],
    p_changes: { consent: "by email" },
  });
  expect(agreed.error).toBeNull();
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name: lead.first_name, level: 1 })).toBeVisible();
  await page.keyboard.press("e");
  const composer = page.getByRole("tabpanel", { name: "Email" });
  await expect(composer.getByLabel("Template", { exact: true })).toBeFocused();
  return composer;
}

test("A rep saves an email as a template, uses it for another lead, changes it, deletes it and undoes that", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const name = `Second call ${randomUUID().slice(0, 8)}`;
  await signInAs(page, host, REP);
  const first = await writeTo(page, host, { first_name: "Amara", company: "Osei Coaching" });
  await first.getByLabel("Subject").fill("Amara, a second call?");
  await first.getByLabel("Message").fill("Hi Amara,\n\nI have an idea for Osei Coaching. Amaranth is fine.");
  const options = first.getByRole("button", { name: "Template options" });
  await options.click();
  await page.getByRole("menuitem", { name: "Save as a new template…" }).click();
  const dialog = page.getByRole("dialog", { name: "New template" });
  await expect(dialog.getByRole("textbox", { name: "Name" })).toBeFocused();
  // Their name and company are placeholders now.
  await expect(dialog.getByLabel("Subject")).toHaveValue("{{first_name}}, a second call?");
  await expect(dialog.getByLabel("Message")).toHaveValue(
    "Hi {{first_name}},\n\nI have an idea for {{company}}. Amaranth is fine.",
  );
  await checkAccessibility();
  await dialog.getByLabel("Subject").fill("{{first name}}, a second call?");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Enter a name");
  await expect(dialog.getByLabel("Subject")).toHaveAccessibleDescription(
    "{{first name}} isn't a placeholder, so the lead would read it. Did you mean {{first_name}}?",
  );
  await dialog.getByLabel("Subject").fill("{{first_name}}, a second call?");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(options).toBeFocused();
  // The email itself is as it was, and wasn't sent.
  await expect(first.getByLabel("Template", { exact: true }).locator("option:checked")).toHaveText(name);
  await expect(first.getByLabel("Subject")).toHaveValue("Amara, a second call?");
  await expect(page.getByRole("region", { name: "Timeline" }).getByText("sent an email")).toHaveCount(0);

  const second = await writeTo(page, host, { first_name: "Bo" });
  await second.getByLabel("Template", { exact: true }).selectOption(name);
  await expect(second.getByLabel("Subject")).toHaveValue("Bo, a second call?");
  await expect(second.getByLabel("Message")).toHaveValue(
    "Hi Bo,\n\nI have an idea for your business. Amaranth is fine.",
  );
  await second.getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: "Change this template…" }).click();
  const change = page.getByRole("dialog", { name: "Change template" });
  await change.getByLabel("Message").fill("Hi {{first_name}}, are you free?");
  // Escape asks before it discards the change.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await change.getByRole("button", { name: "Save" }).click();
  await expect(change).toBeHidden();
  // The email still had the template's text, so it has the new one.
  await expect(second.getByLabel("Message")).toHaveValue("Hi Bo, are you free?");

  await second.getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: "Delete this template" }).click();
  const deleted = page.getByRole("listitem").filter({ hasText: `Deleted the template “${name}”` });
  await expect(second.getByLabel("Template", { exact: true }).getByRole("option", { name })).toHaveCount(0);
  // What was written stays.
  await expect(second.getByLabel("Message")).toHaveValue("Hi Bo, are you free?");
  await deleted.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(second.getByLabel("Template", { exact: true }).getByRole("option", { name })).toHaveCount(1);
});

test("The list names a template only while the email has its text, and chooses it again after an edit", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const name = `Later ${randomUUID().slice(0, 8)}`;
  await signInAs(page, host, REP);
  const composer = await writeTo(page, host, { first_name: "Gus" });
  const templates = composer.getByLabel("Template", { exact: true });
  const chosen = templates.locator("option:checked");
  const message = composer.getByLabel("Message");
  await templates.selectOption("We missed you");
  await expect(chosen).toHaveText("We missed you");
  await message.fill("Hi Gus, I called.");
  await expect(chosen).toHaveText("We missed you (edited)");
  await templates.selectOption("We missed you");
  await expect(message).toHaveValue(/^Hi Gus,\n\nI just tried/);
  await expect(chosen).toHaveText("We missed you");

  await message.fill("Hi Gus, I called.");
  await composer.getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: "Save as a new template…" }).click();
  const dialog = page.getByRole("dialog", { name: "New template" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByLabel("Message").fill("Until later, ");
  await dialog.getByRole("button", { name: "Insert their first name" }).click();
  await expect(dialog.getByLabel("Message")).toBeFocused();
  await expect(dialog.getByLabel("Message")).toHaveValue("Until later, {{first_name}}");
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("Until later, Gus");
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(chosen).toHaveText("No template");
  await expect(message).toHaveValue("Hi Gus, I called.");
  await templates.selectOption(name);
  await expect(message).toHaveValue("Until later, Gus");
});

test("A placeholder that is typed by hand isn't sent", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  await signInAs(page, host, REP);
  const composer = await writeTo(page, host, { first_name: "Fay" });
  await composer.getByLabel("Subject").fill("Hello {first name}");
  await composer.getByLabel("Message").fill("Hi {{first_name}}, are you free at 3?");
  await page.keyboard.press("ControlOrMeta+Enter");
  const message = composer.getByLabel("Message");
  await expect(message).toBeFocused();
  await expect(message).toHaveAccessibleDescription(
    "{{first_name}} isn't filled in, so the lead would read it. Write their first name instead.",
  );
  await message.fill("Hi Fay, are you free at 3?");
  await composer.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Email to Fay is on its way")).toBeVisible();
});

test("An email can be taken back for a few seconds, and it is a draft again with its next step", async ({
  page,
  baseURL,
}) => {
  const host = baseURL ?? "";
  await signInAs(page, host, REP);
  const composer = await writeTo(page, host, { first_name: "Dara" });
  await composer.getByLabel("Subject").fill("Hello");
  await composer.getByLabel("Message").fill("Are you free at 3?");
  await composer.getByRole("checkbox", { name: "Add a next step" }).check();
  await composer.getByLabel("Task").fill("Ask again");
  await page.keyboard.press("ControlOrMeta+Enter");
  const sent = page.getByRole("listitem").filter({ hasText: "Email to Dara is on its way" });
  await expect(composer.getByLabel("Subject")).toHaveValue("");
  await sent.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone: Email to Dara. What you entered is a draft again")).toBeVisible();
  await page.keyboard.press("e");
  await expect(composer.getByLabel("Subject")).toHaveValue("Hello");
  await expect(composer.getByLabel("Message")).toHaveValue("Are you free at 3?");
  const address = (await composer.getByRole("definition").textContent()) ?? "";
  expect(await localInbox(host, address)).toEqual([]);
  await expect(composer.getByLabel("Task")).toHaveValue("Ask again");
  await expect(page.getByText("withdrew an email: Hello")).toBeVisible();
  // Sent again, it leaves once, with its next step.
  await composer.getByRole("button", { name: "Send" }).click();
  await expect.poll(async () => (await localInbox(host, address)).map(({ subject }) => subject)).toEqual(["Hello"]);
  await expect(page.getByText("Ask again")).toBeVisible();
});

test("After a reload, an email that hasn't left is withdrawn at its entry", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  await signInAs(page, host, REP);
  const composer = await writeTo(page, host, { first_name: "Finn" });
  await composer.getByLabel("Subject").fill("Hello");
  await composer.getByLabel("Message").fill("Are you free at 3?");
  await composer.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("is sending an email: Hello")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Undo this entry" }).click();
  await expect(page.getByText("withdrew an email: Hello")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Message")).toHaveValue("Are you free at 3?");
  await expect(page.getByText("(undone, not counted)")).toBeHidden();
});

test("If the team's templates can't be loaded, the form says so, and the examples work", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/500 .*email_templates/);
  await signInAs(page, baseURL ?? "", REP);
  await page.route("**/rest/v1/email_templates*", (route) => route.fulfill({ status: 500, json: {} }));
  const composer = await writeTo(page, baseURL ?? "", { first_name: "Edda" });
  await expect(composer.getByText("Your team's templates couldn't be loaded.")).toBeVisible();
  await composer.getByLabel("Template", { exact: true }).selectOption("First reply");
  await expect(composer.getByLabel("Subject")).toHaveValue("Your request, Edda");
});

test("A template that a colleague changed meanwhile is replaced only when it is saved again, and a name is taken once", async ({
  page,
  baseURL,
  expectConsole,
  checkAccessibility,
}) => {
  expectConsole(/409 \(Conflict\).*save_email_template/);
  const host = baseURL ?? "";
  const name = `Prices ${randomUUID().slice(0, 8)}`;
  const { client } = await signedInClient(host, "sales2@example.com");
  const given = { p_id: randomUUID(), p_name: name, p_subject: "Prices", p_body: "Hi {{first_name}}" };
  expect((await client.rpc("save_email_template", given)).error).toBeNull();
  const other = { ...given, p_id: randomUUID(), p_name: `${name} B` };
  expect((await client.rpc("save_email_template", other)).error).toBeNull();
  await page.clock.install();
  await signInAs(page, host, REP);
  const composer = await writeTo(page, host, { first_name: "Cleo" });
  await composer.getByLabel("Template", { exact: true }).selectOption(name);
  await composer.getByRole("button", { name: "Template options" }).click();
  await page.getByRole("menuitem", { name: "Change this template…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change template" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(`${name} b`);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "Another template has this name",
  );
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByLabel("Message").fill("Hi {{first_name}}, mine");
  const { data: seen } = await client.from("email_templates").select("updated_at").eq("id", given.p_id).single();
  const changed = { ...given, p_body: "Hi, theirs", p_updated_at: seen?.updated_at ?? "" };
  expect((await client.rpc("save_email_template", changed)).error).toBeNull();
  // A return to the tab reads the list again. The fields still have the text from before.
  const read = page.waitForResponse(/\/rest\/v1\/email_templates/);
  await page.clock.fastForward("02:00");
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await (await read).finished();
  await dialog.getByRole("button", { name: "Save" }).click();
  const conflict = dialog.getByRole("alert");
  await expect(conflict).toContainText(/^(?!Someone).+ just changed this template/);
  await expect(conflict.getByRole("definition").filter({ hasText: "Hi, theirs" })).toBeInViewport();
  await checkAccessibility();
  await expect(dialog.getByLabel("Message")).toHaveValue("Hi {{first_name}}, mine");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  // The email had the template's text, so it has the new one.
  await expect(composer.getByLabel("Message")).toHaveValue("Hi Cleo, mine");
  await expect(composer.getByLabel("Template", { exact: true }).locator("option:checked")).toHaveText(name);
  const { data: stored } = await client.from("email_templates").select("body").eq("id", given.p_id).single();
  expect(stored?.body).toBe("Hi {{first_name}}, mine");
});
