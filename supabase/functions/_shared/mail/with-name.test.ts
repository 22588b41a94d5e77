import { expect, test } from "vitest";
import { withName } from "./with-name.ts";

test.each([
  ["Upfunnel <no-reply@agency.example>", undefined, "Upfunnel <no-reply@agency.example>"],
  ["Upfunnel <no-reply@agency.example>", "Northside Dental", '"Northside Dental" <no-reply@agency.example>'],
  ["no-reply@agency.example", "Smith, Lee & Co.", '"Smith, Lee & Co." <no-reply@agency.example>'],
  [
    "Upfunnel <no-reply@agency.example>",
    'A" <evil@x.example>\r\nBcc: b',
    '"A  <evil@x.example> Bcc: b" <no-reply@agency.example>',
  ],
])("An email from %s in the name of %s is from %s", (from, name, expected) =>
  expect(withName(from, name)).toBe(expected),
);
