import { cn } from "./cn.ts";

/** The open stages of the default pipeline, in order. The pie fills by sixths. */
const ORDER = ["new", "attempting", "connected", "qualified", "call_booked", "proposal"];

/** A lead's stage: a dashed ring, pies from one to five sixths, a green check for Won, a gray cross for Lost. Decorative. */
export function StageIcon({ stage, className }: { stage: string; className?: string }) {
  const at = ORDER.indexOf(stage);
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" fill="none" className={cn("size-3.5 shrink-0", className)}>
      {stage === "won" || stage === "lost" ? (
        <>
          <circle cx="7" cy="7" r="6.5" className={stage === "won" ? "fill-ok-dot" : "fill-ink-4"} />
          <path
            d={stage === "won" ? "M4.2 7.2l2 2 3.6-4" : "M4.8 4.8l4.4 4.4M9.2 4.8L4.8 9.2"}
            className="stroke-surface"
            strokeWidth={1.6}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <circle
            cx="7"
            cy="7"
            r="5.9"
            className="stroke-ink-3"
            strokeWidth={1.5}
            strokeDasharray={at <= 0 ? "2.2 2.43" : undefined}
          />
          {at > 0 && (
            <circle
              cx="7"
              cy="7"
              r="1.8"
              pathLength={100}
              className="stroke-ink-3"
              strokeWidth={3.6}
              strokeDasharray={`${(at / 6) * 100} 100`}
              transform="rotate(-90 7 7)"
            />
          )}
        </>
      )}
    </svg>
  );
}
