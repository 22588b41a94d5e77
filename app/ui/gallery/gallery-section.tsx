import type { ReactNode } from "react";
import { cn } from "../cn.ts";

/** One group of components, linked from the sidebar by its ID. */
export function GallerySection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 border-line-soft border-t pt-6 first:border-t-0 first:pt-0"
    >
      <h2 id={id} className="scroll-mt-20 font-display font-semibold text-lg tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** One component with its states side by side. */
export function Specimen({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2.5">
      <h3 className="font-medium text-13 text-ink-3">{title}</h3>
      <div className={cn("flex min-w-0 flex-wrap items-center gap-3", className)}>{children}</div>
    </div>
  );
}
