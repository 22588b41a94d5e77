import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { daysBetween, invoiceDescription, isPayable, shownInvoiceStatus } from "./invoices.ts";
import {
  amountProblem,
  formatCompactMoney,
  formatEstimate,
  formatInputAmount,
  formatMoney,
  formatWholeMoney,
  parseMoney,
  sumByCurrency,
} from "./money.ts";

describe("money", () => {
  test("is stored in cents and shown divided by 100, with its currency", () => {
    expect(formatMoney({ amount: 108_505, currency: "usd" }, { locale: "en-US" })).toBe("$1,085.05");
    expect(formatMoney({ amount: 45_000, currency: "eur" }, { locale: "de-DE" })).toBe("450,00\u00a0€");
  });

  test("has the same decimal places as the payment provider", () => {
    expect(formatMoney({ amount: 138_300, currency: "jpy" }, { locale: "en-US" })).toBe("¥138,300");
    expect(formatMoney({ amount: 138_300, currency: "kwd" }, { locale: "en-US" })).toBe("KWD\u00a0138.300");
    expect(formatMoney({ amount: 138_300, currency: "isk" }, { locale: "en-US" })).toBe("ISK\u00a01,383.00");
  });

  test("in sentences and totals has no zero decimals, in any currency", () => {
    expect(formatWholeMoney({ amount: 2_000_050, currency: "usd" })).toBe("$20,001");
    expect(formatWholeMoney({ amount: 138_300, currency: "jpy" })).toBe("¥138,300");
    expect(formatEstimate({ amount: 19_931_500, currency: "usd" })).toBe("$199,000");
    expect(formatEstimate({ amount: 905_049, currency: "eur" })).toBe("€9,050");
    expect(formatCompactMoney({ amount: 500_000, currency: "usd" })).toBe("$5,000");
    expect(formatCompactMoney({ amount: 500_050, currency: "eur" })).toBe("€5,000.50");
    expect(formatCompactMoney({ amount: 138_300, currency: "jpy" })).toBe("¥138,300");
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
  test("is overdue when pending after its due date, not on it", () => {
    const shown = (status: string, due_date: string | null) => shownInvoiceStatus({ status, due_date }, "2026-11-21");
    expect(shown("pending", "2026-11-20")).toBe("overdue");
    expect(shown("pending", "2026-11-21")).toBe("pending");
    expect(shown("pending", null)).toBe("pending");
    expect(shown("paid", "2026-11-01")).toBe("paid");
  });

  test("can be paid when pending or overdue, and in no other state", () => {
    const statuses = ["draft", "pending", "paid", "overdue", "active", "void"];
    expect(statuses.filter(isPayable)).toEqual(["pending", "overdue"]);
  });

  test("is late by calendar days, even across daylight saving changes", () => {
    expect(daysBetween("2026-11-12", "2026-11-20")).toBe(8);
    expect(daysBetween("2026-03-07", "2026-03-09")).toBe(2);
    expect(daysBetween("2026-11-20", "2026-11-20")).toBe(0);
  });

  test("without a description reads 'Marketing services'", () => {
    expect(invoiceDescription(null)).toBe("Marketing services");
    expect(invoiceDescription(" ")).toBe("Marketing services");
    expect(invoiceDescription("Ads")).toBe("Ads");
  });
});

describe("a typed amount", () => {
  test.each([
    ["1200.50", "usd", 120_050],
    ["$1,200.5", "usd", 120_050],
    ["1200,50", "eur", 120_050],
    ["1,200", "usd", 120_000],
    ["1.200,50", "eur", 120_050],
    ["1.234.567,8", "usd", 123_456_780],
    ["-50", "usd", -5_000],
    ["0", "usd", 0],
    ["5000", "jpy", 5_000],
    ["1.234", "kwd", 1_234],
    ["5000.5", "jpy", null],
    ["1.234", "usd", null],
    ["", "usd", null],
    ["ten", "usd", null],
    ["1e5", "usd", null],
    ["99999999999", "usd", null],
  ])("%s in %s is %s", (typed, currency, amount) => expect(parseMoney(typed, currency)).toBe(amount));

  test.each([
    ["99999999999", "usd", "At most $999,999.99"],
    ["1,000,000", "usd", "At most $999,999.99"],
    ["12.345", "usd", "Use at most two decimals"],
    ["12.5", "jpy", "Use no decimals"],
    ["1.2345", "kwd", "Use at most three decimals"],
    ["twelve", "usd", "An amount such as 50.00"],
    ["", "usd", "An amount such as 50.00"],
  ])("%s in %s is refused: %s", (typed, currency, problem) =>
    expect(amountProblem(typed, currency, "50.00")).toBe(problem),
  );

  test("is formatted as it is typed", () => {
    expect(formatInputAmount({ amount: 120_050, currency: "usd" })).toBe("1200.50");
    expect(formatInputAmount({ amount: 5_000, currency: "jpy" })).toBe("5000");
  });
});
