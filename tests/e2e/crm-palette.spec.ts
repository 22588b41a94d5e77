import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { addLead } from "../support/crm-leads.ts";
import { newAccount } from "../support/new-account.ts";
import { newEmail, signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";

test("An admin finds a client by company, name or email, and an invoice by its number, and opens their pages", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const { data: found } = await client.rpc("search_billable_clients", { p_query: "client2@example.com" });
  const known = found?.[0];
  if (!known) throw new Error("The demo has no second client");
  const { data: invoices } = await client
    .from("invoices")
    .select("id, invoice_number")
    .eq("client_id", known.id)
    .like("invoice_number", "INV-%")
    .limit(1);
  const invoice = invoices?.[0];
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm");
  await expect(page.getByRole("navigation").first()).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  const record = new RegExp(`/admin/clients/${known.id}$`);
  for (const typed of [known.company ?? known.name, known.name, known.email]) {
    await page.goto("/crm");
    await page.getByRole("button", { name: /^Search leads/ }).click();
    await field.fill(typed);
    await page
      .getByRole("option")
      .and(page.locator(`[data-value="client ${known.id}"]`))
      .click();
    await expect(page).toHaveURL(record);
  }
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  await field.fill((invoice?.invoice_number ?? "").toLowerCase());
  const option = page.locator(`[data-value="invoice ${invoice?.id}"]`);
  await expect(option).toContainText(invoice?.invoice_number ?? "");
  await checkAccessibility();
  await option.click();
  await expect(page).toHaveURL(new RegExp(`/admin/billing/${invoice?.id}$`));
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  await field.fill("nobodyiscalledso 77123");
  await expect(page.getByText("Nothing matches “nobodyiscalledso 77123”.")).toBeVisible();
});

test("An admin starts an invoice, a retainer, an account, a page and an invitation from the search", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin");
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  const search = async (typed: string) => {
    await page.getByRole("button", { name: /^Search leads, clients/ }).click();
    await field.fill(typed);
  };
  await search("new");
  const actions = page.getByRole("group", { name: "Actions" }).getByRole("option");
  await expect(actions).toHaveText(["New invoice", "New retainer", "New account", "New page"]);
  await page.keyboard.press("Escape");
  for (const [typed, dialog] of [
    ["new retainer", "New retainer"],
    ["new account", "New account"],
    ["new page", /./],
    ["invite", "Invite someone"],
  ] as const) {
    await search(typed);
    await expect(actions.first()).toHaveAttribute("data-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await search("new invoice");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/billing\/new/);
});

test("An admin finds an account that nobody has joined yet", async ({ page, baseURL }) => {
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const name = `Unjoined ${randomUUID().slice(0, 8)}`;
  const { error } = await client.rpc("create_account", { p_name: name });
  if (error) throw error;
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  await page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" }).fill(name.toLowerCase());
  await page.getByRole("option", { name: `${name} No one has joined yet` }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\/[\w-]+$/);
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

test("Accounts of one name are told apart by their addresses", async ({ page, baseURL }) => {
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const name = `Twin ${randomUUID().slice(0, 8)}`;
  for (const _ of [1, 2]) {
    const { error } = await client.rpc("create_account", { p_name: name });
    expect(error).toBeNull();
  }
  const { data } = await client.from("accounts").select("id, slug").eq("name", name);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  await page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" }).fill(name);
  expect(data).toHaveLength(2);
  for (const { id, slug } of data ?? []) await expect(page.locator(`[data-value="client ${id}"]`)).toContainText(slug);
});

test("The search doesn't say that nothing matches before the tags are there", async ({ page, baseURL }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rpc/list_lead_tags", async (route) => {
    await released;
    await route.fulfill({ json: [{ tag: "zqxjkv", leads: 1 }] });
  });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const answer = page.waitForResponse(/\/rpc\/search_leads/);
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("zqxjkv");
  await (await answer).finished();
  // The answer is on the screen after two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByText("No leads match “zqxjkv”.")).toHaveCount(0);
  release();
  await expect(page.getByRole("option", { name: "Leads tagged “zqxjkv”" })).toBeVisible();
  await expect(page.getByText("No leads match “zqxjkv”.")).toHaveCount(0);
});

test("A sales person's search has neither clients nor pages of administration", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  // A number that no lead's phone or address can begin with: the addresses of other tests' people hold numbers.
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("INV-1008");
  await expect(page.getByText("No leads match “INV-1008”.")).toBeVisible();
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("lena@ember.example");
  await expect(page.getByText("No leads match “lena@ember.example”.")).toBeVisible();
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("billing");
  await expect(page.getByRole("option", { name: "Billing", exact: true })).toHaveCount(0);
  // The beginning of a page's name is the page, before leads that only resemble it, and a lead's own beginning is the lead.
  const options = page.getByRole("option");
  for (const [typed, label] of [
    ["boar", "Board"],
    ["anal", "Analytics"],
    ["rout", "Shifts & routing"],
    ["anlytics", "Analytics"],
  ] as const) {
    await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill(typed);
    await expect(page.getByRole("option", { name: new RegExp(`Search “${typed}”`) })).toBeVisible();
    await expect(options.first()).toHaveAccessibleName(label);
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/crm\/analytics/);
});

