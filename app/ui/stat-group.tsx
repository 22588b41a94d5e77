import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn.ts";
import { Skeleton } from "./skeleton.tsx";

/** One card with several figures, split by hairlines. Do not use a card for a single figure. */
export function StatGroup({ className, ...props }: ComponentProps<"dl">) {
  return (
    <dl
      className={cn(
        "grid min-w-0 rounded-card border border-line bg-surface shadow-[inset_0_1px_0_var(--sheen)] md:auto-cols-fr md:grid-flow-col",
        // Two columns on a phone. With an odd count, the first figure spans both. The gaps are the hairlines.
        "phone:grid-cols-2 phone:gap-px phone:overflow-hidden phone:bg-line-soft phone:[&>:first-child:nth-last-child(odd)]:col-span-2",
        className,
      )}
      {...props}
    />
  );
}

type Props = {
  label: string;
  /** The figure; undefined while it loads, '–' without data. */
  value: ReactNode;
  /** A line that explains the figure. */
  note?: ReactNode;
  /** A tiny chart of the figure's trend. */
  chart?: ReactNode;
};

export function Stat({ label, value, note, chart }: Props) {
  const loading = value === undefined;
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] content-start items-end gap-x-4 border-line-soft px-5 py-3.5 md:not-first:border-l phone:bg-surface phone:px-4 phone:py-3">
      <dt className="col-span-2 font-medium text-13 text-ink-2">{label}</dt>
      {/* The padding leaves room for the focus ring and the touch target of a linked figure. */}
      <dd className="figure [&_a]:hit -mx-2 flex h-8 items-center truncate px-2 font-medium text-xl leading-6">
        {loading ? <Loading /> : value}
      </dd>
      {chart && <dd className="self-center phone:hidden">{chart}</dd>}
      <dd className="col-span-2 min-h-4 text-ink-3 text-xs">{loading ? <Skeleton className="mt-1 w-32" /> : note}</dd>
    </div>
  );
}

function Loading() {
  return (
    <>
      <span className="sr-only">Loading</span>
      <Skeleton className="h-5 w-20" />
    </>
  );
}
