import { createCsvReader, guessSeparator, type Separator } from "../../../../domain/csv-reader.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { detectFileKind } from "../../../../domain/text-encoding.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";

export type FileInfo = {
  encoding: string;
  separator: Separator;
  headers: string[];
  /** The first rows, for guesses and previews. */
  samples: string[][];
  rows: number;
};

const SAMPLE_SIZE = 50;

/** Finds the encoding, separator, columns and number of rows in one pass. Throws FileProblem. */
export async function inspectFile(file: File, onBytes: (bytes: number) => void): Promise<FileInfo> {
  if (file.size > MAX_FILE_BYTES) throw new FileProblem(FILE_PROBLEMS.tooLarge(file.size));
  const kind = detectFileKind(new Uint8Array(await file.slice(0, 4096).arrayBuffer()));
  if (kind.kind !== "text") throw new FileProblem(FILE_PROBLEMS[kind.kind]);
  const encoding = kind.encoding === "utf-8" && !(await isUtf8(file)) ? "windows-1252" : kind.encoding;
  const start = new TextDecoder(encoding).decode(await file.slice(0, 65_536).arrayBuffer(), { stream: true });
  const separator = guessSeparator(start);
  let headers: string[] | undefined;
  let rows = 0;
  const samples: string[][] = [];
  const reader = createCsvReader(separator, ({ cells }) => {
    if (!headers) headers = nameColumns(cells);
    else {
      rows += 1;
      if (samples.length < SAMPLE_SIZE) samples.push(cells.map((cell) => cell.slice(0, 300)));
    }
  });
  await readText(file, encoding, (text, bytes) => {
    reader.push(text);
    onBytes(bytes);
  });
  reader.end();
  const unclosed = reader.unclosedQuote();
  if (unclosed !== null) throw new FileProblem(FILE_PROBLEMS.unclosedQuote(unclosed));
  if (!headers) throw new FileProblem(FILE_PROBLEMS.empty);
  if (headers.length > MAX_COLUMNS) throw new FileProblem(FILE_PROBLEMS.columns);
  if (rows === 0) throw new FileProblem(FILE_PROBLEMS.onlyHeader);
  if (rows > MAX_ROWS) throw new FileProblem(FILE_PROBLEMS.tooMany(rows));
  return { encoding, separator, headers, samples, rows };
}

/** Calls back with a file's text in chunks, and waits until each chunk is handled. */
export async function readText(
  file: File,
  encoding: string,
  onText: (text: string, bytes: number) => void | Promise<void>,
): Promise<void> {
  const decoder = new TextDecoder(encoding);
  const stream = file.stream().getReader();
  let bytes = 0;
  for (let part = await stream.read(); !part.done; part = await stream.read()) {
    bytes += part.value.byteLength;
    await onText(decoder.decode(part.value, { stream: true }), bytes);
  }
  await onText(decoder.decode(), bytes);
}

/** Old exports use windows-1252. Such a file contains byte sequences that are invalid in UTF-8. */
async function isUtf8(file: File): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const stream = file.stream().getReader();
  try {
    for (let part = await stream.read(); !part.done; part = await stream.read())
      decoder.decode(part.value, { stream: true });
    decoder.decode();
    return true;
  } catch {
    await stream.cancel();
    return false;
  }
}

/** Adds the column number to names that are missing or repeated. */
function nameColumns(cells: string[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, at) => {
    const plain = truncateText(cell.replaceAll("\0", "").trim(), 100) || `Column ${at + 1}`;
    const name = seen.has(plain) ? `${plain} (${at + 1})` : plain;
    seen.add(name);
    return name;
  });
}

/** The file can't be imported. The message says why and what to do. */
export class FileProblem extends Error {}

const MAX_FILE_BYTES = 100 * 1024 * 1024;
const MAX_ROWS = 500_000;
const MAX_COLUMNS = 200;

const size = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;

export const FILE_PROBLEMS = {
  empty: "The file is empty.",
  onlyHeader: "This file has a header row but no data.",
  workbook: "This is a spreadsheet file, such as Excel. Save it as CSV (UTF-8), then choose the CSV file.",
  binary: "This isn't a text file. Choose a CSV file.",
  columns: `The first row has more than ${MAX_COLUMNS} columns. Is this a CSV file?`,
  tooLarge: (bytes: number) =>
    `The file is ${size(bytes)}. The limit is ${size(MAX_FILE_BYTES)}, so split it into smaller files.`,
  tooMany: (rows: number) =>
    `The file has ${formatCount(rows)} rows. The limit is ${formatCount(MAX_ROWS)}, so split it into smaller files.`,
  unclosedQuote: (line: number) =>
    `A quotation mark on line ${formatCount(line)} is never closed, so the rows after it would become part of one cell. Close or remove it in a text editor, then choose the file again.`,
  unreadable: "We can't read the file. It may have been moved or changed. Choose it again.",
};
