import { AlarmClock, Check, ChevronsUp, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { formatPercent } from "../../domain/format-count.ts";
import { formatTime } from "../../domain/format-date.ts";
import { type ClockState, type ClockView, clockTime, type LeadClock } from "../../domain/lead-clock.ts";
import { useClockView } from "./clock-ticker.ts";
import { cn } from "./cn.ts";

const STYLES: Record<Exclude<ClockState, "none">, string> = {
  waiting: "border-line-soft pl-1 text-ink-3",
  running: "border-line pl-1 text-ink",
  warn: "border-transparent bg-warn-bg pl-1 text-warn-fg",
  breach: "border-transparent bg-bad-bg pl-1 text-bad-fg",
  escalated: "border-transparent bg-bad-solid pl-1 text-on-bad",
  answered: "border-transparent pl-0 text-ink-3",
};

/**
 * How long a lead has been waiting. Color, icon and sign are redundant, so none is required, and digits have equal width. `live`
 * makes screen readers announce state changes, but never the seconds.
 */
export function ClockChip({
  clock,
  live,
  className,
}: {
  clock: LeadClock | null | undefined;
  live?: boolean;
  className?: string;
}) {
  const view = useClockView(clock);
  if (view.state === "none") return null;
  const says = clockLabel(view, clock?.target_seconds ?? 0);
  return (
    <span
      title={says}
      data-state={view.state}
      className={cn(
        "inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border pr-1.5 font-medium font-mono text-xs tabular-nums tracking-tighter forced:border-[CanvasText] [&_svg]:size-3.5",
        STYLES[view.state],
        isLate(view) && "text-warn-fg",
        className,
      )}
    >
      {icons(view)}
      <span aria-hidden="true">{clockText(view)}</span>
      <span className="sr-only" role={live ? "status" : undefined}>
        {stateLabel(view)}
      </span>
    </span>
  );
}

/** '1:12' left, '+1:22' over, '9:00' opening time, '2:14' response time. */
export function clockText(view: ClockView): string {
  if (view.state === "waiting") return view.opensAt ? formatTime(view.opensAt) : "–";
  const time = clockTime(view.seconds);
  return view.state === "breach" || view.state === "escalated" ? `+${time}` : time;
}

/** Answered late, so it must not have the sign of a met target. */
const isLate = ({ state, share }: ClockView) => state === "answered" && share > 1;

/** The full text for a tooltip. */
function clockLabel(view: ClockView, target: number): string {
  const time = clockTime(view.seconds);
  switch (view.state) {
    case "waiting":
      return `Arrived after hours. The clock starts at ${clockText(view)}`;
    case "breach":
      return `Breached ${time} ago`;
    case "escalated":
      return `${time} over. Escalated to the next available rep and the admin`;
    case "answered":
      return isLate(view) ? `Answered late, in ${time} (target ${clockTime(target)})` : `Answered in ${time}`;
    default:
      return `${time} left of ${clockTime(target)}`;
  }
}

const STATE_LABELS: Record<ClockState, string> = {
  none: "",
  waiting: "Clock starts when we open",
  running: "Waiting for a first reply",
  warn: `Past ${formatPercent(0.6)} of the target`,
  breach: "Past the target",
  escalated: "At twice the target, escalated",
  answered: "Answered",
};

function stateLabel(view: ClockView): string {
  if (view.state !== "answered") return STATE_LABELS[view.state];
  return `Answered${isLate(view) ? " late," : ""} in ${clockTime(view.seconds)}`;
}

function icons(view: ClockView): ReactNode {
  if (view.state === "breach") return <AlarmClock aria-hidden="true" />;
  if (view.state === "escalated") return <ChevronsUp aria-hidden="true" />;
  if (isLate(view)) return <TriangleAlert aria-hidden="true" className="text-warn-fg" />;
  if (view.state === "answered") return <Check aria-hidden="true" className="text-ok-dot" />;
  return <ClockRing view={view} />;
}

/** Empties in one round. Dashed while the agency is closed. */
function ClockRing({ view }: { view: ClockView }) {
  const waiting = view.state === "waiting";
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" fill="none" strokeWidth={2}>
      <circle
        cx="7"
        cy="7"
        r="5"
        className={waiting ? "stroke-ink-4" : view.state === "warn" ? "stroke-current opacity-25" : "stroke-line"}
        strokeDasharray={waiting ? "2 2" : undefined}
      />
      {!waiting && (
        <circle
          cx="7"
          cy="7"
          r="5"
          pathLength={100}
          stroke="currentColor"
          strokeDasharray={`${(1 - view.share) * 100} 100`}
          transform="rotate(-90 7 7)"
        />
      )}
    </svg>
  );
}
