const HALF_AT_END = /[\uD800-\uDBFF]$/;

/** The beginning of a text, never ending in half a character (an emoji is two): databases and providers refuse those. */
export function truncateText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.length < text.length && HALF_AT_END.test(cut) ? cut.slice(0, -1) : cut;
}
