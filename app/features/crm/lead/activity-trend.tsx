import { clockNow } from "~/ui/clock-ticker.ts";
import { cn } from "~/ui/cn.ts";
import { formatCount } from "../../../../domain/format-count.ts";
import { shownWeeks } from "./shown-weeks.ts";

const HEIGHT_PX = 16;

type Props = { weeks: number[]; since: string };

/** A bar for each of the last twelve weeks: how often someone was in touch. A single week is no trend and shows nothing. */
export function ActivityTrend({ weeks: all, since }: Props) {
  const weeks = shownWeeks(all, since, clockNow());
  if (weeks.filter((count) => count > 0).length < 2) return null;
  const most = Math.max(...weeks);
  const total = weeks.reduce((sum, count) => sum + count, 0);
  const title = `Calls, messages, meetings and notes. ${formatCount(weeks.at(-1) ?? 0)} of them in the last 7 days`;
  return (
    <p title={title} className="mb-1 flex w-fit items-center gap-2 text-ink-3 text-xs">
      <span aria-hidden="true" className="flex items-end gap-0.5">
        {weeks.map((count, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its week
            key={at}
            className={cn("w-1.5 rounded-[1px]", count === 0 ? "bg-line-strong" : "bg-info-dot")}
            style={{ height: count === 0 ? 2 : Math.max(4, Math.round((count / most) * HEIGHT_PX)) }}
          />
        ))}
      </span>
      {formatCount(total)} touches in {weeks.length} weeks
    </p>
  );
}
