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

/** The end of a link, made from a name: 'Café, 30 % off!' becomes 'cafe-30-off'. Empty without a letter or number. */
export function slugify(name: string, maxLength: number): string {
  return withoutAccents(name)
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => PLAIN_LETTERS[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, maxLength)
    .replace(/-+$/, "");
}
