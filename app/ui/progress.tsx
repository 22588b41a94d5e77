import { useId } from "react";
import { cn } from "./cn.ts";

type Props = {
  label: string;
  /** From 0 to max; undefined when unknown. */
  value?: number;
  max?: number;
  /** The progress in words, at the end of the line: '412 of 1,284 rows'. */
  text?: string;
  className?: string;
};

/** The progress of a long task. Put a Cancel button beside it. */
export function Progress({ label, value, max = 100, text, className }: Props) {
  const id = useId();
  return (
    <div className={cn("grid gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3 text-13">
        <span id={id}>{label}</span>
        {text && <span className="num text-ink-2">{text}</span>}
      </div>
      <ProgressBar aria-labelledby={id} value={value} max={max} text={text} />
    </div>
  );
}

type BarProps = Omit<Props, "label" | "value" | "text"> & {
  value: number | undefined;
  text?: string | undefined;
  "aria-label"?: string;
  "aria-labelledby"?: string;
};

/** The bar alone. It needs a label. */
export function ProgressBar({ value, max = 100, text, className, ...label }: BarProps) {
  const share = value === undefined ? undefined : Math.min(Math.max(value / max, 0), 1);
  return (
    <div
      role="progressbar"
      {...label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      className={cn("h-1 overflow-hidden rounded-full bg-mute-bg forced:border", className)}
    >
      <div
        className={cn(
          "h-full origin-left rounded-full bg-ink-2 forced:bg-[Highlight]",
          share === undefined
            ? "w-1/3 animate-progress still:w-full still:animate-none still:opacity-40"
            : "transition-transform",
        )}
        style={share === undefined ? undefined : { transform: `scaleX(${share})` }}
      />
    </div>
  );
}