test("What is typed while the palette's code loads and renders is in its field", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/command-palette-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/crm");
  await expect(page.getByRole("button", { name: /^Search leads/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Avax");
  await page.keyboard.press("Backspace");
  release();
  // Typed on at once: some of the keys come between the code's arrival and the focus.
  await page.keyboard.type(" Al");
  const field = page.getByRole("combobox", { name: /^Search leads/ });
  await expect(field).toHaveValue("Ava Al");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
});

test("In the CRM, a client whose name begins with what is typed comes before leads that only resemble it", async ({
  page,
  baseURL,
}) => {
  const word = `q${randomUUID().replaceAll(/[^a-f]/g, "")}zz`;
  const { id } = await newAccount(baseURL ?? "", "client", { first_name: word, last_name: "Client" });
  const lead = await addLead(baseURL ?? "", { last_name: `${word.slice(0, -1)}x` }, ADMIN);
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  await field.fill(word);
  const option = (value: string) => page.getByRole("option").and(page.locator(`[data-value="${value}"]`));
  await expect(option(`lead ${lead}`)).toBeVisible();
  await expect(option(`client ${id}`)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("option").first()).toHaveAttribute("data-value", `client ${id}`);
  // A lead that it begins comes first again.
  await field.fill(word.slice(0, -1));
  await expect(option(`lead ${lead}`)).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("option").first()).toHaveAttribute("data-value", `lead ${lead}`);
});

test("In the administration, Ctrl+K finds a client, a page and a lead, and offers nothing that needs the CRM", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin/billing");
  await expect(page.getByRole("table", { name: "Invoices" })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field).toBeFocused();
  await expect(page.getByRole("option", { name: /New lead/ })).toHaveCount(0);
  await field.fill("ember");
  await page.getByRole("option", { name: /Ember Coaching Jonas Whitfield/ }).click();
  await expect(page).toHaveURL(/\/admin\/clients\/[\w-]+$/);
  await page.getByRole("button", { name: /^Search leads, clients/ }).click();
  await field.fill("requests");
  await expect(page.getByRole("option", { name: "Requests", exact: true })).toBeVisible();
  await checkAccessibility();
  await page.getByRole("option", { name: "Requests", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/requests$/);
  const email = newEmail("palette");
  const lead = await addLead(baseURL ?? "", { first_name: "Lead", email }, ADMIN);
  await page.keyboard.press("ControlOrMeta+k");
  await field.fill(email);
  await page.locator(`[data-value="lead ${lead}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/crm/leads/${lead}$`));
});

