import { formatDay } from "./format-date.ts";

/** The database takes days within ten years of today, by the calendar (`private.is_near_day`). */
const FARTHEST_YEARS = 10;

/** A retainer's first day, term and status, as it is saved. */
type SavedTerm = { start: string; months: number | null; status: string };

/** What is wrong with the last day of a retainer, whose term may end before; null if it can be saved. */
export function lastDayProblem(day: string, term: string | null, today: string): string | null {
  if (isBefore(day, today)) return "Choose today or a later day";
  // If the term has passed but the retainer hasn't ended, as with a draft, it can still end today.
  if (term !== null)
    return isBefore(term, day) && isBefore(today, day)
      ? `Its term ends on ${formatDay(term)}. Change the term to go on longer.`
      : null;
  return tooLate(day, today);
}

/** What is wrong with the first day of a retainer; `saved` is the day that it has already, null for a new one. */
export function startProblem(day: string, saved: string | null, today: string): string | null {
  if (day === saved) return null;
  const first = saved === null ? yearsAfter(today, -FARTHEST_YEARS) : today;
  if (isBefore(day, first))
    return saved === null ? `Choose ${formatDay(first)} or a later day` : "Choose today or a later day";
  return tooLate(day, today);
}

/**
 * What is wrong with the term of a retainer, as the database decides it (`private.has_ended_term`); null if it can be saved. `saved` is what
 * it is now, null for a new one.
 */
export function termProblem({ start, months, status }: SavedTerm, saved: SavedTerm | null, today: string) {
  if (months === null || status === "pending") return null;
  // A paused retainer keeps a term that ended in the meantime.
  const isKept = saved !== null && start === saved.start && months === saved.months;
  if (isKept && status !== "active" && saved.status !== "pending") return null;
  const end = termEnd(start, months);
  if (!isBefore(end, today)) return null;
  // A retainer that has started keeps its first day.
  const other = saved === null || saved.status === "pending" ? ", or choose a later start date" : "";
  return `The term ended on ${formatDay(end)}. Make it longer${other}.`;
}

/** Whether the year of a typed day is complete, so that it can be judged. */
export const isTyped = (day: string): boolean => /^(19|[2-9]\d|\d{3,})\d\d-\d\d-\d\d$/.test(day);

function tooLate(day: string, today: string): string | null {
  const last = yearsAfter(today, FARTHEST_YEARS);
  return isBefore(last, day) ? `Choose a day until ${formatDay(last)}` : null;
}

/** The last day of a term, as the database counts it (`private.term_end`). */
export function termEnd(start: string, months: number): string {
  const [year = 0, month = 0, day = 0] = start.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + months, Math.min(day, last) - 1));
}

/** The same day some years later or earlier, or Feb 28, as PostgreSQL counts years. */
function yearsAfter(day: string, years: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate();
  return dayOf(Date.UTC(year + years, month - 1, Math.min(date, last)));
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** People can type years of five and six digits, too. */
const isBefore = (day: string, other: string): boolean =>
  day.length === other.length ? day < other : day.length < other.length;
