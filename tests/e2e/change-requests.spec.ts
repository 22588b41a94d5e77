import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { leadArrives } from "../support/crm-leads.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newAdmin } from "../support/new-admin.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

/** A new client with a request. */
async function asked(baseURL: string) {
  const person = await newAccount(baseURL, "client", { first_name: "Quinn", last_name: "Asker" });
  const business = `Asker ${Date.now()}`;
  const { client } = await signedInClient(baseURL, person.email, PASSWORD);
  const { error } = await client
    .from("change_requests")
    .insert({ user_id: person.id, user_email: person.email, business_name: business, message: "Please add a column" });
  if (error) throw error;
  return { person, business };
}

test("An admin answers a request; the client reads it by email and on their page", async ({
  page,
  browser,
  baseURL,
}) => {
  const { person, business } = await asked(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin");
  await page.getByRole("link", { name: /^Requests/ }).click();
  await page.getByRole("searchbox").fill(business);
  const card = page.getByRole("group", { name: `Request from ${business}` });
  await expect(card).toContainText("open");
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await expect(card.getByLabel("Reply to Quinn Asker")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(card.getByText("Enter a reply")).toBeVisible();
  await page.keyboard.type("It is there now.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Reply sent to ${person.email}`)).toBeVisible();
  await expect(card).toContainText("answered");
  const mail = await readMail(baseURL ?? "", person.email, /replied to your request/);
  expect(mail.text).toContain("It is there now.");

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", person.email, PASSWORD);
  await theirs.goto(`${baseURL}/client-dashboard?tab=communication`);
  await expect(theirs.getByText("Coming soon", { exact: true })).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Your requests" })).toContainText("It is there now.");
  await context.close();

  await card.getByRole("button", { name: `Close request from ${business}` }).click();
  await expect(card).toContainText("closed");
});

test("An answer that cannot be sent stays in the field and is sent once later", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/50[03]|ERR_FAILED|409/);
  const { business } = await asked(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(business)}`);
  const card = page.getByRole("group", { name: `Request from ${business}` });
  await card.getByRole("button", { name: `Close request from ${business}` }).click();
  const question = page.getByRole("alertdialog", { name: "Close this request without a reply?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await card.getByLabel("Reply to Quinn Asker").fill("Long and careful words");
  await page.route("**/rest/v1/rpc/answer_change_request", (route) => route.abort());
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card.getByRole("alert")).toContainText("We can't reach the server");
  await page.unroute("**/rest/v1/rpc/answer_change_request");
  // Meanwhile another admin closes it.
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const { data } = await client.from("change_requests").select("id, updated_at").eq("business_name", business).single();
  await client.rpc("set_change_request_status", {
    p_request_id: data?.id ?? "",
    p_expected_updated_at: data?.updated_at ?? "",
    p_status: "closed",
  });
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card.getByRole("alert")).toContainText("Nothing was overwritten");
  await expect(card.getByLabel("Reply to Quinn Asker")).toHaveValue("Long and careful words");
  await card.getByRole("button", { name: "OK, continue" }).click();
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card.getByText("Long and careful words")).toBeVisible();
  // The answer appears in the card before the response has arrived.
  const answers = async () =>
    (
      await client
        .from("change_request_answers")
        .select("id")
        .eq("request_id", data?.id ?? "")
    ).data?.length;
  await expect.poll(answers).toBe(1);
});

test("The inbox and a client's own requests fit every width in both themes", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/requests?status=answered");
  const row = page.getByRole("button", { name: /Yes\. We can send it to up to three numbers/ }).first();
  await expect(row).toHaveAttribute("aria-expanded", "false");
  await checkResponsiveLayout(page, checkAccessibility);
  // The arrow keys go from line to line, and Enter opens the conversation below it.
  const rows = page.getByRole("list", { name: "Requests" }).getByRole("button", { expanded: false });
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/status=answered#request-/);
  await page
    .getByRole("button", { name: /^Reply/ })
    .first()
    .click();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A reply leaves the lines in their places until the list is opened again", async ({ page, baseURL }) => {
  const { person, business } = await asked(baseURL ?? "");
  const { client } = await signedInClient(baseURL ?? "", person.email, PASSWORD);
  const newer = `${business} later`;
  const { error } = await client
    .from("change_requests")
    .insert({ user_id: person.id, user_email: person.email, business_name: newer, message: "One more column" });
  expect(error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(business)}`);
  const cards = page.getByRole("list", { name: "Requests" }).getByRole("group");
  const names = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute("aria-label")));
  const [first, second] = [`Request from ${business}`, `Request from ${newer}`];
  await expect.poll(names).toEqual([first, second]);
  await cards.first().getByRole("heading").getByRole("button").click();
  await cards
    .first()
    .getByRole("button", { name: `Reply to ${business}` })
    .click();
  await cards.first().getByLabel("Reply to Quinn Asker").fill("It is there now.");
  await cards.first().getByRole("button", { name: "Send reply" }).click();
  await expect(cards.first()).toContainText("answered");
  expect(await names()).toEqual([first, second]);
  await page.reload();
  await expect.poll(names).toEqual([second, first]);
});

