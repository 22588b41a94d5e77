import fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";

test("The same fault has the same fingerprint, whoever met it", () => {
  const fault = (id: string, email: string, ms: number) =>
    fingerprintOf("function failed", {
      error: `duplicate key (id)=("${id}") of ${email} after ${ms} ms\n    at save (/app/server/mail/smtp.ts:${ms}:1)`,
    });
  const expected = fault("a", "a@example.com", 1);
  fc.assert(
    fc.property(fc.uuid(), fc.emailAddress(), fc.nat(), (id, email, ms) => {
      expect(fault(id, email, ms)).toBe(expected);
    }),
  );
});

test("Other events, messages and files have other fingerprints", () => {
  const all = [
    fingerprintOf("function failed", { error: "it broke" }),
    fingerprintOf("backend failed", { error: "it broke" }),
    fingerprintOf("function failed", { error: "it burned" }),
    fingerprintOf("function failed", { error: "it broke\n    at save (/app/server/mail/smtp.ts:1:1)" }),
    fingerprintOf("function failed", { error: "it broke\n    at save (/app/server/mail/inbox.ts:1:1)" }),
  ];
  expect(new Set(all).size).toBe(all.length);
});
