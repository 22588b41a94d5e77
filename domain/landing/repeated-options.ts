import { linesOf } from "./markup.ts";

/** Answers are compared without regard to case, and so are options. */
const same = (option: string) => option.trim().toLowerCase();

/** The options of a question as visitors see them: each one once, as it is written first. */
export const optionsOf = (options: string): string[] =>
  [...Map.groupBy(linesOf(options), same).values()].flatMap(([first]) => first ?? []);

/** The options that a question lists more than once. */
export const repeatedOptions = (options: string): string[] =>
  [...Map.groupBy(linesOf(options), same).values()].flatMap(([first, second]) => (first && second ? [first] : []));
