import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { dayAfter } from "../support/day-after.ts";
import { readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { newColleague } from "../support/new-colleague.ts";
import { pdfText } from "../support/pdf-text.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { personOfTwoAccounts } from "../support/second-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

type Client = Awaited<ReturnType<typeof signedInClient>>["client"];

/** Sends an invoice over $73.00 to a person, or to the owner of an account, and returns its number. */
async function sendInvoice(admin: Client, person: string | null, account?: string): Promise<string> {
  const { data: id } = await admin.rpc("create_invoice", {
    // The generated types allow no null for arguments.
    p_client_id: person as string,
    ...(account && { p_account_id: account }),
    p_currency: "usd",
    p_description: "Team campaign",
    p_due_date: dayAfter(20),
    p_lines: [{ description: "Ads", quantity: "1", unit_amount: 7300 }],
  });
  const draft = await admin
    .from("invoices")
    .select("updated_at")
    .eq("id", id ?? "")
    .single();
  const sent = await admin.rpc("send_invoice", {
    p_invoice_id: id ?? "",
    p_expected_updated_at: draft.data?.updated_at ?? "",
  });
  expect(sent.error).toBeNull();
  return sent.data ?? "";
}

const tag = () => crypto.randomUUID().slice(0, 6);

async function inTab(browser: Browser, baseURL: string, email: string, look: (tab: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL });
  const tab = await context.newPage();
  await signInAs(tab, baseURL, email, PASSWORD);
  await look(tab);
  await context.close();
}

