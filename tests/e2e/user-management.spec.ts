import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

async function open(page: Page, baseURL: string | undefined, search = "") {
  await signInAs(page, baseURL ?? "", "admin@example.com");
  await page.goto(`/user-management${search}`);
  await expect(page.getByRole("heading", { name: "User Management" })).toBeVisible();
}
const people = (page: Page) => page.getByRole("table", { name: "People" });
const rowOf = (page: Page, text: string) => people(page).getByRole("row", { name: new RegExp(text) });

test("People can be searched, filtered and sorted, and the view survives a reload", async ({ page, baseURL }) => {
  await open(page, baseURL);
  for (const column of ["Name", "Role", "Status", "Company", "Last active", "Open leads", "Created"])
    await expect(people(page).getByRole("columnheader", { name: column })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("sales2@");
  await expect(page.getByText("1 person")).toBeVisible();
  await expect(rowOf(page, "sales2@example.com")).toBeVisible();
  await page.reload();
  await expect(page.getByText("1 person")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search people" }).fill("");
  await page.getByLabel("Status").selectOption("inactive");
  await expect(rowOf(page, "rejected@example.com")).toBeVisible();
  await expect(rowOf(page, "sales2@example.com")).toHaveCount(0);
  await page.getByLabel("Status").selectOption("");
  await people(page).getByRole("button", { name: "Name" }).click();
  await expect(people(page).getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL(/sort=name-up/);
  await people(page).getByRole("button", { name: "Email" }).click();
  await expect(page).toHaveURL(/sort=email-up/);
  await page.getByRole("searchbox", { name: "Search people" }).fill("nobody of this name");
  await expect(page.getByText("No matching people")).toBeVisible();
});

test("Long names, addresses and companies are cut off, so that no column is under the actions", async ({
  page,
  baseURL,
}) => {
  const person = await newAccount(baseURL ?? "", "client", {
    first_name: "Wilhelmina-Alexandra",
    last_name: "Featherstonehaugh-Montgomery",
  });
  const own = await signedInClient(baseURL ?? "", person.email, PASSWORD);
  const company = "Featherstonehaugh Montgomery Partners, Zürich Café and Bakery";
  const { error } = await own.client.from("profiles").update({ company }).eq("user_id", own.session.user.id);
  expect(error).toBeNull();
  await open(page, baseURL);
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(rowOf(page, person.email)).toBeVisible();
    const overflow = await people(page).evaluate(
      (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
    );
    expect([width, overflow]).toEqual([width, 0]);
  }
  await expect(
    rowOf(page, person.email).getByTitle(new RegExp(`Montgomery · ${person.email} · .+Bakery`)),
  ).toBeVisible();
});

test("At 1024 px, each person's actions are in view, and open leads open as a list", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, baseURL, "?q=sales@example.com");
  await expect(page.getByRole("button", { name: "Actions for Theo Lindqvist" })).toBeInViewport();
  const leads = rowOf(page, "sales@example.com").getByRole("link", { name: /open leads of Theo Lindqvist/ });
  const count = Number(await leads.textContent());
  await leads.click();
  // Other journeys change this person's leads in the meantime.
  const shown = page.getByRole("status").filter({ hasText: /^\d+ leads$/ });
  await expect(shown).toBeVisible();
  expect(Math.abs(Number.parseInt((await shown.textContent()) ?? "", 10) - count)).toBeLessThan(10);
});

test("All matching people are exported, and a name that looks like a formula is neutralized", async ({
  page,
  baseURL,
}) => {
  await newAccount(baseURL ?? "", "client", { first_name: "=HYPERLINK(1)", last_name: "Evil" });
  await open(page, baseURL, "?q=HYPERLINK");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("Name,Email,Role,Status,Company,Last active,Open leads,Two-step sign-in,Created");
  expect(lines[1]).toMatch(/^'=HYPERLINK\(1\) Evil,/);
});

test("A rejected person reads why, and an admin reads it when a colleague was faster", async ({ page, baseURL }) => {
  const { email } = await newAccount(baseURL ?? "", "sales", { first_name: "Ulla", last_name: "Unknown" });
  const told = await readMail(baseURL ?? "", "admin@example.com", /^Ulla Unknown is waiting for approval/);
  expect(told.text).toContain(`Ulla Unknown (${email}) signed up`);
  expect(told.text).toContain("/admin?tab=approvals");
  await open(page, baseURL, "?tab=pending");
  await page.getByRole("button", { name: "Reject Ulla Unknown" }).click();
  const dialog = page.getByRole("dialog", { name: "Reject Ulla Unknown?" });
  await dialog.getByLabel(/Reason/).fill("We have no opening at the moment.");
  await dialog.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(page.getByText("User rejected").first()).toBeVisible();
  const letter = await readMail(baseURL ?? "", email, /wasn't approved/);
  expect(letter.text).toContain("We have no opening at the moment.");

  const other = await newAccount(baseURL ?? "", "sales", { first_name: "Vera", last_name: "Faster" });
  await page.reload();
  await page.getByRole("button", { name: "Reject Vera Faster" }).click();
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  await client.from("user_roles").update({ status: "active" }).eq("user_id", other.id).eq("status", "pending");
  const late = page.getByRole("dialog", { name: "Reject Vera Faster?" });
  await late.getByRole("button", { name: "Reject", exact: true }).click();
  await expect(late.getByRole("alert")).toHaveText(
    "Failed to reject user. Another admin already reviewed this sign-up.",
  );
});

test("Deactivation ends access at once and reassigns open leads in the same step, and access can be restored", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\).*reactivate_user/);
  const { email, id } = await newAccount(baseURL ?? "", "sales", { first_name: "Lena", last_name: "Leaving" });
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  await admin.client.from("user_roles").update({ status: "active" }).eq("user_id", id).eq("status", "pending");
  const theirs = await signedInClient(baseURL ?? "", email, PASSWORD);
  const leadId = randomUUID();
  await theirs.client.rpc("create_lead", { p_id: leadId, p_lead: { first_name: "Handed over" } });
  const due_at = new Date().toISOString();
  await theirs.client.from("lead_tasks").insert({ lead_id: leadId, title: "Call back", due_at });
  await open(page, baseURL, `?q=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Actions for Lena Leaving" }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Lena Leaving?" });
  await expect(dialog.getByText("1 open task goes with its lead.")).toBeVisible();
  await expect(dialog.getByRole("link", { name: "See the leads" })).toHaveAttribute("href", /^\/crm\/leads\?filter=/);
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(dialog.getByText("Choose a new owner")).toBeVisible();
  await expect(dialog.getByLabel(/New owner for their 1 open lead/)).toBeFocused();
  await dialog.getByLabel(/New owner for their 1 open lead/).selectOption("unassigned");
  await expect(dialog).toContainText("1 open lead becomes unassigned, or goes to the next host of a booked call.");
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("1 open lead is no longer theirs.")).toBeVisible();
  await expect(rowOf(page, email).getByText("inactive").last()).toBeVisible();
  // Their session has ended, and its token is refused at once.
  expect((await theirs.client.from("leads").select("id")).status).toBe(401);
  expect((await theirs.client.auth.refreshSession()).error).not.toBeNull();
  await page.getByRole("button", { name: "Actions for Lena Leaving" }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  const restore = page.getByRole("dialog").getByRole("button", { name: "Reactivate" });
  // A refusal says its reason in the dialog.
  await page.route("**/rpc/reactivate_user", async (route) => {
    await admin.client.rpc("reactivate_user", { p_user_id: id });
    await route.continue();
  });
  await restore.click();
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveText("This person isn't inactive");
  await admin.client.rpc("deactivate_user", { p_user_id: id });
  await page.unroute("**/rpc/reactivate_user");
  await restore.click();
  await expect(page.getByText("Lena Leaving reactivated")).toBeVisible();
});

test("A deactivation that is undone returns the leads that no one has touched since", async ({ page, baseURL }) => {
  const { email, id } = await newAccount(baseURL ?? "", "sales", { first_name: "Rhea", last_name: "Returning" });
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  await admin.client.from("user_roles").update({ status: "active" }).eq("user_id", id).eq("status", "pending");
  const theirs = await signedInClient(baseURL ?? "", email, PASSWORD);
  const [untouched, touched] = [randomUUID(), randomUUID()];
  for (const lead of [untouched, touched])
    await theirs.client.rpc("create_lead", { p_id: lead, p_lead: { first_name: "Handed over" } });
  const colleague = await signedInClient(baseURL ?? "", "sales@example.com");
  await open(page, baseURL, `?q=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Actions for Rhea Returning" }).click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  const dialog = page.getByRole("dialog", { name: "Deactivate Rhea Returning?" });
  await dialog.getByLabel(/New owner for their 2 open leads/).selectOption(colleague.session.user.id);
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("2 open leads reassigned.")).toBeVisible();
  const noted = await colleague.client.from("leads").update({ company: "Theirs" }).eq("id", touched).select("id");
  expect(noted.data).toHaveLength(1);
  await page
    .getByRole("listitem")
    .filter({ hasText: "Rhea Returning deactivated" })
    .getByRole("button", { name: "Undo" })
    .click();
  const told = page.getByRole("listitem").filter({ hasText: "Rhea Returning reactivated" });
  await expect(told).toContainText("1 open lead is theirs again. 1 open lead stays with its new owner");
  const { data } = await admin.client.from("leads").select("id, user_id").in("id", [untouched, touched]);
  const owners = new Map(data?.map((lead) => [lead.id, lead.user_id]));
  expect([owners.get(untouched), owners.get(touched)]).toEqual([id, colleague.session.user.id]);
});

