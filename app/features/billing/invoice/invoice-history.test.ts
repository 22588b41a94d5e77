import { describe, expect, test } from "vitest";
import type { InvoiceDetails } from "./api.ts";
import { invoiceHistory } from "./invoice-history.tsx";

const invoice = {
  id: "1",
  invoice_number: "INV-1",
  status: "pending",
  description: null,
  amount: 5_000,
  currency: "usd",
  due_date: "2026-11-30",
  paid_date: null,
  issued_at: "2026-11-16T10:00:00+00:00",
  created_at: "2026-11-15T10:00:00+00:00",
  refunded_amount: 0,
  refund: null,
  credited_amount: 0,
  received_amount: 0,
  owed_amount: 5_000,
  kept_amount: 0,
  needs_attention: null,
};
const paid = { ...invoice, status: "paid", paid_date: "2026-11-20" };
const movement = (id: string, kind: string, amount: number, day: number, is_duplicate = false) => ({
  id,
  kind,
  amount,
  currency: "usd",
  is_duplicate,
  occurred_at: `2026-11-${day}T12:00:00+00:00`,
  provider_ref: `pi_${id}`,
  combined_id: null,
  payer_id: null,
  method: null,
});
const details = (over: Partial<InvoiceDetails>): InvoiceDetails =>
  ({
    invoice,
    lines: [],
    payments: [],
    credits: [],
    milestones: [],
    together: [],
    payers: [],
    recipient: null,
    today: "2026-11-21",
    ...over,
  }) as InvoiceDetails;
const titles = (over: Partial<InvoiceDetails>) => invoiceHistory(details(over)).map(({ title }) => title);

