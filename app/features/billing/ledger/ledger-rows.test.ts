import { expect, test } from "vitest";
import type { AdminInvoice, LedgerEntry } from "./api.ts";
import { ledgerRows } from "./ledger-rows.ts";

const invoice = { status: "pending", currency: "usd", refunded_amount: 0, received_amount: 5_000 };
const entry = (kind: LedgerEntry["kind"], occurred_at: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  ...{ id: occurred_at, kind, occurred_at, amount: 5_000, currency: "usd", is_duplicate: false, by_hand: true },
  ...{ reference: "manual:1", method: "Check", card: null, payer: null, note: null, removal: null },
  ...more,
});
const removal = (of: "payment" | "refund" | "credit") => ({ of, at: "2026-11-09", reason: "Mistake", actor: "Ada" });
const credit = { id: "c", amount: 1_500, reason: "A week late", created_at: "2026-11-02", removal: null };
const shown = (ledger: LedgerEntry[], credits: AdminInvoice["credits"] = [], more: Partial<typeof invoice> = {}) =>
  ledgerRows({ invoice: { ...invoice, ...more } as AdminInvoice["invoice"], ledger, credits }).map(
    ({ what, removal: removed, isRemovable, keptBy }) => [
      what,
      removed !== null,
      keptBy === null ? isRemovable : "kept",
    ],
  );

test("the ledger lists credits between payments, and each can be removed", () => {
  expect(shown([entry("payment", "2026-11-01"), entry("payment", "2026-11-03")], [credit])).toEqual([
    ["payment", false, true],
    ["credit", false, true],
    ["payment", false, true],
  ]);
});

test("what was removed is still what it was, and isn't removed again", () => {
  const gone = entry("removed", "2026-11-01", { removal: removal("refund") });
  expect(shown([gone], [{ ...credit, removal: removal("credit") }])).toEqual([
    ["refund", true, false],
    ["credit", true, false],
  ]);
});

test("while a refund by hand counts, only it can be removed; what the provider reports never can", () => {
  const paid = { status: "paid", refunded_amount: 1_000 };
  expect(shown([entry("payment", "2026-11-01"), entry("refund", "2026-11-03")], [credit], paid)).toEqual([
    ["payment", false, "kept"],
    ["credit", false, "kept"],
    ["refund", false, true],
  ]);
  expect(
    shown([entry("payment", "2026-11-01", { by_hand: false }), entry("refund", "2026-11-02", { by_hand: false })]),
  ).toEqual([
    ["payment", false, false],
    ["refund", false, false],
  ]);
});

test("a credit stays on a canceled invoice, and on one that was paid before there was a ledger", () => {
  expect(shown([], [credit], { status: "void" })).toEqual([["credit", false, false]]);
  expect(shown([], [credit], { status: "paid", received_amount: 0 })).toEqual([["credit", false, false]]);
  expect(shown([], [credit], { status: "paid" })).toEqual([["credit", false, true]]);
});
