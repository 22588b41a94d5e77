const HALF_AT_END = /[\uD800-\uDBFF]$/;

/**
 * Cuts a text without splitting a character (an emoji has two units), because databases and providers refuse half
 * characters.
 */
export function truncateText(text: string, maxLength: number): string {
  const cut = text.slice(0, maxLength);
  return cut.length < text.length && HALF_AT_END.test(cut) ? cut.slice(0, -1) : cut;
}