test("Before anything is typed, the palette lists the five leads that were opened last, also in a new tab", async ({
  page,
  context,
  baseURL,
}) => {
  const names = Array.from({ length: 7 }, (_, at) => `Recent ${at} ${randomUUID().slice(0, 6)}`);
  const ids = await Promise.all(names.map((name) => addLead(baseURL ?? "", { last_name: name })));
  await signInAs(page, baseURL ?? "", "sales@example.com");
  for (const [at, id] of ids.entries()) {
    await page.goto(`/crm/leads/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: names[at] ?? "" })).toBeVisible();
  }
  const recentIn = (tab: typeof page) => tab.getByRole("group", { name: "Recent leads" }).getByRole("option");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  // The seventh lead is the one on the screen.
  await expect(recentIn(page)).toHaveText(
    names
      .slice(1, 6)
      .reverse()
      .map((name) => new RegExp(name)),
  );
  // Someone who has a lead before them acts on it.
  await expect(page.getByRole("option").first()).toHaveText(new RegExp(`^Assign ${names[6]}`));
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  const tab = await context.newPage();
  await tab.goto("/crm");
  await tab.getByRole("button", { name: /^Search leads/ }).click();
  await expect(recentIn(tab)).toHaveText(
    names
      .slice(2)
      .reverse()
      .map((name) => new RegExp(name)),
  );
  await tab.close();
});

test("The search finds every page of the navigation, and no recent lead that was archived", async ({
  page,
  baseURL,
}) => {
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const names = [`Kept ${randomUUID().slice(0, 6)}`, `Gone ${randomUUID().slice(0, 6)}`];
  const [kept, gone] = [
    await addLead(baseURL ?? "", { last_name: names[0] }),
    await addLead(baseURL ?? "", { last_name: names[1] }),
  ];
  await signInAs(page, baseURL ?? "", "sales@example.com");
  for (const id of [kept, gone]) {
    await page.goto(`/crm/leads/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  const pages = await page
    .getByRole("navigation", { name: "Sales" })
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? "").filter((to) => !to.includes("view=")));
  expect(pages).toContain("/crm/shifts");
  await client.rpc("change_leads", { p_batch_id: randomUUID(), p_lead_ids: [gone], p_changes: { archived: true } });
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const recent = page.getByRole("group", { name: "Recent leads" });
  await expect(recent.getByText(names[1] ?? "")).toHaveCount(0);
  await expect(recent.getByText(names[0] ?? "")).toBeVisible();
  for (const to of [...pages, "/crm/calls/types"])
    await expect(page.locator(`[data-value="page ${to}"]`), to).toHaveCount(1);
  await page.getByRole("combobox", { name: "Search leads, views, actions" }).fill("calls");
  await page.getByRole("option", { name: "Calls", exact: true }).click();
  await expect(page).toHaveURL(/\/crm\/calls$/);
});

test("A setting is found by what is in it, and only where the role has it", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const field = page.getByRole("combobox", { name: "Search leads, views, actions" });
  await field.fill("logo");
  await expect(page.getByRole("option", { name: /Agency details/ })).toHaveCount(0);
  await field.fill("authenticator");
  await page.getByRole("option", { name: /Security/ }).click();
  await expect(page).toHaveURL(/\/settings\?section=security$/);
});

test("An admin finds accounts, landing pages and retainers, also without accents, and opens them", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  const id = randomUUID();
  const word = `Zoë${id.slice(0, 6)}`;
  const { data: made } = await client.rpc("create_account", { p_name: `Café ${word}` });
  const account = (made as { id: string } | null)?.id ?? "";
  await client.rpc("create_landing_page", {
    p_id: id,
    p_slug: `offer-${id.slice(0, 8)}`,
    p_draft: { title: `Offer ${word}` },
  });
  const { error } = await client.rpc("create_retainer", {
    p_client_id: null as never,
    p_account_id: account,
    p_name: `Care plan ${word}`,
    p_description: "",
    p_monthly_amount: 50_000,
    p_currency: "usd",
    p_start_date: "2030-01-01",
  });
  if (error) throw error;
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin");
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  const typed = word.toLowerCase().replace("ë", "e");
  for (const [name, address] of [
    [`Café ${word}`, new RegExp(`/admin/accounts/${account}$`)],
    [`Offer ${word}`, new RegExp(`/admin/landing-pages/${id}$`)],
    [`Care plan ${word}`, /\/admin\/billing\?tab=retainers&q=Care/],
  ] as const) {
    await page.goto("/admin");
    await page.getByRole("button", { name: /^Search leads, clients/ }).click();
    await field.fill(typed);
    const option = page.getByRole("option", { name });
    // An account is there once, whether as a client or as an account.
    await expect(option.first()).toBeVisible();
    await checkAccessibility();
    await option.first().click();
    await expect(page).toHaveURL(address);
  }
  await expect(page.getByRole("dialog").getByText(`Care plan ${word}`).first()).toBeVisible();
});

