import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { photo } from "../support/photos.ts";
import { newEmail, signedInClient, signInAs } from "../support/session.ts";

/** An owner with their account's team page. */
async function openTeam(page: Page, baseURL: string) {
  const owner = await newAccount(baseURL, "client", { first_name: "Mia", last_name: "Olsen" });
  const own = await signedInClient(baseURL, owner.email, PASSWORD);
  const { data } = await own.client.rpc("my_accounts");
  const [account] = data as { id: string; slug: string; name: string }[];
  if (!account) throw new Error("The client has no account");
  await signInAs(page, baseURL, owner.email, PASSWORD);
  await page.goto(`/workspace/${account.slug}/team`);
  await expect(page.getByRole("region", { name: "Team" })).toBeVisible();
  return { owner, account, client: own.client };
}

/** Another client, who joins the account with this role. */
async function joinedColleague(
  baseURL: string,
  { account, client }: Awaited<ReturnType<typeof openTeam>>,
  role: string,
) {
  const colleague = await newAccount(baseURL, "client", { first_name: "Ben", last_name: "Adler" });
  await client.rpc("invite_member", { p_account_id: account.id, p_email: colleague.email, p_role: role as "member" });
  const token = new URL(await invitationOf(baseURL, colleague.email), baseURL).searchParams.get("invitation") ?? "";
  const own = await signedInClient(baseURL, colleague.email, PASSWORD);
  expect((await own.client.rpc("join_account", { p_token: token })).error).toBeNull();
  return { ...colleague, id: own.session.user.id };
}

/** The link for a person who has an account already. */
async function invitationOf(baseURL: string, email: string): Promise<string> {
  const letter = await readMail(baseURL, email, /invited you to/);
  const link = /https?:\/\/\S+\/workspace\?invitation=\w+/.exec(letter.text)?.[0] ?? "";
  return new URL(link).pathname + new URL(link).search;
}

test("An owner on the free plan invites a colleague, who joins and is then made an owner, and undone", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const colleague = await newAccount(host, "client", { first_name: "Ben", last_name: "Adler" });
  const { account } = await openTeam(page, host);
  await checkAccessibility();
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: /Invite someone to/ });
  await dialog.getByLabel("Email").fill("no address");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(dialog.getByText("Enter a valid email address")).toBeVisible();
  await dialog.getByLabel("Email").fill(colleague.email);
  await checkAccessibility();
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("list", { name: "Open invitations" }).getByText(colleague.email)).toBeVisible();

  // The same invitation again says so, and its link replaces the first one.
  const first = await invitationOf(host, colleague.email);
  await page.getByRole("button", { name: "Invite" }).click();
  await dialog.getByLabel("Email").fill(colleague.email.toUpperCase());
  await expect(dialog.getByLabel("Email")).toHaveAccessibleDescription(
    "Already invited as a member. A new invitation replaces that one, and its link stops working.",
  );
  await expect(dialog.getByRole("button", { name: "Replace invitation" })).toBeVisible();
  await dialog.getByLabel("Role").press("Control+Enter");
  await expect(page.getByText("Invitation sent again")).toBeVisible();
  await expect.poll(() => invitationOf(host, colleague.email)).not.toBe(first);
  const link = await invitationOf(host, colleague.email);
  const theirs = await browser.newContext({ baseURL: host });
  const tab = await theirs.newPage();
  await signInAs(tab, host, colleague.email, PASSWORD);
  // An older link has ended.
  await tab.goto(first);
  await expect(tab.getByText("This invitation has ended")).toBeVisible();
  await expect(tab.getByText("A newer invitation was sent to the same address")).toBeVisible();
  await checkAccessibility(tab);
  // No one joins without being asked, and the link is for one address.
  await tab.goto(link);
  // The account has no company, so it carries her name, which is said once.
  await expect(tab.getByText("Mia Olsen invited you to their account")).toBeVisible();
  await expect(tab.getByText(`You're signed in as ${colleague.email}.`)).toBeVisible();
  await checkAccessibility(tab);
  await page.goto(link);
  await expect(page.getByText(`It was sent to ${colleague.email}.`)).toBeVisible();
  await page.goto(`/workspace/${account.slug}/team`);
  await tab.getByRole("button", { name: "Use another account" }).click();
  await expect(tab.getByText(`Sign in as ${colleague.email} to join.`)).toBeVisible();
  await tab.getByLabel("Email").fill(colleague.email);
  await tab.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await tab.getByRole("button", { name: "Sign In" }).click();
  await tab.getByRole("button", { name: "Join", exact: true }).click();
  await expect(tab).toHaveURL(new RegExp(`/workspace/${account.slug}$`));
  await expect(tab.getByText(`You joined ${account.name}`)).toBeVisible();
  // The link of the email leads there again.
  await tab.goto(link);
  await expect(tab.getByText(`You're already in ${account.name}`)).toBeVisible();
  await checkAccessibility(tab);
  await tab.getByRole("link", { name: "Open workspace" }).click();
  await tab.goto(`/workspace/${account.slug}/team`);
  await expect(tab.getByText("Owners invite people, change roles and remove people.")).toBeVisible();
  await expect(tab.getByRole("button", { name: /^Role of/ })).toHaveCount(0);
  await theirs.close();

  await page.reload();
  const team = page.getByRole("list", { name: "People" });
  await team.getByRole("button", { name: "Role of Ben Adler: Member" }).click();
  await page.getByRole("menuitemradio", { name: /^Owner/ }).click();
  await expect(team.getByRole("button", { name: "Role of Ben Adler: Owner" })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(team.getByRole("button", { name: "Role of Ben Adler: Member" })).toBeVisible();

  await team.getByRole("button", { name: "Remove Ben Adler" }).click();
  await page.getByRole("dialog", { name: "Remove Ben Adler?" }).getByRole("button", { name: "Remove" }).click();
  await expect(team.getByText("Ben Adler")).toHaveCount(0);
});

