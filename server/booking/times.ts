import { type Month, monthOf, readMonth } from "./month.ts";

/** Free times as the database gives them, in seconds. */
export type TimesAnswer = { times: number[]; next: number | null };

const HOUR = 3_600_000;

/**
 * The free times of a month in the visitor's zone. Without a month, the first one that has any. The zone may be known only
 * with the answer, so the question covers the month in every zone.
 */
export async function loadMonth<Answer extends TimesAnswer>(
  load: (from: string, to: string) => Promise<Answer>,
  zoneFrom: (answer: Answer) => string,
  wanted: string | null,
  now: number,
): Promise<{ answer: Answer; zone: string; month: Month; times: number[] }> {
  const of = async (text: string) => {
    const { from } = readMonth(text, "UTC", now);
    // The next month follows in some zones earlier than in others.
    const to = Math.max(...[-14, 0, 14].map((hours) => readMonth(text, "UTC", now + hours * HOUR).to)) + 14 * HOUR;
    // The database answers about fifty days, and no one books a time that has passed.
    const start = Math.min(Math.max(from - 14 * HOUR, now - HOUR), to);
    const answer = await load(new Date(start).toISOString(), new Date(to).toISOString());
    const zone = zoneFrom(answer);
    const month = readMonth(text, zone, now);
    const times = answer.times.map((time) => time * 1000).filter((time) => time >= month.from && time < month.to);
    return { answer, zone, month, times };
  };
  const asked = wanted ?? monthOf(now, "UTC");
  let found = await of(asked);
  if (wanted) return found;
  const current = monthOf(now, found.zone);
  if (current !== asked) found = await of(current);
  const [first] = found.times;
  if (first !== undefined && monthOf(first, found.zone) === current) return found;
  const later =
    first ??
    found.answer.times.map((time) => time * 1000).find((time) => time >= found.month.to) ??
    nextOf(found.answer);
  return later === null ? found : of(monthOf(later, found.zone));
}

export const nextOf = ({ next }: TimesAnswer) => (next === null ? null : next * 1000);
