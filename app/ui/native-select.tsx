import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field.tsx";
import { controlClasses } from "./input.tsx";

/** The native select with our styles. It works well on every phone and needs no script. */
export function NativeSelect({ className, children, ...props }: ComponentProps<"select">) {
  return (
    <span className="relative block">
      <select
        {...props}
        {...useFieldControl(props)}
        className={cn(
          controlClasses,
          "h-9 cursor-pointer appearance-none truncate bg-surface pr-9 pl-3 read-only:bg-surface phone:h-11",
          className,
        )}
      >
        {children}
      </select>
      <ChevronsUpDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-ink-3"
      />
    </span>
  );
}
