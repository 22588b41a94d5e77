import type { ReactNode } from "react";
import { cn } from "~/ui/cn.ts";

type Props = { title: string; action?: ReactNode; className?: string; children: ReactNode };

export function LeadSection({ title, action, className, children }: Props) {
  return (
    <section aria-label={title} className={cn("border-line-soft border-b px-5 py-3.5 phone:px-4", className)}>
      <div className="mb-2 flex min-h-6 items-center gap-2">
        <h2 className="font-semibold text-sm">{title}</h2>
        {action && <div className="ml-auto">{action}</div>}
      </div>
      {children}
    </section>
  );
}

/** Names and values. `className` can set two columns. */
export function DescriptionList({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <dl
      className={cn(
        "grid grid-cols-[104px_minmax(0,1fr)] gap-x-2 text-13 [&>div]:contents [&_dd]:min-w-0 [&_dd]:wrap-anywhere [&_dd]:py-1 [&_dt]:min-w-0 [&_dt]:wrap-anywhere [&_dt]:py-1 [&_dt]:text-ink-3",
        className,
      )}
    >
      {children}
    </dl>
  );
}
