import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { leadArrives, newPhone } from "../support/crm-leads.ts";
import { checkResponsiveLayout } from "../support/responsive-layout.ts";
import { signedInClient, signInAs } from "../support/session.ts";

const rowOf = (page: Page, name: string) =>
  page.getByRole("region", { name: "Unanswered now" }).getByRole("listitem").filter({ hasText: name });

/** Someone fills in the form on a landing page of Northside Dental. */
async function leadArrivesAtNorthside(hostUrl: string) {
  const { client } = await signedInClient(hostUrl, "admin@example.com");
  const pageId = randomUUID();
  const slug = `northside-${pageId.slice(0, 8)}`;
  const draft = { p_id: pageId, p_slug: slug, p_draft: { title: slug, content: "<p>One</p>" } };
  await client.rpc("create_landing_page", draft).setHeader("x-account", "northside-dental");
  const { error } = await client
    .rpc("publish_landing_page", { p_page_id: pageId, p_seen_revision: 1 })
    .setHeader("x-account", "northside-dental");
  if (error) throw new Error(error.message);
  const name = `Nell Quist ${randomUUID().slice(0, 6)}`;
  const response = await fetch(`${hostUrl}/functions/v1/submit-landing-form`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      _page: pageId,
      _elapsed: "20000",
      name,
      email: `${randomUUID().slice(0, 12)}@example.com`,
      phone: newPhone(),
    }),
  });
  if (!response.ok) throw new Error(`The form answered ${response.status}`);
  return name;
}

test("A lent rep answers a client's lead from their own Today, undoes it, and opens it in its workspace", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const { name: home } = await leadArrives(host);
  await signInAs(page, host, "sales2@example.com");
  await page.goto("/crm");
  await expect(rowOf(page, home)).toBeVisible();
  await expect(rowOf(page, home).getByText("Northside Dental")).toHaveCount(0);
  const name = await leadArrivesAtNorthside(host);
  const row = rowOf(page, name);
  await expect(row).toContainText("Account: Northside Dental");
  // The list, the sidebar and the title have the same number, also while other journeys add leads.
  const numbers = async () => {
    const list = await page.getByRole("link", { name: /^Unanswered/ }).textContent();
    const badge = await page
      .getByRole("link", { name: /^Today/ })
      .first()
      .textContent();
    return [list, badge, await page.title()].map((text) => /\d+/.exec(text ?? "")?.[0]);
  };
  await expect.poll(async () => new Set(await numbers()).size).toBe(1);

  await row.getByRole("link", { name }).click();
  const preview = page.getByRole("complementary", { name: "Selected lead" });
  await expect(preview).toContainText("Account: Northside Dental");
  await row.getByRole("button", { name: "Claim" }).click();
  await expect(page.getByText(`You claimed ${name}`)).toBeVisible();
  await preview.getByRole("button", { name: /Connected/ }).click();
  await expect(page.getByText(`${name}: call connected, moved to Connected`)).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByText("Undone")).toBeVisible();
  await expect(row).toBeVisible();
  await checkResponsiveLayout(page, checkAccessibility);

  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole("link", { name }).click();
  await preview.getByRole("button", { name: "Open" }).click();
  await expect(page).toHaveURL(/\/workspace\/northside-dental\/leads\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page.getByText("You're in the workspace of Northside Dental")).toBeVisible();
});

test("When a loan ends, an action on a lead that is still on the page says so, and the lead goes", async ({
  page,
  baseURL,
  expectConsole,
}) => {
  const host = baseURL ?? "";
  const { client: admin } = await signedInClient(host, "admin@example.com");
  const { data: made } = await admin.rpc("create_account", { p_name: `Loaned ${randomUUID().slice(0, 6)}` });
  const account = made as { id: string; slug: string; name: string };
  const { client: rep, session } = await signedInClient(host, "sales2@example.com");
  await admin.rpc("lend_rep", { p_account_id: account.id, p_user_id: session?.user.id ?? "" });
  const name = `Ira Quist ${randomUUID().slice(0, 6)}`;
  const [first_name, ...last] = name.split(" ");
  await rep
    .rpc("create_lead", {
      p_id: randomUUID(),
      p_lead: { first_name, last_name: last.join(" "), phone: newPhone() },
    })
    .setHeader("x-account", account.slug);
  await signInAs(page, host, "sales2@example.com");
  await page.goto("/crm");
  const link = page.getByRole("main").getByRole("link", { name, exact: true });
  await link.click();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog", { name: `Note about ${name}` });
  await dialog.getByLabel("Note").fill("Wants a call on Friday");
  await admin.rpc("end_loan", { p_account_id: account.id, p_user_id: session?.user.id ?? "" });
  expectConsole(/403/);
  await dialog.getByRole("button", { name: /Save note/ }).click();
  await expect(dialog.getByRole("alert")).toContainText("You no longer work in this account");
  await expect(dialog.getByLabel("Note")).toHaveValue("Wants a call on Friday");
  await expect(link).toHaveCount(0);
});
