import type { Page } from "@playwright/test";
import { formatDay, formatDayRange } from "../../domain/format-date.ts";
import { expect, test } from "../support/browser-test.ts";
import { newAccount } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** A client, and a retainer's name that the list finds. Its first day is some days ago, today is the agency's. */
async function given(baseURL: string, daysAgo: number) {
  const name = `Care ${crypto.randomUUID().slice(0, 8)}`;
  const person = await newAccount(baseURL, "client", { first_name: "Rita", last_name: name });
  const { client: admin } = await signedInClient(baseURL, ADMIN);
  const today = (await admin.rpc("agency_today")).data ?? "";
  const start = dayAfter(today, -daysAgo);
  const { data } = await admin.rpc("retainer_outlook", { p_start_date: start, p_client_id: person.id });
  const { running } = data as { running: { from: string; until: string } };
  return { name, person, admin, start, month: formatDayRange(running.from, running.until) };
}

async function open(page: Page, name: string) {
  await page.goto(`/admin/billing?tab=retainers&q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name, exact: true }).click();
  return page.getByRole("dialog", { name });
}

/** The last message about an action. */
const toast = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });

test("The month that runs now is billed only if the admin chooses so, and the form says what follows", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, person, start, month } = await given(baseURL ?? "", 10);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing?tab=retainers");
  await page.getByRole("button", { name: "New retainer" }).click();
  const sheet = page.getByRole("dialog", { name: "New retainer" });
  await sheet.getByRole("combobox", { name: "Client" }).fill(person.email);
  await sheet.getByRole("option", { name: new RegExp(person.email) }).click();
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Monthly amount").fill("200");
  // Today, for one month: no other month follows.
  await sheet.getByLabel("Term in months").fill("1");
  await expect(sheet.getByText("It's the only one.")).toBeVisible();
  await sheet.getByLabel("Start date").fill(start);
  await expect(
    sheet.getByText(`It sends no invoices: the current month, ${month}, isn't billed, and no others follow.`),
  ).toBeVisible();
  await expect(sheet.getByRole("button", { name: "Create retainer", exact: true })).toBeVisible();
  const choice = sheet.getByRole("checkbox", { name: `Bill ${month} now` });
  await expect(choice).not.toBeChecked();
  await choice.check();
  await expect(
    sheet.getByText(`The first invoice of $200.00 for ${month} goes to ${person.email} when you save.`),
  ).toBeVisible();
  await expect(sheet.getByText("It's the only one.")).toBeVisible();
  // Another month is another choice.
  await sheet.getByLabel("Start date").fill(dayAfter(start, 1));
  await expect(choice).toHaveCount(0);
  await expect(sheet.getByRole("checkbox", { name: /^Bill .* now$/ })).not.toBeChecked();
  await sheet.getByLabel("Start date").fill(start);
  await choice.check();
  await checkAccessibility();
  await sheet.getByRole("button", { name: "Create retainer and send invoice" }).click();
  await expect(page.getByText("Retainer created")).toBeVisible();
  await expect(page.getByText(new RegExp(`^INV-\\d+ was sent to ${person.email}\\.$`))).toBeVisible();
  const drawer = await open(page, name);
  await expect(
    drawer.getByText(`It sends no more invoices: ${month} is already billed and is its last month.`),
  ).toBeVisible();
  await expect(drawer.getByRole("checkbox", { name: /^Bill/ })).toHaveCount(0);
  await expect(drawer.getByRole("list", { name: "Invoices of this retainer" }).getByRole("listitem")).toHaveCount(1);
});

