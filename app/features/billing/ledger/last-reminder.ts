import { formatDay, formatDayTime, formatTime } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";

/** The database sends one reminder of an invoice in this time (`email_invoice`). */
const PAUSE_MS = 24 * 60 * 60_000;

type Event = { kind: string; created_at: string };

/** `when` is 'today at 7:25 PM' or a day and a time, and null without a reminder. `isRecent`: it is too early for the next one. */
type Reminder = { text: string; when: string | null; isRecent: boolean };

/** When the last reminder was sent, in the reader's zone as in the history. */
export function lastReminder(events: Event[], now: Date, region: Region = {}): Reminder {
  return reminderAt(events.findLast(({ kind }) => kind === "reminded")?.created_at ?? null, now, region);
}

/** The same for the moment of the last reminder. */
export function reminderAt(at: string | null, now: Date, region: Region = {}): Reminder {
  if (!at) return { text: "No reminder sent yet", when: null, isRecent: false };
  const isToday = formatDay(at, region) === formatDay(now, region);
  const when = isToday ? `today at ${formatTime(at, region)}` : formatDayTime(at, region, now);
  return { text: `Reminder sent ${when}`, when, isRecent: now.getTime() - Date.parse(at) < PAUSE_MS };
}
