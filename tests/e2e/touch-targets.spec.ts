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
    [`/admin/landing-pages/${landing?.id}?tab=stats`, "From visitor to deal"],
    ["/crm/analytics", "Lost reasons"],
  ];
  for (const [path, shown] of screens) {
    await page.goto(path);
    await expect(page.getByRole("main").getByText(shown, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    expect([path, await smallTargets(page)]).toEqual([path, []]);
  }
});
