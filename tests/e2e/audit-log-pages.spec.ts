import { expect, test } from "../support/browser-test.ts";
import { landingAdmin } from "../support/landing.ts";
import { signInAs } from "../support/session.ts";

test("The audit log tells an admin which version they published and rolled back to, and reverts only what still is so", async ({
  page,
  baseURL,
  checkAccessibility,
}) => {
  const host = baseURL ?? "";
  const admin = await landingAdmin(host);
  const slug = `told-${Date.now().toString(36)}`;
  const id = await admin.make(slug, { title: slug });
  await admin.save(id, 1, { content: "<p>Bye</p>" });
  await admin.publish(id, 2);
  await admin.call(admin.client.rpc("roll_back_landing_page", { p_page_id: id, p_number: 1 }));
  await admin.call(admin.client.rpc("unpublish_landing_page", { p_page_id: id }));
  await signInAs(page, host, "admin@example.com");
  await page.goto(`/user-management?tab=audit&text=${slug}`);
  const entry = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await expect(entry(`You published version 2 of the landing page “${slug}”`)).not.toContainText("HTML");
  await expect(entry(`You rolled the landing page “${slug}” back to version 1`)).not.toContainText("HTML");
  const unpublished = entry(`You unpublished the landing page “${slug}”`);
  await expect(unpublished.getByRole("button", { name: "Revert" })).toBeVisible();
  // No one would see an earlier version of an unpublished page.
  await expect(
    entry(`You rolled the landing page “${slug}” back to version 1`).getByRole("button", { name: "Revert" }),
  ).toHaveCount(0);
  await checkAccessibility();

  // It is public again.
  await admin.save(id, 3, { content: "<p>Back</p>" });
  await admin.publish(id, 4);
  await page.reload();
  await expect(entry(`You published version 4 of the landing page “${slug}”`)).toBeVisible();
  await expect(unpublished).toBeVisible();
  await expect(unpublished.getByRole("button", { name: "Revert" })).toHaveCount(0);
});

const FORM = "<form data-lead-form><label>Email <input name=email></label><button>Send</button></form>";

test("The audit log names the page of a test after the page was deleted", async ({ page, baseURL }) => {
  const host = baseURL ?? "";
  const admin = await landingAdmin(host);
  const slug = `gone-${Date.now().toString(36)}`;
  const id = await admin.make(slug, { title: `Clinic ${slug}`, content: FORM });
  const started = await admin.startTest(id, await admin.save(id, 1, { content: `<h1>Other</h1>${FORM}` }));
  await admin.call(admin.client.rpc("stop_landing_test", { p_test_id: started }));
  await admin.call(admin.client.rpc("unpublish_landing_page", { p_page_id: id }));
  await admin.call(admin.client.rpc("delete_landing_page", { p_page_id: id }));
  await signInAs(page, host, "admin@example.com");
  await page.goto("/user-management?tab=audit&type=landing_tests");
  const entry = (text: string) => page.getByRole("listitem").filter({ hasText: text });
  await expect(entry(`started a test of the landing page “Clinic ${slug}”`)).toBeVisible();
  await expect(entry(`stopped a test of the landing page “Clinic ${slug}”`)).toBeVisible();
});
