const WEEK_MS = 7 * 86_400_000;

/** The weeks since the lead arrived, or since an earlier activity that was imported with it. The last one ends now. */
export function shownWeeks(weeks: number[], since: string, now: number): number[] {
  const age = Math.max(1, Math.ceil((now - Date.parse(since)) / WEEK_MS));
  const active = weeks.findIndex((count) => count > 0);
  const first = Math.min(Math.max(0, weeks.length - age), active === -1 ? weeks.length - 1 : active);
  return weeks.slice(first);
}
