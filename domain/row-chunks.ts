/** The limits of a chunk: the number of rows, and the number of bytes as JSON in UTF-8. */
export type ChunkSize = { rows: number; bytes: number };

/**
 * Groups rows into chunks. `add` returns the chunk that is complete without the new row, `end` the last one, if there
 * is any. A row that is larger than a chunk becomes its own chunk.
 */
export function createChunks<Row>(maxSize: ChunkSize) {
  const encoder = new TextEncoder();
  let rows: Row[] = [];
  let bytes = 0;
  const take = (): Row[] | null => {
    const done = rows;
    rows = [];
    bytes = 0;
    return done.length > 0 ? done : null;
  };
  return {
    add(row: Row): Row[] | null {
      const size = encoder.encode(JSON.stringify(row)).byteLength + 1;
      const complete = rows.length >= maxSize.rows || bytes + size > maxSize.bytes ? take() : null;
      rows.push(row);
      bytes += size;
      return complete;
    },
    end: take,
  };
}
