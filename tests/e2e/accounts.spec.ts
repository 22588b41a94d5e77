import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead } from "../support/crm-leads.ts";
import { dayAfter } from "../support/day-after.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newColleague } from "../support/new-colleague.ts";
import { newEmail, signedInClient, signInAs } from "../support/session.ts";

const open = async (page: Page, baseURL: string | undefined, path = "/admin/accounts") => {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(path);
};
const named = (name: string) => `${name} ${Date.now().toString(36)}`;

/** A client with an account of their own that has this name. */
async function newClient(baseURL: string, name: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Mia", last_name: "Olsen" });
  const own = await signedInClient(baseURL, person.email, PASSWORD);
  const { data: accounts } = await own.client.rpc("my_accounts");
  const [account] = accounts as { id: string; slug: string }[];
  if (!account) throw new Error("The client has no account");
  const saved = await own.client.rpc("update_account", { p_account_id: account.id, p_changes: { name } });
  if (saved.error) throw saved.error;
  return { ...person, account };
}

test("An admin makes an account, finds it, edits it and undoes the edit", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const name = named("Harbor Yoga");
  await open(page, baseURL);
  await page.getByRole("button", { name: "New account" }).click();
  const dialog = page.getByRole("dialog", { name: "New account" });
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(dialog.getByText("Enter a name")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  const owner = newEmail("owner");
  await dialog.getByLabel("Owner's email").fill(owner);
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(`Waiting for ${owner} to accept the invitation`)).toBeVisible();
  // A minute old: it is new, its invitation is as long as it was made for, and it is one thing that happened.
  await expect(page.getByText("New", { exact: true })).toBeVisible();
  await expect(page.getByText(/expires on \w+ \d+, \d{4}/)).toBeVisible();
  const activity = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
  await expect(activity).toHaveCount(1);
  await expect(activity).toContainText(`created the account ${name}`);
  await expect(activity).toContainText(`invited ${owner} to ${name} as an owner`);
  await checkAccessibility();

  // Another account may have the same name, but not by accident.
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/accounts$/);
  await expect(page.getByRole("link", { name: "Northside Dental" })).toBeVisible();
  const table = page.getByRole("table", { name: "Accounts" });
  expect(await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0))).toBe(0);
  // A new account is free and owes nothing.
  await page.getByLabel("Plan").selectOption("Free");
  await expect(page).toHaveURL(/plan=free/);
  await page.getByRole("searchbox").fill(name);
  await expect(table.getByRole("link", { name })).toBeVisible();
  await page.getByLabel("Balance").selectOption("Overdue");
  await expect(page.getByText("No matching accounts")).toBeVisible();
  // The view says what the filters find, as the list does.
  const view = page.getByRole("navigation", { name: "Clients" }).getByRole("link", { name: /^Accounts/ });
  await expect(view).toHaveText(/^Accounts\s*0$/);
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(view).not.toHaveText(/^Accounts\s*0$/);
  await expect(page.getByRole("link", { name: "Northside Dental" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/accounts$/);
  await page.getByRole("button", { name: "New account" }).click();
  const taken = dialog.getByText(`An account named ${name} already exists.`);
  await dialog.getByLabel("Name").fill(name.toUpperCase());
  await expect(taken).toBeVisible();
  await dialog.getByLabel("Name").fill(`${name} Two`);
  await expect(taken).toBeHidden();
  await dialog.getByLabel("Name").fill(name);
  await expect(taken).toBeVisible();
  await dialog.getByRole("link", { name }).click();
  await page
    .getByRole("alertdialog", { name: "Discard this account?" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(page.getByRole("heading", { name })).toBeVisible();

  await page.getByRole("button", { name: "Edit details" }).click();
  const form = page.getByRole("dialog", { name: `Edit ${name}` });
  await form.getByLabel("Speed-to-lead target (minutes)").fill("15");
  await form.getByLabel("Currency").selectOption("eur");
  await checkAccessibility();
  await form.getByRole("button", { name: "Save changes" }).click();
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByText("15 min")).toBeVisible();
  await expect(details.getByText("EUR")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Details restored")).toBeVisible();
  await expect(details.getByText("USD")).toBeVisible();
  await expect(
    page.getByRole("list", { name: "Activity" }).getByText(`changed the settings of the account ${name}`).first(),
  ).toBeVisible();

  await page.getByRole("link", { name: "All accounts" }).click();
  await page.getByRole("searchbox", { name: "Search by person, account or email" }).fill(name);
  await expect(page.getByText("1 account", { exact: true })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("searchbox", { name: "Search by person, account or email" }).fill("no account of this name");
  await expect(page.getByText("No matching accounts")).toBeVisible();
});

test("An edit of an account that someone else changed overwrites nothing", async ({ page, baseURL, expectConsole }) => {
  expectConsole(/409 \(Conflict\).*update_account/);
  const name = named("Two Hands");
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client.rpc("create_account", { p_name: name });
  const { id } = data as { id: string };
  await open(page, baseURL, `/admin/accounts/${id}`);
  await page.getByRole("button", { name: "Edit details" }).click();
  const form = page.getByRole("dialog", { name: `Edit ${name}` });
  await form.getByLabel("Speed-to-lead target (minutes)").fill("20");
  await client.rpc("update_account", { p_account_id: id, p_changes: { speed_to_lead_minutes: 30 } });
  await form.getByRole("button", { name: "Save changes" }).click();
  await expect(form.getByText("Someone else changed this while you were editing")).toBeVisible();
  await form.getByRole("button", { name: "Load latest version" }).click();
  await expect(form.getByLabel("Speed-to-lead target (minutes)")).toHaveValue("30");
});

test("An admin lends a sales person and ends the loan", async ({ page, baseURL, checkAccessibility }) => {
  const name = named("Lent To");
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client.rpc("create_account", { p_name: name });
  await open(page, baseURL, `/admin/accounts/${(data as { id: string }).id}`);
  await page.getByRole("button", { name: "Add rep", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a rep from your agency" });
  await expect(dialog.getByLabel("Rep", { exact: true })).toBeFocused();
  await dialog.getByLabel("Rep", { exact: true }).selectOption({ label: await optionOf(dialog, "Theo Lindqvist") });
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Add rep", exact: true }).click();
  await expect(page.getByText(`Theo Lindqvist now works in ${name}, too`)).toBeVisible();
  const lent = page.getByRole("list", { name: "From the agency" });
  await expect(lent.getByText("Theo Lindqvist")).toBeVisible();
  await lent.getByRole("button", { name: "Remove Theo Lindqvist" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(lent).toHaveCount(0);
});

const optionOf = async (dialog: ReturnType<Page["getByRole"]>, name: string) => {
  const option = dialog.getByRole("option", { name: new RegExp(`^${name}`) });
  await expect(option).toBeAttached();
  return (await option.textContent()) ?? "";
};

test("An account with an open invoice isn't archived until it is settled", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\).*archive_account/);
  const name = named("Still Owes");
  const { id, account } = await newClient(baseURL ?? "", name);
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data: invoice, error } = await client.rpc("create_invoice", {
    p_client_id: id,
    p_currency: "usd",
    p_description: "Still open",
    p_due_date: dayAfter(20),
    p_lines: [{ description: "Ads", quantity: "1", unit_amount: 5000 }],
  });
  expect(error).toBeNull();
  const seen = async () =>
    (
      await client
        .from("invoices")
        .select("updated_at")
        .eq("id", invoice ?? "")
        .single()
    ).data?.updated_at ?? "";
  await open(page, baseURL, `/admin/accounts/${account.id}`);
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Archive account…" }).click();
  const dialog = page.getByRole("dialog", { name: `Archive ${name}?` });
  await expect(dialog.getByText("1 draft stays")).toBeVisible();
  // Someone sends it in the meantime.
  const sent = await client.rpc("send_invoice", { p_invoice_id: invoice ?? "", p_expected_updated_at: await seen() });
  expect(sent.error).toBeNull();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("1 invoice is open");
  // Billing opens in a new tab, so the question stays.
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("link", { name: "Billing (opens in a new tab)" }).click();
  const billing = await opened;
  await expect(billing).toHaveURL(`/admin/billing?client=${account.id}&status=open`);
  await billing.close();
  await checkAccessibility();
  await expect(dialog.getByRole("button", { name: "Archive", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog.getByRole("status").filter({ hasText: "Checked just now. Nothing changed." })).toBeVisible();
  await expect(dialog.getByRole("alert")).toContainText("1 invoice is open");
  const settled = await client.rpc("void_invoice", {
    p_invoice_id: invoice ?? "",
    p_expected_updated_at: await seen(),
    p_reason: "Not owed",
  });
  expect(settled.error).toBeNull();
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog.getByText("Checked just now. Nothing changed.")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("This account is archived")).toBeVisible();
  await checkAccessibility();
  // By keyboard: the result of an undo is a toast as well, and the focus doesn't wait for its end.
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`${name} is open again`)).toBeVisible();
  await expect(page.getByText("This account is archived")).toHaveCount(0);
  await expect(page.locator("body:has([data-sonner-toast]) main :focus")).toBeVisible();

  // With animations, the menu is still there when the dialog opens, and its button is gone when the dialog closes.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Archive account…" }).click();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText(`${name} archived`)).toBeVisible();
  await expect(page.locator("main :focus")).toBeVisible();
  await page.getByRole("button", { name: "Restore account" }).click();
  await expect(page.getByText(`${name} archived`)).toHaveCount(0);
  await expect(page.getByText("This account is archived")).toHaveCount(0);
});

test("A won lead is an account with an invoice draft after three clicks, if its owner is a client already", async ({
  page,
  baseURL,
}) => {
  const person = await newClient(baseURL ?? "", named("Buys Again"));
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const id = await addLead(baseURL ?? "", { first_name: "Mia", last_name: "Olsen", email: person.email });
  await client.rpc("change_leads", { p_batch_id: crypto.randomUUID(), p_lead_ids: [id], p_changes: { stage: "won" } });
  await open(page, baseURL, `/crm/leads/${id}`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/accounts/${person.account.id}$`));
  await page.getByRole("link", { name: "New invoice" }).click();
  await expect(page.getByText(person.email).first()).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/admin\/billing\/[0-9a-f-]{36}$/);
  // A second click on the lead opens the same account.
  await page.goto(`/crm/leads/${id}`);
  await page.getByRole("link", { name: "Open account" }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/accounts/${person.account.id}$`));
});

test("A won lead is an account with an invoice draft after three clicks, before its owner has signed up; then it's theirs", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const email = newEmail("won");
  const company = named("Fresh Start");
  const id = await addLead(baseURL ?? "", { first_name: "Fay", company, email });
  await client.rpc("change_leads", { p_batch_id: crypto.randomUUID(), p_lead_ids: [id], p_changes: { stage: "won" } });
  await open(page, baseURL, `/crm/leads/${id}`);
  const clicks = await countClicks(page);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(`Waiting for ${email} to accept the invitation`)).toBeVisible();
  await page.getByRole("link", { name: "New invoice" }).click();
  await expect(page.getByText(`Invited ${email}`)).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/admin\/billing\/[0-9a-f-]{36}$/);
  expect(await clicks()).toBe(3);

  // It can't be sent yet, and the editor says why and offers to send the invitation again.
  const invoice = page.url().split("/").at(-1) ?? "";
  await page.getByLabel("Description", { exact: true }).fill("Setup");
  await page.getByLabel("Description of line 1").fill("Setup");
  await page.getByLabel("Unit price of line 1").fill("500");
  await page.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText("No one has joined this account yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Resend the invitation for ${email}` })).toBeFocused();
  await expect(page.getByRole("button", { name: "Invite owner" })).toBeHidden();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();
  await checkAccessibility();

  // The dashboard and a retainer are prepared, too.
  await page.getByRole("link", { name: company }).click();
  await expect(page.getByRole("region", { name: "Drafts for the owner" }).getByText("$500.00")).toBeVisible();
  await page.getByRole("button", { name: "Add dashboard" }).click();
  const dialog = page.getByRole("dialog", { name: "Add dashboard" });
  await checkAccessibility();
  await dialog.getByLabel("Notion URL").fill("https://www.notion.so/upfunnel/Fresh-0123456789abcdef0123456789abcdef");
  await dialog.getByRole("button", { name: "Add dashboard" }).click();
  await expect(page.getByText("Waiting for the first owner.")).toBeVisible();
  await page.getByRole("link", { name: "New retainer" }).click();
  const sheet = page.getByRole("dialog", { name: "New retainer" });
  await sheet.getByLabel("Name").fill("Care");
  await sheet.getByLabel("Monthly amount").fill("900");
  await expect(sheet.getByText("It stays a draft.")).toBeVisible();
  await expect(sheet.getByText(`Invited ${email}`)).toBeVisible();
  await expect(sheet.getByRole("button", { name: `Resend the invitation for ${email}` })).toBeVisible();
  await sheet.getByRole("button", { name: "Create retainer" }).click();
  await expect(page.getByText("Draft retainer created")).toBeVisible();

  const letter = await readMail(baseURL ?? "", email, new RegExp(`invited you to ${company}`));
  const link = /https?:\/\/\S+\/auth\?tab=signup&invitation=\w+/.exec(letter.text)?.[0] ?? "";
  await page.evaluate(() => localStorage.clear());
  await page.goto(new URL(link).pathname + new URL(link).search);
  await page.getByLabel("First name").fill("Fay");
  await page.getByLabel("Last name").fill("Start");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/client-dashboard/);
  await expect(page.getByText(`You joined ${company}`)).toBeVisible();
  const own = await signedInClient(baseURL ?? "", email, PASSWORD);
  const { data: accounts } = await own.client.rpc("my_accounts");
  expect((accounts as { name: string; role: string }[]).map(({ name, role }) => [name, role])).toEqual([
    [company, "owner"],
  ]);

  const draft = await client.from("invoices").select("id, client_id, updated_at").eq("id", invoice).single();
  expect(draft.data?.client_id).toBe(own.session.user.id);
  const sent = await client.rpc("send_invoice", {
    p_invoice_id: invoice,
    p_expected_updated_at: draft.data?.updated_at ?? "",
  });
  expect(sent.error).toBeNull();
  await page.goto("/client-dashboard?tab=invoices");
  await expect(page.getByRole("link", { name: String(sent.data), exact: true })).toBeVisible();
});

