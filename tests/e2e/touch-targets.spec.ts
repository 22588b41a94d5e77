import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { signedInClient, signInAs } from "../support/session.ts";
import { smallTargets } from "../support/small-targets.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test("On a phone, a finger can hit every link and button of records, lists and statistics", async ({
  page,
  baseURL,
}) => {
  const host = baseURL ?? "";
  const { client } = await signedInClient(host, "admin@example.com");
  const { data: invoice } = await client.from("invoices").select("client_id, account_id").limit(1).single();
  const { data: landing } = await client
    .from("landing_pages")
    .select("id")
    .eq("slug", "northside-dental-aligners")
    .single();
  await signInAs(page, host, "admin@example.com");
  const screens: [path: string, shown: string][] = [
    [`/admin/accounts/${invoice?.account_id}`, "People"],
    [`/admin/clients/${invoice?.client_id}`, "Dashboard"],
    ["/admin/billing", "audit log"],
    ["/admin/billing?tab=retainers", "Offer Coaching"],
    ["/admin/requests", "Harbor & Pine Studio"],
    ["/user-management?tab=audit", "Export CSV"],
    [`/admin/landing-pages/${landing?.id}?tab=stats`, "From visitor to deal"],
    ["/crm/analytics", "Lost reasons"],
  ];
  await measure(page, screens);
});

test("On a phone, a finger can hit every link and button of a client's invoices and retainers", async ({
  page,
  baseURL,
}) => {
  await signInAs(page, baseURL ?? "", "client2@example.com");
  await measure(page, [
    ["/client-dashboard?tab=invoices", "INV-1008"],
    ["/client-dashboard?tab=retainers", "Base Funnel"],
  ]);
});

async function measure(page: Page, screens: [path: string, shown: string][]): Promise<void> {
  for (const [path, shown] of screens) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(shown, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    expect([path, await smallTargets(page)]).toEqual([path, []]);
  }
}
