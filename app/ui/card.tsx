import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

export function Card({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn(
        "min-w-0 rounded-card border border-line bg-surface shadow-[inset_0_1px_0_var(--sheen)]",
        className,
      )}
      {...props}
    />
  );
}

/** 44 px with a title and what acts on the whole card; 56 px on a phone. */
export function CardHeader({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      className={cn("flex min-h-11 items-center gap-2 border-line-soft border-b px-4 py-1.5 phone:min-h-14", className)}
      {...props}
    />
  );
}

export function CardTitle({ className, ...props }: ComponentProps<"h2">) {
  return <h2 className={cn("font-semibold text-sm", className)} {...props} />;
}
