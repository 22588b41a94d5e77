import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine, escapeFormula } from "./csv-writer.ts";

/** Reads RFC 4180, as spreadsheets do. */
function read(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && quoted && text[at + 1] === '"') cell += text[++at];
    else if (text[at] === '"') quoted = !quoted;
    else if (!quoted && (text[at] === "," || text[at] === "\r")) {
      row.push(cell);
      cell = "";
      if (text[at] === ",") continue;
      rows.push(row);
      row = [];
      at += 1;
    } else cell += text[at];
  }
  return rows;
}

test("each cell reads back unchanged, except for the apostrophe before a formula", () => {
  const cell = fc.string({ minLength: 1, unit: fc.constantFrom(..."x \"',;=@-1\t\r\n") }).map((text) => `x${text}`);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(read(rows.map((cells) => csvLine(cells)).join(""))).toEqual(
        // A spreadsheet that separates by semicolons may find a formula within a cell.
        rows.map((cells) => cells.map((text) => escapeFormula(text))),
      );
    }),
  );
  expect(csvLine(["=1+1", "@x", "-2", 'a "b"'])).toBe(`'=1+1,'@x,-2,"a ""b"""\r\n`);
});
