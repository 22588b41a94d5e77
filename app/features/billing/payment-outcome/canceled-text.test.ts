import { expect, test } from "vitest";
import { type CanceledInvoice, canceledText } from "./canceled-text.ts";

const invoice = (number: number, owed_amount: number, status = "pending"): CanceledInvoice => ({
  invoice_number: `UF-${number}`,
  owed_amount,
  status,
  currency: "usd",
});

test("the page of a canceled payment says which invoices are open, and which were settled since", () => {
  expect(canceledText([invoice(1, 5_000)], true)).toBe(
    "Invoice UF-1 for $50.00 stays open, and you can pay it whenever you like.",
  );
  expect(canceledText([invoice(1, 5_000), invoice(2, 1_000, "overdue")], false)).toBe(
    "Invoices UF-1 and UF-2 for $60.00 in total stay open, and you can pay them whenever you like.",
  );
  expect(canceledText([invoice(1, 0, "paid")], true)).toBe("Invoice UF-1 is already paid.");
  expect(canceledText([invoice(1, 0, "void")], true)).toBe("Invoice UF-1 is canceled, so there's nothing to pay.");
  expect(canceledText([invoice(1, 0, "paid"), invoice(2, 0, "paid"), invoice(3, 1_000)], false)).toBe(
    "Invoices UF-1 and UF-2 are already paid. Invoice UF-3 for $10.00 stays open, and you can pay it whenever you like.",
  );
});

test("the page of a canceled payment claims nothing about invoices that the user can't read", () => {
  expect(canceledText(undefined, true)).toBe("While the invoice is open, you can pay it whenever you like.");
  expect(canceledText([], false)).toBe("While your invoices are open, you can pay them whenever you like.");
});