test("The first result is in view, also where other results or a scrolled list were before", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/crm/leads");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const field = page.getByRole("combobox", { name: /^Search leads/ });
  const first = page.getByRole("option").first();
  const shows = async (typed: string) => {
    await field.fill(typed);
    await expect(page.getByRole("option", { name: `Search “${typed}” in all leads` })).toBeVisible();
    await expect(first).toContainText(new RegExp(typed, "i"));
    await expect(first).toHaveAttribute("aria-selected", "true");
    await expect(first).toBeInViewport({ ratio: 1 });
  };
  await expect(first).toBeVisible();
  await shows("ma");
  await field.fill("");
  for (let step = 0; step < 12; step++) await page.keyboard.press("ArrowDown");
  await shows("mar");
});

test("A stage in the palette opens the table of its leads", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto("/crm/board");
  await page.getByRole("button", { name: /^Search leads/ }).click();
  const field = page.getByRole("combobox", { name: /^Search leads/ });
  await field.fill("theo");
  await expect(page.getByRole("option", { name: "Leads of Theo Lindqvist" })).toBeVisible();
  // A rep sees no leads of a colleague.
  await field.fill("imani");
  await expect(page.getByRole("option", { name: /Search “imani”/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /^Leads of/ })).toHaveCount(0);
  await field.fill("won");
  await page.getByRole("option", { name: "Leads in Won" }).click();
  await expect(page).toHaveURL(/\/crm\/leads\?filter=/);
  await expect(page.getByRole("button", { name: /^Remove filter Stage is Won/ })).toBeVisible();
});

test("The name of a stage means its leads before a move of the lead in focus", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  await signInAs(page, host, "sales@example.com");
  await page.goto("/crm/leads");
  await page.locator("[data-lead] a").first().focus();
  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: /^Search leads/ });
  await field.fill("won");
  await expect(page.getByRole("option", { name: /^Move .* to Won/ })).toBeVisible();
  await expect(page.getByRole("option", { name: "Leads in Won" })).toBeVisible();
  await expect(page.getByRole("option", { selected: true })).not.toHaveText(/^Move/);
  await field.fill("move won");
  await expect(page.getByRole("option", { selected: true })).toHaveText(/^Move .* to Won/);
});

test("The palette of an admin opens with what admins start, and finds work by its words", async ({ page, baseURL }) => {
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto("/admin");
  const field = page.getByRole("combobox", { name: "Search leads, clients, invoices, actions" });
  const actions = page.getByRole("group", { name: "Actions" }).getByRole("option");
  await page.getByRole("button", { name: /^Search leads, clients/ }).click();
  await expect(actions).toHaveText(["New invoice", "New retainer", "New account", "New page", "Invite someone"]);
  await page.keyboard.press("Escape");
  for (const [typed, address] of [
    ["overdue", /\/admin\/billing\?status=overdue$/],
    ["record payment", /\/admin\/billing\?status=open$/],
    ["approve", /\/user-management$/],
    ["approve landing", /\/admin\/landing-pages\?accounts=/],
  ] as const) {
    await page.getByRole("button", { name: /^Search leads, clients/ }).click();
    await field.fill(typed);
    await expect(actions.first()).toHaveAttribute("data-selected", "true");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
    await page.goto("/admin");
  }
});
