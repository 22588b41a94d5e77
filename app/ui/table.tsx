import { ArrowDown, ArrowUp } from "lucide-react";
import { type ComponentProps, createContext, type ReactNode, use } from "react";
import { cn } from "./cn.ts";
import { useOverflow } from "./use-overflow.ts";

/**
 * On a phone, the rows of a table with `cards` become two-line cards. The display property removes the ARIA roles, so they are
 * set explicitly.
 */
const CardLayoutContext = createContext(false);

type TableProps = ComponentProps<"table"> & {
  "aria-label": string;
  cards?: boolean;
  /** Other results are loading, and these rows are from the previous query. */
  stale?: boolean;
};

/** Set a height on the wrapper through className to make the header sticky. */
export function Table({ cards = false, stale, className, ...props }: TableProps) {
  const [ref, overflows] = useOverflow<HTMLDivElement>();
  // A scrollable region must be reachable by keyboard. Others are not tab stops.
  const scroll = overflows && { tabIndex: 0, role: "region", "aria-label": `${props["aria-label"]}, scrolls` };
  return (
    <CardLayoutContext value={cards}>
      <div
        ref={ref}
        aria-busy={stale || undefined}
        className={cn(
          "overflow-auto transition-opacity focus-visible:-outline-offset-2",
          stale && "opacity-60",
          className,
        )}
        {...scroll}
      >
        <table
          {...(cards && { role: "table" })}
          className={cn("w-full border-separate border-spacing-0 text-13", cards && "phone:block")}
          {...props}
        />
      </div>
    </CardLayoutContext>
  );
}

export function TableHeader({ className, ...props }: ComponentProps<"thead">) {
  const cards = use(CardLayoutContext);
  return (
    <thead
      {...(cards && { role: "rowgroup" })}
      className={cn(cards && "phone:sr-only", "[&_tr]:hover:bg-transparent", className)}
      {...props}
    />
  );
}

export function TableBody({ className, ...props }: ComponentProps<"tbody">) {
  const cards = use(CardLayoutContext);
  return (
    <tbody
      {...(cards && { role: "rowgroup" })}
      className={cn("[&>tr:last-child>td]:border-b-0", cards && "phone:block", className)}
      {...props}
    />
  );
}

type RowProps = ComponentProps<"tr"> & { selected?: boolean };

export function TableRow({ selected, className, ...props }: RowProps) {
  const cards = use(CardLayoutContext);
  return (
    <tr
      {...(cards && { role: "row" })}
      aria-selected={selected}
      className={cn(
        "group/row hover:bg-hover",
        selected &&
          "forced:outline-2 forced:outline-[Highlight] forced:-outline-offset-2 bg-accent-tint hover:bg-accent-tint [&>td:first-child]:shadow-[inset_2px_0_0_var(--accent)]",
        cards &&
          "phone:grid phone:grid-cols-[minmax(0,1fr)_auto] phone:items-center phone:gap-x-3 phone:gap-y-1 phone:border-line-soft phone:border-b phone:px-4 phone:py-3 phone:last:border-b-0",
        selected && cards && "phone:shadow-[inset_2px_0_0_var(--accent)] phone:[&>td:first-child]:shadow-none",
        className,
      )}
      {...props}
    />
  );
}

const ALIGN = "first:pl-4 last:pr-4";

type HeadProps = ComponentProps<"th"> & {
  numeric?: boolean;
  /** The column's sort direction; null when it is sortable but not sorted. */
  sorted?: "ascending" | "descending" | null;
  onSort?: () => void;
};

export function TableHead({ numeric, sorted, onSort, className, children, ...props }: HeadProps) {
  const cards = use(CardLayoutContext);
  return (
    <th
      scope="col"
      {...(cards && { role: "columnheader" })}
      aria-sort={sorted ?? undefined}
      className={cn(
        "sticky top-0 z-10 h-8 whitespace-nowrap border-line border-b bg-surface px-3 text-left font-medium text-ink-3 text-xs",
        ALIGN,
        numeric && "text-right",
        className,
      )}
      {...props}
    >
      {onSort ? <SortButton sorted={sorted} onSort={onSort} label={children} numeric={numeric} /> : children}
    </th>
  );
}

type SortProps = Pick<HeadProps, "sorted" | "numeric"> & { onSort: () => void; label: ReactNode };

/** The arrow is on the side opposite to the cells' alignment. */
function SortButton({ sorted, numeric, onSort, label }: SortProps) {
  const Icon = sorted === "descending" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onSort}
      className={cn(
        "hit group/sort inline-flex cursor-pointer align-middle items-center gap-1 rounded-xs font-medium hover:text-ink",
        numeric && "flex-row-reverse",
        sorted && "text-ink",
      )}
    >
      {label}
      <Icon
        aria-hidden="true"
        className={cn("size-3", !sorted && "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60")}
      />
    </button>
  );
}

type CellProps = ComponentProps<"td"> & {
  /** Figures: monospace, tabular, right-aligned. */
  numeric?: boolean;
  /** Hidden in the card layout. */
  hideOnPhone?: boolean;
  /** Stays in view at the end while the table scrolls sideways, for a row's actions. */
  pinned?: boolean;
};

export function TableCell({ numeric, hideOnPhone, pinned, className, ...props }: CellProps) {
  const cards = use(CardLayoutContext);
  return (
    <td
      {...(cards && { role: "cell" })}
      className={cn(
        "h-10 border-line-soft border-b px-3 py-1",
        ALIGN,
        numeric && "num whitespace-nowrap text-right [&>a]:hit [&>button]:hit",
        cards && "phone:block phone:h-auto phone:border-b-0 phone:p-0 phone:first:pl-0 phone:last:pr-0",
        cards && "phone:even:text-right",
        hideOnPhone && "phone:hidden",
        pinned && "sticky right-0 bg-surface group-hover/row:wash phone:static phone:bg-transparent",
        className,
      )}
      {...props}
    />
  );
}

/** A row's actions. */
export function TableActions({ className, ...props }: ComponentProps<"div">) {
  return <div className={cn("flex justify-end gap-0.5", className)} {...props} />;
}
