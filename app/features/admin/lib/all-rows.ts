/** The most rows that one request returns. */
const EXPORT_PAGE_SIZE = 200;

type Page<Row> = { rows: Row[]; total: number };

/** All rows of a search in its order, a page at a time. Throws what `load` throws. */
export async function allRows<Row>(load: (limit: number, offset: number) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const { rows, total } = await load(EXPORT_PAGE_SIZE, all.length);
    all.push(...rows);
    if (rows.length === 0 || all.length >= total) return all;
  }
}
