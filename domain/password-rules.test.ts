import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { passwordProblems, passwordStrength } from "./password-rules.ts";

describe("a new password", () => {
  test("needs six characters and the same text twice (spec §5)", () => {
    expect(passwordProblems("12345", "12345")).toEqual(["too-short"]);
    expect(passwordProblems("123456", "123457")).toEqual(["mismatch"]);
    expect(passwordProblems("1", "2")).toEqual(["too-short", "mismatch"]);
    expect(passwordProblems("123456", "123456")).toEqual([]);
    expect(passwordProblems("", "")).toEqual(["too-short", "unconfirmed"]);
    expect(passwordProblems("123456", "")).toEqual(["mismatch"]);
  });

  test("counts characters, not code units", () => {
    expect(passwordProblems("🦊🦊🦊", "🦊🦊🦊")).toContain("too-short");
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: "grapheme" }), (text) => passwordProblems(text, text).length === 0),
    );
  });
});

describe("the strength hint", () => {
  test.each([
    ["", 0],
    ["abc", 1],
    ["aaaaaaaaaaaa", 1],
    ["12345678", 1],
    ["harbour-9", 3],
    ["harbour", 1],
    ["harbours2", 2],
    ["Harbour-at-9-pm", 4],
  ] as const)("%j is %i", (password, strength) => expect(passwordStrength(password)).toBe(strength));

  test("is at least weak for any input, and never falls when the same kind of text gets longer", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom("k", "R", "7", "-"), (text, more) => {
        const strength = passwordStrength(text);
        return strength >= 1 && passwordStrength(`${text}${more}`) >= strength;
      }),
    );
  });
});
