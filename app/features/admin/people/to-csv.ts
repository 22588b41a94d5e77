/**
 * Rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets a leading apostrophe, because strangers enter the
 * names and companies.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${rows.map((cells) => cells.map(toCell).join(",")).join("\r\n")}\r\n`;
}

function toCell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
