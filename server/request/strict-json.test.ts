import fc from "fast-check";
import { expect, test } from "vitest";
import { BadRequest } from "./bad-request.ts";
import { decodeText, parseStrictJson } from "./strict-json.ts";

/** Every character of a JSON name may be written literally or as an escape. */
const spelled = (name: string, escapes: boolean[]) =>
  `"${[...name]
    .map((character, index) =>
      escapes[index] ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
    )
    .join("")}"`;
const spelling = (name: string) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((escapes) => spelled(name, escapes));
const space = fc.constantFrom("", " ", "\n", "\t ");

test("a duplicate name is refused in every spelling, order and depth", () => {
  fc.assert(
    fc.property(
      spelling("email"),
      spelling("email"),
      space,
      fc.array(fc.constantFrom("[", '{"a":'), { maxLength: 20 }),
      fc.boolean(),
      (one, other, gap, wrap, between) => {
        const object = `{${one}${gap}:"a"${between ? ', "x": [{}, "email:"]' : ""},${gap}${other}:${gap}"b"}`;
        const close = wrap.map((part) => (part === "[" ? "]" : "}")).reverse();
        expect(() => parseStrictJson(`${wrap.join("")}${object}${close.join("")}`)).toThrow(/twice/);
      },
    ),
  );
});

test("any JSON value without duplicate names is read as JSON.parse reads it", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (/\\u0000|__proto__/.test(text)) return;
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("it accepts no text that JSON.parse refuses, and never fails in another way", () => {
  const pieces = fc.constantFrom('{"a":', "[", "]", "}", ",", '"', "\\", '"a"', ":", "1", "\\u00", "null", " ");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join("");
      try {
        expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      } catch (error) {
        expect(error).toBeInstanceOf(BadRequest);
      }
    }),
  );
});

test.each([
  ['{"__proto__": {}}', /__proto__/],
  ['{"\\u005f_proto__": 1}', /__proto__/],
  ['{"a": "\\u0000"}', /NUL/],
  ['{"a\\u0000": 1}', /NUL/],
  ['["\\u0000"]', /NUL/],
  [`${"[".repeat(65)}${"]".repeat(65)}`, /deeply/],
  ["{bro", /Could not parse/],
  ["", /Could not parse/],
])("%j is refused", (text, reason) => {
  expect(() => parseStrictJson(text)).toThrow(reason);
});

test("an escaped backslash before u0000 is not a NUL", () => {
  expect(parseStrictJson('{"a": "\\\\u0000"}')).toEqual({ a: "\\u0000" });
});

test("bytes that are not UTF-8 are refused", () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]])
    expect(() => decodeText(Uint8Array.from(bytes))).toThrow(BadRequest);
});
