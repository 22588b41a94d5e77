import { expect, test } from "vitest";
import { z } from "zod";
import { answerProblem, EMAIL } from "./booking-answers.ts";
import { invalidEmailText, requiredFieldText } from "./submission-rules.ts";

const rule = (kind: "text" | "email" | "tel", isRequired = true) => ({ kind, isRequired, maxLength: 20 });

test("an answer is refused when it is missing, too long, or no email address or phone number", () => {
  expect(answerProblem("", rule("text"))).toBe(requiredFieldText);
  expect(answerProblem("", rule("tel", false))).toBeNull();
  expect(answerProblem("x".repeat(21), rule("text"))).toBe("At most 20 characters.");
  expect(answerProblem("ann@example", rule("email"))).toBe(invalidEmailText);
  expect(answerProblem("ann@example.com", rule("email"))).toBeNull();
  expect(answerProblem("call me", rule("tel"))).toMatch(/valid phone number.*\.$/);
  expect(answerProblem("(458) 555-0148", rule("tel"))).toBeNull();
});

test("an email address is one for the other forms, too", () => {
  const own = z.email();
  for (const local of ["ann", "a.b", ".ann", "a..b", "o'hara", "a+b", "a-", "a'", "ä", "a_b", "", "a b"])
    for (const host of ["example.com", "x.io", "-x.com", "example", "a.b.co", "x.c", "x_y.com", "x.com.", "x.c1"]) {
      const address = `${local}@${host}`;
      expect([address, EMAIL.test(address)]).toEqual([address, own.safeParse(address).success]);
    }
});
