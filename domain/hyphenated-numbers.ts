const HYPHENATED = /([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+)/u;
/** A longer number may have no room on a phone, so it may break. */
const MAX_LENGTH = 24;

const isNumber = (word: string) => word.length <= MAX_LENGTH && /-\p{N}+$/u.test(word);

/** A text in parts: every second one is a number with hyphens, such as INV-2026-0001. */
export function splitNumbers(text: string): string[] {
  const parts = [""];
  for (const [at, part] of text.split(HYPHENATED).entries()) {
    if (at % 2 === 1 && isNumber(part)) parts.push(part, "");
    else parts.push(`${parts.pop()}${part}`);
  }
  return parts;
}
