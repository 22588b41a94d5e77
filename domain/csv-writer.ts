/** Quotes and blanks in front of a formula do not keep a spreadsheet from running it. */
const FORMULA = /^[\s"'\u00a0\ufeff]*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/u;
/** Telephone numbers and negative amounts begin so as well and are none. */
const PLAIN_NUMBER = /^[+-]?[\d\s().,/-]*$/;

/** Where a spreadsheet that separates by semicolons or tabs begins a new cell: it overlooks quotes that do not begin one of its own. */
const WITHIN = /(?<=[;\t\r\n])[^;\t\r\n]+/g;

/** The same text, with an apostrophe in front of what a spreadsheet would take for a formula: names are typed by strangers. */
export function escapeFormula(text: string): string {
  const safe = text.replace(WITHIN, (part) => (FORMULA.test(part) && !PLAIN_NUMBER.test(part) ? `'${part}` : part));
  return FORMULA.test(text) && (!PLAIN_NUMBER.test(text) || /^[\t\r]/.test(text)) ? `'${safe}` : safe;
}

/** One line of CSV (RFC 4180), formulas neutralised. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const safe = typeof value === "number" ? String(value) : escapeFormula(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
