/** The ids in the order in which one of them has gone up (-1) or down (1); as they are when it is at the end already. */
export function moveItem(rows: readonly { id: string }[], id: string, by: -1 | 1): string[] {
  const ids = rows.map((row) => row.id);
  const from = ids.indexOf(id);
  const to = from + by;
  return from < 0 || to < 0 || to >= ids.length ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id);
}
