import fc from "fast-check";
import { expect, test } from "vitest";
import { slugify } from "./slug.ts";

test("a slug keeps every letter of a name, without its accent", () => {
  for (const [name, slug] of [
    ["Intro Überblick", "intro-uberblick"],
    ["Café, 30 % off!", "cafe-30-off"],
    ["Große Straße", "grosse-strasse"],
    ["Łódź & Ærø", "lodz-aero"],
    ["İstanbul", "istanbul"],
    ["Zoë's Café", "zoes-cafe"],
    ["Women’s ‘best’ O´Hara", "womens-best-ohara"],
    ["…", ""],
  ])
    expect([name, slugify(name ?? "", 60)]).toEqual([name, slug]);
});

test("a slug of any name has the form that the database asks for", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 90 }), fc.integer({ min: 1, max: 60 }), (name, most) => {
      const slug = slugify(name, most);
      expect(slug.length).toBeLessThanOrEqual(most);
      if (slug) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }),
  );
  expect(slugify(`${"a".repeat(59)} b`, 60)).toBe("a".repeat(59));
});
