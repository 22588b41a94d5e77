import { describe, expect, test } from "vitest";
import { invoiceBalance } from "./invoice-balance.ts";

const open = { status: "pending", amount: 5_000, credited_amount: 0, received_amount: 0, refunded_amount: 0 };
const paid = { ...open, status: "paid", received_amount: 5_000 };

describe("the balance of an invoice", () => {
  test("an open invoice has nothing to refund", () => {
    expect(invoiceBalance(open)).toEqual({ received: 0, refundable: 0, surplus: 0 });
    expect(invoiceBalance({ ...open, received_amount: 2_000 })).toEqual({ received: 2_000, refundable: 0, surplus: 0 });
  });

  test("an invoice paid before the ledger existed counts its amount as received", () => {
    const before = { ...paid, received_amount: 0, credited_amount: 1_000 };
    expect(invoiceBalance(before)).toEqual({ received: 4_000, refundable: 4_000, surplus: 0 });
  });

  test("an overpayment is surplus until it is refunded", () => {
    const twice = { ...paid, received_amount: 10_000 };
    expect(invoiceBalance(twice).surplus).toBe(5_000);
    expect(invoiceBalance({ ...twice, refunded_amount: 5_000 }).surplus).toBe(0);
    expect(invoiceBalance({ ...paid, refunded_amount: 5_000 })).toEqual({ received: 5_000, refundable: 0, surplus: 0 });
  });

  test("every payment for a canceled invoice is surplus", () => {
    expect(invoiceBalance({ ...paid, status: "void" })).toEqual({ received: 5_000, refundable: 5_000, surplus: 5_000 });
  });
});
