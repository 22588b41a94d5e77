import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { invoiceDescription, invoiceStyle, shownInvoiceStatus, totalPaid } from "./invoices.ts";
import { formatMoney, sumByCurrency } from "./money.ts";

describe("money", () => {
  test("is stored in cents and shown divided by 100, with its currency", () => {
    expect(formatMoney({ amount: 108_505, currency: "usd" }, "en-US")).toBe("$1,085.05");
    expect(formatMoney({ amount: 45_000, currency: "eur" }, "de-DE")).toBe("450,00\u00a0€");
  });

  test("has as many places as the payment provider charges with", () => {
    expect(formatMoney({ amount: 138_300, currency: "jpy" }, "en-US")).toBe("¥138,300");
    expect(formatMoney({ amount: 138_300, currency: "kwd" }, "en-US")).toBe("KWD\u00a0138.300");
    expect(formatMoney({ amount: 138_300, currency: "isk" }, "en-US")).toBe("ISK\u00a01,383.00");
  });

  test("is summed per currency only", () => {
    const list = fc.array(
      fc.record({ amount: fc.integer({ min: 0, max: 1e9 }), currency: fc.constantFrom("usd", "eur", "USD") }),
    );
    fc.assert(
      fc.property(list, (amounts) => {
        const sums = sumByCurrency(amounts);
        const total = (of: { amount: number }[]) => of.reduce((sum, { amount }) => sum + amount, 0);
        return total(sums) === total(amounts) && new Set(sums.map(({ currency }) => currency)).size === sums.length;
      }),
    );
  });
});

describe("an invoice", () => {
  test("has its own style when paid, pending, overdue or active, else a neutral one", () => {
    expect(["paid", "pending", "overdue", "active", "draft"].map(invoiceStyle)).toEqual([
      "paid",
      "pending",
      "overdue",
      "active",
      "neutral",
    ]);
  });

  test("is overdue when pending after its due date, not on it", () => {
    const shown = (status: string, due_date: string | null) => shownInvoiceStatus({ status, due_date }, "2026-11-21");
    expect(shown("pending", "2026-11-20")).toBe("overdue");
    expect(shown("pending", "2026-11-21")).toBe("pending");
    expect(shown("pending", null)).toBe("pending");
    expect(shown("paid", "2026-11-01")).toBe("paid");
  });

  test("counts into Total Paid when paid, minus refunds", () => {
    const base = { currency: "usd", refunded_amount: 0 };
    expect(
      totalPaid([
        { ...base, status: "paid", amount: 5_000 },
        { ...base, status: "paid", amount: 3_000, refunded_amount: 1_000 },
        { ...base, status: "pending", amount: 9_000 },
      ]),
    ).toEqual([{ currency: "usd", amount: 7_000 }]);
  });

  test("without a description reads 'Marketing services'", () => {
    expect(invoiceDescription(null)).toBe("Marketing services");
    expect(invoiceDescription(" ")).toBe("Marketing services");
    expect(invoiceDescription("Ads")).toBe("Ads");
  });
});
