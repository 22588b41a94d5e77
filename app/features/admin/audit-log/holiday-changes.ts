import { formatDay } from "../../../../domain/format-date.ts";
import type { AuditedRow } from "./audited-rows.ts";

const MAX_DAYS = 10;

/** The holidays that a change of the settings added, removed or renamed: 'Added Dec 26, 2026, Boxing Day.' Null for none. */
export function holidayChanges(before: AuditedRow, after: AuditedRow): string | null {
  if (!before || !after) return null;
  const [was, now] = [holidaysOf(before), holidaysOf(after)];
  const added = [...now].filter(([day]) => !was.has(day));
  const removed = [...was].filter(([day]) => !now.has(day));
  const renamed = [...now].filter(([day, name]) => was.has(day) && was.get(day) !== name);
  const told = [listed("Added", added), listed("Removed", removed), listed("Renamed", renamed)].filter(Boolean);
  return told.length > 0 ? told.join(" ") : null;
}

type Holiday = [day: string, name: string];

/** The name of each holiday by its day. */
function holidaysOf({ holidays, holiday_names: names }: NonNullable<AuditedRow>): Map<string, string> {
  const named = typeof names === "object" && names !== null ? (names as Record<string, unknown>) : {};
  const days = Array.isArray(holidays) ? holidays.map(String) : [];
  return new Map(days.toSorted().map((day) => [day, String(named[day] ?? "")]));
}

function listed(verb: string, days: readonly Holiday[]): string | null {
  if (days.length === 0) return null;
  const named = days.slice(0, MAX_DAYS).map(([day, name]) => [formatDay(day), name].filter(Boolean).join(", "));
  const more = days.length > MAX_DAYS ? [`${days.length - MAX_DAYS} more`] : [];
  return `${verb} ${[...named, ...more].join("; ")}.`;
}
