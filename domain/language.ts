const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i;
export const MAX_LANGUAGE_LENGTH = 35;

/** A language tag such as 'de-AT', or null for any other text. */
export const readLanguage = (text: string | null | undefined): string | null =>
  text && text.length <= MAX_LANGUAGE_LENGTH && LANGUAGE.test(text) ? text : null;

/** The language that a browser prefers, from its header Accept-Language: 'de-AT' for 'en;q=0.8, de-AT'. Null when it says none. */
export function preferredLanguage(header: string | null | undefined): string | null {
  const wishes = (header ?? "").split(",", 50).map((wish) => {
    const [tag = "", ...more] = wish.split(";").map((part) => part.trim());
    const quality = more.find((part) => part.startsWith("q="))?.slice(2);
    return { tag: readLanguage(tag), quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const [best] = wishes.filter(({ tag, quality }) => tag && quality > 0).toSorted((a, b) => b.quality - a.quality);
  return best?.tag ?? null;
}
