import { formatClock } from "../../domain/format-date.ts";
import { clockTime, type LeadClock } from "../../domain/lead-clock.ts";
import { clockText } from "./clock-chip.tsx";
import { ClockProgress } from "./clock-progress.tsx";
import { useClockView } from "./clock-ticker.ts";
import { cn } from "./cn.ts";

/** The largest clock: the time, its meaning, and the progress bar with the limits. */
export function ClockPanel({
  clock,
  compact,
}: {
  clock: (LeadClock & { arrived_at: string }) | null;
  compact?: boolean;
}) {
  const view = useClockView(clock);
  if (!clock || view.state === "none") return null;
  const target = clockTime(clock.target_seconds);
  const arrived = `arrived ${formatClock(clock.arrived_at)}`;
  const means = {
    waiting: `clock starts, ${arrived}`,
    running: `left of ${target}, ${arrived}`,
    warn: `left of ${target}, ${arrived}`,
    breach: `over ${target}, ${arrived}`,
    escalated: `over ${target}, ${arrived}`,
    answered: `to first reply, target ${target}`,
    none: "",
  }[view.state];
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-end gap-x-2.5">
        <span
          className={cn(
            "font-figure tabular-nums tracking-[-0.045em] [font-weight:500]",
            compact ? "text-xl" : "text-[2.75rem] leading-[3rem]",
          )}
        >
          {clockText(view)}
        </span>
        <span className={cn("text-13 text-ink-3", compact ? "pb-0.5" : "pb-[7px]")}>{means}</span>
      </div>
      <div>
        <ClockProgress clock={clock} large />
        <div aria-hidden="true" className="relative mt-1.5 h-4 font-medium font-mono text-2xs text-ink-3 tabular-nums">
          <span className="absolute left-0">0:00</span>
          <span className="absolute left-[30%] -translate-x-1/2">{clockTime(clock.target_seconds * 0.6)}</span>
          <span className="absolute left-1/2 -translate-x-1/2">{target}</span>
          <span className="absolute right-0 [word-spacing:-.28em]">
            {clockTime(clock.target_seconds * 2)}
            {view.state !== "answered" && !compact && " escalates"}
          </span>
        </div>
      </div>
    </div>
  );
}
