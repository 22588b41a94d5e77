import { expect, test } from "vitest";
import { formatMoney } from "./money.ts";
import { togetherText } from "./paid-together.ts";

const payment = { payment_id: "p", occurred_at: "2026-11-24T10:00:00Z", currency: "usd" };

test("a payment of several invoices names the others and its whole amount", () => {
  const told = togetherText({ ...payment, numbers: ["INV-2", "INV-3"], more: 0, amount: 214_500 }, formatMoney);
  expect(told).toBe("Paid together with INV-2 and INV-3, $2,145.00 in one payment");
});

test("invoices that the reader doesn't see are only counted", () => {
  const hidden = { ...payment, amount: null };
  expect(togetherText({ ...hidden, numbers: ["INV-2"], more: 2 }, formatMoney)).toBe(
    "Paid together with INV-2 and 2 other invoices",
  );
  expect(togetherText({ ...hidden, numbers: [], more: 1 }, formatMoney)).toBe("Paid together with 1 other invoice");
});
