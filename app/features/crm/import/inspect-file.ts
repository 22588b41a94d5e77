import { createCsvReader, guessSeparator, type Separator } from "../../../../domain/csv-reader.ts";
import { detectFileKind } from "../../../../domain/text-encoding.ts";
import { truncateText } from "../../../../domain/truncate-text.ts";
import { FILE_PROBLEMS, FileProblem, MAX_COLUMNS, MAX_FILE_BYTES, MAX_ROWS } from "./file-problem.ts";

export type FileInfo = {
  encoding: string;
  separator: Separator;
  headers: string[];
  /** The first rows, to guess and to show. */
  samples: string[][];
  rows: number;
};

const SAMPLE_SIZE = 50;

/** Reads a file once from end to end, a piece at a time: its encoding, separator, columns and how many rows it has. Throws FileProblem. */
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
  if (!headers) throw new FileProblem(FILE_PROBLEMS.empty);
  if (headers.length > MAX_COLUMNS) throw new FileProblem(FILE_PROBLEMS.columns);
  if (rows === 0) throw new FileProblem(FILE_PROBLEMS.onlyHeader);
  if (rows > MAX_ROWS) throw new FileProblem(FILE_PROBLEMS.tooMany(rows));
  return { encoding, separator, headers, samples, rows };
}

/** Hands a file's text over a piece at a time; waits while the taker works. */
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

/** Old exports are in the Western code page: then some byte sequence is not UTF-8, wherever it stands. */
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

/** Columns without a name, or with one that was there before, are told apart by their place. */
function nameColumns(cells: string[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, at) => {
    const plain = truncateText(cell.replaceAll("\0", "").trim(), 100) || `Column ${at + 1}`;
    const name = seen.has(plain) ? `${plain} (${at + 1})` : plain;
    seen.add(name);
    return name;
  });
}
