import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_LENGTHS, SLUG } from "./landing-draft.ts";
import { startingSlugs } from "./starting-page.ts";

const ID = "0a1b2c3d-0000-4000-8000-000000000000";

test.each([
  ["Smile Dental", "smile-dental", "smile-dental-2"],
  ["Οδοντίατρος", "page", "page-2"],
  ["🦷", "page", "page-2"],
])("%s gets the address %s, then %s", (name, first, second) =>
  expect(startingSlugs(name, ID).slice(0, 2)).toEqual([first, second]),
);

test("every name gets different addresses that the database takes", () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: "binary", maxLength: 250 }), fc.stringMatching(/^[a-z-]{90,200}$/)),
      (name) => {
        const slugs = startingSlugs(name, ID);
        expect(new Set(slugs).size).toBe(slugs.length);
        for (const slug of slugs)
          expect([slug, SLUG.test(slug) && slug.length <= MAX_LENGTHS.slug]).toEqual([slug, true]);
      },
    ),
  );
});
