import { randomUUID } from "node:crypto";
import { expect, test } from "../support/browser-test.ts";
import { dayAfter } from "../support/day-after.ts";
import { newAccount, PASSWORD } from "../support/new-account.ts";
import { serviceClient, signedInClient, signInAs } from "../support/session.ts";

test("A client's agreed invoices come after the open ones and before the rest, soonest due first", async ({
  page,
  baseURL,
}) => {
  const base = baseURL ?? "";
  const owner = await newAccount(base, "client", { first_name: "Olive", last_name: "Owner" });
  const { client: admin } = await signedInClient(base, "admin@example.com");
  const service = await serviceClient(base);
  const word = randomUUID().slice(0, 6);
  const wanted = [
    { status: "active", days: 20, name: "Agreed, sooner" },
    { status: "active", days: 40, name: "Agreed, later" },
    { status: "pending", days: 60, name: "Open" },
    { status: "void", days: 10, name: "Canceled" },
  ] as const;
  for (const { status, days, name } of wanted) {
    const { data: id } = await admin.rpc("create_invoice", {
      p_client_id: owner.id,
      p_currency: "usd",
      p_description: name,
      p_due_date: dayAfter(days),
      p_lines: [{ description: "Ads", quantity: "1", unit_amount: 7300 }],
    });
    const invoice_number = `${word}-${days}`;
    const { error } = await service
      .from("invoices")
      .update({ status, invoice_number })
      .eq("id", id ?? "");
    expect(error).toBeNull();
  }
  await signInAs(page, base, owner.email, PASSWORD);
  await page.goto("/client-dashboard?tab=invoices");
  const names = page.getByRole("table", { name: "Invoices" }).getByText(/^(Agreed|Open|Canceled)/);
  await expect(names).toHaveText(["Open", "Agreed, sooner", "Agreed, later", "Canceled"]);
});
