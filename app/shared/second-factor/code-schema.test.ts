import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeDigits, codeSchema } from "./code-schema.ts";

const six = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 6, maxLength: 6 }).map((digits) => digits.join(""));
const between = fc.constantFrom("", " ", "\u00a0", "-", "\t", "\n", "  ");

describe("a typed or pasted code", () => {
  test("keeps only its digits", () => {
    fc.assert(
      fc.property(six, fc.array(between, { minLength: 7, maxLength: 7 }), (code, gaps) => {
        const typed = gaps.map((gap, at) => gap + (code[at] ?? "")).join("");
        expect(codeDigits(typed)).toBe(code);
        expect(codeSchema.parse({ code: typed })).toEqual({ code });
      }),
    );
  });

  test("accepts full-width digits", () => {
    expect(codeDigits("１２３ ４５６")).toBe("123456");
  });

  test("is rejected with fewer than six digits, and never longer than six", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (typed) => {
        const digits = codeDigits(typed);
        expect(digits).toMatch(/^\d{0,6}$/);
        expect(codeSchema.safeParse({ code: typed }).success).toBe(digits.length === 6);
      }),
    );
  });
});
