import type { ComponentProps } from "react";
import { cn } from "./cn.ts";
import { useFieldControl } from "./field.tsx";

/** Shared by all text inputs and selects: 36 px and 14 px, on a phone 44 px and 16 px (iOS zooms below). */
export const controlClasses = [
  "w-full min-w-0 rounded-ctl border border-line-strong bg-surface text-ink text-sm phone:text-base touch:text-base",
  "[&::-webkit-search-cancel-button]:cursor-pointer [&::-webkit-search-cancel-button]:grayscale placeholder:text-ink-3 placeholder:opacity-100 hover:border-ink-3 read-only:bg-sunken",
  "disabled:cursor-not-allowed disabled:border-line disabled:bg-mute-bg disabled:text-ink-3",
  "aria-invalid:border-bad-dot aria-invalid:shadow-[inset_0_0_0_.5px_var(--bad-dot)]",
].join(" ");

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      {...props}
      {...useFieldControl(props)}
      type={type}
      className={cn(controlClasses, "h-9 px-3 phone:h-11", className)}
    />
  );
}
