/** The day of the month of a start that some months don't have, such as 31; null for the others. */
export function missingDay(start: string): number | null {
  const day = Number(/^\d{4}-\d{2}-(\d{2})$/.exec(start)?.[1]);
  return day > 28 ? day : null;
}

/** The days after one day, up to another one, on which a retainer charges, as the database counts them (`private.charge_dates`). */
export function chargeDays(start: string, months: number | null, after: string, until: string): string[] {
  const [year = 0, month = 0, day = 0] = start.split("-").map(Number);
  const days: string[] = [];
  for (let number = 0; number < (months ?? 1200); number += 1) {
    const last = new Date(Date.UTC(year, month + number, 0)).getUTCDate();
    const charge = new Date(Date.UTC(year, month - 1 + number, Math.min(day, last))).toISOString().slice(0, 10);
    if (charge > until) break;
    if (charge > after) days.push(charge);
  }
  return days;
}
