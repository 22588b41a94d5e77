import { withoutAccents } from "./without-accents.ts";

/** Letters without an accent that could be removed. `private.slug_for` has the same ones. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** 'Größe' becomes 'grosse'. */
export const plainLetters = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? "");

/**
 * The end of a link, made from a name: 'Café, 30 % off!' becomes 'cafe-30-off', and 'Zoë's' becomes 'zoes'. Empty without a letter or
 * number.
 */
export function slugify(name: string, maxLength: number): string {
  return plainLetters(name.replace(/['’‘ʼ´`]/g, ""))
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, maxLength)
    .replace(/-+$/, "");
}