test("A client sees only their own requests", async ({ page, baseURL, checkAccessibility }) => {
  await signInAs(page, baseURL ?? "", "client@example.com");
  await page.goto("/client-dashboard?tab=communication");
  const list = page.getByRole("region", { name: "Your requests" });
  await expect(list).toContainText("Could the front desk get a text message");
  await expect(list).toContainText("up to three numbers");
  await expect(list).not.toContainText("group program");
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A reply asks before a link or Cancel discards it", async ({ page, baseURL }) => {
  const { business } = await asked(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(business)}`);
  const card = page.getByRole("group", { name: `Request from ${business}` });
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await card.getByLabel("Reply to Quinn Asker").fill("Half a reply");
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  const leaving = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await leaving.getByText("Keep editing").click();
  // Whoever stays sees the list as it is: no filter and no search that they refused.
  await page.getByRole("radio", { name: /^Closed/ }).check({ force: true });
  await leaving.getByText("Keep editing").click();
  await expect(page.getByRole("radio", { name: /^All/ })).toBeChecked();
  const search = page.getByRole("searchbox", { name: "Search by client or text" });
  await search.fill("someone else");
  await leaving.getByText("Keep editing").click();
  await expect(search).toHaveValue(business);
  await expect(page).toHaveURL((url) => url.searchParams.get("q") === business && !url.searchParams.has("status"));
  await expect(card.getByLabel("Reply to Quinn Asker")).toHaveValue("Half a reply");
  await card.getByRole("button", { name: "Cancel" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard this reply?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(card.getByLabel("Reply to Quinn Asker")).toHaveValue("Half a reply");
  await card.getByRole("button", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(card.getByRole("button", { name: `Reply to ${business}` })).toBeVisible();
  // The next change is only that one.
  await page.getByLabel("Sort requests by").selectOption({ index: 1 });
  await expect(page).toHaveURL((url) => url.searchParams.has("sort") && !url.searchParams.has("status"));
});

test("A reply that someone writes stays when its request is folded or another one is opened", async ({
  page,
  baseURL,
}) => {
  const { person, business } = await asked(baseURL ?? "");
  const { client } = await signedInClient(baseURL ?? "", person.email, PASSWORD);
  const other = `${business} later`;
  const { error } = await client
    .from("change_requests")
    .insert({ user_id: person.id, user_email: person.email, business_name: other, message: "One more column" });
  expect(error).toBeNull();
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(business)}`);
  const card = page.getByRole("group", { name: `Request from ${business}`, exact: true });
  const row = card.getByRole("heading").getByRole("button");
  const reply = card.getByLabel("Reply to Quinn Asker");
  await row.click();
  await card.getByRole("button", { name: `Reply to ${business}` }).click();
  await reply.fill("Half a reply");
  await row.click();
  await expect(reply).toBeHidden();
  await expect(row).toContainText("unsent reply");
  const otherCard = page.getByRole("group", { name: `Request from ${other}` });
  await otherCard.getByRole("heading").getByRole("button").click();
  await expect(otherCard.getByRole("button", { name: `Reply to ${other}` })).toBeVisible();
  await expect(page).toHaveURL(/#request-/);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await row.click();
  await expect(reply).toHaveValue("Half a reply");
  await row.click();
  await page.getByRole("link", { name: "Clients", exact: true }).click();
  await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByText("Keep editing").click();
  await row.click();
  await card.getByRole("button", { name: "Send reply" }).click();
  await expect(card).toContainText("answered");
  await row.click();
  await expect(row).not.toContainText("unsent reply");
});

