const LONGEST_QUERY = 16 * 1024;
/** Deeper than any request of ours; every further level multiplies what the database has to join. */
const DEEPEST_EMBED = 3;
const DEEPEST_LOGIC = 10;
const MOST_WILDCARDS = 8;

const REGEX = /^(?:not\.)?i?match[.(]/i;
const REGEX_INSIDE = /\.(?:not\.)?i?match[.(]/i;
const LIKE = /^(?:not\.)?i?like[.(]/i;

/**
 * What is wrong with a query of the table API, or undefined. Regular expressions and patterns full of wildcards can keep the
 * database busy for minutes, which on the embedded one stops the whole host; nothing of ours uses them.
 */
export function queryComplaint(search: string): string | undefined {
  if (search.length > LONGEST_QUERY) return `The query is longer than ${LONGEST_QUERY} characters`;
  for (const [name, value] of new URLSearchParams(search)) {
    const isLogic = /(^|\.)(and|or)$/i.test(name);
    const deepest = depth(value);
    if (name === "select" && deepest > DEEPEST_EMBED) return `Embedding is possible ${DEEPEST_EMBED} levels deep`;
    if (deepest > DEEPEST_LOGIC) return `Conditions are possible ${DEEPEST_LOGIC} levels deep`;
    if (REGEX.test(value) || (isLogic && REGEX_INSIDE.test(value))) return "Regular expressions are not possible here";
    if ((isLogic || LIKE.test(value)) && (value.match(/[*%_]/g)?.length ?? 0) > MOST_WILDCARDS)
      return `At most ${MOST_WILDCARDS} wildcards are possible`;
  }
  return undefined;
}

/** How deep parentheses are nested. */
function depth(text: string): number {
  let open = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === "(") deepest = Math.max(deepest, ++open);
    else if (character === ")") open -= 1;
  }
  return deepest;
}
