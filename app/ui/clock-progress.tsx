import { formatPercent } from "../../domain/format-count.ts";
import type { ClockState, ClockView, LeadClock } from "../../domain/lead-clock.ts";
import { useClockView } from "./clock-ticker.ts";
import { cn } from "./cn.ts";

const FILLS: Record<ClockState, string> = {
  none: "",
  waiting: "",
  running: "bg-ink-2",
  warn: "bg-warn-dot",
  breach: "bg-bad-dot",
  escalated: "bg-bad-dot",
  answered: "bg-ok-dot",
};

/** The used share of the target, from 0 to 200 %, with ticks at 60 and 100 %. Empty for a lead without a clock. */
export function ClockProgress({
  clock,
  large,
  className,
}: {
  clock: LeadClock | null | undefined;
  large?: boolean;
  className?: string;
}) {
  const view = useClockView(clock);
  if (view.state === "none") return null;
  return (
    <span
      role="img"
      aria-label={view.state === "waiting" ? "The clock hasn't started" : `${percentText(view.share)} of the target`}
      className={cn("relative block min-w-20 rounded-full bg-mute-bg", large ? "h-1.5" : "h-1", className)}
    >
      <span
        className={cn("absolute inset-y-0 left-0 rounded-full forced:bg-[CanvasText]", fill(view))}
        style={{ width: `${Math.min(view.share, 2) * 50}%` }}
      />
      <span className="absolute -inset-y-0.5 left-[30%] w-px bg-ink-4" />
      <span className="absolute -inset-y-1 left-1/2 w-px bg-ink-3" />
    </span>
  );
}

/** A late answer is not a success. */
function fill({ state, share }: ClockView): string {
  return state === "answered" && share > 1 ? FILLS.warn : FILLS[state];
}

/** In steps of ten, so that screen readers do not announce each second. */
function percentText(share: number): string {
  return share >= 2 ? `${formatPercent(2)} or more` : `About ${formatPercent(Math.round(share * 10) / 10)}`;
}