/** Counts the clicks of a person on this page and on every page after it. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const listen = () =>
    addEventListener(
      "click",
      ({ isTrusted }) => {
        if (isTrusted) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks")) + 1));
      },
      true,
    );
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => page.evaluate(() => Number(sessionStorage.getItem("clicks")));
}

test("The activity of an account shows five entries, then all, and the focus stays in it", async ({
  page,
  baseURL,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client.from("accounts").select("id").eq("name", "Northside Dental").single();
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/admin/accounts/${data?.id}`);
  const activity = page.getByRole("region", { name: "Activity" });
  const entries = activity.getByRole("list", { name: "Activity" }).locator(":scope > li");
  await expect(entries).toHaveCount(5);
  await activity.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(entries.nth(5)).toBeVisible();
  await expect(activity.locator(":focus")).toHaveCount(1);
});

test("An archived account's draft says so, its invitation is closed, and both work again once it is restored", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\).*update_draft_invoice/);
  const name = named("Closed for Now");
  const email = newEmail("closed");
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await client.rpc("create_account", { p_name: name, p_owner_email: email });
  const { id } = data as { id: string };
  const { data: invoice } = await client.rpc("create_invoice", {
    p_client_id: null as unknown as string,
    p_account_id: id,
    p_currency: "usd",
    p_description: "Ads",
    p_due_date: dayAfter(20),
    p_lines: [{ description: "Ads", quantity: "1", unit_amount: 5000 }],
  });
  await open(page, baseURL, `/admin/billing/${invoice}`);
  await expect(page.getByText("send it when the owner has joined")).toBeVisible();
  await client.rpc("archive_account", { p_account_id: id, p_archived: true });
  // The editor is still open, and what was typed stays.
  await page.getByLabel("Description", { exact: true }).fill("More ads");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("This account is archived. Restore it first.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Load latest version" })).toHaveCount(0);
  const link = page.getByRole("link", { name: "Open account (opens in a new tab)" });
  await expect(link).toBeFocused();
  await expect(page.getByText("No one has joined this account yet")).toHaveCount(0);
  await checkAccessibility();

  const letter = await readMail(baseURL ?? "", email, new RegExp(`invited you to ${name}`));
  const found = new URL(/https?:\/\/\S+\/auth\?tab=signup&invitation=\w+/.exec(letter.text)?.[0] ?? "");
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const guest = await context.newPage();
  await guest.goto(found.pathname + found.search);
  await expect(guest.getByText("The account is closed, so no one can join it.")).toBeVisible();

  const opened = page.waitForEvent("popup");
  await link.click();
  const record = await opened;
  await expect(record.getByText("after you restore the account")).toBeVisible();
  await expect(record.getByRole("button", { name: `Resend the invitation for ${email}` })).toHaveCount(0);
  await record.getByRole("button", { name: "Restore account" }).click();
  await expect(record.getByText(`${name} is open again`)).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(`Choose a password for ${email} to join.`)).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("All changes saved.")).toBeVisible();

  await record.getByRole("button", { name: /^More actions for/ }).click();
  await record.getByRole("menuitem", { name: "Archive account…" }).click();
  const dialog = record.getByRole("dialog", { name: `Archive ${name}?` });
  await expect(dialog.getByText("1 open invitation stays, but it can't be accepted")).toBeVisible();
  await dialog.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(record.getByText("This account is archived")).toBeVisible();
  await record.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await expect(record.getByText(`The invitation for ${email} was revoked`)).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing here can be saved or sent until it's restored.")).toBeVisible();
  await page.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText("This account is archived. Restore it first.")).toBeVisible();
  await context.close();
});

test("Someone whose only account is archived is marked, and gets no invoice or Premium until it's restored", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const name = named("Harbor & Pine");
  const { id, email, account } = await newClient(baseURL ?? "", name);
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  await client.rpc("archive_account", { p_account_id: account.id, p_archived: true });
  await open(page, baseURL, `/admin/clients?q=${encodeURIComponent(email)}`);
  await expect(page.getByRole("row", { name: email }).getByText("Archived")).toBeVisible();
  await page.goto(`/admin/clients/${id}`);
  await expect(page.getByText(`Their account ${name} is archived. Restore it to bill them.`)).toBeVisible();
  await expect(page.getByRole("link", { name: "View as client" })).toBeVisible();
  await expect(page.getByRole("link", { name: "New invoice" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Give Premium" })).toHaveCount(0);
  await checkAccessibility();
  await page.getByText("Their account").getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Restore account" }).click();
  await expect(page.getByText(`${name} is open again`)).toBeVisible();
  await page.goto(`/admin/clients/${id}`);
  await expect(page.getByRole("link", { name: "New invoice" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Give Premium" })).toBeVisible();
});

test("An admin who looks for a member to bill finds the owner of their account", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const name = named("Ember Coaching");
  const owner = await newClient(baseURL ?? "", name);
  const { client } = await signedInClient(baseURL ?? "", owner.email, PASSWORD);
  const member = await newColleague(baseURL ?? "", client, owner.account.id, "member");
  await open(page, baseURL, "/admin/billing/new");
  await page.getByRole("combobox", { name: "Client" }).fill(member);
  const options = page.getByRole("listbox", { name: "Clients" }).getByRole("option");
  await expect(options).toHaveCount(1);
  await expect(options).toContainText(name);
  await expect(options).toContainText("Cole member is a member, who gets no invoices.");
  await checkAccessibility();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Mia Olsen · Owner · ${owner.email}`)).toBeVisible();
});
