import { formatCount } from "../../../../domain/format-count.ts";
import type { Retention, RetentionChange } from "./api.ts";

type Values = Record<string, string | undefined>;

const formatDays = (count: number) => formatCount(count);

/** What is wrong in the form, by the kind of record. */
export function retentionProblems(settings: Retention[], values: Values): [string, string][] {
  return settings.flatMap(({ kind, min_days, max_days }) => {
    const typed = values[kind]?.trim() ?? "";
    const fits = /^\d{1,5}$/.test(typed) && Number(typed) >= min_days && Number(typed) <= max_days;
    return fits ? [] : [[kind, `Enter a whole number from ${formatDays(min_days)} to ${formatDays(max_days)}`]];
  });
}

/** The periods that differ from what is stored. */
export function changedRetention(settings: Retention[], values: Values): RetentionChange[] {
  return settings.flatMap((setting) => {
    const days = Number(values[setting.kind]);
    return days === setting.keep_days ? [] : [{ row: setting, days }];
  });
}

/** The changes that remove records which are kept today. They cannot be brought back, so they are confirmed. */
export function shortenedPeriods(changes: RetentionChange[]): RetentionChange[] {
  return changes.filter(({ row, days }) => days < row.keep_days);
}

/** The default and the bounds of a period, in a line. */
export function boundsText({ default_days, min_days, max_days }: Retention): string {
  return `Default ${formatDays(default_days)} days, from ${formatDays(min_days)} to ${formatDays(max_days)}.`;
}
