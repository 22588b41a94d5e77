/** Spreadsheets run a formula even after quotes and blanks. */
const FORMULA = /^[\s"'\u00a0\ufeff]*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/u;
/** Phone numbers and negative amounts start the same way but are not formulas. */
const PLAIN_NUMBER = /^[+-]?[\d\s().,/-]*$/;

/**
 * Matches the start of a cell in a spreadsheet that separates by semicolons or tabs. It ignores quotes that do not
 * start a cell.
 */
const WITHIN = /(?<=[;\t\r\n])[^;\t\r\n]+/g;

/**
 * Puts an apostrophe, or another mark, before text that a spreadsheet would run as a formula, because strangers type the
 * names.
 */
export function escapeFormula(text: string, mark = "'"): string {
  const safe = text.replace(WITHIN, (part) =>
    FORMULA.test(part) && !PLAIN_NUMBER.test(part) ? `${mark}${part}` : part,
  );
  return FORMULA.test(text) && (!PLAIN_NUMBER.test(text) || /^[\t\r]/.test(text)) ? `${mark}${safe}` : safe;
}

/** One line of CSV (RFC 4180) with neutralized formulas. */
export function csvLine(cells: readonly (string | number | null | undefined)[], mark?: string): string {
  return `${cells.map((cell) => toCell(cell, mark)).join(",")}\r\n`;
}

function toCell(value: string | number | null | undefined, mark?: string): string {
  if (value === null || value === undefined) return "";
  const safe = typeof value === "number" ? String(value) : escapeFormula(value, mark);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
