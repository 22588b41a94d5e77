import { Card, FRAMELESS_IN_CARD } from "~/ui/card.tsx";
import { cn } from "~/ui/cn.ts";
import { Skeleton } from "~/ui/skeleton.tsx";

const WIDTHS = ["w-40", "w-52", "w-36", "w-48", "w-44", "w-40"];

/** Skeleton rows in the shape of the table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <Card className={cn("overflow-hidden", FRAMELESS_IN_CARD)} role="status" aria-label={label}>
      <div className="h-8 border-line border-b" />
      {WIDTHS.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
        <div key={row} className="flex h-10 items-center gap-6 border-line-soft border-b px-4 last:border-b-0">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-3 flex-1 max-md:hidden" />
          <Skeleton className="ml-auto h-5 w-16" />
          <Skeleton className="h-3 w-20 max-md:hidden" />
        </div>
      ))}
    </Card>
  );
}