test("A billing person pays their account's invoice; a member sees its requests and whom to ask about money", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
  expectConsole,
}) => {
  expectConsole(/500 .*portal_rights/);
  const base = baseURL ?? "";
  const owner = await newAccount(base, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: own } = await signedInClient(base, owner.email, PASSWORD);
  const [account] = (await own.rpc("my_accounts")).data as { id: string; slug: string; name: string }[];
  const number = await sendInvoice((await signedInClient(base, "admin@example.com")).client, owner.id);
  const asked = await own.from("change_requests").insert({
    user_id: owner.id,
    user_email: owner.email,
    business_name: "Team",
    request_type: "general_inquiry",
    message: "Please add a phone number",
  });
  expect(asked.error).toBeNull();
  expect((await own.rpc("ask_for_deletion", { p_request_id: crypto.randomUUID() })).error).toBeNull();
  const biller = await newColleague(base, own, account?.id ?? "", "billing");
  const member = await newColleague(base, own, account?.id ?? "", "member");

  await signInAs(page, base, biller, PASSWORD);
  // A workspace is no place for billing contacts, and their home begins with the invoices.
  await page.goto(`/workspace/${account?.slug}/leads`);
  await expect(page.getByRole("status").filter({ hasText: "As a billing contact of" })).toBeVisible();
  // Rights that can't be read say so, and aren't asked for again and again.
  let failures = 0;
  await page.route("**/rpc/portal_rights*", (route) => {
    failures += 1;
    return route.fulfill({ status: 500, json: { message: "broken" } });
  });
  await page.goto("/client-dashboard");
  await expect(page.getByText("Failed to load your account")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.unroute("**/rpc/portal_rights*");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByRole("tab", { name: "Invoices" })).toBeVisible();
  expect(failures).toBeLessThan(20);
  // Until their rights are known, no tab appears that goes away again.
  const { promise: known, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/rpc/portal_rights*", (route) => known.then(() => route.continue()));
  await page.goto("/client-dashboard");
  await expect(page.getByRole("heading", { level: 1, name: /^Good / })).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  answer();
  await expect(page.getByRole("tab", { name: "Invoices" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Lead Dashboard" }).click();
  await expect(page.getByText("The lead dashboard is for owners and members")).toBeVisible();
  await checkAccessibility();
  await page.getByRole("tab", { name: "Invoices" }).click();
  // The invoices print the owner's details, so there is nothing to fill in here.
  await page.getByRole("button", { name: "Billing details" }).click();
  const details = page.getByRole("dialog", { name: "Billing details" });
  await expect(details).toContainText("Only Olive Owner can change the company, address, and tax ID");
  await expect(details.getByRole("textbox")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await details.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Billing details" })).toBeFocused();
  await page.getByRole("link", { name: number, exact: true }).click();
  await expect(page.getByRole("region", { name: "To", exact: true })).toContainText(owner.email);
  await checkAccessibility();
  await page.getByRole("button", { name: "Pay $73.00" }).click();
  await payWith(page, CARDS.pays);
  await expect(page.getByRole("heading", { level: 1, name: "Payment Successful" })).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  const receipt = await readMail(base, owner.email, /^We received \$73\.00/);
  expect(receipt.text).toContain(number);

  // A client of another account who joins as its billing contact arrives at the invoices.
  const bookkeeper = await newAccount(base, "client", { first_name: "Bo", last_name: "Keeper" });
  const invitation = { p_account_id: account?.id ?? "", p_email: bookkeeper.email, p_role: "billing" as const };
  expect((await own.rpc("invite_member", invitation)).error).toBeNull();
  const mail = await readMail(base, bookkeeper.email, /invited you to/);
  const link = /\S+invitation=\w+/.exec(mail.text)?.[0] ?? "";
  await inTab(browser, base, bookkeeper.email, async (tab) => {
    await tab.goto(link);
    await tab.getByRole("button", { name: "Join" }).click();
    await expect(tab.getByText(/^You joined /)).toBeVisible();
    await expect(tab).toHaveURL(/\/client-dashboard\?tab=invoices$/);
    await expect(tab.getByRole("link", { name: number, exact: true })).toBeVisible();
    // The workspace of their own account has a way back to them.
    await tab.goto("/workspace");
    await tab.getByRole("link", { name: `${account?.name} Invoices` }).click();
    await expect(tab).toHaveURL(/\/client-dashboard\?tab=invoices&account=/);
    await expect(tab.getByRole("link", { name: number, exact: true })).toBeVisible();
  });

  await inTab(browser, base, owner.email, async (tab) => {
    await tab.goto("/client-dashboard?tab=communication");
    await expect(tab.getByText("Please add a phone number")).toBeVisible();
    await expect(tab.getByText("Please delete my account")).toBeVisible();
  });

  await inTab(browser, base, member, async (tab) => {
    await tab.goto("/client-dashboard?tab=communication");
    await expect(tab.getByText("Please add a phone number")).toBeVisible();
    await expect(tab.getByText("from Olive Owner")).toBeVisible();
    // That someone asks to be deleted is between them and the admins.
    await expect(tab.getByText("Please delete my account")).toHaveCount(0);
    // A member has no tabs about money. An old link to one says whom to ask.
    await expect(tab.getByRole("tab")).toHaveText([/Lead Dashboard/, /Communication/]);
    await tab.goto("/client-dashboard?tab=invoices");
    await expect(tab.getByText("Only owners and billing contacts see invoices and retainers")).toBeVisible();
    await expect(tab.getByRole("link", { name: owner.email })).toBeVisible();
    await expect(tab.getByText(number)).toHaveCount(0);
    await expect(tab.getByText("Your leads and requests")).toBeVisible();
    await tab.goto("/dashboard");
    await expect(tab.getByRole("navigation", { name: "Your portal" }).getByRole("link")).toHaveText(["Requests"]);
  });
});

test("A person with two accounts sees for which one each row is, and can look at one of them", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const person = await newAccount(base, "client", { first_name: "Tara", last_name: "Two" });
  const { client: own } = await signedInClient(base, person.email, PASSWORD);
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const second = `Second Studio ${Date.now().toString(36)}`;
  const made = await admin.rpc("create_account", { p_name: second, p_owner_email: person.email });
  expect(made.error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(base, person.email, /invited you to|account/)).text)?.[1] ?? "";
  expect((await own.rpc("join_account", { p_token: token })).error).toBeNull();
  const accounts = (await own.rpc("my_accounts")).data as { id: string; name: string }[];
  expect(accounts).toHaveLength(2);
  const first = accounts.find(({ name }) => name !== second)?.name ?? "";
  const numbers = new Map<string, string>();
  for (const { id, name } of accounts) numbers.set(name, await sendInvoice(admin, null, id));
  for (const { id, name } of accounts)
    expect(
      (
        await admin.rpc("create_retainer", {
          // The generated types allow no null for arguments.
          p_client_id: null as unknown as string,
          p_account_id: id,
          p_name: `Ads of ${name}`,
          p_description: "",
          p_monthly_amount: 10_000,
          p_currency: "usd",
          p_start_date: new Date().toISOString().slice(0, 10),
        })
      ).error,
    ).toBeNull();

  await signInAs(page, base, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  const row = (name: string) =>
    page.getByRole("row").filter({ has: page.getByRole("link", { name: numbers.get(name) ?? "", exact: true }) });
  await expect(row(second)).toContainText(second);
  await expect(row(first)).toContainText(first);
  for (const name of [first, second])
    await expect(page.getByRole("region", { name: "Next charge" })).toContainText(name);
  await expect(page.getByText("For all accounts", { exact: true })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Account" }).selectOption(second);
  // The figures below don't follow, and say so.
  await expect(page.getByText("For all accounts", { exact: true })).toBeVisible();
  await expect(row(first)).toHaveCount(0);
  await expect(row(second)).toBeVisible();
  await expect(page).toHaveURL(/account=second-studio/);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("tab", { name: "Retainers" }).click();
  await expect(page.getByRole("combobox", { name: "Account" })).toHaveValue(/second-studio/);
  const retainers = page.getByRole("table", { name: "Retainers" });
  await expect(retainers.getByText(`Ads of ${second}`)).toBeVisible();
  await expect(retainers.getByText(`Ads of ${first}`)).toHaveCount(0);
  await page.getByRole("combobox", { name: "Account" }).selectOption("All accounts");
  await expect(retainers.getByText(`Ads of ${first}`)).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.goto("/client-dashboard?tab=invoices");
  await row(second).getByRole("link").first().click();
  await expect(page.getByText(`Team campaign · ${second}`)).toBeVisible();
});

test("A person with several accounts downloads the statement of one or of all, without those on the free plan", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(base, "billing");
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const long = "Bright Harbor Pediatric Dentistry and Orthodontics of the Greater Willamette Valley, LLC";
  const renamed = await other.client.rpc("update_account", {
    p_account_id: other.account.id,
    p_changes: { name: long },
  });
  expect(renamed.error).toBeNull();
  const number = await sendInvoice(admin, null, other.account.id);
  const unlisted = await sendInvoice(admin, null, person.account.id);
  expect((await admin.rpc("set_premium_override", { p_email: other.email })).error).toBeNull();
  await page.setViewportSize({ width: 1000, height: 800 });
  await signInAs(page, base, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  // A long name of an account doesn't widen the table.
  const name = page.getByRole("table", { name: "Invoices" }).getByTitle(long);
  await expect(name).toBeVisible();
  expect(
    await page
      .getByRole("table", { name: "Invoices" })
      .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
  ).toBe(0);
  const statement = page.getByRole("region", { name: "Statement" });
  await expect(statement).toContainText("each account has its own balance");
  await expect(statement).toContainText(`Accounts on the free plan aren't included: ${person.account.name}.`);
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      statement.getByRole("button", { name: "Download CSV" }).click(),
    ]);
    const parts = await (await file.createReadStream()).setEncoding("utf8").toArray();
    return { name: file.suggestedFilename(), text: parts.join("") };
  };
  const all = await download();
  expect(all.name).toMatch(/^statement-\d{4}-/);
  expect(all.text).toMatch(/^\ufeffAccount,Date,/);
  expect(all.text).toContain(number);
  expect(all.text).not.toContain(unlisted);
  const choice = page.getByRole("combobox", { name: "Account" });
  await choice.selectOption(long);
  await expect(statement).toContainText(`refunds for ${long} for a period`);
  const one = await download();
  expect(one.name).toMatch(new RegExp(`^statement-${other.account.slug}-\\d{4}-`));
  expect(one.text).toBe(all.text);
  const [printed] = await Promise.all([
    page.waitForEvent("download"),
    statement.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect(printed.suggestedFilename()).toBe(one.name.replace(".csv", ".pdf"));
  expect(pdfText(readFileSync(await printed.path()))).toContain(number);
  await checkResponsiveLayout(page, checkAccessibility);
  await choice.selectOption(person.account.name);
  await expect(statement.getByRole("link", { name: "See Premium" })).toBeVisible();
  await expect(statement).toContainText(`With Premium for ${person.account.name}`);
  await expect(statement.getByRole("button", { name: /Download/ })).toHaveCount(0);
});

test("A person who is only a member of their other account reads there whom to ask about money, and no filter offers it", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(base, "member");
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const number = await sendInvoice(admin, null, person.account.id);
  const hidden = await sendInvoice(admin, null, other.account.id);
  await signInAs(page, base, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  await expect(page.getByRole("link", { name: number, exact: true })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Account" })).toHaveCount(0);
  for (const tab of ["invoices", "retainers"]) {
    await page.goto(`/client-dashboard?tab=${tab}&account=${other.account.slug}`);
    await expect(page.getByText("Only owners and billing contacts see invoices and retainers")).toBeVisible();
    await expect(page.getByText(`Your role in ${other.account.name} gives access to its leads`)).toBeVisible();
    await expect(page.getByRole("link", { name: other.email })).toBeVisible();
    await expect(page.getByText(/No (invoices|retainers) yet|There are no/)).toHaveCount(0);
  }
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("tab", { name: "Invoices" }).click();
  await page.getByRole("button", { name: "Show all accounts" }).press("Enter");
  await expect(page.getByRole("link", { name: number, exact: true })).toBeVisible();
  await expect(page.getByText(hidden)).toHaveCount(0);
  // On the tab, or on what was in the list by the time the button went.
  await expect(page.locator("main :focus")).toHaveCount(1);
});

test("A person with two accounts chooses for which one a request is, and keeps the dashboards of both when a colleague leaves", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const priya = await newAccount(base, "client", {
    first_name: "Priya",
    last_name: `Leaves ${tag()}`,
  });
  const theo = await newAccount(base, "client", { first_name: "Theo", last_name: `Joins ${tag()}` });
  const { client: hers } = await signedInClient(base, priya.email, PASSWORD);
  const { client: his } = await signedInClient(base, theo.email, PASSWORD);
  const accountOf = async (client: Client) =>
    ((await client.rpc("my_accounts")).data as { id: string; name: string; slug: string }[])[0];
  const [north, home] = [await accountOf(hers), await accountOf(his)];
  if (!north || !home) throw new Error("The clients have no accounts");
  for (const [account, title] of [
    [north, "Leads of North"],
    [home, "Leads at home"],
  ] as const)
    expect(
      (
        await admin.rpc("prepare_client_dashboard", {
          p_account_id: account.id,
          p_business_name: account.name,
          p_notion_url: `https://www.notion.so/upfunnel/N-${"ab".repeat(16)}?source=share`,
          p_dashboard_title: title,
        })
      ).error,
    ).toBeNull();
  const member = await newColleague(base, hers, north.id, "member");
  const atHome = await newColleague(base, his, home.id, "member");
  // They have no company of their own, so their account's name is the business of a request.
  await inTab(browser, base, atHome, async (tab) => {
    // The form may open before it's known which accounts they have.
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    await tab.route("**/rpc/portal_rights*", async (route) => {
      await opened;
      await route.continue();
    });
    await tab.goto("/client-dashboard");
    await tab.getByRole("button", { name: "Request Service Change" }).first().click();
    await expect(tab.getByLabel("Business name")).toHaveValue("");
    open();
    await expect(tab.getByLabel("Business name")).toHaveValue(home.name);
  });
  await hers.rpc("invite_member", { p_account_id: north.id, p_email: theo.email, p_role: "owner" });
  const token = /invitation=(\w+)/.exec((await readMail(base, theo.email, /invited you to/)).text)?.[1] ?? "";
  expect((await his.rpc("join_account", { p_token: token })).error).toBeNull();
  expect((await hers.rpc("remove_member", { p_account_id: north.id, p_user_id: priya.id })).error).toBeNull();

  await signInAs(page, base, theo.email, PASSWORD);
  await page.goto("/client-dashboard");
  await expect(page.getByRole("heading", { name: "Leads at home" })).toBeVisible();
  const chooser = page.getByRole("combobox", { name: "Account" });
  await chooser.selectOption(north.name);
  await expect(page.getByRole("heading", { name: "Leads of North" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`account=${north.slug}`));
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 390, height: 844 });
  const settings = await page.getByRole("link", { name: "Account Settings" }).boundingBox();
  const accounts = await page.getByRole("button", { name: "2 accounts" }).boundingBox();
  expect(Math.abs((settings?.y ?? 0) - (accounts?.y ?? 0))).toBeLessThan(10);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The page's account is chosen, and the business follows until they write another one.
  const dialog = page.getByRole("dialog", { name: "Request Service Change" });
  await page.getByRole("button", { name: "Request Service Change" }).first().click();
  await expect(dialog.getByLabel("Account")).toHaveValue(north.id);
  await expect(dialog.getByLabel("Business name")).toHaveValue(north.name);
  await dialog.getByLabel("Account").selectOption(home.name);
  await expect(dialog.getByLabel("Business name")).toHaveValue(home.name);
  await dialog.getByLabel("Account").selectOption(north.name);
  await checkAccessibility();
  await dialog.getByLabel("Message").fill("Only North reads this");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  // Without an account in the address, they choose.
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Request Service Change" }).first().click();
  await dialog.getByLabel("Message").fill("Only home reads this");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText("Choose an account").last()).toBeVisible();
  await expect(dialog.getByLabel("Account")).toBeFocused();
  await dialog.getByLabel("Account").selectOption(home.name);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();
  // The answer's email names the account, because there are two.
  const { data: asked } = await admin
    .from("change_requests")
    .select("id, updated_at")
    .eq("message", "Only North reads this")
    .eq("account_id", north.id)
    .single();
  const answered = await admin.rpc("answer_change_request", {
    p_request_id: asked?.id ?? "",
    p_expected_updated_at: asked?.updated_at ?? "",
    p_answer: "Done",
  });
  expect(answered.error).toBeNull();
  expect((await readMail(base, theo.email, /replied to your request/)).text).toContain(`For ${north.name}`);
  // The help center knows from which workspace they came.
  await page.goto(`/help?from=${encodeURIComponent(`/workspace/${north.slug}`)}`);
  const ask = page.getByRole("region", { name: "Ask us" });
  await expect(ask.getByLabel("Account")).toHaveValue(north.id);
  await ask.getByLabel("Message").fill("North needs help");
  await ask.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Service request submitted successfully!")).toBeVisible();

  await inTab(browser, base, member, async (tab) => {
    await tab.goto("/client-dashboard?tab=communication");
    await expect(tab.getByText("Only North reads this")).toBeVisible();
    await expect(tab.getByText("North needs help")).toBeVisible();
    await expect(tab.getByText("Only home reads this")).toHaveCount(0);
    await tab.getByRole("tab", { name: "Lead Dashboard" }).click();
    await expect(tab.getByRole("heading", { name: "Leads of North" })).toBeVisible();
    await expect(tab.getByRole("combobox", { name: "Account" })).toHaveCount(0);
  });
  await inTab(browser, base, atHome, async (tab) => {
    await tab.goto("/client-dashboard?tab=communication");
    await expect(tab.getByText("Only home reads this")).toBeVisible();
    await expect(tab.getByText("Only North reads this")).toHaveCount(0);
  });
});

test("A person with one account sees no names of accounts and no filter", async ({ page, baseURL }) => {
  const base = baseURL ?? "";
  const person = await newAccount(base, "client", { first_name: "Sol", last_name: "One" });
  const number = await sendInvoice((await signedInClient(base, "admin@example.com")).client, person.id);
  await signInAs(page, base, person.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  await expect(page.getByRole("link", { name: number, exact: true })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Account" })).toHaveCount(0);
});

test("An admin who changes a role and removes a person reads which money stays in their name and what goes to whom, and the activity tells it", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const owner = await newAccount(base, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: own } = await signedInClient(base, owner.email, PASSWORD);
  const [account] = (await own.rpc("my_accounts")).data as { id: string; slug: string; name: string }[];
  const leaver = await newColleague(base, own, account?.id ?? "", "billing");
  const { client: theirs } = await signedInClient(base, leaver, PASSWORD);
  const id = (await theirs.auth.getUser()).data.user?.id ?? "";
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const number = await sendInvoice(admin, id, account?.id);
  const draft = await admin.rpc("create_invoice", {
    p_client_id: id,
    p_account_id: account?.id ?? "",
    p_currency: "usd",
    p_description: "Not sent yet",
    p_due_date: dayAfter(20),
    p_lines: [{ description: "Ads", quantity: "1", unit_amount: 5000 }],
  });
  expect(draft.error).toBeNull();
  const retainer = await admin.rpc("create_retainer", {
    p_client_id: id,
    p_account_id: account?.id ?? "",
    p_name: "Care",
    p_description: "",
    p_monthly_amount: 10_000,
    p_currency: "usd",
    // Later, so that it issues no invoice yet.
    p_start_date: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  });
  expect(retainer.error).toBeNull();

  await signInAs(page, base, "admin@example.com");
  await page.goto(`/admin/accounts/${account?.id}`);
  const activity = page.getByRole("list", { name: "Activity" });
  await expect(activity.getByText("created the retainer Care").first()).toBeVisible();
  await page.getByRole("button", { name: "Role of Cole billing: Billing" }).click();
  await page.getByRole("menuitemradio", { name: /^Member/ }).click();
  const demotion = page.getByRole("dialog", { name: "Make Cole billing a member?" });
  await expect(demotion).toContainText("1 open invoice stays in their name. They can still see and pay it.");
  await expect(demotion).toContainText("1 draft and 1 ongoing retainer go to Olive Owner.");
  await checkAccessibility();
  await demotion.getByRole("button", { name: "Make a member" }).click();
  await expect(activity.getByText("You made Cole billing a member").first()).toBeVisible();

  await page.getByRole("button", { name: "Remove Cole billing" }).click();
  const question = page.getByRole("dialog", { name: "Remove Cole billing?" });
  await expect(question).toContainText("1 open invoice stays in their name. They can still see and pay it.");
  await expect(question).not.toContainText("Olive Owner");
  await checkAccessibility();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(activity.getByText("You removed Cole billing").first()).toBeVisible();

  await inTab(browser, base, leaver, async (tab) => {
    await tab.goto("/client-dashboard?tab=invoices");
    await tab.getByRole("link", { name: number, exact: true }).click();
    await expect(tab.getByRole("button", { name: /^Pay \$73\.00/ }).first()).toBeVisible();
  });
});

/** An account with two owners. An open invoice over $73.00 and a retainer of $100.00 a month, which issued one, name the first. */
async function accountOfTwo(baseURL: string) {
  const owner = await newAccount(baseURL, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: own, session } = await signedInClient(baseURL, owner.email, PASSWORD);
  const [account] = (await own.rpc("my_accounts")).data as { id: string; slug: string; name: string }[];
  if (!account) throw new Error("The owner has no account");
  const second = await newColleague(baseURL, own, account.id, "member");
  const other = await signedInClient(baseURL, second, PASSWORD);
  const roleOf = (id: string, role: "owner" | "member") =>
    own.rpc("set_member_role", { p_account_id: account.id, p_user_id: id, p_role: role });
  expect((await roleOf(other.session.user.id, "owner")).error).toBeNull();
  const { client: admin } = await signedInClient(baseURL, "admin@example.com");
  const number = await sendInvoice(admin, session.user.id);
  const { data: today } = await admin.rpc("agency_today");
  const made = await admin.rpc("create_retainer", {
    p_client_id: session.user.id,
    p_name: "Monthly care",
    p_description: "",
    p_monthly_amount: 10_000,
    p_currency: "usd",
    p_start_date: today ?? "",
  });
  expect(made.error).toBeNull();
  return { account, owner: { ...owner, id: session.user.id }, second, other, admin, number, retainer: made.data ?? "" };
}

test("An owner whom money names reads what stays and what goes before they become a member, and still sees and pays theirs", async ({
  page,
  baseURL,
  browser,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { account, owner, second, other, admin, retainer } = await accountOfTwo(base);
  const team = `/workspace/${account.slug}/team`;
  const choose = async (tab: Page, role: RegExp) => {
    await tab.getByRole("button", { name: "Role of Olive Owner: Owner" }).click();
    await tab.getByRole("menuitemradio", { name: role }).click();
  };
  await inTab(browser, base, second, async (tab) => {
    await tab.goto(team);
    await choose(tab, /^Member/);
    const question = tab.getByRole("dialog", { name: "Make Olive Owner a member?" });
    await expect(question).toContainText("They see only invoices in their name, and can't manage the account's plan.");
    await expect(question).toContainText(
      "2 open invoices stay in their name. They can still see and pay them. 1 ongoing retainer goes to Cole member.",
    );
    await checkAccessibility(tab);
  });

  await signInAs(page, base, owner.email, PASSWORD);
  await page.goto(team);
  await choose(page, /^Billing/);
  const billing = page.getByRole("alertdialog", { name: "Become a billing contact?" });
  await expect(billing).toContainText("2 open invoices and 1 ongoing retainer stay in your name.");
  await billing.getByRole("button", { name: "Cancel" }).click();
  // The question counts them when it is asked, not when the page loaded.
  await sendInvoice(admin, owner.id);
  await choose(page, /^Member/);
  const question = page.getByRole("dialog", { name: "Become a member?" });
  await expect(question).toContainText(
    "3 open invoices stay in your name. You can still see and pay them. 1 ongoing retainer goes to Cole member.",
  );
  await checkResponsiveLayout(page, checkAccessibility);
  await question.getByRole("button", { name: "Become a member" }).click();
  await expect(page.getByText("Olive Owner is a member now")).toBeVisible();
  const { data: moved } = await admin.from("retainers").select("client_id").eq("id", retainer).single();
  expect(moved?.client_id).toBe(other.session.user.id);

  await page.goto("/client-dashboard?tab=invoices");
  await expect(page.getByText("Your leads, invoices and retainers")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay all 3 invoices" })).toBeVisible();
  // Only owners and billing contacts can start Premium.
  await expect(page.getByRole("region", { name: "Statement" })).toHaveCount(0);
  await page.goto("/settings?section=plan");
  await expect(
    page.getByText(
      /invoices in your name are on your dashboard\. Only owners and billing contacts see the others\. Ask/,
    ),
  ).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
});

test("A person who left their account and has Premium themselves downloads the statement of their own invoices", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { account, owner, admin, number } = await accountOfTwo(base);
  const { client: own } = await signedInClient(base, owner.email, PASSWORD);
  expect((await own.rpc("remove_member", { p_account_id: account.id, p_user_id: owner.id })).error).toBeNull();
  await signInAs(page, base, owner.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  await expect(page.getByRole("link", { name: number, exact: true })).toBeVisible();
  // Only an account can start Premium, so nothing here offers it.
  await expect(page.getByRole("region", { name: "Statement" })).toHaveCount(0);
  expect((await admin.rpc("set_premium_override", { p_email: owner.email })).error).toBeNull();
  await page.reload();
  const statement = page.getByRole("region", { name: "Statement" });
  await expect(statement.getByRole("link", { name: "See Premium" })).toHaveCount(0);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    statement.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(
    await (await file.createReadStream())
      .setEncoding("utf8")
      .toArray()
      .then((parts) => parts.join("")),
  ).toContain(number);
  await checkResponsiveLayout(page, checkAccessibility);
  // Nothing will come to the other tabs.
  for (const name of ["Retainers", "Lead Dashboard"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name }).getByText("You don't belong to any account")).toBeVisible();
  }
});

test("An admin chooses for which account a new invoice of a person with two accounts is, and reads it before sending", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const base = baseURL ?? "";
  const { other, person } = await personOfTwoAccounts(base, "billing");
  const second = other.account.name;
  await signInAs(page, base, "admin@example.com");
  await page.goto("/admin/billing/new");
  await page.getByRole("combobox", { name: "Client" }).fill(person.email);
  await expect(page.getByRole("listbox", { name: "Clients" }).getByRole("option")).toHaveText([
    new RegExp(`^${second}.*Billing`),
    /^Tara Two.*Tara Two/,
  ]);
  await checkAccessibility();

  await page.goto(`/admin/clients/${person.id}`);
  await page.getByRole("button", { name: "New invoice" }).click();
  await checkAccessibility();
  await expect(page.getByRole("menuitem")).toHaveCount(2);
  await page.getByRole("menuitem", { name: `For ${second}` }).click();
  await expect(page.getByText(second, { exact: true }).first()).toBeVisible();
  await page.getByLabel("Description of line 1").fill("Ads");
  await page.getByLabel("Unit price of line 1").fill("80");
  await page.getByRole("button", { name: "Send invoice" }).click();
  const question = page.getByRole("alertdialog", { name: "Send this invoice for $80.00?" });
  // The address is the person's, not the account's.
  await expect(question).toContainText(
    `Tara Two gets it at ${person.email} as a PDF with a link to pay. The invoice belongs to the account ${second}.`,
  );
  await question.getByRole("button", { name: "Send invoice" }).click();
  await expect(page.getByText(/^INV-\d+ was sent to/)).toBeVisible();
  await page.goto(`/admin/clients/${person.id}`);
  const row = page.getByRole("region", { name: "Invoices" }).getByRole("row").nth(1);
  await expect(row).toBeVisible();
  await expect(row).toContainText(`${second} · `);
});
