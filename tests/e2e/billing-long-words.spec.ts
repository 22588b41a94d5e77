import { expect, test } from "../support/browser-test.ts";
import { dayAfter } from "../support/day-after.ts";
import { long, overflowing } from "../support/long-words.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { signedInClient, signInAs } from "../support/session.ts";

test("A very long word in an invoice stays inside the client's lists, and cuts off no date", async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? "";
  const owner = await newAccount(base, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const { data: id } = await admin.rpc("create_invoice", {
    p_client_id: owner.id,
    p_currency: "usd",
    p_description: `Ads https://example.com/${long(300)}`,
    p_due_date: dayAfter(20),
    p_lines: [{ description: long(200), quantity: "1", unit_amount: 7300 }],
  });
  const draft = await admin
    .from("invoices")
    .select("updated_at")
    .eq("id", id ?? "")
    .single();
  const seen = draft.data?.updated_at ?? "";
  const sent = await admin.rpc("send_invoice", { p_invoice_id: id ?? "", p_expected_updated_at: seen });
  expect(sent.error).toBeNull();
  await signInAs(page, base, owner.email, PASSWORD);
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/client-dashboard?tab=invoices");
    const list = page.getByRole("table", { name: "Invoices" });
    await expect(list.getByText("WWWWWWWW")).toBeVisible();
    expect.soft(await overflowing(page), `the list at ${width}`).toEqual([]);
    const sideways = await list.evaluate((table) => {
      const around = table.parentElement ?? table;
      return around.scrollWidth - around.clientWidth;
    });
    expect.soft(sideways, `the list scrolls at ${width}`).toBeLessThanOrEqual(0);
    await page.goto(`/invoices/${id}`);
    await expect(page.getByText(long(200)).first()).toBeVisible();
    expect.soft(await overflowing(page), `the invoice at ${width}`).toEqual([]);
  }
});
