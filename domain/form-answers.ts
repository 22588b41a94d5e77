/** 'which_tooth' becomes 'Which tooth'. */
export function questionOf(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A question as it is before its answer: 'Budget:', but 'What do you sell?'. */
export const beforeAnswer = (question: string): string =>
  /[?:]\s*$/.test(question) ? question.trim() : `${question}:`;

/** Stored lines such as 'What do you sell?: Shoes', without a colon after a question mark. */
export const withoutDoubleMarks = (lines: string): string => lines.replace(/^([^?\n]*\?): /gm, "$1 ");

/** The stored lines 'which_tooth: Front' of a form, with questions as people read them and without empty answers. */
export const readableAnswers = (lines: string): string =>
  lines
    .split("\n")
    .filter((line) => !/^[a-z0-9_-]+: $/.test(line))
    .map((line) => line.replace(/^[a-z0-9_-]+(?=: )/, questionOf))
    .join("\n");