test("Making a sales rep an admin asks first, decides about their open leads, and can be undone; a billed client stays one", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  const { email, id } = await newAccount(baseURL ?? "", "sales", { first_name: "Petra", last_name: "Promoted" });
  const { client } = await signedInClient(baseURL ?? "", "admin@example.com");
  await client.from("user_roles").update({ status: "active" }).eq("user_id", id).eq("status", "pending");
  const theirs = await signedInClient(baseURL ?? "", email, PASSWORD);
  await theirs.client.from("leads").insert({ user_id: id, first_name: "Still open" });
  const roles = async () => (await client.from("user_roles").select("role, status").eq("user_id", id)).data;
  await open(page, baseURL, `?q=${encodeURIComponent(email)}`);
  const ask = async () => {
    await page.getByRole("button", { name: "Actions for Petra Promoted" }).click();
    await page.getByRole("menuitem", { name: "Make admin…" }).click();
    return page.getByRole("dialog", { name: "Make Petra Promoted an admin?" });
  };
  let dialog = await ask();
  await expect(dialog).toContainText("They stop being a sales rep.");
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await roles()).toEqual([{ role: "sales", status: "active" }]);

  dialog = await ask();
  await expect(dialog.getByLabel("Owner for their 1 open lead")).toHaveValue("keep");
  await dialog.getByRole("button", { name: "Make admin" }).click();
  await expect(page.getByText("Petra Promoted is an admin now")).toBeVisible();
  expect(await roles()).toEqual([{ role: "admin", status: "active" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Petra Promoted is a sales rep again")).toBeVisible();
  expect(await roles()).toEqual([{ role: "sales", status: "active" }]);

  dialog = await ask();
  await dialog.getByLabel("Owner for their 1 open lead").selectOption("unassigned");
  await dialog.getByRole("button", { name: "Make admin" }).click();
  await expect(page.getByText("1 open lead is no longer theirs.")).toBeVisible();
  expect((await client.from("leads").select("id").eq("user_id", id)).data).toEqual([]);

  await page.goto("/user-management?q=Priya+Raman");
  await rowOf(page, "client@example.com")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Make sales rep…" }).click();
  // What a client still has to settle takes the place of the question.
  const billed = page.getByRole("dialog", { name: "Make Priya Raman a sales rep?" });
  await expect(billed).toContainText("They're still billed as a client. Settle that first.");
  await expect(billed.getByRole("list", { name: "What to settle" })).toContainText(
    /\d open invoices: See the invoices/,
  );
  await expect(billed.getByRole("button", { name: "Make sales rep" })).toHaveCount(0);
  await checkAccessibility();
  await billed.getByRole("link", { name: "See the invoices" }).click();
  await expect(page).toHaveURL(/\/admin\/billing\?q=client%40example\.com/);
  await expect(page.getByRole("row", { name: /Northside Dental/ }).first()).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // A deactivation isn't refused. Its question says what stays.
  await page.goBack();
  await rowOf(page, "client@example.com")
    .getByRole("button", { name: /^Actions for/ })
    .click();
  await page.getByRole("menuitem", { name: "Deactivate…" }).click();
  const question = page.getByRole("dialog", { name: "Deactivate Priya Raman?" });
  await expect(
    question.getByRole("list", { name: "What stays in their name" }).getByRole("listitem").first(),
  ).toHaveText(/^\d open invoices.* stay in their name\. They can't see or pay them\.$/);
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel" }).click();
});

test("A person is invited to the sales team and joins through the link, which works once", async ({
  page,
  baseURL,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await open(page, baseURL, "?tab=invitations");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Invite someone" });
  await dialog.getByLabel("Email").fill("client@example.com");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText(/already has an account/)).toBeVisible();
  const email = `invited-${crypto.randomUUID()}@example.com`;
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Invitation sent").first()).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: email });
  await expect(row.getByText("open", { exact: true })).toBeVisible();
  // Another one to the same address would end its link.
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Email").fill(email.toUpperCase());
  await expect(dialog.getByText(/^Already invited as a sales rep\. A new invitation replaces that one/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Replace invitation" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  const letter = await readMail(baseURL ?? "", email, /invited you to/);
  const link = /https?:\S+invitation=[0-9a-f]+/.exec(letter.text)?.[0] ?? "";
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText("You're invited as a member of the sales team.")).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue(email);
  await guest.getByLabel("First name").fill("Ida");
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByLabel("Confirm password").fill(PASSWORD);
  await guest.getByRole("button", { name: "Create Account" }).click();
  // The link came by email, so there is nothing left to confirm.
  await expect(guest).toHaveURL(/\/crm/);
  await expect(guest.getByText("Account created", { exact: true })).toBeVisible();
  const { client } = await signedInClient(baseURL ?? "", email, PASSWORD);
  expect((await client.from("user_roles").select("role, status")).data).toEqual([{ role: "sales", status: "active" }]);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  // Most who open a used link have joined with it. Another browser isn't told whose it was.
  await other.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(other.getByLabel("Email")).toBeFocused();
  await expect(other.getByLabel("Email")).toHaveValue("");
  await page.reload();
  await expect(row.getByText("accepted", { exact: true })).toBeVisible();
});

test("An open invitation is revoked, and its link says so", async ({ page, baseURL }) => {
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  const email = `revoked-${crypto.randomUUID()}@example.com`;
  await admin.client.rpc("invite_user", { p_email: email, p_role: "client" });
  await open(page, baseURL, "?tab=invitations");
  const revoke = page.getByRole("button", { name: `Revoke invitation for ${email}` });
  // On a phone, the address has a line of its own, and the buttons are beside each other below it.
  await page.setViewportSize({ width: 390, height: 844 });
  const boxes = await Promise.all(
    [page.getByText(email), revoke, page.getByRole("button", { name: `Resend the invitation for ${email}` })].map(
      (part) => part.boundingBox(),
    ),
  );
  expect(boxes[1]?.y).toBe(boxes[2]?.y);
  expect(boxes[0]?.width).toBeGreaterThan(250);
  await revoke.click();
  await expect(page.getByText("Invitation revoked")).toBeVisible();
  const letter = await readMail(baseURL ?? "", email, /invited you to/);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(/https?:\S+invitation=[0-9a-f]+/.exec(letter.text)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Account" })).toHaveCount(0);
  await page.getByRole("link", { name: "Sign up without the invitation" }).click();
  await expect(page.getByRole("heading", { name: "Create your account" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create Account" })).toBeEnabled();
});

test("An invitation that is revoked while its form is open says so in place of the form", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/422 /);
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  const email = `late-${crypto.randomUUID()}@example.com`;
  await admin.client.rpc("invite_user", { p_email: email, p_role: "client" });
  const letter = await readMail(baseURL ?? "", email, /invited you to/);
  await page.goto(/https?:\S+invitation=[0-9a-f]+/.exec(letter.text)?.[0] ?? "");
  await expect(page.getByText("You're invited as a client.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a-long-password-1");
  await page.getByLabel("Confirm password").fill("a-long-password-1");
  const open = await admin.client.from("invitations").select("id").eq("email", email).single();
  await admin.client.rpc("revoke_invitation", { p_invitation_id: open.data?.id ?? "" });
  await page.getByRole("button", { name: "Create Account" }).click();
  const ended = page.getByRole("heading", { name: "This invitation is no longer valid" });
  await expect(ended).toBeFocused();
  await expect(page.getByText("It was used or revoked, or it has expired.")).toBeVisible();
  await expect(page.getByText("You're invited")).toHaveCount(0);
});

test("An invitation to a client's account leads to that account when it is sent again", async ({ page, baseURL }) => {
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  const email = `colleague-${crypto.randomUUID()}@example.com`;
  const accounts = admin.client.from("accounts").select("id").eq("name", "Northside Dental");
  const id = (await accounts.single()).data?.id ?? "";
  const invited = await admin.client.rpc("invite_member", { p_account_id: id, p_email: email, p_role: "member" });
  expect(invited.error).toBeNull();
  await open(page, baseURL, "?tab=invitations");
  const rows = page.getByRole("listitem").filter({ hasText: email });
  await expect(rows).toContainText("Northside Dental, Member");
  const resend = page.getByRole("button", { name: `Resend the invitation for ${email}` });
  await resend.click();
  await expect(page.getByText("Invitation sent again").first()).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText("open", { exact: true })).toBeVisible();
  await expect(resend).toBeFocused();
  const earlier = rows.getByRole("list", { name: "Earlier invitations" });
  await expect(earlier).toBeHidden();
  await rows.getByText("Sent 2 times").click();
  await expect(earlier).toContainText("a newer invitation replaced it");
  const left = await admin.client
    .from("invitations")
    .select("account_id, account_role")
    .eq("email", email)
    .is("revoked_at", null);
  expect(left.data).toEqual([{ account_id: id, account_role: "member" }]);
  await readMail(baseURL ?? "", email, /invited you to Northside Dental/);
});

test("An admin's change is in the audit log with old and new values, and can be filtered, exported and undone there", async ({
  page,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  const { data } = await admin.client
    .from("client_dashboards")
    .select("id, business_name")
    .eq("business_name", "Moonrise Photography")
    .single();
  await admin.client
    .from("client_dashboards")
    .update({ business_name: "Moonrise Pictures" })
    .eq("id", data?.id ?? "");
  await open(page, baseURL, "?tab=audit");
  await page.getByLabel("Type").selectOption({ label: "Dashboard" });
  const entry = page
    .getByRole("list", { name: "Audit log" })
    .getByRole("listitem")
    .filter({ hasText: "Moonrise Pictures" })
    .last();
  await expect(entry).toContainText("You changed the dashboard Moonrise Pictures");
  await expect(entry.getByRole("term").first()).toHaveText("Business name");
  await expect(entry.getByText("Done by")).toBeHidden();
  await entry.getByText("Details").click();
  await expect(entry.getByText("Done by")).toBeVisible();
  await expect(entry.getByText("business_name")).toHaveCount(0);
  await expect(entry.locator("del")).toContainText("Moonrise Photography");
  await expect(page.getByText(/^Times are in .+\.$/)).toBeVisible();

  // Words find the entry by its author and its values, also those of before. The URL has them.
  const search = page.getByRole("searchbox", { name: "Search the audit log" });
  await search.fill("okafor moonrise PHOTOGRAPHY");
  await expect(page).toHaveURL(/text=okafor/);
  await expect(entry).toBeVisible();
  await search.fill("moonrise photography of the moon");
  await expect(page.getByText("No entry matches your search and filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(search).toHaveValue("");
  await expect(page).toHaveURL(/\?tab=audit$/);
  await page.getByLabel("Type").selectOption({ label: "Dashboard" });

  // The dates are the reader's own, the URL has the filter, and the file has what the filter shows.
  const today = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await page.getByLabel("From", { exact: true }).fill(today);
  await page.getByLabel("To", { exact: true }).fill(today);
  await page.getByLabel("Done by").selectOption({ label: "Maren Okafor" });
  await expect(page).toHaveURL(/type=client_dashboards.*by=[0-9a-f-]{36}/);
  await expect(entry).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toContain("changed the dashboard Moonrise Pictures");
  expect(file).not.toContain(",Account,");
  await checkResponsiveLayout(page, checkAccessibility);
  // A phone shows how many filters are set, and opens them on demand.
  await page.getByRole("button", { name: /^Filters ?4$/ }).click();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await expect(page.getByText("No matching entries")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2019-12-31");
  await expect(page.getByLabel("To", { exact: true })).toHaveAccessibleDescription("This is before the first day");
  await expect(page.getByText("The first day is after the last one.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(page).toHaveURL(/\?tab=audit$/);
  await page.getByLabel("Type").selectOption({ label: "Dashboard" });
  await entry.getByRole("button", { name: "Revert" }).click();
  await expect(page.getByText("Change reverted")).toBeVisible();
  const now = await admin.client
    .from("client_dashboards")
    .select("business_name")
    .eq("id", data?.id ?? "")
    .single();
  expect(now.data?.business_name).toBe("Moonrise Photography");
  // The entry of the revert says so, and the change can't be reverted twice.
  await expect(page.getByText(/reverted a change to the dashboard Moonrise Photography/)).toBeVisible();
  await expect(entry.getByRole("button", { name: "Revert" })).toBeDisabled();
  await expect(entry.getByText("It has changed since. Revert the later change first.")).toBeVisible();
});

test("An admin who was demoted in another tab is told, and can change nothing", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  const admin = await signedInClient(baseURL ?? "", "admin@example.com");
  const second = await newAccount(baseURL ?? "", "client", { first_name: "Dora", last_name: "Demoted" });
  await admin.client.rpc("change_user_role", { p_user_id: second.id, p_role: "admin" });
  await signInAs(page, baseURL ?? "", second.email, PASSWORD);
  await page.goto("/user-management?q=rejected");
  await expect(rowOf(page, "rejected@example.com")).toBeVisible();
  await page.getByRole("button", { name: /^Actions for/ }).click();
  await admin.client.rpc("change_user_role", { p_user_id: second.id, p_role: "client" });
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  // The page may notice first that the session ended, and go to sign-in.
  await Promise.race([
    page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click(),
    page.waitForURL(/\/auth\?ended=1/),
  ]);
  await expect(page.getByText(/Failed to reactivate|sign in/i).first()).toBeVisible();
  const rejected = await admin.client.rpc("search_people", { p_query: "rejected@example.com" });
  expect(rejected.data?.[0]?.roles).toMatchObject([{ status: "inactive" }]);
});

test("User Management fits and is accessible, wide and narrow, in both themes", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await open(page, baseURL);
  for (const { width, colorScheme } of [
    { width: 1440, colorScheme: "light" },
    { width: 390, colorScheme: "dark" },
  ] as const)
    for (const tab of ["Members", "Pending", "Invitations", "Audit log"]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("tab", { name: tab }).click();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await checkAccessibility();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
});

test("A member of the team opens in a drawer, from the list, the audit log and a link", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await open(page, baseURL, "?q=sales@example.com");
  await people(page).getByRole("link", { name: "Theo Lindqvist", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Theo Lindqvist" });
  await expect(drawer).toContainText("sales@example.com");
  await expect(drawer.getByRole("button", { name: "Actions for Theo Lindqvist" })).toBeVisible();
  await checkAccessibility();
  const address = page.url();
  await drawer.getByRole("link", { name: "Their changes in the audit log" }).click();
  await expect(page.getByRole("tab", { name: "Audit log" })).toHaveAttribute("aria-selected", "true");
  await expect(drawer).toBeHidden();
  await page.goto(address);
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/person=/);
  await page.goto("/user-management?person=00000000-0000-4000-8000-000000000001");
  await expect(page.getByText("Person not found.", { exact: false })).toBeVisible();
});
