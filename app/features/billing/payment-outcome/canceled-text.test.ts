import { expect, test } from "vitest";
import { type CanceledInvoice, canceledText } from "./canceled-text.ts";

const invoice = (number: number, owed_amount: number, status = "pending"): CanceledInvoice => ({
  invoice_number: `UF-${number}`,
  owed_amount,
  status,
  currency: "usd",
  due_date: null,
});

const TODAY = "2026-12-01";

test("the page of a canceled payment says which invoices are open, and which were settled since", () => {
  expect(canceledText([invoice(1, 5_000)], true, TODAY)).toBe("Invoice UF-1 for $50.00 stays open.");
  expect(canceledText([invoice(1, 0, "paid")], true, TODAY)).toBe("Invoice UF-1 is already paid.");
  expect(canceledText([invoice(1, 0, "void")], true, TODAY)).toBe(
    "Invoice UF-1 is canceled, so there's nothing to pay.",
  );
  expect(canceledText([invoice(1, 0, "paid"), invoice(2, 0, "paid"), invoice(3, 1_000)], false, TODAY)).toBe(
    "Invoices UF-1 and UF-2 are already paid. Invoice UF-3 for $10.00 stays open.",
  );
});

test("the page of a canceled payment says when the open invoices are due", () => {
  const due = (number: number, due_date: string) => ({ ...invoice(number, 5_000), due_date });
  const one = (due_date: string) => canceledText([due(1, due_date)], true, TODAY);
  expect(one("2026-12-02")).toBe("Invoice UF-1 for $50.00 stays open. It's due Dec 2, 2026.");
  expect(one("2026-12-01")).toBe("Invoice UF-1 for $50.00 stays open. It's due Dec 1, 2026.");
  expect(one("2026-11-30")).toBe("Invoice UF-1 for $50.00 stays open. It was due Nov 30, 2026.");
  expect(canceledText([due(1, "2026-11-30"), due(2, "2026-12-09")], false, TODAY)).toBe(
    "Invoices UF-1 and UF-2 for $100.00 in total stay open. UF-1 was due Nov 30, 2026. UF-2 is due Dec 9, 2026.",
  );
});

test("the page of a canceled payment claims nothing about invoices that the user can't read", () => {
  expect(canceledText(undefined, true, TODAY)).toBe("While the invoice is open, you can still pay it.");
  expect(canceledText([], false, TODAY)).toBe("While your invoices are open, you can still pay them.");
});