test("Pausing, resuming and ending a retainer can be undone, and resuming sends nothing that was sent", async ({
  page,
  baseURL,
}) => {
  const { name, person, admin } = await given(baseURL ?? "", 40);
  const today = (await admin.rpc("agency_today")).data ?? "";
  const made = await admin.rpc("create_retainer", {
    p_client_id: person.id,
    p_name: name,
    p_description: "",
    p_monthly_amount: 40_000,
    p_currency: "usd",
    p_start_date: today,
  });
  expect(made.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  let drawer = await open(page, name);
  // The first day can't change, so it isn't to be filled in.
  await expect(drawer.getByText("Start date", { exact: true })).not.toContainText("*");
  await expect(drawer.getByText("A paused retainer sends no invoices.")).toBeVisible();
  await expect(drawer.getByText(/^The next invoice of \$400\.00 for .* The others follow automatically/)).toBeVisible();
  await drawer.getByLabel("Status").selectOption("paused");
  await expect(drawer.getByText(/^The next invoice/)).toHaveCount(0);
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  await toast(page, "Retainer paused").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Retainer is active again")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("active");

  drawer = await open(page, name);
  await drawer.getByLabel("Status").selectOption("paused");
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  await expect(row).toContainText("paused");
  drawer = await open(page, name);
  await expect(drawer.getByText("No charge while paused")).toBeVisible();
  // Its first invoice is sent already, so resuming sends none and names the next one.
  await drawer.getByLabel("Status").selectOption("active");
  await expect(drawer.getByText(/^The next invoice of \$400\.00 for .* goes to/)).toBeVisible();
  await drawer.getByRole("button", { name: "Save retainer", exact: true }).click();
  await expect(toast(page, "Retainer resumed")).not.toContainText("sent");
  // Only the last change can be undone.
  await expect(toast(page, "Retainer paused")).toHaveCount(0);
  await toast(page, "Retainer resumed").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Retainer is paused again")).toBeVisible();
  await expect(row).toContainText("paused");

  drawer = await open(page, name);
  await drawer.getByRole("button", { name: "End retainer" }).click();
  const question = page.getByRole("dialog", { name: /^End/ });
  await expect(question.getByText("It's paused, so it sends no invoices until then.")).toBeVisible();
  await question.getByRole("button", { name: "End retainer" }).click();
  await expect(row).toContainText("completed");
  await toast(page, `${name} has ended`).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, `${name} continues`)).toBeVisible();
  await expect(row).toContainText("paused");
});

test("Undo of a resumed retainer says which invoice stays sent", async ({ page, baseURL }) => {
  const { name, person, admin, start, month } = await given(baseURL ?? "", 40);
  const made = await admin.rpc("create_retainer", {
    p_client_id: person.id,
    p_name: name,
    p_description: "",
    p_monthly_amount: 40_000,
    p_currency: "usd",
    p_start_date: start,
  });
  const { data: row } = await admin
    .from("retainers")
    .select("updated_at")
    .eq("id", made.data ?? "")
    .single();
  const paused = await admin.rpc("update_retainer", {
    p_retainer_id: made.data ?? "",
    p_expected_updated_at: row?.updated_at ?? "",
    p_name: name,
    p_description: "",
    p_monthly_amount: 40_000,
    p_start_date: start,
    // The generated types allow no null for arguments.
    p_duration_months: null as unknown as number,
    p_status: "paused",
  });
  expect(paused.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  const drawer = await open(page, name);
  await drawer.getByLabel("Status").selectOption("active");
  await expect(drawer.getByText(`The current month, ${month}, isn't billed.`)).toBeVisible();
  await drawer.getByRole("checkbox", { name: `Bill ${month} now` }).check();
  await drawer.getByRole("button", { name: "Save retainer and send invoice" }).click();
  const resumed = toast(page, "Retainer resumed");
  await expect(resumed).toContainText(/INV-\d+ was sent to/);
  await resumed.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Retainer is paused again")).toContainText(
    /INV-\d+ stays sent\. Cancel it if it shouldn't be paid\./,
  );
  // Its month isn't billed again.
  const again = await open(page, name);
  await again.getByLabel("Status").selectOption("active");
  await expect(again.getByText(/^The next invoice of \$400\.00/)).toBeVisible();
  await expect(again.getByRole("checkbox", { name: /^Bill/ })).toHaveCount(0);
});

