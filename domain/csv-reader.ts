/**
 * One record of a CSV file. `row` is its number as a spreadsheet shows it: empty rows count, line breaks in a cell don't.
 * `truncatedColumns` lists the columns (from 0) whose cell was too long and was cut.
 */
export type CsvRecord = { row: number; cells: string[]; truncatedColumns: number[] };

export const SEPARATORS = [",", ";", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];

const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;

/**
 * Reads CSV (RFC 4180, any line ending, doubled quotes) chunk by chunk and keeps at most one record in memory. Cells
 * are cut at `maxCellLength` characters, so an unclosed quote cannot use up the memory. Lines without text are
 * skipped, including those of a spreadsheet's empty rows.
 */
export function createCsvReader(separator: Separator, onRecord: (record: CsvRecord) => void, maxCellLength = 100_000) {
  const comma = separator.charCodeAt(0);
  let row = 0;
  let cells: string[] = [];
  let cut: number[] = [];
  let cell = "";
  let length = 0;
  let quoted = false;
  let wasQuoted = false;
  let closing = false;
  let afterCr = false;
  // The line of the file, as an editor counts, and the lines where the current quote and a quote without an end open.
  let line = 1;
  let lineCr = false;
  let openedAt = 0;
  let unclosedAt: number | null = null;

  const countLine = (code: number) => {
    if (code === CR || (code === LF && !lineCr)) line += 1;
    lineCr = code === CR;
  };
  const add = (text: string) => {
    length += text.length;
    if (cell.length < maxCellLength)
      cell += text.length + cell.length > maxCellLength ? text.slice(0, maxCellLength - cell.length) : text;
  };
  const endCell = () => {
    if (length > maxCellLength) cut.push(cells.length);
    cells.push(cell);
    cell = "";
    length = 0;
    wasQuoted = false;
  };
  const endRecord = () => {
    endCell();
    row += 1;
    if (cells.some((one) => one.trim() !== "")) onRecord({ row, cells, truncatedColumns: cut });
    cells = [];
    cut = [];
  };

  const push = (text: string) => {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const before = line;
      countLine(code);
      if (quoted) {
        if (code !== QUOTE) continue;
        add(text.slice(from, at));
        quoted = false;
        closing = true;
        from = at + 1;
        continue;
      }
      if (closing) {
        closing = false;
        if (code === QUOTE) {
          // A doubled quote stands for one quote.
          quoted = true;
          from = at;
          continue;
        }
        // Text after a cell of several lines: this quote opens another cell, and the cell before was never closed.
        const ends = code === comma || code === LF || code === CR || code === SPACE;
        if (!ends && before > openedAt) unclosedAt ??= openedAt;
      }
      if (code === LF && afterCr && at === from && cells.length === 0 && length === 0) {
        afterCr = false;
        from = at + 1;
        continue;
      }
      if (code === QUOTE && length === 0 && at === from && !wasQuoted) {
        quoted = true;
        wasQuoted = true;
        openedAt = line;
        from = at + 1;
      } else if (code === comma) {
        add(text.slice(from, at));
        endCell();
        from = at + 1;
      } else if (code === LF || code === CR) {
        add(text.slice(from, at));
        endRecord();
        from = at + 1;
        afterCr = code === CR;
        continue;
      }
      afterCr = false;
    }
    add(text.slice(from));
  };

  return {
    push,
    /** Call this at the end. The last record needs no line ending. */
    end: () => {
      if (quoted) unclosedAt ??= openedAt;
      if (cells.length > 0 || length > 0 || wasQuoted) endRecord();
    },
    /** The first line with a quotation mark that is never closed, so that later rows became part of its cell. Null without one. */
    unclosedQuote: () => unclosedAt,
  };
}

/** The separator that gives the first records the same number of cells, and the most cells. */
export function guessSeparator(sample: string): Separator {
  let best: { separator: Separator; score: number } = { separator: ",", score: 0 };
  for (const separator of SEPARATORS) {
    const widths: number[] = [];
    createCsvReader(separator, ({ cells }) => widths.length < 20 && widths.push(cells.length)).push(sample);
    const first = widths[0] ?? 1;
    const same = widths.filter((width) => width === first).length / Math.max(widths.length, 1);
    const score = first > 1 ? same * 100 + Math.min(first, 50) : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}
