import type { ReactNode } from "react";
import { cn } from "./cn.ts";

type Props = {
  title: ReactNode;
  /** Chips beside the title. */
  chips?: ReactNode;
  description?: ReactNode;
  /** Buttons, the main one last; under the title on a phone, over the full width. */
  actions?: ReactNode;
  className?: string;
};

/** The head of a page's content, with its h1. */
export function PageHeader({ title, chips, description, actions, className }: Props) {
  return (
    <div className={cn("flex flex-wrap items-end justify-between gap-x-4 gap-y-3", className)}>
      <div className="min-w-0 phone:w-full">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="wrap-anywhere font-display font-semibold text-xl tracking-[-.018em]">{title}</h1>
          {chips}
        </div>
        {description && <p className="wrap-anywhere mt-0.5 text-13 text-ink-3">{description}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 phone:w-full phone:[&>*]:flex-1">{actions}</div>}
    </div>
  );
}
