import fc from "fast-check";
import { expect, it } from "vitest";
import { followPhones } from "./phone-links.ts";

it.each([
  ["[(503) 555-0](tel:+15035550148)192", "[(503) 555-0192](tel:+15035550192)"],
  ["Call [(503) 555-0192](tel:+15035550148) now", "Call [(503) 555-0192](tel:+15035550192) now"],
  ["[+49 30 1234567](tel:+15035550148)", "[+49 30 1234567](tel:+49301234567)"],
  ["[030 1234567](tel:+49301234568)", "[030 1234567](tel:+49301234567)"],
  ["[030 123456](tel:+49301234568)", "[030 123456](tel:+4930123456)"],
  ["[030 12345678](tel:+49301234567)", "[030 12345678](tel:+493012345678)"],
  ["[030 1234567](tel:0301234568)", "[030 1234567](tel:0301234567)"],
  ["[06 1234567](tel:+39061234568)", "[06 1234567](tel:+39061234567)"],
  ["[555-0192](tel:+15035550148)", "[555-0192](tel:+15035550192)"],
  ["[1-503-555-0192](tel:+15035550148)", "[1-503-555-0192](tel:+15035550192)"],
  ["[612 34 56 78](tel:+34612345679)", "[612 34 56 78](tel:+34612345678)"],
  ["[(503) 555-01](tel:+15035550148)48", "[(503) 555-0148](tel:+15035550148)"],
])("%s becomes %s", (typed, expected) => expect(followPhones(typed)).toBe(expected));

it.each([
  "[(503) 555-0148](tel:+15035550148)",
  "[(503) 555-0148](tel:+15035550148) from 9 to 5",
  "[(503) 555-0148](tel:+15035550148) 24 hours a day",
  "[030 1234567](tel:+49301234567) is our number",
  "[06 1234567](tel:+39061234567)",
  "[0800 555 0148](tel:08005550148)",
  "[Call us](tel:+15035550148)",
  "[Call us](tel:+15035550148) 24",
  "[555](tel:+15035550148)",
  "[our page](https://example.com)",
  "(503) 555-0148",
])("%s stays", (text) => expect(followPhones(text)).toBe(text));

it("ends at the right number, however it is typed", () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[2-9][0-9]{${length - 1}}$`));
  const typed = (link: (shown: string) => string, whole: string) => {
    let text = link("");
    // The old number is deleted from its end, and the new one is typed digit by digit.
    for (let end = 1; end <= whole.length; end += 1)
      text = followPhones(link(whole.slice(0, end)).replace(/tel:[^)]*/, /tel:[^)]*/.exec(text)?.[0] ?? ""));
    return text;
  };
  fc.assert(
    fc.property(digits(10), digits(10), (old, next) => {
      expect(typed((shown) => `[${shown}](tel:+1${old})`, next)).toBe(`[${next}](tel:+1${next})`);
    }),
  );
  fc.assert(
    fc.property(digits(9), digits(8), digits(10), (old, short, long) => {
      for (const next of [short, long])
        expect(typed((shown) => `[${shown}](tel:+49${old})`, `0${next}`)).toBe(`[0${next}](tel:+49${next})`);
    }),
  );
});

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
