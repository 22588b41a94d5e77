import type { ComponentProps, ReactNode } from "react";
import { cn } from "~/ui/cn.ts";
import { TableCell, TableRow } from "~/ui/table.tsx";

/** A row of a table with `cards` whose cells are figures: on a phone its name, and the figures below in three columns. */
export function FigureRow({ className, ...props }: ComponentProps<typeof TableRow>) {
  return <TableRow className={cn("phone:grid-cols-3 phone:items-start", className)} {...props} />;
}

export function NameCell({ children }: { children: ReactNode }) {
  return <TableCell className="wrap-anywhere min-w-28 phone:col-span-full phone:font-medium">{children}</TableCell>;
}

/** A figure with the name of its column, which shows on a phone, where the table has no head. */
export function FigureCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <TableCell numeric className="phone:whitespace-normal phone:text-left phone:even:text-left">
      <span
        aria-hidden="true"
        className="hidden font-normal font-sans text-ink-3 text-xs tracking-normal [word-spacing:normal] phone:block"
      >
        {label}
      </span>
      {children}
    </TableCell>
  );
}
