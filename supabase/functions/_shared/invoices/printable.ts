/** Whether a character has a glyph. */
type Draws = (codePoint: number) => boolean;

/**
 * The value with all of its texts as the fonts can draw them. A character without a glyph, such as an emoji, would be drawn as another
 * one, in the place of the next word.
 */
export function printable<Value>(value: Value, draws: Draws): Value {
  if (typeof value === "string") return printableText(value, draws) as Value;
  if (Array.isArray(value)) return value.map((each) => printable(each, draws)) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, printable(each, draws)])) as Value;
}

/** In place of what is left out, so that only the spaces around it are tidied. */
const GAP = "\uffff";

/** A gap is one space between words, and none at the ends of a line or beside a punctuation mark. */
const AROUND_GAP = / *\uffff[ \uffff]*/g;
const CLOSES = /^(?:[\n.,:;!?)\]]|$)/;
const OPENS = /(?:^|[\n([])$/;

function printableText(text: string, draws: Draws): string {
  const known = [...text.replace(/\r\n?/g, "\n").normalize("NFC")].map((each) => drawn(each, draws)).join("");
  return known.replace(AROUND_GAP, (gap, at: number) => {
    const after = known.slice(at + gap.length, at + gap.length + 1);
    return OPENS.test(known.slice(Math.max(0, at - 1), at)) || CLOSES.test(after) ? "" : " ";
  });
}

function drawn(character: string, draws: Draws): string {
  if (character === "\n") return character;
  // What joins emoji or sets a direction may have a glyph, but no shape.
  if (/[\p{Cc}\p{Cf}]/u.test(character)) return /\s/.test(character) ? " " : "";
  // Letters in another style, such as bold ones from a text generator, are plain ones.
  for (const form of [character, character.normalize("NFKC")])
    if ([...form].every((each) => draws(each.codePointAt(0) ?? 0))) return form;
  // A mark belongs to the letter before it, which stays.
  if (/\p{M}/u.test(character)) return "";
  return /\s/.test(character) ? " " : GAP;
}
