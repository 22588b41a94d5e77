import type { ReactNode } from "react";
import { splitNumbers } from "../../domain/hyphenated-numbers.ts";

/** Words in which numbers with hyphens, such as INV-2026-0001, stay on one line. Browsers break after a hyphen. */
export function unbroken(words: ReactNode): ReactNode {
  if (Array.isArray(words)) return words.map(unbroken);
  if (typeof words !== "string") return words;
  const parts = splitNumbers(words);
  if (parts.length === 1) return words;
  return parts.map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={at} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