test("A service request asks before Escape or a click beside it discards the message", async ({ page, baseURL }) => {
  const account = await newAccount(baseURL ?? "", "client");
  await signInAs(page, baseURL ?? "", account.email, account.password);
  await page.goto("/client-dashboard");
  const open = page.getByRole("button", { name: "Request Service Change" }).first();
  const dialog = page.getByRole("dialog", { name: "Request Service Change" });
  await open.click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByLabel("Message").fill("Half a request");
  const question = page.getByRole("alertdialog", { name: "Discard this request?" });
  for (const leave of [() => page.keyboard.press("Escape"), () => page.mouse.click(5, 5)]) {
    await leave();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(dialog.getByLabel("Message")).toHaveValue("Half a request");
    await expect(dialog.getByLabel("Message")).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});

test("A won deal that a sales person hands off starts the client's setup, takes notes, and closes when it is done", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
}) => {
  const url = baseURL ?? "";
  const lead = await leadArrives(url, { company: `Handed ${randomUUID().slice(0, 6)}` });
  const sales = await signedInClient(url, "sales@example.com");
  const { data: own } = await sales.client.from("leads").select("id").eq("email", lead.email).single();
  const id = own?.id ?? "";
  await sales.client.rpc("claim_lead", { p_lead_id: id });
  const { error } = await sales.client.rpc("change_leads", {
    p_batch_id: randomUUID(),
    p_lead_ids: [id],
    p_changes: { stage: "won" },
  });
  expect(error).toBeNull();

  // The sales person hands it off on the lead's page, and adds a note.
  const rep = await (await browser.newContext()).newPage();
  await signInAs(rep, url, "sales@example.com");
  await rep.goto(`${url}/crm/leads/${id}`);
  await rep.getByRole("button", { name: "Hand off to an admin" }).click();
  const asked = rep.getByRole("dialog", { name: `Deal won: ${lead.name}` });
  await asked.getByRole("button", { name: "Hand off to an admin" }).click();
  await expect(rep.getByText(/You handed this deal off/)).toBeVisible();
  await rep.getByRole("button", { name: "Add a note" }).click();
  await rep.getByLabel("Note for the admins").fill("They start on Monday.");
  await checkAccessibility(rep);
  await rep.getByRole("button", { name: "Send note" }).click();
  await expect(rep.getByRole("list", { name: "Conversation" })).toContainText("They start on Monday.");
  const mail = await readMail(url, "admin@example.com", new RegExp(`Won: ${lead.name}`));
  expect(mail.text).toContain(`/crm/leads/${id}?setup=1`);

  // An admin finds it in the bell, and the bell leads to the request.
  await signInAs(page, url, "admin@example.com");
  await page.goto("/admin");
  await page.getByRole("button", { name: /^Notifications, \d+ unread$/ }).click();
  const note = page.getByRole("button", { name: new RegExp(`^Unread: ${lead.name} was won\\. .* asks you to set up`) });
  await note.click();
  await expect(page).toHaveURL(/\/admin\/requests#request-/);
  // It is open and on top, however many wait longer.
  await expect(page.getByRole("list", { name: "Requests" }).getByRole("listitem").first()).toContainText(
    "They start on Monday.",
  );
  await page.goto(`/admin/requests?q=${encodeURIComponent(lead.email)}&sort=activity`);
  await expect(page.getByLabel("Sort requests by")).toHaveValue("activity");
  const card = page.getByRole("group", { name: /^Request from Handed/ });
  await expect(card).toContainText("Hand-off of a won deal");
  await expect(card.getByRole("list", { name: "Conversation" })).toContainText("They start on Monday.");
  await expect(card.getByRole("link", { name: lead.name })).toHaveAttribute("href", `/crm/leads/${id}`);
  await checkAccessibility();
  await card.getByRole("link", { name: "Set up client" }).click();
  const dialog = page.getByRole("dialog", { name: `Deal won: ${lead.name}` });
  await expect(dialog.getByLabel("Client email")).toHaveValue(lead.email);
  await expect(page).toHaveURL(`/crm/leads/${id}`);
  await dialog.getByRole("button", { name: "Set up client" }).click();
  await expect(page.getByText("Won. This lead is a client now")).toBeVisible();
  // The email's link stays. It leads to the lead, which is a client now.
  await page.goto(`/crm/leads/${id}?setup=1`);
  await expect(page.getByText("Won. This lead is a client now")).toBeVisible();
  await expect(page).toHaveURL(`/crm/leads/${id}`);
  await expect(dialog).toHaveCount(0);
  await page.goto(`/admin/requests?q=${encodeURIComponent(lead.email)}`);
  await expect(card.getByText("closed", { exact: true })).toBeVisible();
  await expect(card.getByRole("list", { name: "Conversation" })).toContainText(/set up the client: Handed/);
  await expect(card.getByRole("link", { name: "Open account" })).toBeVisible();
  await rep.reload();
  await expect(rep.getByText(/set up the client: Handed/)).toBeVisible();
  await rep.context().close();
});

