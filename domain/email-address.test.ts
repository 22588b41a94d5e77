import { expect, test } from "vitest";
import { EMAILS, NO_EMAILS } from "../tests/support/email-examples.ts";
import { emailProblem, isEmailAddress } from "./email-address.ts";

test.each(EMAILS)("%j is an email address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
  expect(emailProblem(` ${text} `)).toBeNull();
});

test.each(NO_EMAILS)("%j is none", (text) => expect(emailProblem(text)).toBe("Enter a valid email address"));

test("It has at most 320 characters, and may be missing", () => {
  expect(isEmailAddress(`${"a".repeat(308)}@example.com`)).toBe(true);
  expect(isEmailAddress(`${"a".repeat(309)}@example.com`)).toBe(false);
  expect(emailProblem(" ")).toBeNull();
});
