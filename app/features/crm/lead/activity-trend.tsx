import { cn } from "~/ui/cn.ts";
import { formatCount } from "../../../../domain/format-count.ts";

const HEIGHT_PX = 16;

/** A bar for each of the last twelve weeks: how often someone was in touch. A single week is no trend and shows nothing. */
export function ActivityTrend({ weeks }: { weeks: number[] }) {
  if (weeks.filter((count) => count > 0).length < 2) return null;
  const most = Math.max(...weeks);
  const total = weeks.reduce((sum, count) => sum + count, 0);
  const text = `${formatCount(total)} calls, messages, meetings and notes in 12 weeks, ${formatCount(weeks.at(-1) ?? 0)} of them in the last 7 days`;
  return (
    <span role="img" aria-label={text} title={text} className="flex items-end gap-0.5">
      {weeks.map((count, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its week
          key={at}
          className={cn("w-1.5 rounded-[1px]", count === 0 ? "bg-line-strong" : "bg-info-dot")}
          style={{ height: count === 0 ? 2 : Math.max(4, Math.round((count / most) * HEIGHT_PX)) }}
        />
      ))}
    </span>
  );
}
