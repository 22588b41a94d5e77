import { linesOf } from "./markup.ts";

/** The options that a question lists more than once. Answers are compared without regard to case, and so are options. */
export function repeatedOptions(options: string): string[] {
  const lines = linesOf(options);
  const same = lines.map((line) => line.trim().toLowerCase());
  return lines.filter((_, at) => same.indexOf(same[at] ?? "") === at && same.lastIndexOf(same[at] ?? "") !== at);
}
