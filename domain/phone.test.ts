import { describe, expect, test } from "vitest";
import { NO_PHONES, PHONES } from "../tests/support/phone-examples.ts";
import { callLink, formatPhone, phoneProblem, textLink } from "./phone.ts";

describe("A phone number typed by the team", () => {
  test.each(PHONES)("%s is valid", (typed) => expect(phoneProblem(typed)).toBeNull());
  test.each(NO_PHONES)("%s is invalid", (typed) => expect(phoneProblem(typed)).toMatch(/valid phone number/));
  test("may be left out", () => expect(phoneProblem("  ")).toBeNull());
});

describe("A phone number on a screen", () => {
  test.each([
    ["+1 503 555 0148", "+1 503 555 0148"],
    ["+1 360.555.0100", "+1 360 555 0100"],
    ["+15035550148", "+1 503 555 0148"],
    ["1-503-555-0148", "+1 503 555 0148"],
    ["(971) 555-0106", "+1 971 555 0106"],
    ["541-555-0101", "+1 541 555 0101"],
    ["(207) 555-0100 x4", "+1 207 555 0100 ext. 4"],
  ])("%s is %s", (typed, shown) => expect(formatPhone(typed)).toBe(shown));
  test.each(["+44 20 7946 0018", "06 12 34 56 78", "9876543210", "98765 43210", "call me", "12", ""])(
    "%s stays as typed",
    (typed) => expect(formatPhone(typed)).toBe(typed),
  );
});

test.each([
  ["(971) 234-5678", "+19712345678"],
  ["+1 971.234.5678 ext. 4", "+19712345678"],
  ["9712345678", "9712345678"],
  ["030 / 1234567", "0301234567"],
  ["+49 30 1234567 x12", "+49301234567"],
])("A link for %s dials %s", (typed, dialed) =>
  expect([callLink(typed), textLink(typed)]).toEqual([`tel:${dialed}`, `sms:${dialed}`]),
);