test("A saved change of a retainer can be undone, a term that has ended is refused, and its end says what follows", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, person, admin, start } = await given(baseURL ?? "", 40);
  const { data: outlook } = await admin.rpc("retainer_outlook", { p_start_date: start, p_client_id: person.id });
  const { running } = outlook as { running: { from: string; until: string } };
  const made = await admin.rpc("create_retainer", {
    p_client_id: person.id,
    p_name: name,
    p_description: "",
    p_monthly_amount: 40_000,
    p_currency: "usd",
    p_start_date: start,
    p_bill_month: running.from,
  });
  expect(made.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  let drawer = await open(page, name);
  // All errors appear together.
  await drawer.getByLabel("Monthly amount").fill("abc");
  await drawer.getByLabel("Term in months").fill("0");
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  await expect(drawer.getByText("An amount such as 800.00")).toBeVisible();
  await expect(drawer.getByText("Enter 1 to 1,200 months, or leave it empty")).toBeVisible();
  await expect(drawer.getByLabel("Monthly amount")).toBeFocused();

  await drawer.getByLabel("Monthly amount").fill("900");
  await drawer.getByLabel("Term in months").fill("1");
  await expect(drawer.getByLabel("Term in months")).toHaveAccessibleDescription(
    /The term ended on .* Make it longer\./,
  );
  await drawer.getByLabel("Term in months").fill("24");
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("$900.00");
  await toast(page, "Retainer saved").getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Retainer is as it was")).toBeVisible();
  await expect(row).toContainText("$400.00");

  drawer = await open(page, name);
  await expect(drawer.getByLabel("Term in months")).toHaveValue("");
  await drawer.getByRole("button", { name: "End retainer" }).click();
  const question = page.getByRole("dialog", { name: /^End/ });
  await expect(question.getByText("It sends no more invoices.")).toBeVisible();
  const next = dayAfter(running.until, 1);
  await question.getByLabel("End date").fill(next);
  await expect(
    question.getByText(`1 more invoice of $400.00 goes to ${person.email} on ${formatDay(next)}.`),
  ).toBeVisible();
  await expect(question.getByText("Your other changes aren't saved.")).toHaveCount(0);
  await checkAccessibility();
  await question.getByRole("button", { name: "Keep it" }).click();
  await page
    .getByRole("alertdialog", { name: "Discard these details?" })
    .getByRole("button", { name: "Discard" })
    .click();

  // The end discards what someone typed behind it, so it says that.
  await drawer.getByLabel("Monthly amount").fill("650.00");
  await drawer.getByRole("button", { name: "End retainer" }).click();
  await expect(question.getByText("Your other changes aren't saved.")).toBeVisible();
  await checkAccessibility();
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(drawer.getByLabel("Monthly amount")).toHaveValue("650.00");
});

test("A retainer's drawer shows the end date that was set, and changes and removes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, person, admin } = await given(baseURL ?? "", 10);
  const today = (await admin.rpc("agency_today")).data ?? "";
  const made = await admin.rpc("create_retainer", {
    ...{ p_client_id: person.id, p_name: name, p_description: "", p_start_date: today, p_currency: "usd" },
    ...{ p_monthly_amount: 40_000, p_duration_months: 12 },
  });
  expect(made.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  let drawer = await open(page, name);
  await expect(drawer.getByText(/^Ends /)).toHaveCount(0);
  const { data: term } = await admin
    .from("retainers")
    .select("end_date")
    .eq("id", made.data ?? "")
    .single();
  const termEnd = term?.end_date ?? "";
  let question = page.getByRole("dialog", { name: `End ${name}?` });
  const end = async (button: string, day: string, save: string) => {
    await drawer.getByRole("button", { name: button }).click();
    await question.getByLabel("End date").fill(dayAfter(termEnd, 1));
    await question.getByRole("button", { name: save }).click();
    await expect(question.getByLabel("End date")).toHaveAccessibleDescription(
      `Its term ends on ${formatDay(termEnd)}. Change the term to go on longer.`,
    );
    await question.getByLabel("End date").fill(day);
    await question.getByRole("button", { name: save }).click();
    await expect(toast(page, `${name} ends on ${formatDay(day)}`)).toBeVisible();
    drawer = await open(page, name);
    await expect(drawer.getByText(`Ends ${formatDay(day)}, before its term`)).toBeVisible();
  };
  await end("End retainer", dayAfter(today, 70), "End retainer");
  await checkAccessibility();
  await drawer.getByRole("button", { name: "Change the end date" }).click();
  question = page.getByRole("dialog", { name: `Change the end date of ${name}?` });
  await expect(question.getByLabel("End date")).toHaveValue(dayAfter(today, 70));
  await expect(question.getByText(`It ends on ${formatDay(dayAfter(today, 70))} now.`)).toBeVisible();
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel" }).click();
  await end("Change the end date", dayAfter(today, 80), "Save end date");
  await drawer.getByRole("button", { name: "Don't end early" }).click();
  await toast(page, `${name} ends with its term, on `).getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, `${name} ends on ${formatDay(dayAfter(today, 80))}`)).toBeVisible();
  drawer = await open(page, name);
  await drawer.getByRole("button", { name: "Don't end early" }).click();
  await expect(drawer).toHaveCount(0);
  drawer = await open(page, name);
  await expect(drawer.getByLabel("Term in months")).toHaveValue("12");
  await expect(drawer.getByText(/^Ends /)).toHaveCount(0);
});

