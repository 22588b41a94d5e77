import type { Browser } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
const SEND = "**/rest/v1/rpc/reply_to_change_request";

/** A new client with a request that the agency has answered. */
async function answered(baseURL: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Quinn", last_name: "Asker" });
  const business = `Replier ${crypto.randomUUID().slice(0, 8)}`;
  const { client } = await signedInClient(baseURL, person.email, PASSWORD);
  const id = crypto.randomUUID();
  const { error } = await client.from("change_requests").insert({
    id,
    user_id: person.id,
    user_email: person.email,
    business_name: business,
    message: "Could the front desk get a text message? See https://dental.example/desk.",
  });
  if (error) throw error;
  const { client: admin } = await signedInClient(baseURL, ADMIN);
  const { data } = await admin.from("change_requests").select("updated_at").eq("id", id).single();
  const sent = await admin.rpc("answer_change_request", {
    p_request_id: id,
    p_expected_updated_at: data?.updated_at ?? "",
    p_answer: "Yes. Send us the numbers.",
  });
  if (sent.error) throw sent.error;
  return { person, business, id };
}

async function openAsAdmin(browser: Browser, baseURL: string, path: string) {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, baseURL, ADMIN);
  await page.goto(`${baseURL}${path}`);
  return page;
}

test("A client replies to an answer from the email's link; the admin gets an email and sees the reply in Open", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { person, business, id } = await answered(url);
  const answer = await readMail(url, person.email, /replied to your request/);
  expect(answer.text).toContain("Reply in your portal");
  expect(answer.text).toContain(`/client-dashboard?tab=communication#request-${id}`);
  await signInAs(page, url, person.email, PASSWORD);
  await page.goto(`/client-dashboard?tab=communication#request-${id}`);
  const list = page.getByRole("region", { name: "Your requests" });
  await expect(list.getByText("answered", { exact: true })).toBeVisible();
  await expect(list.getByRole("list", { name: "Conversation" })).toContainText("Send us the numbers.");
  await list.getByRole("button", { name: "Reply" }).click();
  const field = list.getByLabel("Your reply");
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(list.getByText("Enter a reply")).toBeVisible();
  await field.fill("The numbers are:\n+1 503 555 0100 <front desk>");
  await list
    .getByLabel("Attach files")
    .setInputFiles({ name: "numbers.txt", mimeType: "text/plain", buffer: Buffer.from("503 555 0100") });
  await expect(list.getByText("1 of 1 files uploaded")).toBeAttached();
  await checkResponsiveLayout(page, checkAccessibility);
  await field.press("Control+Enter");
  await expect(page.getByText("Reply sent")).toBeVisible();
  const said = list.getByRole("list", { name: "Conversation" }).locator("> li");
  await expect(said).toHaveCount(2);
  await expect(said.nth(1)).toContainText("You");
  await expect(said.nth(1)).toContainText("+1 503 555 0100 <front desk>");
  await expect(said.nth(1).getByRole("link", { name: /Download numbers\.txt/ })).toBeVisible();
  await expect(list.getByText("open, you replied")).toBeVisible();
  await expect(list.getByText(/^We'll reply here and by email before \w+ \d+, .+, your time\.$/)).toBeVisible();
  await expect(list.getByRole("button", { name: "Reply" })).toBeFocused();
  await checkResponsiveLayout(page, checkAccessibility);

  const mail = await readMail(url, ADMIN, new RegExp(`Re: Request from ${business}`));
  expect(mail.text).toContain("The numbers are:\n+1 503 555 0100 <front desk>");
  expect(mail.html).toContain("&lt;front desk&gt;");
  expect(mail.text).toContain(`#request-${id}`);

  const admin = await openAsAdmin(browser, url, `/admin/requests?q=${encodeURIComponent(business)}&status=open`);
  const card = admin.getByRole("group", { name: `Request from ${business}` });
  await expect(card.getByText("client replied")).toBeVisible();
  const reply = card.getByRole("list", { name: "Conversation" }).locator("> li").nth(1);
  await expect(reply).toContainText("Quinn Asker client");
  await expect(reply.getByRole("list", { name: "Files from Quinn Asker" })).toContainText("numbers.txt");
  await checkResponsiveLayout(admin, () => checkAccessibility(admin));
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await card.getByLabel("Reply to Quinn Asker").fill("It is on.");
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card).toBeHidden();
  await admin.context().close();
});