describe("the history of an invoice", () => {
  test("starts with the issue date and ends with upcoming events", () => {
    expect(titles({})).toEqual(["Issued", "Due"]);
    expect(titles({ invoice: { ...invoice, status: "overdue" } as InvoiceDetails["invoice"] })).toEqual([
      "Issued",
      "Was due",
    ]);
  });

  test("says why money went back", () => {
    const payments = [movement("a", "payment", 5_000, 20), movement("c", "refund", 3_000, 21)];
    const why = {
      id: "c",
      kind: "refunded" as const,
      at: "2026-11-21T12:00:00Z",
      reason: "One session less",
      amount: null,
    };
    const history = invoiceHistory(
      details({
        invoice: { ...paid, refund: "partly refunded" } as InvoiceDetails["invoice"],
        payments,
        milestones: [why],
      }),
    );
    expect(history.map(({ title, note }) => [title, note])).toEqual([
      ["Issued", undefined],
      ["Payment received by card", undefined],
      ["Refunded to you by card", "One session less"],
    ]);
  });

  test("names a second payment and shows refunds", () => {
    const payments = [
      movement("a", "payment", 5_000, 20),
      movement("b", "payment", 5_000, 20, true),
      movement("c", "refund", 5_000, 21),
    ];
    expect(titles({ invoice: paid as InvoiceDetails["invoice"], payments })).toEqual([
      "Issued",
      "Payment received by card",
      "Paid a second time",
      "Refunded to you by card",
    ]);
  });

  test("promises a refund of a second payment until it was made", () => {
    const payments = [movement("a", "payment", 5_000, 20), movement("b", "payment", 5_000, 20, true)];
    const note = (kept_amount: number) =>
      invoiceHistory(details({ invoice: { ...paid, kept_amount } as InvoiceDetails["invoice"], payments }))[2]?.note;
    expect(note(10_000)).toBe("This arrived after the invoice was paid. We'll refund it to you.");
    expect(note(5_001)).toBe("This arrived after the invoice was paid. We'll refund it to you.");
    expect(note(5_000)).toBe("This arrived after the invoice was paid.");
  });

  test("says that the invoice stays paid after a second payment went back, and why", () => {
    const twice = [movement("a", "payment", 5_000, 20), movement("b", "payment", 5_000, 20, true)];
    const back = movement("c", "refund", 5_000, 21);
    const why = { id: "c", kind: "refunded" as const, at: back.occurred_at, reason: "Paid twice", amount: null };
    const note = (payments: InvoiceDetails["payments"], refund: string | null = null) =>
      invoiceHistory(
        details({ invoice: { ...paid, refund } as InvoiceDetails["invoice"], payments, milestones: [why] }),
      ).at(-1)?.note;
    expect(note([...twice, back])).toBe("A second payment went back. The invoice stays paid. Paid twice");
    expect(note([movement("a", "payment", 10_000, 20), back])).toBe("The invoice stays paid. Paid twice");
    expect(note([...twice, back], "partly refunded")).toBe("Paid twice");
  });

  test("says how money went back, as far as it is known", () => {
    const refund = (id: string, method: string | null) => ({
      ...movement(id, "refund", 1_000, 21),
      provider_ref: `manual:${id}`,
      method,
    });
    const payments = [movement("a", "payment", 5_000, 20), refund("b", "Bank transfer"), refund("c", "Other")];
    expect(titles({ invoice: paid as InvoiceDetails["invoice"], payments })).toEqual([
      "Issued",
      "Payment received by card",
      "Refunded by bank transfer",
      "Refunded",
    ]);
  });

  test("says which invoices one payment paid, and has no time of a payment that an admin recorded", () => {
    const payments = [
      movement("a", "payment", 2_000, 18),
      { ...movement("b", "payment", 3_000, 20), provider_ref: "manual:1", method: "Bank transfer" },
    ];
    const shared = { payment_id: "a", occurred_at: "2026-11-18T12:00:00+00:00", numbers: ["INV-2"], more: 0 };
    const together = [{ ...shared, amount: 9_000, currency: "usd" }];
    const [, first, second] = invoiceHistory(details({ payments, together }));
    expect(first).toMatchObject({ isDay: false, note: "Paid together with INV-2, $90.00 in one payment." });
    expect(second).toMatchObject({ isDay: true, title: "Payment received by bank transfer" });
    expect(second?.note).toBeUndefined();
    const payers = [{ payment_id: "a", name: "Jonas Whitfield" }];
    const theirs = [movement("c", "refund", 3_000, 21), movement("d", "payment", 3_000, 22, true)];
    const overpaid = { ...paid, kept_amount: 8_000 } as InvoiceDetails["invoice"];
    const titled = (over: Partial<InvoiceDetails>) =>
      invoiceHistory(details({ invoice: overpaid, payments: theirs, ...over }))
        .slice(1, 3)
        .map(({ title, note }) => [title, note]);
    const twice = (whose: string) => `This arrived after the invoice was paid. We'll refund it to ${whose}.`;
    const both = (name: string | null) => ["c", "d"].map((payment_id) => ({ payment_id, name }));
    const recipient = { name: "Priya Raman" } as InvoiceDetails["recipient"];
    expect(titled({})).toEqual([
      ["Refunded to you by card", undefined],
      ["Paid a second time", twice("you")],
    ]);
    // A colleague reads whose card it was: the person's on the invoice, another colleague's, or their own.
    expect(titled({ recipient })[0]).toEqual(["Refunded to Priya Raman by card", undefined]);
    expect(titled({ payers: both("Jonas Whitfield") })).toEqual([
      ["Refunded to Jonas Whitfield by card", undefined],
      ["Paid a second time", `Paid by Jonas Whitfield. ${twice("Jonas Whitfield")}`],
    ]);
    expect(titled({ recipient, payers: both(null) })).toEqual([
      ["Refunded to you by card", undefined],
      ["Paid a second time", `Paid by you. ${twice("you")}`],
    ]);
    const [, named, other] = invoiceHistory(details({ payments, together, payers }));
    expect(named?.note).toBe("Paid together with INV-2, $90.00 in one payment. Paid by Jonas Whitfield.");
    expect(other?.note).toBeUndefined();
    expect(invoiceHistory(details({ payments, payers }))[1]?.note).toBe("Paid by Jonas Whitfield.");
  });

  test("says when an agreed invoice opened for payment, and when and why one was canceled", () => {
    const at = (day: number) => `2026-11-${day}T12:00:00+00:00`;
    const opened = { id: "o", kind: "opened" as const, at: at(17), reason: null, amount: null };
    expect(titles({ milestones: [opened] })).toEqual(["Issued", "Opened for payment", "Due"]);
    const canceled = { id: "v", kind: "canceled" as const, at: at(18), reason: "Sent twice", amount: null };
    const history = invoiceHistory(
      details({ invoice: { ...invoice, status: "void" } as InvoiceDetails["invoice"], milestones: [opened, canceled] }),
    );
    expect(history.map(({ title, note }) => [title, note])).toEqual([
      ["Issued", undefined],
      ["Opened for payment", undefined],
      ["Canceled", "Sent twice"],
    ]);
  });

  test("says which payment was removed and why", () => {
    const removed = { id: "r", kind: "payment_removed" as const, at: "2026-11-18T12:00:00+00:00" };
    const milestones = [{ ...removed, reason: "Another client's check", amount: 4_000 }];
    expect(invoiceHistory(details({ milestones }))[1]).toMatchObject({
      ...{ title: "Payment of $40.00 removed", note: "Another client's check" },
    });
  });

  test("says which credit was removed", () => {
    const removed = { id: "r", kind: "credit_removed" as const, at: "2026-11-18T12:00:00+00:00" };
    const milestones = [{ ...removed, reason: "Another invoice", amount: 1_500 }];
    expect(invoiceHistory(details({ milestones }))[1]).toMatchObject({
      ...{ title: "Credit of $15.00 removed", note: "Another invoice" },
    });
  });

  test("includes invoices that were paid outside the payment provider", () => {
    expect(titles({ invoice: paid as InvoiceDetails["invoice"] })).toEqual(["Issued", "Paid"]);
  });

  test("shows credits and failed refunds", () => {
    const credits = [{ id: "c", amount: 1_500, reason: "A week late", created_at: "2026-11-18T12:00:00+00:00" }];
    expect(titles({ credits })).toEqual(["Issued", "Credited", "Due"]);
    const payments = [
      movement("a", "payment", 5_000, 20),
      movement("b", "refund", 5_000, 21),
      movement("c", "reversal", 5_000, 22),
    ];
    expect(titles({ invoice: paid as InvoiceDetails["invoice"], payments }).at(-1)).toBe("Refund didn't go through");
  });
});
