import fc from "fast-check";
import { expect, test } from "vitest";
import { mailLink } from "./mail-link.ts";

test("the link reads like the address, and no address brings a subject or another recipient", () => {
  expect(mailLink("ada@example.com")).toBe("mailto:ada@example.com");
  expect(mailLink("a?subject=b&cc=c@example.com")).toBe("mailto:a%3Fsubject%3Db%26cc%3Dc@example.com");
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const link = new URL(mailLink(email));
      expect([link.search, link.hash, decodeURIComponent(link.pathname)]).toEqual(["", "", email]);
    }),
  );
});
