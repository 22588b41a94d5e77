import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A key cap. Hidden on devices without a keyboard. */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      className={cn(
        "inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs border border-line bg-surface px-1 font-medium font-mono text-2xs text-ink-3 phone:hidden touch:hidden",
        "in-[.bg-accent]:border-[oklch(.17_.02_45/.4)] in-[.bg-accent]:bg-transparent in-[.bg-accent]:text-on-accent",
        className,
      )}
      {...props}
    />
  );
}
