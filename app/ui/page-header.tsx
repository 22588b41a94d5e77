import type { ReactNode } from "react";
import { cn } from "./cn.ts";
import { unbroken } from "./unbroken.tsx";

type Props = {
  /** The title is the page's h1, unless the header is inside another page. Without a title, the top bar has it. */
  title?: ReactNode;
  level?: 1 | 2 | 3 | 4;
  /** Chips beside the title. */
  chips?: ReactNode;
  description?: ReactNode;
  /** Buttons, with the main one last. On a phone they are below the title at full width. */
  actions?: ReactNode;
  className?: string;
};

/** The header of a page's content. */
export function PageHeader({ title, level = 1, chips, description, actions, className }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={cn("flex flex-wrap items-end justify-between gap-x-4 gap-y-3", className)}>
      <div className="min-w-0 phone:w-full">
        {(title || chips) && (
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {title && (
              <Heading className="wrap-anywhere font-display font-semibold text-xl tracking-[-.018em]">
                {unbroken(title)}
              </Heading>
            )}
            {chips}
          </div>
        )}
        {description && <p className="wrap-anywhere mt-0.5 text-13 text-ink-3">{unbroken(description)}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 phone:w-full phone:[&>*]:flex-1">{actions}</div>}
    </div>
  );
}
