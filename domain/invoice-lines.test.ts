import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineAmount, parseQuantity } from "./invoice-lines.ts";

describe("the price of a line", () => {
  test("is exact for whole quantities", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: -20_000, max: 20_000 }), (quantity, unit) => {
        expect(lineAmount(quantity, unit) + 0).toBe(quantity * unit + 0);
      }),
    );
  });

  test("is the nearest amount, and half a cent is rounded up", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 999_999_999 }),
        (hundredths, unit) => {
          const exact = BigInt(hundredths) * BigInt(unit);
          fc.pre(exact < 200_000_000_000n);
          const amount = BigInt(lineAmount(hundredths / 100, unit));
          const over = amount * 100n - exact;
          expect(over > -50n && over <= 50n).toBe(true);
        },
      ),
    );
  });

  test("of a line and of its reversal are zero together", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 1_000_000 }), (hundredths, unit) => {
        expect(lineAmount(hundredths / 100, unit) + lineAmount(hundredths / 100, -unit)).toBe(0);
      }),
    );
  });

  test.each([
    [1.5, 9_999, 14_999],
    [1.15, 100, 115],
    [0.01, 50, 1],
    [0.01, 49, 0],
    [1.5, -333, -500],
  ])("of %d times %d is %d", (quantity, unit, amount) => {
    expect(lineAmount(quantity, unit)).toBe(amount);
  });
});

describe("a typed quantity", () => {
  test.each([
    ["1", 1],
    [" 1.5 ", 1.5],
    ["1,5", 1.5],
    ["0.25", 0.25],
    ["100000", 100_000],
  ])("'%s' is %d", (typed, quantity) => {
    expect(parseQuantity(typed)).toBe(quantity);
  });

  test.each(["", "0", "0.00", "-1", "1.234", "1,000", "100000.01", "1e3", "one", ".5", "1."])(
    "'%s' is none",
    (typed) => {
      expect(parseQuantity(typed)).toBeNull();
    },
  );

  test("with up to two decimals keeps its value", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (hundredths) => {
        expect(parseQuantity((hundredths / 100).toFixed(2))).toBe(hundredths / 100);
      }),
    );
  });
});