test("The last owner can't step down or leave while others are in the account", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const colleague = await newAccount(host, "client", { first_name: "Ben", last_name: "Adler" });
  const { account, client } = await openTeam(page, host);
  await client.rpc("invite_member", { p_account_id: account.id, p_email: colleague.email, p_role: "member" });
  const token = new URL(await invitationOf(host, colleague.email), host).searchParams.get("invitation") ?? "";
  const theirs = await signedInClient(host, colleague.email, PASSWORD);
  expect((await theirs.client.rpc("join_account", { p_token: token })).error).toBeNull();
  await page.reload();
  const team = page.getByRole("list", { name: "People" });
  await team.getByRole("button", { name: "Role of Mia Olsen: Owner" }).click();
  // Both say why before anything is sent, also by keyboard.
  const member = page.getByRole("menuitemradio", { name: /^Member/ });
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitemradio").last()).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(member).toBeFocused();
  await expect(member).toHaveAccessibleDescription("Make someone else an owner first: an account needs one");
  await page.keyboard.press("Enter");
  await expect(member).toBeVisible();
  await checkAccessibility();
  await page.keyboard.press("Escape");
  await team.getByRole("button", { name: "Leave" }).click();
  const dialog = page.getByRole("dialog", { name: /^You're the only owner of / });
  await expect(dialog).toContainText("Make someone else an owner first");
  await expect(dialog.getByRole("button", { name: "Leave account" })).toHaveCount(0);
  // An admin who removes the owner reads the same.
  const admin = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(admin, host, "admin@example.com");
  await admin.goto(`/admin/accounts/${account.id}`);
  await admin.getByRole("button", { name: "Remove Mia Olsen" }).click();
  const question = admin.getByRole("dialog", { name: /^Mia Olsen is the only owner of / });
  await expect(question).toContainText("Make someone else an owner first");
});

test("A colleague without a login signs up from the invitation and starts in the workspace", async ({
  page,
  baseURL,
}) => {
  const host = baseURL ?? "";
  const { account, client } = await openTeam(page, host);
  const email = newEmail("colleague");
  await client.rpc("invite_member", { p_account_id: account.id, p_email: email, p_role: "member" });
  const letter = await readMail(host, email, /invited you to/);
  const link = new URL(/https?:\/\/\S+\/auth\?tab=signup&invitation=\w+/.exec(letter.text)?.[0] ?? host);
  await page.evaluate(() => localStorage.clear());
  await page.goto(link.pathname + link.search);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`You joined ${account.name}`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/workspace/${account.slug}`));
});

test("An invitation can be revoked, and its link then says that it ended", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  await openTeam(page, host);
  const email = newEmail("never");
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: /Invite someone to/ });
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption("billing");
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  const open = page.getByRole("list", { name: "Open invitations" });
  await expect(open.getByText(/Billing/)).toBeVisible();
  await open.getByRole("button", { name: `Revoke the invitation for ${email}` }).press("Enter");
  await expect(open).toHaveCount(0);
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("An owner on the free plan gives their workspace a color and a logo, is warned about an unreadable one, and undoes it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { account, client } = await openTeam(page, baseURL ?? "");
  const brand = page.getByRole("region", { name: "Brand" });
  const color = brand.getByRole("textbox", { name: "Color", exact: true });
  const accent = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
  const before = await accent();
  await expect(color).toHaveAttribute("placeholder", "No color yet");
  await color.fill("zzz");
  await color.press("Tab");
  await expect(color).toHaveAccessibleDescription(/Enter a color such as #/);
  await color.fill("#ffffff");
  await expect(brand.getByText("This color is too light to see on white")).toBeVisible();
  await brand.getByRole("button", { name: /^Use #/ }).click();
  await expect(brand.getByText("This color is too light to see on white")).toBeHidden();
  await color.fill("0B2A5B");
  await color.press("Control+Enter");
  await expect(page.getByText("Brand saved")).toBeVisible();
  await expect.poll(accent).toContain("#0b2a5b");
  // At once: the button goes with its toast.
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Brand restored")).toBeVisible();
  await expect.poll(accent).toBe(before);
  await checkAccessibility();

  await brand.locator('input[type="file"]').setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: await photo(120, 40, "png"),
  });
  await brand.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByText("Logo saved")).toBeVisible();
  const { data } = await client.rpc("my_accounts");
  const [stored] = data as { logo: { name: string; width: number; height: number } }[];
  expect(stored?.logo).toMatchObject({ width: 120, height: 40 });
  expect(stored?.logo.name).toMatch(new RegExp(`^${account.id}/`));
  await expect(page.locator(`nav img[src*="${account.id}"], aside img[src*="${account.id}"]`).first()).toBeVisible();
});

test("An owner who pays for Premium leaves after canceling it, and everyone reads before what stops", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const payer = await joinedColleague(host, opened, "owner");
  // A plan that covers another account of theirs would hold no one.
  const theirs = await signedInClient(host, payer.email, PASSWORD);
  const other = ((await theirs.client.rpc("my_accounts")).data as { id: string }[]).find(
    ({ id }) => id !== opened.account.id,
  );
  const agency = await signedInClient(host, "admin@example.com");
  const archived = { p_account_id: other?.id ?? "", p_archived: true };
  expect((await agency.client.rpc("archive_account", archived)).error).toBeNull();
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, payer.email, PASSWORD);
  await tab.goto("/settings?section=plan");
  await tab.getByRole("button", { name: "Start free trial" }).first().click();
  await payWith(tab, CARDS.pays);
  await expect(tab.getByRole("heading", { level: 1, name: "Welcome to Premium!" })).toBeVisible();

  // The other owner reads who pays, and what to do instead.
  await page.reload();
  const team = page.getByRole("list", { name: "People" });
  await team.getByRole("button", { name: "Remove Ben Adler" }).click();
  const notice = page.getByRole("dialog", { name: "Premium comes from Ben Adler's free trial" });
  await expect(notice).toContainText("Ask them to cancel the plan first, or ask the agency. Then you can remove them.");
  await expect(notice).toContainText("To end their access to leads now, change their role to Billing.");
  await expect(notice.getByRole("link")).toHaveCount(0);
  await checkAccessibility();
  await page.keyboard.press("Escape");
  const menu = team.getByRole("button", { name: "Role of Ben Adler: Owner" });
  await menu.click();
  await page.getByRole("menuitemradio", { name: /^Member/ }).click();
  await expect(notice).toContainText("Then you can make them a member.");
  await notice.getByRole("button", { name: "Close" }).first().click();
  await expect(menu).toBeFocused();

  // An admin may do it, and reads what stops.
  const admin = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(admin, host, "admin@example.com");
  await admin.goto(`/admin/accounts/${opened.account.id}`);
  await admin.getByRole("button", { name: "Remove Ben Adler" }).click();
  const question = admin.getByRole("dialog", { name: "Remove Ben Adler?" });
  await expect(question).toContainText(
    /Premium comes from their free trial\. The account loses it right away: .+ Their trial becomes a paid plan on .+ unless they cancel it\./,
  );
  await admin.keyboard.press("Escape");

  await tab.goto(`/workspace/${opened.account.slug}/team`);
  await tab.getByRole("button", { name: "Leave" }).click();
  const own = tab.getByRole("dialog", { name: "Premium comes from your free trial" });
  await expect(own).toContainText("Cancel the plan first, under Plan and billing. Then you can leave.");
  await checkAccessibility(tab);
  await own.getByRole("link", { name: "Plan and billing" }).click();
  await tab.getByRole("button", { name: "Manage plan" }).first().click();
  await tab.getByRole("button", { name: "Cancel plan" }).click();
  await tab.getByRole("link", { name: "Return" }).click();
  await expect(tab).toHaveURL(/\/settings\?section=plan$/);
  await expect(tab.getByText(/Canceled\. Premium stays active until/).first()).toBeVisible();

  await page.reload();
  await menu.click();
  await page.getByRole("menuitemradio", { name: /^Member/ }).click();
  const demotion = page.getByRole("dialog", { name: "Make Ben Adler a member?" });
  await expect(demotion).toContainText(/Their canceled Premium plan runs until .+\. The account loses it right away/);
  await checkAccessibility();
  await demotion.getByRole("button", { name: "Make a member" }).click();
  await expect(team.getByRole("button", { name: "Role of Ben Adler: Member" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(menu).toBeVisible();

  await tab.goto(`/workspace/${opened.account.slug}/team`);
  await tab.getByRole("button", { name: "Leave" }).click();
  const leaving = tab.getByRole("dialog", { name: /^Leave / });
  await expect(leaving).toContainText(/Your canceled Premium plan runs until .+\. The account loses it right away/);
  await agency.client.rpc("archive_account", { ...archived, p_archived: false });
  await leaving.getByRole("button", { name: "Leave account" }).click();
  // They have an account of their own, too.
  await expect(tab.getByText("You left the account")).toBeVisible();
  await expect(tab).toHaveURL(/\/workspace\/ben-adler(-\d+)?$/);
  await page.reload();
  await expect(team.getByText("Ben Adler")).toHaveCount(0);
  await expect(page.getByText("You're on the free plan, so your leads are read-only")).toBeVisible();
  await readMail(host, opened.owner.email, /Premium has ended/);
});

test("A person who is removed while the workspace is open reads so with the next page that they open", async ({
  page,
  baseURL,
  browser,
  expectConsole,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const { client: admin } = await signedInClient(host, "admin@example.com");
  await admin.rpc("set_premium_override", { p_email: opened.owner.email });
  const colleague = await joinedColleague(host, opened, "member");
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, colleague.email, PASSWORD);
  await tab.goto(`/workspace/${opened.account.slug}`);
  const menu = tab.getByRole("navigation", { name: "Workspace" });
  await expect(menu.getByRole("link", { name: "Board", exact: true })).toBeVisible();
  expectConsole(/403/);
  const removed = await opened.client.rpc("remove_member", {
    p_account_id: opened.account.id,
    p_user_id: colleague.id,
  });
  expect(removed.error).toBeNull();
  const checks: string[] = [];
  tab.on("request", (request) => request.url().includes("workspace_state") && checks.push(request.url()));
  await menu.getByRole("link", { name: "Board", exact: true }).click();
  await expect(tab.getByRole("alert").getByText(`You no longer work in ${opened.account.name}`)).toBeVisible();
  // One check for all refused reads. The regular one may come at the same time.
  expect(checks.length).toBeLessThanOrEqual(2);
});

test("An owner who makes a colleague a billing contact reads how many leads become unassigned", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const { client: admin } = await signedInClient(host, "admin@example.com");
  await admin.rpc("set_premium_override", { p_email: opened.owner.email });
  const colleague = await joinedColleague(host, opened, "member");
  const { client: theirs } = await signedInClient(host, colleague.email, PASSWORD);
  const { slug } = opened.account;
  const gotLead = async (first_name: string) => {
    const made = theirs.rpc("create_lead", { p_id: randomUUID(), p_lead: { first_name } });
    expect((await made.setHeader("x-account", slug)).error).toBeNull();
  };
  await gotLead("Ann");
  await gotLead("Cleo");
  await page.reload();
  const team = page.getByRole("list", { name: "People" });
  const choose = async () => {
    await team.getByRole("button", { name: "Role of Ben Adler: Member" }).click();
    await page.getByRole("menuitemradio", { name: /^Billing/ }).click();
  };
  await choose();
  const question = page.getByRole("alertdialog", { name: "Make Ben Adler a billing contact?" });
  await expect(question).toContainText("They no longer see leads. 2 open leads become unassigned.");
  await checkAccessibility();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(team.getByRole("button", { name: "Role of Ben Adler: Member" })).toBeFocused();
  // The question counts them when it is asked, not when the page loaded.
  await gotLead("Dana");
  await choose();
  await expect(question).toContainText("3 open leads become unassigned.");
  await question.getByRole("button", { name: "Make a billing contact" }).click();
  await expect(team.getByRole("button", { name: "Role of Ben Adler: Billing" })).toBeVisible();
  await expect(page.getByText("Ben Adler is a billing contact now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  const { data: left } = await opened.client.from("leads").select("user_id").setHeader("x-account", slug);
  expect(left).toEqual([{ user_id: null }, { user_id: null }, { user_id: null }]);
});

test("An owner who steps down reads first that only another owner can change it back, and then is where their role leads", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const colleague = await joinedColleague(host, opened, "owner");
  await page.reload();
  const own = (role: string) =>
    page.getByRole("list", { name: "People" }).getByRole("button", { name: `Role of Mia Olsen: ${role}` });
  await own("Owner").click();
  await page.getByRole("menuitemradio", { name: /^Member/ }).click();
  const member = page.getByRole("dialog", { name: "Become a member?" });
  await expect(member).toContainText("Only another owner can change your role again.");
  await checkAccessibility();
  await member.getByRole("button", { name: "Cancel" }).click();
  await expect(own("Owner")).toBeFocused();
  await own("Owner").click();
  await page.getByRole("menuitemradio", { name: /^Member/ }).click();
  await member.getByRole("button", { name: "Become a member" }).click();
  await expect(page.getByText("Mia Olsen is a member now")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(page.getByText("Owners invite people, change roles and remove people.")).toBeVisible();

  const { client: theirs } = await signedInClient(host, colleague.email, PASSWORD);
  const { session } = await signedInClient(host, opened.owner.email, PASSWORD);
  const back = { p_account_id: opened.account.id, p_user_id: session.user.id, p_role: "owner" as const };
  expect((await theirs.rpc("set_member_role", back)).error).toBeNull();
  await page.reload();
  await own("Owner").click();
  await page.getByRole("menuitemradio", { name: /^Billing/ }).click();
  const billing = page.getByRole("alertdialog", { name: "Become a billing contact?" });
  await expect(billing).toContainText("You can no longer open this workspace.");
  await checkAccessibility();
  await billing.getByRole("button", { name: "Become a billing contact" }).click();
  await expect(page).toHaveURL(/\/client-dashboard\?tab=invoices/);
  await expect(page.getByRole("tab", { name: "Invoices", selected: true })).toBeVisible();
  await expect(page.getByText("You can't open this workspace")).toHaveCount(0);
});

test("A deactivated colleague stays in the team without a role menu, and one who joined the agency's team is no longer in it", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const colleague = await joinedColleague(host, opened, "member");
  const admin = await signedInClient(host, "admin@example.com");
  const change = async (name: "deactivate_user" | "reactivate_user") =>
    expect((await admin.client.rpc(name, { p_user_id: colleague.id })).error).toBeNull();
  await change("deactivate_user");
  const row = page.getByRole("list", { name: "People" }).getByRole("listitem").filter({ hasText: colleague.email });
  const menu = row.getByRole("button", { name: /^Role of / });
  await page.reload();
  await expect(row).toContainText("Deactivated");
  await expect(row).toContainText("Member");
  await expect(menu).toHaveCount(0);
  await checkAccessibility();
  await change("reactivate_user");
  await page.reload();
  await expect(menu).toBeVisible();
  await expect(row).not.toContainText("Deactivated");

  const office = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(office, host, "admin@example.com");
  await office.goto(`/admin/accounts/${opened.account.id}`);
  const people = office.getByRole("list", { name: "People" }).getByRole("listitem");
  await expect(people).toHaveCount(2);
  const joined = await admin.client.rpc("change_user_role", { p_user_id: colleague.id, p_role: "sales" });
  expect(joined.error).toBeNull();
  for (const reader of [page, office]) {
    await reader.reload();
    const listed = reader.getByRole("list", { name: "People" }).getByRole("listitem");
    await expect(listed).toHaveCount(1);
    await expect(listed).toContainText("Mia Olsen");
  }
});

test("A meeting type whose only host left warns in the list, and its page says how to get in touch", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const { client: admin } = await signedInClient(host, "admin@example.com");
  await admin.rpc("set_premium_override", { p_email: opened.owner.email });
  const colleague = await joinedColleague(host, opened, "member");
  await page.goto(`/workspace/${opened.account.slug}/calls/types`);
  await page.getByRole("button", { name: "New meeting type" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("First call");
  await dialog.getByRole("checkbox", { name: "Ben Adler" }).check();
  await dialog.getByRole("button", { name: "Add meeting type" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "First call" });
  await expect(row.getByText("Active", { exact: true })).toBeVisible();
  const { error } = await opened.client.rpc("remove_member", {
    p_account_id: opened.account.id,
    p_user_id: colleague.id,
  });
  expect(error).toBeNull();
  await page.reload();
  await expect(row).toContainText("No hosts");
  await expect(row).toContainText("No one takes these calls, so visitors find no free times.");
  await checkAccessibility();
  await page.goto((await row.getByRole("link").getAttribute("href")) ?? "");
  await expect(
    page.getByText(/^There are no free times later, either\. Please contact .+ to find a time\.$/),
  ).toBeVisible();
});

test("A person who was removed sees no account's name in the header of their portal", async ({
  page,
  baseURL,
  browser,
}) => {
  const host = baseURL ?? "";
  const { owner, account, client } = await openTeam(page, host);
  const colleague = await joinedColleague(host, { owner, account, client }, "member");
  const theirs = await signedInClient(host, colleague.email, PASSWORD);
  await theirs.client.from("profiles").update({ company: "Former Ltd" }).eq("user_id", colleague.id);
  const { data } = await theirs.client.rpc("my_accounts");
  for (const { id } of data as { id: string }[])
    await (id === account.id ? client : theirs.client).rpc("remove_member", {
      p_account_id: id,
      p_user_id: colleague.id,
    });
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, colleague.email, PASSWORD);
  await tab.goto("/client-dashboard");
  await expect(tab.getByText("You don't belong to any account").first()).toBeVisible();
  await expect(tab.getByRole("banner")).toContainText("Ben Adler");
  await expect(tab.getByRole("banner")).not.toContainText("Former Ltd");
});

test("A billing contact leaves an account in their settings, and the last owner reads there why they can't", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const colleague = await joinedColleague(host, opened, "billing");
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, colleague.email, PASSWORD);
  await tab.goto("/help?article=leave-account");
  await tab.getByRole("link", { name: "Open your accounts" }).click();
  const list = tab.getByRole("list", { name: "Accounts" });
  const rows = list.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  const row = rows.filter({ hasText: "You see and pay invoices" });
  await expect(row).toContainText(opened.account.name);
  await checkAccessibility(tab);
  const leave = row.getByRole("button", { name: `Leave ${opened.account.name}` });
  await leave.press("Enter");
  const question = tab.getByRole("dialog", { name: `Leave ${opened.account.name}?` });
  await checkAccessibility(tab);
  await tab.keyboard.press("Escape");
  await expect(leave).toBeFocused();
  await leave.press("Enter");
  await question.getByRole("button", { name: "Leave account" }).press("Enter");
  await expect(tab.getByText(`You left ${opened.account.name}`)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(tab.getByRole("banner")).not.toContainText("accounts");
  await expect(rows.getByRole("button", { name: /^Leave / })).toBeFocused();

  // The owner is alone now, so they may leave until someone else is in the account.
  await joinedColleague(host, opened, "billing");
  await page.goto(`/settings?section=accounts&from=/workspace/${opened.account.slug}/team`);
  const own = page.getByRole("button", { name: `Leave ${opened.account.name}` });
  await own.click();
  await page
    .getByRole("dialog", { name: /You're the only owner/ })
    .getByRole("button", { name: "Close" })
    .click();
  await expect(own).toBeFocused();
  await page.goto(`/workspace/${opened.account.slug}/team`);
  await page.getByRole("button", { name: "Remove Ben Adler" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Ben Adler was removed")).toBeVisible();

  // Nothing leads back to the workspace of the account that one left.
  await page.goto(`/settings?section=accounts&from=/workspace/${opened.account.slug}/team`);
  await expect(page.getByRole("link", { name: `Back to ${opened.account.name}` })).toBeVisible();
  await own.click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave account" }).click();
  await expect(
    page.getByText("You don't belong to any account. An account's owner or we can invite you"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to Dashboard" })).toBeVisible();
  await checkAccessibility();
});

test("Getting started names the account that it is about, and what a colleague's account has isn't done there", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const opened = await openTeam(page, host);
  const { client: admin } = await signedInClient(host, "admin@example.com");
  const { error } = await admin.from("client_dashboards").insert({
    user_id: opened.owner.id,
    business_name: "Olive Grove",
    notion_database_url: "https://acme.notion.site/share-0123456789abcdef0123456789abcdef",
  });
  expect(error).toBeNull();
  const colleague = await joinedColleague(host, opened, "member");
  const tab = await (await browser.newContext({ baseURL: host })).newPage();
  await signInAs(tab, host, colleague.email, PASSWORD);
  await tab.goto("/client-dashboard?tab=communication");
  const steps = tab.getByRole("region", { name: /^Getting started with Ben Adler$/ }).getByRole("listitem");
  await expect(steps.filter({ hasText: "Lead dashboard" })).not.toContainText(", done");
  await expect(steps.filter({ hasText: "Your team" })).not.toContainText(", done");
  await checkAccessibility(tab);
  await page.goto("/client-dashboard?tab=communication");
  const own = page.getByRole("region", { name: "Getting started", exact: true }).getByRole("listitem");
  await expect(own.filter({ hasText: "Lead dashboard" })).toContainText(", done");
});
