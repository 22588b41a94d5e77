import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { addLead, leadArrives } from "../support/crm-leads.ts";
import { dayAfter } from "../support/day-after.ts";
import { newAccount } from "../support/new-account.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { apiClient, signedInClient, signInAs } from "../support/session.ts";

const ADMIN = "admin@example.com";
const preview = "**/rest/v1/rpc/preview_erasure";

async function askToErase(page: Page): Promise<ReturnType<Page["getByRole"]>> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Erase person…" }).click();
  return page.getByRole("dialog", { name: /^Erase / });
}

/** A lead from the contact form, as the admin's API client finds it. */
async function arrivedLead(host: string) {
  const { client } = await signedInClient(host, ADMIN);
  const person = await leadArrives(host, { company: "Quist Lights" });
  const { data } = await client.from("leads").select("id").eq("email", person.email).single();
  return { ...person, id: data?.id ?? "", client };
}

test("An admin reviews the data, types the address, and the person is erased", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const lead = await arrivedLead(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads/${lead.id}`);
  await expect(page.getByRole("heading", { name: lead.name })).toBeVisible();
  const dialog = await askToErase(page);
  await expect(dialog.getByText("It can't be undone")).toBeVisible();
  await expect(dialog.getByText("Same person: 1 lead")).toBeVisible();
  await expect(dialog.getByText("Contact messages")).toBeVisible();
  await expect(dialog.getByText("Stage, source, value, owner and times stay", { exact: false })).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await expect(dialog.getByText("This doesn't match")).toBeVisible();
  await expect(dialog.getByLabel(/^Type /)).toBeFocused();
  await dialog.getByLabel(/^Type /).fill(lead.email.toUpperCase());
  await dialog.getByRole("button", { name: "Erase permanently" }).click();
  await expect(page.getByText("Person erased")).toBeVisible();
  await expect(page).toHaveURL(/\/crm\/leads$/);
  const { data } = await lead.client
    .from("leads")
    .select("first_name, last_name, email, company")
    .eq("id", lead.id)
    .single();
  expect(data).toMatchObject({ first_name: "Erased", last_name: "person", email: null });
  await page.goto(`/crm/leads/${lead.id}`);
  await expect(page.getByText(/^This person was erased on .+ by /)).toBeVisible();
  await expect(page.getByText("Quist Lights")).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("This lead is archived and no longer counted", { exact: false })).toBeVisible();
  await page.goto("/user-management?tab=audit");
  await expect(page.getByText("erased a person").first()).toBeVisible();
});

test("A sales person sees no way to erase a person, and the database refuses", async ({ page, baseURL }) => {
  const id = await addLead(baseURL ?? "", { first_name: "Stays", last_name: "Here" });
  await signInAs(page, baseURL ?? "", "sales@example.com");
  await page.goto(`/crm/leads/${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Copy link" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Erase person…" })).toHaveCount(0);
  const { client } = await signedInClient(baseURL ?? "", "sales@example.com");
  const { error } = await client.rpc("erase_person", { p_kind: "lead", p_id: id, p_confirmation: "Stays Here" });
  expect(error?.code).toBe("42501");
});

test("A client with open invoices is not erased, and the invoices are listed with links", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const person = await newAccount(baseURL ?? "", "client", { first_name: "Owes", last_name: `Money${Date.now()}` });
  const { client: admin } = await signedInClient(baseURL ?? "", ADMIN);
  const { data: id } = await admin.rpc("create_invoice", {
    p_client_id: person.id,
    p_description: "Pro Funnel",
    p_due_date: dayAfter(20),
    p_currency: "usd",
    p_lines: [{ description: "Pro Funnel", quantity: 1, unit_amount: 45_000 }],
  });
  const { data: row } = await admin
    .from("invoices")
    .select("updated_at")
    .eq("id", id ?? "")
    .single();
  await admin.rpc("send_invoice", { p_invoice_id: id ?? "", p_expected_updated_at: row?.updated_at ?? "" });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/user-management?q=${person.email}`);
  await page.getByRole("button", { name: /^Actions for Owes/ }).click();
  await page.getByRole("menuitem", { name: "Erase person…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Erase Owes/ });
  await expect(dialog.getByText("These invoices aren't settled. Collect, credit or cancel them first.")).toBeVisible();
  await expect(dialog.getByText("$450.00")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Erase permanently" })).toHaveCount(0);
  await checkResponsiveLayout(page, checkAccessibility);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("alert").getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/admin/billing/${id}`));
});

test("Erasing an account also erases its lead, and nobody can sign in with it again", async ({ page, baseURL }) => {
  const person = await newAccount(baseURL ?? "", "client", { first_name: "Both", last_name: `Sides${Date.now()}` });
  const lead = await addLead(baseURL ?? "", { first_name: "Both", email: person.email });
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/user-management?q=${person.email}`);
  await page.getByRole("button", { name: /^Actions for Both/ }).click();
  await page.getByRole("menuitem", { name: "Erase person…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Erase Both/ });
  await expect(dialog.getByText("Same person: 1 lead and 1 sign-in")).toBeVisible();
  await dialog.getByLabel(/^Type /).fill(person.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Person erased")).toBeVisible();
  await expect(page.getByText("No matching people")).toBeVisible();
  const { client } = await signedInClient(baseURL ?? "", ADMIN);
  expect((await client.from("leads").select("email").eq("id", lead).single()).data).toEqual({ email: null });
  const { error } = await (await apiClient(baseURL ?? "")).auth.signInWithPassword(person);
  expect(error?.message).toBe("Invalid login credentials");
});

test("If the dry run fails to load, the admin can try again, and nothing is erased without it", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/500/);
  const lead = await arrivedLead(baseURL ?? "");
  await signInAs(page, baseURL ?? "", ADMIN);
  await page.goto(`/crm/leads/${lead.id}`);
  await page.route(preview, (route) => route.fulfill({ status: 400, json: { message: "broken", code: "XX000" } }));
  expectConsole(/400/);
  const dialog = await askToErase(page);
  await expect(dialog.getByRole("alert")).toContainText("Couldn't load this person's data");
  await expect(dialog.getByRole("button", { name: "Erase permanently" })).toHaveCount(0);
  await page.unroute(preview);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByText("Same person: 1 lead")).toBeVisible();
});
