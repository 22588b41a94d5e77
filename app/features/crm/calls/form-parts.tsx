import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";

/** Fields that belong together, with a heading. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h3 className="border-line-soft border-b pb-1.5 font-medium text-sm">{title}</h3>
      {children}
    </section>
  );
}

type FoldedProps = {
  title: string;
  /** What is set, shown while the part is closed. */
  summary: (string | false)[];
  hasError: boolean;
  children: ReactNode;
};

/** A part that few types need. It opens when one of its fields is wrong. */
export function FoldedPart({ title, summary, hasError, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  const facts = summary.filter(Boolean).join(" · ");
  return (
    <details
      className="group border-line-soft border-b pb-3"
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="hit flex cursor-pointer items-center gap-2 text-sm">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-90"
        />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 truncate text-13 text-ink-3 group-open:hidden">{facts || "None"}</span>
      </summary>
      <div className="pt-3.5">{children}</div>
    </details>
  );
}
