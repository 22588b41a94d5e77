import { formatCount } from "../../../../domain/format-count.ts";
import type { Retention, RetentionChange } from "./api.ts";

type Values = Record<string, string | undefined>;

const formatDays = (count: number) => formatCount(count);

/** Form errors by kind of record. */
export function retentionProblems(settings: Retention[], values: Values): [string, string][] {
  return settings.flatMap(({ kind, min_days, max_days }) => {
    const typed = values[kind]?.trim() ?? "";
    const fits = /^\d{1,5}$/.test(typed) && Number(typed) >= min_days && Number(typed) <= max_days;
    return fits ? [] : [[kind, `Enter a whole number from ${formatDays(min_days)} to ${formatDays(max_days)}`]];
  });
}

/** The periods that differ from the stored ones. */
export function changedRetention(settings: Retention[], values: Values): RetentionChange[] {
  return settings.flatMap((setting) => {
    const days = Number(values[setting.kind]);
    return days === setting.keep_days ? [] : [{ row: setting, days }];
  });
}

/** The changes that delete records that are now kept. Deletion is final, so the user must confirm it. */
export function shortenedPeriods(changes: RetentionChange[]): RetentionChange[] {
  return changes.filter(({ row, days }) => days < row.keep_days);
}

/** The default and the bounds of a period, in one line. */
export function boundsText({ default_days, min_days, max_days }: Retention): string {
  return `Default: ${formatDays(default_days)} days. Range: ${formatDays(min_days)}–${formatDays(max_days)}.`;
}
