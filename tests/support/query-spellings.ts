import fc from "fast-check";

// Spellings of one text in a query, on which two parsers might disagree.

const hex = (byte: number, upper: boolean) => {
  const digits = byte.toString(16).padStart(2, "0");
  return `%${upper ? digits.toUpperCase() : digits}`;
};
const encodeAll = (character: string, upper: boolean) =>
  [...new TextEncoder().encode(character)].map((byte) => hex(byte, upper)).join("");

type Style = "plain" | "upper" | "lower";

function spell(character: string, style: Style): string {
  if (style !== "plain") return encodeAll(character, style === "upper");
  return /^[A-Za-z0-9_.~*()!'@:,/-]$/.test(character)
    ? character
    : character === " "
      ? "+"
      : encodeAll(character, true);
}

/** The same text with some of its characters percent-encoded, in either case. */
export const spelling = (text: string) =>
  fc
    .array(fc.constantFrom<Style>("plain", "plain", "plain", "upper", "lower"), {
      minLength: text.length,
      maxLength: text.length,
    })
    .map((styles) => [...text].map((character, index) => spell(character, styles[index] ?? "plain")).join(""));

/** Input that parsers decode differently, or that some parsers take for a separator. */
const garbage = fc.constantFrom("%", "%zz", "%4", "%ff", "%C0%80", "%00", "%ED%A0%80", "a%", "%25%", "%u0065");
const noise = fc.constantFrom("", "&", "?", ";", "[]", "%5B%5D", "x", "apikey=a", "%26", "%3D", "#", "=", "+");

/** Queries with these names and values in any order, repetition and spelling, sometimes invalid. */
export function queries(names: readonly string[], values: readonly string[]): fc.Arbitrary<string> {
  const value = fc.oneof(fc.constantFrom(...values).chain(spelling), fc.string({ maxLength: 8 }).chain(spelling));
  const pair = fc.tuple(fc.constantFrom(...names).chain(spelling), value).map(([name, text]) => `${name}=${text}`);
  const part = fc.oneof(
    { weight: 24, arbitrary: pair },
    { weight: 2, arbitrary: fc.constantFrom(...names).chain(spelling) },
    { weight: 1, arbitrary: fc.tuple(pair, noise).map(([text, more]) => text + more) },
    { weight: 1, arbitrary: fc.tuple(noise, pair).map(([more, text]) => more + text) },
    { weight: 1, arbitrary: fc.tuple(pair, garbage).map(([text, more]) => text + more) },
  );
  return fc.array(part, { maxLength: 4 }).map((parts) => (parts.length === 0 ? "" : `?${parts.join("&")}`));
}

/** A JSON name with some of its characters written as escapes. */
const jsonName = (name: string) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((escapes) => {
    const characters = [...name].map((character, index) =>
      escapes[index] ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character,
    );
    return `"${characters.join("")}"`;
  });

/** JSON objects with these names in any order, repetition and spelling. */
export function jsonObjects(names: readonly string[], values: readonly unknown[]): fc.Arbitrary<string> {
  const field = fc.tuple(fc.constantFrom(...names).chain(jsonName), fc.constantFrom(...values));
  return fc
    .array(field, { maxLength: 5 })
    .map((fields) => `{${fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(",")}}`);
}
