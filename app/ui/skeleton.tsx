import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** A placeholder in the shape of the content. It is hidden from screen readers, so announce the loading once outside. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      aria-hidden="true"
      className={cn("h-2.5 animate-skeleton rounded-xs bg-press still:animate-none forced:border", className)}
      {...props}
    />
  );
}
