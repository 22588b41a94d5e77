import { describe, expect, test } from "vitest";
import { adminHistory } from "./admin-history.ts";
import type { AdminInvoice } from "./api.ts";

const invoice = {
  id: "i",
  currency: "usd",
  issued_at: "2026-11-01T09:00:00Z",
  created_at: "2026-11-01T08:00:00Z",
} as AdminInvoice["invoice"];
const event = (kind: AdminInvoice["events"][number]["kind"], created_at: string, more = {}) => ({
  ...{ id: `${kind} ${created_at}`, kind, created_at, note: null, method: null, amount: null, actor: "Ada" },
  restored: false,
  ...more,
});
const entry = (kind: "payment" | "refund" | "reversal", occurred_at: string, more = {}) => ({
  ...{ id: `${kind} ${occurred_at}`, kind, occurred_at, amount: 5_000, currency: "usd", is_duplicate: false },
  ...{ by_hand: false, reference: "pi_1", method: null, card: null, payer: null, note: null, removal: null },
  ...more,
});
const shown = (details: Partial<AdminInvoice>) =>
  adminHistory({ invoice, events: [], ledger: [], together: [], ...details }).map(({ title, method, amount }) => [
    title,
    method,
    amount,
  ]);

describe("the history of an invoice for admins", () => {
  test("has card payments and refunds between what admins did, newest first", () => {
    const events = [
      event("created", "2026-11-01T08:00:00Z"),
      event("sent", "2026-11-01T09:00:00Z"),
      event("resent", "2026-11-03T09:00:00Z"),
    ];
    const ledger = [
      entry("payment", "2026-11-02T09:00:00Z"),
      entry("refund", "2026-11-04T09:00:00Z", { amount: 1_000 }),
    ];
    expect(shown({ events, ledger })).toEqual([
      ["Refunded", "Card", 1_000],
      ["Sent again", null, null],
      ["Paid", "Card", 5_000],
      ["Sent to the client", null, null],
      ["Draft created", null, null],
    ]);
  });

  test("says who paid in someone else's name", () => {
    const ledger = [entry("payment", "2026-11-02T09:00:00Z", { payer: "Jonas Whitfield" })];
    expect(adminHistory({ invoice, events: [], ledger, together: [] })[0]?.actor).toBe("Jonas Whitfield");
  });

  test("says which other invoices a payment paid", () => {
    const ledger = [entry("payment", "2026-11-02T09:00:00Z")];
    const shared = {
      payment_id: ledger[0]?.id ?? "",
      occurred_at: "2026-11-02T09:00:00Z",
      numbers: ["INV-2"],
      more: 0,
    };
    const [first] = adminHistory({
      ...{ invoice, events: [], ledger },
      together: [{ ...shared, amount: 9_000, currency: "usd" }],
    });
    expect(first?.note).toBe("Paid together with INV-2, $90.00 in one payment");
  });

  test("shows a movement that an admin caused once", () => {
    const refunded = { method: "Card", note: "A week late", amount: 1_000 };
    const events = [event("created", "2026-11-01T08:00:00Z"), event("refunded", "2026-11-04T09:00:01Z", refunded)];
    const ledger = [entry("refund", "2026-11-04T09:00:00Z", { method: "Card", note: "A week late", amount: 1_000 })];
    expect(shown({ events, ledger })[0]).toEqual(["Refunded", "Card", 1_000]);
    expect(shown({ events, ledger })).toHaveLength(2);
  });

  test("names what counts again after it was removed", () => {
    const paid = { method: "Cash", amount: 5_000 };
    const events = [
      event("marked_paid", "2026-11-02T09:00:00Z", paid),
      event("payment_removed", "2026-11-03T09:00:00Z", { amount: 5_000 }),
      event("marked_paid", "2026-11-04T09:00:00Z", { ...paid, restored: true }),
    ];
    expect(shown({ events }).map(([title]) => title)).toEqual([
      "Payment restored",
      "Payment removed",
      "Payment recorded",
      "Sent to the client",
    ]);
  });

  test("begins with the day of issue when nothing was recorded then", () => {
    const ledger = [entry("payment", "2026-11-02T09:00:00Z", { by_hand: true })];
    expect(shown({ ledger })).toEqual([
      ["Paid", "Recorded by hand", 5_000],
      ["Sent to the client", null, null],
    ]);
  });
});