test("After someone else changed a retainer, its form shows what it is now and begins at its first field", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { name, person, admin } = await given(baseURL ?? "", 10);
  const today = (await admin.rpc("agency_today")).data ?? "";
  const values = { p_name: name, p_description: "", p_start_date: dayAfter(today, 5) };
  const made = await admin.rpc("create_retainer", {
    ...{ ...values, p_client_id: person.id, p_currency: "usd", p_monthly_amount: 40_000 },
  });
  const id = made.data ?? "";
  await signInAs(page, baseURL ?? "", ADMIN);
  const drawer = await open(page, name);
  await drawer.getByLabel("Monthly amount").fill("500");
  const { data: row } = await admin.from("retainers").select("updated_at").eq("id", id).single();
  const changed = await admin.rpc("update_retainer", {
    ...{ ...values, p_retainer_id: id, p_expected_updated_at: row?.updated_at ?? "", p_monthly_amount: 60_000 },
    ...{ p_duration_months: 6, p_status: "active" },
  });
  expect(changed.error).toBeNull();
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  await drawer.getByRole("button", { name: "Show what it is now" }).click();
  await expect(drawer.getByLabel("Name")).toBeFocused();
  await expect(drawer.getByLabel("Monthly amount")).toHaveValue("600.00");
});

test("The retainer of a deactivated client has no next charge, and its form and the question before say so", async ({
  page,
  baseURL,
}) => {
  const { name, person, admin, start } = await given(baseURL ?? "", 5);
  const made = await admin.rpc("create_retainer", {
    p_client_id: person.id,
    p_name: name,
    p_description: "",
    p_monthly_amount: 40_000,
    p_currency: "usd",
    p_start_date: start,
  });
  expect(made.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/user-management?q=${encodeURIComponent(person.email)}`);
  await page.getByRole("button", { name: `Actions for Rita ${name}` }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  const question = page.getByRole("dialog", { name: `Deactivate Rita ${name}?` });
  await expect(question).toContainText("The retainer sends no invoices until you reactivate the client.");
  await question.getByRole("button", { name: "Deactivate" }).click();
  await expect(question).toBeHidden();
  await page.goto(`/admin/billing?tab=retainers&q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("None while deactivated");
  const drawer = await open(page, name);
  await expect(drawer).toContainText(`None while Rita ${name} is deactivated`);
  await expect(drawer).toContainText(`Rita ${name} is deactivated, so it sends no invoices until that changes.`);
});

test("A retainer of an archived account can still be ended, and its form says so", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, person, admin } = await given(baseURL ?? "", 10);
  const today = (await admin.rpc("agency_today")).data ?? "";
  const values = { p_name: name, p_description: "", p_start_date: dayAfter(today, 5), p_monthly_amount: 40_000 };
  const made = await admin.rpc("create_retainer", { ...values, p_client_id: person.id, p_currency: "usd" });
  const id = made.data ?? "";
  const { data: row } = await admin.from("retainers").select("updated_at, account_id").eq("id", id).single();
  const paused = await admin.rpc("update_retainer", {
    ...{ ...values, p_retainer_id: id, p_expected_updated_at: row?.updated_at ?? "", p_status: "paused" },
    p_duration_months: 12,
  });
  expect(paused.error).toBeNull();
  const archived = await admin.rpc("archive_account", { p_account_id: row?.account_id ?? "", p_archived: true });
  expect(archived.error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  const drawer = await open(page, name);
  await expect(
    drawer.getByText(
      "This account is archived. Nothing here can be changed until it's restored. You can still end the retainer.",
    ),
  ).toBeVisible();
  for (const label of ["Name", "Monthly amount", "Status"]) await expect(drawer.getByLabel(label)).toBeDisabled();
  await expect(drawer.getByRole("button", { name: /^Save retainer/ })).toHaveCount(0);
  await expect(drawer.getByText(/invoice of/)).toHaveCount(0);
  await checkAccessibility();
  await drawer.getByRole("button", { name: "End retainer" }).click();
  const question = page.getByRole("dialog", { name: `End ${name}?` });
  await checkAccessibility();
  await question.getByRole("button", { name: "End retainer" }).click();
  await expect(toast(page, `${name} has ended`)).toBeVisible();
});

