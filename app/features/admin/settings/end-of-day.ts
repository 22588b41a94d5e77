/**
 * The last second of a date (YYYY-MM-DD) in the reader's time zone, as an ISO timestamp, so that premium until the 5th includes
 * the 5th.
 */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).toISOString();
}

/** The date in the reader's time zone, YYYY-MM-DD. */
export function dayOf(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}
