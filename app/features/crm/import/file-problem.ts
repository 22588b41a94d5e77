/** A file that cannot be imported at all; the message says why and what to do. */
export class FileProblem extends Error {}

export const MAX_FILE_BYTES = 100 * 1024 * 1024;
export const MAX_ROWS = 500_000;
export const MAX_COLUMNS = 200;

const size = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

export const FILE_PROBLEMS = {
  empty: "The file is empty.",
  onlyHeader: "There is only a header in this file: no rows below it.",
  workbook: "This is an Excel or other spreadsheet file. Save it as CSV (UTF-8) there, then choose that file.",
  binary: "This is no text file, so there are no rows to read. Choose a CSV file.",
  columns: `The first row has more than ${MAX_COLUMNS} columns. Is this a CSV file?`,
  tooLarge: (bytes: number) =>
    `The file has ${size(bytes)}; up to ${size(MAX_FILE_BYTES)} are imported at once. Split it into parts.`,
  tooMany: (rows: number) =>
    `The file has ${rows.toLocaleString("en")} rows; up to ${MAX_ROWS.toLocaleString("en")} are imported at once. Split it into parts.`,
  unreadable: "The file cannot be read. It may have been moved or changed meanwhile; choose it again.",
};
