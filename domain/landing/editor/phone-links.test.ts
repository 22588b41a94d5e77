import fc from "fast-check";
import { expect, it } from "vitest";
import { followPhones } from "./phone-links.ts";

it.each([
  ["[(503) 555-0](tel:+15035550148)192", "[(503) 555-0192](tel:+15035550192)"],
  ["Call [(503) 555-0192](tel:+15035550148) now", "Call [(503) 555-0192](tel:+15035550192) now"],
  ["[+49 30 1234567](tel:+15035550148)", "[+49 30 1234567](tel:+49301234567)"],
  ["[030 1234567](tel:+49301234568)", "[030 1234567](tel:0301234567)"],
])("%s becomes %s", (typed, expected) => expect(followPhones(typed)).toBe(expected));

it.each([
  "[(503) 555-0148](tel:+15035550148)",
  "[(503) 555-0148](tel:+15035550148) from 9 to 5",
  "[Call us](tel:+15035550148)",
  "[Call us](tel:+15035550148) 24",
  "[555](tel:+15035550148)",
  "[our page](https://example.com)",
  "(503) 555-0148",
])("%s stays", (text) => expect(followPhones(text)).toBe(text));

it("is done soon for any text, and settles at once", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("[", "](tel:", ")", "5", "03 ", "+1", "a", "(", "-", "\n")), (parts) => {
      const once = followPhones(parts.join(""));
      expect(followPhones(once)).toBe(once);
    }),
    { numRuns: 2000 },
  );
  expect(followPhones("[(5".repeat(50_000))).toHaveLength(150_000);
});
