/** Quotes and blanks in front of a formula do not keep a spreadsheet from running it. */
const FORMULA = /^[\s"'\u00a0\ufeff]*[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/u;
/** Telephone numbers and negative amounts begin so as well and are none. */
const HARMLESS = /^[+-]?[\d\s().,/-]*$/;

/** The same text, with an apostrophe in front where a spreadsheet would take it for a formula: names are typed by strangers. */
export function neutraliseCell(text: string): string {
  return FORMULA.test(text) && (!HARMLESS.test(text) || /^[\t\r]/.test(text)) ? `'${text}` : text;
}

/** One line of CSV (RFC 4180), formulas neutralised. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(toCell).join(",")}\r\n`;
}

function toCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const safe = typeof value === "number" ? String(value) : neutraliseCell(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
