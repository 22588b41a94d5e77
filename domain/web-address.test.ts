import fc from "fast-check";
import { expect, test } from "vitest";
import { NO_WEBSITES, WEBSITES } from "../tests/support/website-examples.ts";
import { isWebAddress, toWebAddress, websiteLink, websiteProblem } from "./web-address.ts";

test.each([
  ["https://www.notion.so/acme/Leads?v=1#top", "https://www.notion.so/acme/Leads?v=1#top"],
  ["http://a.example", "http://a.example"],
  ["notion.so/acme", "https://notion.so/acme"],
  ["https://user:pass@notion.so/a", "https://notion.so/a"],
  ["https://notion.so/a b", "https://notion.so/a%20b"],
  ["https://notion.so/a%20b c", "https://notion.so/a%20b%20c"],
  ["notion.so\\acme", "https://notion.so%5Cacme"],
  ["javascript:alert(1)", "https://javascript:alert(1)"],
  ["//evil.example/a", "https://%2F%2Fevil.example%2Fa"],
  ["@", "https://%40"],
])("%j is stored as %s", (given, stored) => expect(toWebAddress(given)).toBe(stored));

test("Any text becomes a web address that no browser runs, and a valid address is unchanged", () => {
  const part = fc.constantFrom(
    "javascript:",
    "data:",
    "https://",
    "http:",
    "/",
    "\\",
    "@",
    " ",
    "\n",
    "\u0085",
    "a",
    "?",
    "#",
    "%",
    ":",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(part).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (given) => {
      if (given.trim() === "") return;
      const stored = toWebAddress(given);
      expect(isWebAddress(stored)).toBe(true);
      expect(stored).toMatch(/^https?:\/\//i);
      expect(toWebAddress(stored)).toBe(stored);
    }),
  );
});

test("a website is a domain or an http address, and nothing that runs", () => {
  for (const website of ["", " ", ...WEBSITES]) expect([website, websiteProblem(website)]).toEqual([website, null]);
  for (const website of NO_WEBSITES)
    expect([website, websiteProblem(website)]).toEqual([website, "Enter a web address, such as https://example.com"]);
});

test.each([
  ["example.com", "https://example.com"],
  [" www.example.co.uk/path ", "https://www.example.co.uk/path"],
  ["HTTP://example.com", "HTTP://example.com"],
  ["https://example.com/a?b", "https://example.com/a?b"],
  ["our website", null],
  ["ann@example.com", null],
  ["javascript:alert(1)", null],
])("The website %j links to %s", (stored, link) => expect(websiteLink(stored)).toBe(link));