test("A reply opens a closed request again, survives a lost connection, and is stored once", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  const url = baseURL ?? "";
  const { person, id } = await answered(url);
  const { client: admin } = await signedInClient(url, ADMIN);
  const { data } = await admin.from("change_requests").select("updated_at").eq("id", id).single();
  await admin.rpc("set_change_request_status", {
    p_request_id: id,
    p_expected_updated_at: data?.updated_at ?? "",
    p_status: "closed",
  });
  await signInAs(page, url, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=communication");
  const list = page.getByRole("region", { name: "Your requests" });
  await expect(list.getByText("A reply reopens this request.")).toBeVisible();
  await list.getByRole("button", { name: "Reply" }).click();
  const field = list.getByLabel("Your reply");
  await field.fill("It broke again");
  // The reply is stored, but the response is lost.
  await page.route(SEND, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await list.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText(/Your reply wasn't sent/)).toBeVisible();
  await expect(field).toHaveValue("It broke again");
  await page.unroute(SEND);
  await list.getByRole("button", { name: "Send reply" }).click();
  await expect(page.getByText("Reply sent")).toBeVisible();
  await expect(list.getByText("open, you replied")).toBeVisible();
  await expect(list.getByText("It broke again")).toHaveCount(1);
});

test("A reply asks before Cancel, a link or another tab discards it", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const { person } = await answered(url);
  await signInAs(page, url, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=communication");
  const list = page.getByRole("region", { name: "Your requests" });
  const open = list.getByRole("button", { name: "Reply" });
  await open.click();
  await list.getByRole("button", { name: "Cancel" }).click();
  await expect(open).toBeFocused();
  await open.click();
  const field = list.getByLabel("Your reply");
  await field.fill("Half a reply");
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  for (const leave of [
    () => page.getByRole("tab", { name: "Retainers" }).click(),
    () => page.getByRole("link", { name: "Help" }).first().click(),
  ]) {
    await leave();
    await leaving.getByRole("button", { name: "Keep editing" }).click();
    await expect(field).toHaveValue("Half a reply");
  }
  await list.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog", { name: "Discard this reply?" }).getByRole("button", { name: "Discard" }).click();
  await expect(field).toBeHidden();
});

test("A colleague of the account reads the conversation, and sees who asked, who replied and who can reply", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const { person, business, id } = await answered(url);
  const colleague = await newAccount(url, "client", { first_name: "Kim", last_name: "Colleague" });
  const owner = await signedInClient(url, person.email, PASSWORD);
  const { data: account } = await owner.client
    .from("account_members")
    .select("account_id")
    .eq("user_id", person.id)
    .single();
  const invited = await owner.client.rpc("invite_member", {
    p_account_id: account?.account_id ?? "",
    p_email: colleague.email,
    p_role: "member",
  });
  expect(invited.error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(url, colleague.email, /invited you to/)).text)?.[1] ?? "";
  const theirs = await signedInClient(url, colleague.email, PASSWORD);
  expect((await theirs.client.rpc("join_account", { p_token: token })).error).toBeNull();
  await signInAs(page, url, colleague.email, PASSWORD);
  await page.goto("/client-dashboard?tab=communication");
  const list = page.getByRole("region", { name: "Your requests" });
  await expect(list, business).toContainText("Send us the numbers.");
  await expect(list).toContainText("from Quinn Asker");
  await expect(list).toContainText("Only Quinn Asker can reply here.");
  await expect(list.getByTitle(person.email).first()).toHaveText("Quinn Asker");
  await expect(list.getByRole("link", { name: "https://dental.example/desk" })).toBeVisible();
  await expect(list.getByRole("button", { name: "Reply" })).toHaveCount(0);
  const replied = await owner.client.rpc("reply_to_change_request", { p_request_id: id, p_body: "Here they are." });
  expect(replied.error).toBeNull();
  await page.reload();
  await expect(list.getByText("open, Quinn Asker replied")).toBeVisible();
  await expect(list.getByText("you replied")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);

  // Once who asked has left, no one in the account can reply.
  const accountId = account?.account_id ?? "";
  const { session } = theirs;
  const heir = { p_account_id: accountId, p_user_id: session.user.id, p_role: "owner" as const };
  expect((await owner.client.rpc("set_member_role", heir)).error).toBeNull();
  const left = await owner.client.rpc("remove_member", { p_account_id: accountId, p_user_id: person.id });
  expect(left.error).toBeNull();
  await page.reload();
  await expect(list).toContainText("Quinn Asker has left the account, so no one can reply here.");
  await expect(list).toContainText("To continue, send a new request.");
  await expect(list.getByRole("button", { name: "Reply" })).toHaveCount(0);
  await checkAccessibility();

  // They still read it, and an answer goes to who stays.
  const { data: open } = await theirs.client.rpc("portal_rights");
  const { accounts } = open as { accounts: { id: string; name: string }[] };
  const name = accounts.find((one) => one.id === accountId)?.name;
  const tab = await (await browser.newContext({ baseURL: url })).newPage();
  await signInAs(tab, url, person.email, PASSWORD);
  await tab.goto("/client-dashboard?tab=communication");
  const own = tab.getByRole("region", { name: "Your requests" });
  await expect(own).toContainText(`You no longer belong to ${name}, so you can't reply here.`);
  await expect(own).toContainText("Send us the numbers.");
  await expect(own.getByRole("button", { name: /^Reply/ })).toHaveCount(0);
  await checkAccessibility(tab);
  const admin = await openAsAdmin(browser, url, `/admin/requests#request-${id}`);
  const thread = admin.getByRole("group", { name: `Request from ${business}` });
  const readers = `Your answer is emailed to ${colleague.email}.`;
  await expect(thread).toContainText(`Quinn Asker has left ${name} and can't reply here. ${readers}`);
  await thread.getByRole("button", { name: `Reply to ${business}` }).click();
  await thread.getByRole("textbox").fill("The column is there.");
  await thread.getByRole("button", { name: "Send reply" }).click();
  await expect(admin.getByText(`Reply sent to ${colleague.email}`)).toBeVisible();
  const told = await readMail(url, colleague.email, /replied to Quinn Asker's request/);
  expect(told.text).toContain("Quinn Asker is no longer in the account.");
});

test("A reply to someone who was deactivated says that they see it in the portal only once they're reactivated", async ({
  browser,
  baseURL,
}) => {
  const url = baseURL ?? "";
  const { person, business, id } = await answered(url);
  const admin = await openAsAdmin(browser, url, `/admin/requests#request-${id}`);
  const thread = admin.getByRole("group", { name: `Request from ${business}` });
  await thread.getByRole("button", { name: `Reply to ${business}` }).click();
  await expect(thread.getByText(`Emailed to ${person.email} and shown in their portal.`)).toBeVisible();
  const { client } = await signedInClient(url, ADMIN);
  expect((await client.rpc("deactivate_user", { p_user_id: person.id })).error).toBeNull();
  await admin.reload();
  await expect(thread.getByText("deactivated", { exact: true })).toBeVisible();
  await thread.getByRole("button", { name: `Reply to ${business}` }).click();
  await expect(
    thread.getByText(`Emailed to ${person.email} and shown in their portal once they're reactivated.`),
  ).toBeVisible();
  await thread.getByLabel(/^Reply to /).fill("We call you tomorrow.");
  await thread.getByRole("button", { name: "Send reply" }).click();
  await expect(admin.getByText(`Reply sent to ${person.email}`)).toBeVisible();
  await readMail(url, person.email, /replied to your request/);
});

test("A client adds to a request that nobody has answered yet, and an admin reads it", async ({ page, baseURL }) => {
  const url = baseURL ?? "";
  const person = await newAccount(url, "client", { first_name: "Quinn", last_name: "Adder" });
  const { client } = await signedInClient(url, person.email, PASSWORD);
  const id = crypto.randomUUID();
  const { error } = await client.from("change_requests").insert({
    ...{ id, user_id: person.id, user_email: person.email, business_name: "Adder", message: "A new form, please." },
  });
  expect(error).toBeNull();
  await signInAs(page, url, person.email, PASSWORD);
  await page.goto(`/client-dashboard?tab=communication#request-${id}`);
  const list = page.getByRole("region", { name: "Your requests" });
  const promise = list.getByText(/^We'll reply here and by email before /);
  const due = (await promise.textContent()) ?? "";
  await list.getByRole("button", { name: "Reply" }).click();
  await list.getByLabel("Your reply").fill("With a field for the date.");
  await list.getByRole("button", { name: "Send reply" }).click();
  await expect(list.getByRole("list", { name: "Conversation" })).toContainText("With a field for the date.");
  await expect(list.getByText("open", { exact: true })).toBeVisible();
  await expect(promise).toHaveText(due);
  const told = await readMail(url, ADMIN, /^Re: .*Adder/);
  expect(told.text).toContain("With a field for the date.");

  const { client: admin } = await signedInClient(url, ADMIN);
  const { data } = await admin.from("change_requests").select("updated_at").eq("id", id).single();
  await admin.rpc("set_change_request_status", {
    p_request_id: id,
    p_expected_updated_at: data?.updated_at ?? "",
    p_status: "closed",
  });
  await page.reload();
  await expect(list.getByText("closed", { exact: true })).toBeVisible();
  await expect(list.getByRole("button", { name: "Reply" })).toHaveCount(0);
});