test("Days that a retainer can't have, and a term that has ended, are refused at their field before anything is sent", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { name, person, admin } = await given(baseURL ?? "", 10);
  const today = (await admin.rpc("agency_today")).data ?? "";
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing?tab=retainers");
  await page.getByRole("button", { name: "New retainer" }).click();
  const sheet = page.getByRole("dialog", { name: "New retainer" });
  await sheet.getByRole("combobox", { name: "Client" }).fill(person.email);
  await sheet.getByRole("option", { name: new RegExp(person.email) }).click();
  await sheet.getByLabel("Name").fill(name);
  await sheet.getByLabel("Monthly amount").fill("200");
  const [start, term] = [sheet.getByLabel("Start date"), sheet.getByLabel("Term in months")];
  await start.fill(dayAfter(today, -70));
  await term.fill("1");
  await expect(term).toHaveAccessibleDescription(/The term ended on .* Make it longer, or choose a later start date\./);
  await checkAccessibility();
  await sheet.getByRole("button", { name: "Create retainer" }).click();
  await expect(term).toBeFocused();
  await start.fill("9999-12-31");
  await expect(start).toHaveAccessibleDescription(/Choose a day until /);
  await sheet.getByRole("button", { name: "Create retainer" }).click();
  await expect(start).toBeFocused();
  await start.fill(dayAfter(today, 5));
  await expect(sheet.getByText("It's the only one.")).toBeVisible();
  await sheet.getByRole("button", { name: "Create retainer" }).click();
  await expect(page.getByText("Retainer created")).toBeVisible();

  // One that hasn't started moves to today or later.
  const drawer = await open(page, name);
  await drawer.getByLabel("Start date").fill(dayAfter(today, -1));
  await expect(drawer.getByLabel("Start date")).toHaveAccessibleDescription(/Choose today or a later day/);
  await drawer.getByRole("button", { name: "Save retainer" }).click();
  await expect(drawer.getByLabel("Start date")).toBeFocused();
  await drawer.getByLabel("Start date").fill(dayAfter(today, 5));
  await drawer.getByRole("button", { name: "End retainer" }).click();
  const question = page.getByRole("dialog", { name: `End ${name}?` });
  await question.getByLabel("End date").fill(dayAfter(today, -1));
  await expect(question.getByLabel("End date")).toHaveAccessibleDescription("Choose today or a later day");
  await checkAccessibility();
  await question.getByRole("button", { name: "End retainer" }).click();
  await expect(question.getByLabel("End date")).toBeFocused();
  await question.getByLabel("End date").fill(today);
  await expect(question.getByText("It sends no invoices.")).toBeVisible();
});
