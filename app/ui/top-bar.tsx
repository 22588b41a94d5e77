import type { ComponentProps } from "react";
import { cn } from "./cn.ts";

/** The 48 px bar above a page's content, 56 px on a phone: the location on the left, actions on the right. */
export function TopBar({ className, ...props }: ComponentProps<"header">) {
  return (
    <header
      className={cn(
        "sticky top-0 z-20 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-page pr-3 pl-4 phone:h-14 phone:pr-2",
        className,
      )}
      {...props}
    />
  );
}

export function TopBarTitle({ className, ...props }: ComponentProps<"h1">) {
  return <h1 className={cn("truncate font-display font-semibold text-base tracking-tight", className)} {...props} />;
}
