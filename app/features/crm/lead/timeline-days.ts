import type { TimelineEvent } from "./load-timeline.ts";

const long = new Intl.DateTimeFormat("en", { weekday: "long", day: "numeric", month: "long" });
const longWithYear = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", year: "numeric" });

/** Events under the days of the reader, as headings. */
export function groupByDay(events: TimelineEvent[]): [string, TimelineEvent[]][] {
  const today = new Date();
  const heading = (at: Date) => {
    if (at.toDateString() === today.toDateString()) return "Today";
    return at.getFullYear() === today.getFullYear() ? long.format(at) : longWithYear.format(at);
  };
  return [...Map.groupBy(events, ({ at }) => heading(new Date(at)))];
}
