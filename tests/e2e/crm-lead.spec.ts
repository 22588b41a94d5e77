import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead, leadArrives, newPhone } from "../support/crm-leads.ts";
import { localInbox } from "../support/local-inbox.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const LONG = "Bartholomew-Maximilian Featherstonehaugh-Cholmondeley the Younger";

test("A lead's page fits and is accessible in every width and theme, with a long name, without phone and email", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const id = await addLead(baseURL ?? "", { first_name: LONG, company: LONG.repeat(2) });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name: LONG, level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Call", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "SMS", exact: true })).toBeDisabled();
  await page.getByRole("tab", { name: "Log call" }).click();
  await expect(page.getByText("No phone number. Add one to log calls and texts.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" }).getByText("added the lead")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("The drawer is accessible on wide screens and phones, and Escape closes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name } = await leadArrives(baseURL ?? "");
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const { data } = await client.from("leads").select("id").eq("last_name", name.split(" ").slice(1).join(" ")).single();
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm?lead=${data?.id}`);
  const drawer = page.getByRole("dialog", { name });
  await expect(drawer.getByRole("region", { name: "Clock" }).getByText("running")).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });
  // A booked call is no response.
  await page.keyboard.press("b");
  const booking = page.getByRole("dialog", { name: /^Book a call/ });
  await expect(booking.getByText("The clock keeps running until you log your response.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(booking).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page).not.toHaveURL(/lead=/);
});

test("A note is written, pinned and filtered; a call plans the next step; Done asks for the following step", async ({
  page,
  baseURL,
}) => {
  const id = await addLead(baseURL ?? "", { first_name: "Nadia", last_name: "Rahimi", phone: "+1 207 555 0148" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name: "Nadia Rahimi" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
  await page.keyboard.type("Runs three showrooms (https://example.com/showrooms).");
  // Typed text survives a reload.
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue(
    "Runs three showrooms (https://example.com/showrooms).",
  );
  await page.getByRole("textbox", { name: "Note" }).press("ControlOrMeta+Enter");
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Runs three showrooms (")).toBeVisible();
  await expect(timeline.getByRole("link", { name: "https://example.com/showrooms", exact: true })).toHaveAttribute(
    "href",
    "https://example.com/showrooms",
  );
  await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("");
  // The keys act on the lead again, after the note and after Escape.
  await expect(page.getByRole("textbox", { name: "Note" })).not.toBeFocused();
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("t");
  await expect(page.getByRole("dialog", { name: /task/i })).toBeVisible();
  await page.keyboard.press("Escape");
  await timeline.getByRole("button", { name: "Pin to top" }).first().click();
  await expect(timeline.getByText("pinned a note")).toBeVisible();

  await page.getByRole("tab", { name: "Log call" }).click();
  await page.getByLabel("Minutes").fill("-3");
  await page.getByLabel("Time (if not now)").fill("2030-01-01T10:00");
  // Nothing is preselected, so the call isn't logged with an outcome that no one chose, nor without what was mistyped.
  await page.getByRole("button", { name: "Log call" }).click();
  for (const problem of ["Select an outcome", "Enter minutes, such as 12", "Choose a time that has passed"])
    await expect(page.getByText(problem)).toBeVisible();
  await page.getByLabel("Minutes").fill("6.5");
  await page.getByLabel("Outcome").selectOption("Connected");
  // A time that is half typed isn't now.
  const time = page.getByLabel("Time (if not now)");
  await time.fill("");
  await time.pressSequentially("11282026");
  await page.getByRole("button", { name: "Log call" }).click();
  await expect(time).toHaveAccessibleDescription("Enter the date and the time, or clear both");
  await expect(time).toBeFocused();
  await time.fill("");
  await expect(page.getByText("or clear both")).toHaveCount(0);
  await page.getByLabel("Add a next step").check();
  await page.getByLabel("Task", { exact: true }).fill("Strategy call");
  await page.getByRole("button", { name: "Log call" }).click();
  await expect(timeline.getByText("called, connected, 6:30")).toBeVisible();
  const step = page.getByRole("region", { name: "Next step" });
  await expect(step.getByText("Strategy call", { exact: true })).toBeVisible();
  await step.getByRole("button", { name: "Done" }).click();
  const dialog = page.getByRole("dialog", { name: /What's next after .*Strategy call/ });
  await dialog.getByLabel("Task", { exact: true }).fill("Send the proposal");
  await dialog.getByRole("button", { name: "Done, add next" }).click();
  await expect(step.getByText("Send the proposal")).toBeVisible();
  await expect(step.getByText("Strategy call", { exact: true })).toHaveCount(0);

  await timeline.getByRole("button", { name: /All .* events/ }).click();
  await page.getByRole("menuitemradio", { name: "Calls" }).click();
  await expect(timeline.getByText("called, connected, 6:30")).toBeVisible();
  await expect(timeline.getByText("pinned a note")).toHaveCount(0);
});

test("A call from before the lead wrote is logged, and the toast says that the lead still waits", async ({
  page,
  baseURL,
}) => {
  const { name } = await leadArrives(baseURL ?? "", { phone: newPhone() });
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const { data } = await client.from("leads").select("id").eq("last_name", name.split(" ").slice(1).join(" ")).single();
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${data?.id}`);
  await page.getByRole("tab", { name: "Log call" }).click();
  await page.getByLabel("Outcome").selectOption("Connected");
  await page.getByLabel("Time (if not now)").fill("2026-01-05T10:00");
  await page.getByRole("button", { name: "Log call" }).click();
  await expect(page.getByText(/^Activity logged for .*, so the lead still waits for a first response$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Clock" }).getByText("running")).toBeVisible();
});

test("Stages change by number and click, Lost asks for a reason, and the last step can be undone", async ({
  page,
  baseURL,
}) => {
  const id = await addLead(baseURL ?? "", { first_name: "Tyrell", last_name: "Okafor" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
  await page.keyboard.press("4");
  await expect(page.getByRole("button", { name: "Stage: Qualified" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("button", { name: "Stage: New" })).toBeVisible();
  await page.getByRole("button", { name: "Move to Lost" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark Tyrell Okafor as lost" });
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(dialog.getByText("Choose a reason")).toBeVisible();
  await dialog.getByLabel("Reason").selectOption({ index: 1 });
  await dialog.getByRole("button", { name: "Mark as lost" }).click();
  await expect(page.getByText(/^Lost: /)).toBeVisible();
});

test("If somebody changes the lead during typing, the page says so, keeps the text, and saves it the second time", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const id = await addLead(baseURL ?? "", { first_name: "Greta", last_name: "Solheim", company: "Fieldhouse" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  const facts = page.getByRole("region", { name: "Details" });
  await facts.getByRole("button", { name: "Edit company" }).click();
  await facts.getByRole("textbox", { name: "Company" }).fill("Fieldhouse Pilates");
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  await client.rpc("change_leads", {
    p_batch_id: crypto.randomUUID(),
    p_lead_ids: [id],
    p_changes: { stage: "qualified", company: "Fieldhouse Oslo" },
  });
  // The other person's change appears by itself, and typed text stays.
  await expect(page.getByRole("button", { name: "Stage: Qualified" })).toBeVisible();
  await expect(facts.getByRole("textbox", { name: "Company" })).toHaveValue("Fieldhouse Pilates");
  await expect(facts.getByText("Someone else changed this to: Fieldhouse Oslo")).toBeVisible();
  await facts.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(facts.getByText(/changed the company and stage while you were editing/)).toBeVisible();
  await expect(facts.getByRole("textbox", { name: "Company" })).toHaveValue("Fieldhouse Pilates");
  await facts.getByRole("textbox", { name: "Company" }).press("Enter");
  await expect(facts.getByText("Fieldhouse Pilates")).toBeVisible();
  // The history has both values.
  const timeline = page.getByRole("region", { name: "Timeline" });
  for (const [from, to] of [
    ["Fieldhouse", "Fieldhouse Oslo"],
    ["Fieldhouse Oslo", "Fieldhouse Pilates"],
  ])
    await expect(timeline.getByText(`changed Company from “${from}” to “${to}”`)).toBeVisible();
});

test("A note that is written offline stays in its field, and is saved once when the network is back", async ({
  page,
  context,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to (load|fetch)/);
  const id = await addLead(baseURL ?? "", { first_name: "Milo", last_name: "Anders" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  const note = page.getByRole("textbox", { name: "Note" });
  await note.fill("Prefers mornings");
  await context.setOffline(true);
  await note.press("ControlOrMeta+Enter");
  await expect(page.getByText(/Couldn't save the note. You're offline/)).toBeVisible();
  await expect(note).toHaveValue("Prefers mornings");
  await context.setOffline(false);
  // The problem follows the connection.
  await expect(page.getByText("Couldn't save the note. You're back online. Please try again.")).toBeVisible();
  await expect(page.getByText(/Couldn't save the note. You're offline/)).toHaveCount(0);
  await note.press("ControlOrMeta+Enter");
  await expect(page.getByRole("region", { name: "Timeline" }).getByText("Prefers mornings")).toHaveCount(1);
});

test("Consent is recorded where an email is written, then the email is sent from a template and is in the timeline", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const email = `${randomUUID().slice(0, 12)}@example.com`;
  const id = await addLead(baseURL ?? "", { first_name: "Amara", email });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await expect(page.getByRole("heading", { name: "Amara", level: 1 })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText(/They haven't agreed to be emailed/)).toBeVisible();
  // E leads to what is missing.
  await expect(page.getByRole("button", { name: "Record consent" })).toBeFocused();
  await page.keyboard.press("Enter");
  await checkAccessibility();
  await page.keyboard.type("by email");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Consent" }).getByText(/by email \(/)).toBeVisible();
  const composer = page.getByRole("tabpanel", { name: "Email" });
  await expect(composer.getByRole("definition")).toHaveText(email);
  // What is missing is named at its field, and the first field has the focus.
  await composer.getByRole("button", { name: "Send" }).click();
  await expect(page.getByLabel("Subject")).toHaveAccessibleDescription("Enter a subject");
  await expect(page.getByLabel("Subject")).toBeFocused();
  await checkAccessibility();
  await page.keyboard.type("Hello");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(page.getByLabel("Message")).toHaveAccessibleDescription("Enter a message");
  await expect(page.getByLabel("Message")).toBeFocused();
  // A template replaces typed text, and Undo restores it exactly.
  await page.keyboard.type("Are you free at 3?");
  await page.getByLabel("Template", { exact: true }).selectOption("We missed you");
  await expect(page.getByLabel("Subject")).toHaveValue("I just tried to call you");
  const replaced = page.getByRole("listitem").filter({ hasText: "Replaced your text" });
  await replaced.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone: Replaced your text with “We missed you”")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("Hello");
  await expect(page.getByLabel("Message")).toHaveValue("Are you free at 3?");
  await expect(page.getByLabel("Template", { exact: true })).toHaveValue("");
  // From one template to another, nothing that was typed is lost, so there is nothing to undo.
  await page.getByLabel("Template", { exact: true }).selectOption("We missed you");
  await page.getByLabel("Template", { exact: true }).selectOption("No template");
  await expect(page.getByLabel("Message")).toHaveValue("");
  await page.getByLabel("Template", { exact: true }).selectOption("First reply");
  // The toast of the first time may still be on its way out.
  await expect(page.getByText("Replaced your text with “We missed you”", { exact: true }).last()).toBeVisible();
  await expect(page.getByText("Replaced your text with “First reply”")).toHaveCount(0);
  await expect(page.getByLabel("Subject")).toHaveValue("Your request, Amara");
  await composer.getByRole("button", { name: "Send" }).click();
  await expect(
    page.getByRole("region", { name: "Timeline" }).getByText("sent an email: Your request, Amara"),
  ).toBeVisible();
  // The composer is empty again, so the same template can be chosen once more.
  await expect(page.getByLabel("Template", { exact: true })).toHaveValue("");
  await page.getByLabel("Template", { exact: true }).selectOption("First reply");
  await expect(page.getByLabel("Subject")).toHaveValue("Your request, Amara");
  await expect
    .poll(async () => {
      const messages = await localInbox(baseURL ?? "", email);
      return messages.filter(({ subject }) => subject === "Your request, Amara").length;
    })
    .toBe(1);
});

test("Nobody is texted without consent; a text that was sent anyway can be logged", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const id = await addLead(baseURL ?? "", { first_name: "Tomas", phone: newPhone() });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await page.getByRole("button", { name: "SMS", exact: true }).click();
  const composer = page.getByRole("tabpanel", { name: "SMS" });
  await expect(composer.getByText(/They haven't agreed to be texted/)).toBeVisible();
  await expect(composer.getByRole("link", { name: "Open Messages" })).toHaveCount(0);
  await expect(composer.getByRole("button", { name: /Log SMS/ })).toBeEnabled();
  await composer.getByRole("button", { name: "Record consent" }).click();
  await checkAccessibility();
  await composer.getByRole("button", { name: "By text message" }).click();
  await expect(composer.getByRole("link", { name: "Open Messages" })).toBeVisible();
  await expect(composer.getByText(/They haven't agreed/)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Consent" }).getByText(/by text message \(/)).toBeVisible();
});

test("Consent by phone is recorded, undone and withdrawn, and appears in the timeline", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const id = await addLead(baseURL ?? "", { first_name: "Ines", email: "ines@example.com" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  const consent = page.getByRole("region", { name: "Consent" });
  const timeline = page.getByRole("region", { name: "Timeline" });
  const record = async () => {
    await consent.getByRole("button", { name: "Record" }).click();
    await consent.getByRole("textbox", { name: /How they agreed to be contacted/ }).fill("on the phone");
  };
  await expect(consent.getByText("No consent on record")).toBeVisible();
  await record();
  await checkAccessibility();
  await consent.getByRole("button", { name: "Save consent" }).click();
  await expect(consent.getByText(/on the phone \(/)).toBeVisible();
  await expect(timeline.getByText(/recorded their consent: .* on the phone/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(consent.getByText("No consent on record")).toBeVisible();
  await record();
  await page.keyboard.press("Enter");
  await expect(consent.getByText(/on the phone \(/)).toBeVisible();
  await consent.getByRole("button", { name: "Withdraw" }).click();
  await expect(consent.getByText("No consent on record")).toBeVisible();
  await expect(timeline.getByText("marked consent as withdrawn").first()).toBeVisible();

  // Own words are quoted, and Escape keeps them.
  const words = consent.getByRole("textbox", { name: /How they agreed to be contacted/ });
  await consent.getByRole("button", { name: "Record" }).click();
  await words.fill("Told me at the trade show");
  await words.press("Escape");
  await expect(words).toBeHidden();
  await consent.getByRole("button", { name: "Record" }).click();
  await expect(words).toHaveValue("Told me at the trade show");
  await words.press("Enter");
  const quoted = "Agreed to calls and messages: “Told me at the trade show”";
  await expect(consent.getByText(quoted)).toBeVisible();
  await expect(timeline.getByText(`recorded their consent: ${quoted}`)).toBeVisible();
});

test("A colleague's lead looks like an unknown one", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/404/);
  const id = await addLead(baseURL ?? "", { first_name: "Hidden" }, "sales2@example.com");
  await signInAs(page, baseURL ?? "", "sales@example.com");
  for (const one of [id, crypto.randomUUID(), "nonsense"]) {
    await page.goto(`/crm/leads/${one}`);
    await expect(page.getByText("Lead not found")).toBeVisible();
  }
});
