import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type Props = {
  icon?: ReactNode;
  /** What the list or page contains. */
  title: string;
  /** Why it is empty, and what fills it. */
  text?: ReactNode;
  className?: string;
  /** The one next action. */
  children?: ReactNode;
};

export function EmptyState({ icon, title, text, className, children }: Props) {
  return (
    <div
      className={cn("grid grid-cols-1 justify-items-center gap-1 px-4 py-8 text-center text-13 text-ink-3", className)}
    >
      {icon && (
        <span aria-hidden="true" className="mb-1 [&_svg]:size-5 [&_svg]:stroke-[1.6]">
          {icon}
        </span>
      )}
      <p className="font-medium text-ink text-sm">{title}</p>
      {text && <p className="max-w-[44ch] text-balance">{text}</p>}
      {children && <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
