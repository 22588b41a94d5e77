import { expect, test } from "vitest";
import { isOneErrorOff } from "./typing-error.ts";

test.each([
  ["recipt", "receipts", true],
  ["reciept", "receipt", true],
  ["refunnd", "refund", true],
  ["invoise", "invoices", true],
  ["pasword", "password", true],
  ["pswrd", "password", false],
  ["vta", "vat", false],
  ["xyzzy", "receipts", false],
])("“%s” for “%s”: %s", (typed, word, isOff) => {
  expect(isOneErrorOff(typed, word)).toBe(isOff);
});
