/** The end of a quoted part that starts at `at`. Undefined if no quoted part starts there. */
function endOfQuoted(text: string, at: number): number | undefined {
  const rest = text.slice(at, at + 80);
  const closing = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    return found < 0 ? text.length : found + end.length;
  };
  if (rest.startsWith("--")) return closing("\n", at);
  if (rest.startsWith("/*")) return closing("*/", at);
  if (rest.startsWith('"')) return closing('"', at + 1);
  // A doubled quote ends one part and starts the next, which has the same effect.
  if (rest.startsWith("'")) return closing("'", at + 1);
  const tag = /^\$\w*\$/.exec(rest)?.[0];
  return tag && !/\w/.test(text[at - 1] ?? "") ? closing(tag, at + tag.length) : undefined;
}

/** Whether a statement goes on, because the body of its function has statements of its own. */
const isOpenBody = (part: string): boolean => /^begin atomic$/im.test(part) && !/^end;$/im.test(part);

/** Splits an SQL file into statements, each with the comments before it. Escape strings (`e'…'`) are not supported. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfQuoted(text, at);
    if (end !== undefined) at = end;
    else if (text[at++] === ";" && !isOpenBody(text.slice(start, at))) {
      statements.push(text.slice(start, at).trim());
      start = at;
    }
  }
  const rest = text.slice(start).trim();
  if (withoutComments(rest) !== "") throw new Error(`No semicolon ends: ${rest.slice(0, 100)}`);
  return statements;
}

/** A statement without the comments before it. */
export function withoutComments(statement: string): string {
  return statement.replace(/^(\s*--[^\n]*(\n|$))*\s*/, "");
}
