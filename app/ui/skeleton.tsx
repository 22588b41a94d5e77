import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** Stands in the shape of what comes. Say once, outside, that something loads: this is hidden from screen readers. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={cn("h-2.5 animate-skeleton rounded-xs bg-press still:animate-none forced:border", className)}
      {...props}
    />
  );
}
