import { formatDay, formatDayTime, formatTime } from "../../../../domain/format-date.ts";
import type { Region } from "../../../../domain/format-locale.ts";

/** The database sends one reminder of an invoice in this time (`email_invoice`). */
const PAUSE_MS = 24 * 60 * 60_000;

type Event = { kind: string; created_at: string };

/** When the last reminder was sent, in the reader's zone as in the history, and whether it is too early for the next one. */
export function lastReminder(events: Event[], now: Date, region: Region = {}): { text: string; isRecent: boolean } {
  return reminderAt(events.findLast(({ kind }) => kind === "reminded")?.created_at ?? null, now, region);
}

/** The same for the moment of the last reminder. */
export function reminderAt(at: string | null, now: Date, region: Region = {}): { text: string; isRecent: boolean } {
  if (!at) return { text: "No reminder sent yet", isRecent: false };
  const isToday = formatDay(at, region) === formatDay(now, region);
  const text = `Reminder sent ${isToday ? `today at ${formatTime(at, region)}` : formatDayTime(at, region, now)}`;
  return { text, isRecent: now.getTime() - Date.parse(at) < PAUSE_MS };
}
