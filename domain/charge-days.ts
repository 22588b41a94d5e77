/** A number of months after a day (YYYY-MM-DD): the same day of the month, or the last one of a shorter month. */
function monthsAfter(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The day of the month of a start that some months don't have, such as 31; null for the others. */
export function missingDay(start: string): number | null {
  const day = Number(/^\d{4}-\d{2}-(\d{2})$/.exec(start)?.[1]);
  return day > 28 ? day : null;
}

const DAY_MS = 86_400_000;

/**
 * The period that a retainer charges first from a day on, both days included. It ends the day before the next charge, also after a
 * short month. Null if its term has ended by then. The database decides (`private.charge_dates`, `private.charge_period_end`).
 */
export function firstCharge(
  start: string,
  months: number | null,
  from: string,
): { from: string; until: string } | null {
  const far =
    (Number(from.slice(0, 4)) - Number(start.slice(0, 4))) * 12 + Number(from.slice(5, 7)) - Number(start.slice(5, 7));
  for (let number = Math.max(0, far - 1); months === null || number < months; number += 1) {
    const day = monthsAfter(start, number);
    if (day < from) continue;
    return {
      from: day,
      until: new Date(Date.parse(monthsAfter(start, number + 1)) - DAY_MS).toISOString().slice(0, 10),
    };
  }
  return null;
}
