import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field.tsx";
import { controlClasses } from "./input.tsx";

/** Grows with its text if the browser supports it, from `rows` up to twelve lines. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...props}
      {...useFieldControl(props)}
      rows={rows}
      className={cn(controlClasses, "field-sizing-content max-h-72 min-h-20 resize-y px-3 py-2", className)}
      style={{ minHeight: `${rows * 1.25 + 1.125}rem`, ...props.style }}
    />
  );
}
