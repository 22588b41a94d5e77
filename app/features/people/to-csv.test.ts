import fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv } from "./to-csv.ts";

/** A reader of RFC 4180, as spreadsheets have one. */
function read(text: string): string[][] {
  const rows: string[][] = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const row = rows.at(-1) as string[];
    const last = row.length - 1;
    if (text[at] === '"' && quoted && text[at + 1] === '"') row[last] += text[++at];
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === "," && !quoted) row.push("");
    else if (text.startsWith("\r\n", at) && !quoted) rows.push([""]) && at++;
    else row[last] += text[at];
  }
  return rows.slice(0, -1);
}

test("every cell comes back as it was, apart from the apostrophe before a formula", () => {
  const cell = fc.string({ minLength: 1 }).map((text) => `x${text}`);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(read(toCsv(rows))).toEqual(rows);
    }),
  );
  expect(toCsv([["=1+1", "@x", "-2", 'a "b"']])).toBe(`'=1+1,'@x,'-2,"a ""b"""\r\n`);
});
