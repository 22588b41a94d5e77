import fc from "fast-check";
import { expect, test } from "vitest";
import { discountLines, invoiceTotals } from "./invoice-totals.ts";

const cents = fc.nat({ max: 1_000_000 });
const invoice = fc
  .record({
    status: fc.constantFrom("draft", "pending", "overdue", "active", "paid", "void"),
    total: cents,
    credited: cents,
    received: cents,
    refunded: cents,
  })
  .map((sums) => ({ ...sums, credited: Math.min(sums.credited, sums.total) }))
  // As the database derives it (owed_amount).
  .map((sums) => ({
    ...sums,
    owed: ["pending", "overdue", "active"].includes(sums.status)
      ? Math.max(0, sums.total - sums.credited - Math.max(0, sums.received - sums.refunded))
      : 0,
  }));

test("the lines add up to the amount due, and what follows to what was kept", () => {
  fc.assert(
    fc.property(invoice, (sums) => {
      const { lines, after } = invoiceTotals(sums);
      const add = (all: readonly (readonly [string, number])[]) => all.reduce((sum, [, amount]) => sum + amount, 0);
      expect(lines.at(-1)).toEqual(["Amount due", sums.owed]);
      expect(add(lines.slice(0, -1))).toBe(sums.owed);
      if (after.length > 0) expect(sums.received + add(after.slice(0, -1))).toBe(after.at(-1)?.[1]);
      expect(new Set([...lines, ...after].map(([label]) => label)).size).toBe(lines.length + after.length);
      expect([...lines, ...after].some(([, amount]) => Object.is(amount, -0))).toBe(false);
    }),
  );
});

test("an invoice that was credited, paid and partly refunded", () => {
  const sums = { status: "paid", total: 30_622, credited: 622, received: 30_000, refunded: 5_050, owed: 0 };
  expect(invoiceTotals(sums)).toEqual({
    lines: [
      ["Total", 30_622],
      ["Credited", -622],
      ["Paid", -30_000],
      ["Amount due", 0],
    ],
    after: [
      ["Refunded", -5_050],
      ["Paid, less refunds", 24_950],
    ],
  });
});

test("money that goes back on an open invoice is owed again, and a canceled invoice is owed no more", () => {
  const open = { status: "pending", total: 1_000, credited: 0, received: 400, refunded: 100, owed: 700 };
  expect(invoiceTotals(open).lines).toEqual([
    ["Total", 1_000],
    ["Paid", -400],
    ["Refunded", 100],
    ["Amount due", 700],
  ]);
  expect(invoiceTotals({ ...open, status: "void", owed: 0 }).lines).toContainEqual(["Void", -600]);
});

test("discounts stand above the total and add up to it with the subtotal", () => {
  expect(discountLines([50_000, 12_000])).toEqual([]);
  expect(discountLines([])).toEqual([]);
  expect(discountLines([50_000, -12_000, -500])).toEqual([
    ["Subtotal", 50_000],
    ["Discount", -12_500],
  ]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (amounts) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0);
      const shown = discountLines(amounts);
      if (shown.length > 0) expect(shown.reduce((sum, [, amount]) => sum + amount, 0)).toBe(total);
      expect(shown.length > 0).toBe(amounts.some((amount) => amount < 0));
    }),
  );
});
