import fc from "fast-check";
import { expect, it } from "vitest";
import { followContacts } from "./contact-links.ts";

const followPhones = (text: string) => followContacts(text, text);

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

const PAIN = "In pain? Call us: [(503) 555-0148](tel:+15035550148)";
const MAIL = "Write to [hello@old.example](mailto:hello@old.example) or call.";

it.each([
  [PAIN, "In pain? Call us: 971 234 5678", "In pain? Call us: [971 234 5678](tel:+19712345678)"],
  [PAIN, "Call 971-234-5678 now.", "Call [971-234-5678](tel:+19712345678) now."],
  [PAIN, "Call us: +49 30 1234567", "Call us: [+49 30 1234567](tel:+49301234567)"],
  [PAIN, "Call us: (971) 234-5678", "Call us: [(971) 234-5678](tel:+19712345678)"],
  [MAIL, "Write to us@smile.dental or call.", "Write to [us@smile.dental](mailto:us@smile.dental) or call."],
  [MAIL, "Write to us@smile.dental.", "Write to [us@smile.dental](mailto:us@smile.dental)."],
  [
    MAIL,
    "Write to [us@smile.dental](mailto:hello@old.example) or call.",
    "Write to [us@smile.dental](mailto:us@smile.dental) or call.",
  ],
  [
    MAIL,
    "Write to [hello@](mailto:hello@old.example)smile.dental.",
    "Write to [hello@smile.dental](mailto:hello@smile.dental).",
  ],
  ["[a@b.co](mailto:a@b.co?subject=Hi)", "[c@d.co](mailto:a@b.co?subject=Hi)", "[c@d.co](mailto:c@d.co?subject=Hi)"],
])("%s, edited to %s, keeps its link", (before, typed, expected) =>
  expect(followContacts(typed, before)).toBe(expected),
);

it.each([
  // Someone removed the link, and the number stayed.
  [PAIN, "In pain? Call us: (503) 555-0148"],
  [PAIN, "In pain? Call us."],
  [PAIN, "In pain? Call us: 971 23"],
  [`${PAIN} or 971 234 5678`, "In pain? Call us or 971 234 5678"],
  ["Call us: 503 555 0148", "Call us: 971 234 5678"],
  ["[Call us](tel:+15035550148)", "971 234 5678"],
  ["See [our page](https://example.com)", "See 971 234 5678"],
  ["[a@b.co](mailto:office@b.co)", "[a@b.co](mailto:office@b.co) now"],
])("%s, edited to %s, gets no link", (before, typed) => expect(followContacts(typed, before)).toBe(typed));

it("gives a replaced number its link back at every letter that follows, and only one", () => {
  const number = fc.stringMatching(/^[2-9][0-9]{9}$/);
  fc.assert(
    fc.property(number, number, fc.stringMatching(/^([a-z]{1,8} )?$/), (old, next, words) => {
      fc.pre(old !== next);
      const before = `${words}[${old}](tel:+1${old}) today`;
      for (let end = 7; end <= 10; end += 1) {
        const shown = next.slice(0, end);
        const kept = followContacts(`${words}${shown} today`, before);
        expect(kept).toMatch(new RegExp(`^${words}\\[${shown}\\]\\(tel:\\+1\\d{10}\\) today$`));
        expect(kept.match(/tel:/g)).toHaveLength(1);
      }
      expect(followContacts(`${words}${next} today`, before)).toBe(`${words}[${next}](tel:+1${next}) today`);
    }),
  );
});

it("is done soon for long texts that have lost many links", () => {
  const before = "[503 555 0148](tel:+15035550148) ".repeat(2000);
  expect(followContacts("5 ".repeat(50_000), before).length).toBeGreaterThan(0);
  expect(followContacts("a@".repeat(50_000), MAIL)).toHaveLength(100_000);
  expect(followContacts("[a](".repeat(25_000), MAIL)).toHaveLength(100_000);
});
