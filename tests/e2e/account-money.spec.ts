import type { Browser, Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { CARDS, payWith } from "../support/checkout.ts";
import { linkIn, readMail } from "../support/inbox.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { apiClient, newEmail, signedInClient, signInAs } from "../support/session.ts";

type Role = "member" | "billing";
type Client = Awaited<ReturnType<typeof signedInClient>>["client"];

/** A person who signs up from an invitation to the account, and belongs to no other. */
async function newColleague(baseURL: string, owner: Client, account: string, role: Role): Promise<string> {
  const email = newEmail(role);
  const invited = await owner.rpc("invite_member", { p_account_id: account, p_email: email, p_role: role });
  expect(invited.error).toBeNull();
  const token = /invitation=(\w+)/.exec((await readMail(baseURL, email, /invited you to/)).text)?.[1];
  const { error } = await (await apiClient(baseURL)).auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Cole", last_name: role, invitation_token: token } },
  });
  expect(error).toBeNull();
  await fetch(linkIn(await readMail(baseURL, email, /Confirm/)), { redirect: "manual" });
  return email;
}

/** Sends an invoice over $73.00 to a person, and returns its number. */
async function sendInvoice(admin: Client, person: string): Promise<string> {
  const { data: id } = await admin.rpc("create_invoice", {
    p_client_id: person,
    p_currency: "usd",
    p_description: "Team campaign",
    p_due_date: "2099-01-01",
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
}) => {
  const base = baseURL ?? "";
  const owner = await newAccount(base, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: own } = await signedInClient(base, owner.email, PASSWORD);
  const [account] = (await own.rpc("my_accounts")).data as { id: string }[];
  const number = await sendInvoice((await signedInClient(base, "admin@example.com")).client, owner.id);
  const asked = await own.from("change_requests").insert({
    user_id: owner.id,
    user_email: owner.email,
    business_name: "Team",
    request_type: "general_inquiry",
    message: "Please add a phone number",
  });
  expect(asked.error).toBeNull();
  const biller = await newColleague(base, own, account?.id ?? "", "billing");
  const member = await newColleague(base, own, account?.id ?? "", "member");

  await signInAs(page, base, biller, PASSWORD);
  await page.goto("/client-dashboard");
  await expect(page.getByText("The lead dashboard is for owners and members")).toBeVisible();
  await checkAccessibility();
  await page.getByRole("tab", { name: "Invoices" }).click();
  await page.getByRole("link", { name: number, exact: true }).click();
  await expect(page.getByRole("region", { name: "To", exact: true })).toContainText(owner.email);
  await checkAccessibility();
  await page.getByRole("button", { name: "Pay $73.00" }).click();
  await payWith(page, CARDS.pays);
  await expect(page.getByRole("heading", { level: 1, name: "Payment Successful" })).toBeVisible();
  await expect(page.getByText(number).first()).toBeVisible();
  const receipt = await readMail(base, owner.email, /^We received \$73\.00/);
  expect(receipt.text).toContain(number);

  await inTab(browser, base, member, async (tab) => {
    await tab.goto("/client-dashboard?tab=communication");
    await expect(tab.getByText("Please add a phone number")).toBeVisible();
    await expect(tab.getByText(`from ${owner.email}`)).toBeVisible();
    // A member has no tabs about money. An old link to one says whom to ask.
    await expect(tab.getByRole("tab")).toHaveText([/Lead Dashboard/, /Communication/]);
    await tab.goto("/client-dashboard?tab=invoices");
    await expect(tab.getByText("Invoices and retainers are for owners and billing people")).toBeVisible();
    await expect(tab.getByRole("link", { name: owner.email })).toBeVisible();
    await expect(tab.getByText(number)).toHaveCount(0);
  });
});
