/** Where a quoted part that begins at `at` ends. Undefined when nothing quoted begins there. */
function endOfQuoted(text: string, at: number): number | undefined {
  const rest = text.slice(at, at + 80);
  const closing = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    return found < 0 ? text.length : found + end.length;
  };
  if (rest.startsWith("--")) return closing("\n", at);
  if (rest.startsWith("/*")) return closing("*/", at);
  if (rest.startsWith('"')) return closing('"', at + 1);
  // A doubled quote ends one part and begins the next, which comes to the same.
  if (rest.startsWith("'")) return closing("'", at + 1);
  const tag = /^\$\w*\$/.exec(rest)?.[0];
  return tag && !/\w/.test(text[at - 1] ?? "") ? closing(tag, at + tag.length) : undefined;
}

/** The statements of an SQL file, each with the comments before it. Escape strings (`e'…'`) are not understood. */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfQuoted(text, at);
    if (end !== undefined) at = end;
    else if (text[at++] === ";") {
      statements.push(text.slice(start, at).trim());
      start = at;
    }
  }
  const rest = text.slice(start).trim();
  if (withoutComments(rest) !== "") throw new Error(`No semicolon ends: ${rest.slice(0, 100)}`);
  return statements;
}

/** The statement itself. */
export function withoutComments(statement: string): string {
  return statement.replace(/^(\s*--[^\n]*(\n|$))*\s*/, "");
}
