import { describe, expect, test } from "vitest";
import { amountNote, firstRefundDay, invoiceBalance, isUnpaid, readableStatus } from "./invoice-balance.ts";

const open = { status: "pending", amount: 5_000, credited_amount: 0, refunded_amount: 0, kept_amount: 0 };
const paid = { ...open, status: "paid", kept_amount: 5_000 };

describe("the balance of an invoice", () => {
  test("an open invoice has nothing to refund", () => {
    expect(invoiceBalance(open)).toEqual({ received: 0, refundable: 0, surplus: 0 });
    expect(invoiceBalance({ ...open, kept_amount: 2_000 })).toEqual({ received: 2_000, refundable: 0, surplus: 0 });
  });

  test("an open invoice can be canceled unless money for it is kept", () => {
    expect(isUnpaid(open)).toBe(true);
    expect(isUnpaid({ ...open, kept_amount: 2_000 })).toBe(false);
  });

  test("an overpayment is surplus until it is refunded", () => {
    const twice = { ...paid, kept_amount: 10_000 };
    const back = { refunded_amount: 5_000 };
    expect(invoiceBalance(twice).surplus).toBe(5_000);
    expect(invoiceBalance({ ...twice, ...back, kept_amount: 5_000 }).surplus).toBe(0);
    expect(invoiceBalance({ ...paid, ...back, kept_amount: 0 })).toEqual({
      received: 5_000,
      refundable: 0,
      surplus: 0,
    });
  });

  test("every payment for a canceled invoice is surplus", () => {
    expect(invoiceBalance({ ...paid, status: "void" })).toEqual({ received: 5_000, refundable: 5_000, surplus: 5_000 });
  });

  test("more refunded than received leaves nothing to refund", () => {
    const wrong = { ...paid, refunded_amount: 6_000, kept_amount: -1_000 };
    expect(invoiceBalance(wrong)).toEqual({ received: 5_000, refundable: 0, surplus: 0 });
  });
});

test("a refund is the status that people read", () => {
  expect(readableStatus({ status: "paid", refund: "partly refunded" })).toBe("partly refunded");
  expect(readableStatus({ status: "overdue", refund: null })).toBe("overdue");
});

test("money can go back from the day on which an invoice was fully paid, or in the agency's zone from the first payment of a canceled one", () => {
  const entry = (kind: string, occurred_at: string) => ({ kind, occurred_at });
  const ledger = [
    entry("removed", "2026-10-01T12:00:00Z"),
    entry("payment", "2026-11-07T12:00:00Z"),
    entry("payment", "2026-11-05T02:00:00Z"),
    entry("refund", "2026-11-02T12:00:00Z"),
  ];
  const invoice = { paid_date: null };
  expect(firstRefundDay({ invoice, ledger }, "America/New_York")).toBe("2026-11-04");
  expect(firstRefundDay({ invoice, ledger }, "Europe/Berlin")).toBe("2026-11-05");
  expect(firstRefundDay({ invoice, ledger: [] }, "Europe/Berlin")).toBeNull();
  for (const entries of [ledger, []])
    expect(firstRefundDay({ invoice: { paid_date: "2026-11-20" }, ledger: entries }, "Europe/Berlin")).toBe(
      "2026-11-20",
    );
});

test("the note below an amount in a list says what was paid too much, what went back, or what is left to pay", () => {
  const paid = { status: "paid", amount: 5_000, credited_amount: 0, refunded_amount: 0, kept_amount: 5_000 };
  const note = (more: object) => amountNote({ ...paid, owed_amount: 0, refund: null, currency: "usd", ...more });
  expect(note({})).toBe("");
  expect(note({ kept_amount: 15_001 })).toBe("Overpaid $100.01");
  // The second payment went back.
  expect(note({ refunded_amount: 5_000 })).toBe("");
  expect(note({ refunded_amount: 1_000, kept_amount: 4_000, refund: "partly refunded" })).toBe("$10.00 refunded");
  expect(note({ status: "pending", kept_amount: 2_000, owed_amount: 3_000 })).toBe("$30.00 due");
  expect(note({ status: "pending", kept_amount: 0, owed_amount: 5_000 })).toBe("");
});
