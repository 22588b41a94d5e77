type Placed = { id: string; position: number };

/**
 * Which rows need another position for one of them to go up (-1) or down (1): positions become 1, 2, 3 …, and only those
 * that differ from what is stored are named. Empty at either end of the list.
 */
export function moved<Row extends Placed>(rows: readonly Row[], id: string, by: -1 | 1): Placed[] {
  const from = rows.findIndex((row) => row.id === id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= rows.length) return [];
  const order = rows.toSpliced(from, 1).toSpliced(to, 0, rows[from] as Row);
  return order.flatMap((row, at) => (row.position === at + 1 ? [] : [{ id: row.id, position: at + 1 }]));
}
