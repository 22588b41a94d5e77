/** The day of the month of a start that some months don't have, such as 31; null for the others. */
export function missingDay(start: string): number | null {
  const day = Number(/^\d{4}-\d{2}-(\d{2})$/.exec(start)?.[1]);
  return day > 28 ? day : null;
}