test("An admin takes a request and gives it to a colleague, who finds it in the bell and under Mine", async ({
  page,
  browser,
  baseURL,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/409 .*assign_change_request/);
  const { business } = await asked(baseURL ?? "");
  const colleague = await newAdmin(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/admin/requests?q=${encodeURIComponent(business)}`);
  const card = page.getByRole("group", { name: `Request from ${business}` });
  await card.getByRole("button", { name: `Take the request from ${business}` }).click();
  await expect(page.getByText("You took the request")).toBeVisible();
  const assignee = card.getByRole("button", { name: /^Assignee of the request/ });
  await expect(assignee).toContainText("Maren Okafor");
  await page.getByLabel("Filter by assignee").selectOption("Unassigned");
  await expect(page.getByText("No matching requests")).toBeVisible();
  await page.getByLabel("Filter by assignee").selectOption("Mine");
  await expect(page).toHaveURL(/assignee=me/);
  await assignee.click();
  await expect(page.getByRole("menuitemradio", { name: /Maren Okafor/ })).toBeChecked();
  await checkAccessibility();
  // Journeys that run beside this one have admins of the same name.
  await page.keyboard.press("Escape");
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const own = await client.auth.getUser();
  const { data: request } = await client.from("change_requests").select("id").eq("business_name", business).single();
  const given = await client.rpc("assign_change_request", {
    p_request_id: request?.id ?? "",
    p_user_id: colleague.id,
    p_expected_user_id: own.data.user?.id ?? "",
  });
  expect(given.error).toBeNull();
  // What one sees is old by now, so nothing is overwritten.
  await assignee.click();
  await page.getByRole("menuitem", { name: "Unassign" }).click();
  await expect(page.getByText(/Someone else assigned this request/)).toBeVisible();
  await expect(card).toBeHidden();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signInAs(theirs, baseURL ?? "", colleague.email, PASSWORD);
  await theirs.goto(`${baseURL}/admin/requests?assignee=me`);
  await expect(theirs.getByRole("group", { name: `Request from ${business}` })).toContainText("Ada Minh");
  await theirs.getByRole("button", { name: /^Notifications, \d+ unread/ }).click();
  const note = theirs.getByRole("button", { name: new RegExp(`${business} has a request that Maren Okafor assigned`) });
  await expect(note).toContainText("Unread");
  await note.click();
  await expect(theirs).toHaveURL(/\/admin\/requests#request-/);
  await context.close();
});
