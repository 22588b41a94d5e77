import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

const ROWS = ["w-32", "w-40", "w-28", "w-36", "w-32"];

/** Groups in the shape of those that come. */
export function GroupsSkeleton() {
  return (
    <div role="status" aria-label="Loading leads" className="grid gap-4">
      {[0, 1].map((group) => (
        <Card key={group} className="overflow-hidden">
          <div className="flex min-h-11 items-center gap-2 bg-sunken px-4 phone:min-h-14">
            <Skeleton className="size-6 rounded-full" />
            <Skeleton className="h-3 w-36" />
            <Skeleton className="ml-auto w-16" />
          </div>
          {ROWS.map((width, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
            <div key={row} className="flex h-10 items-center gap-6 border-line-soft border-t px-4">
              <Skeleton className={width} />
              <Skeleton className="w-44 max-md:hidden" />
              <Skeleton className="ml-auto w-16" />
            </div>
          ))}
        </Card>
      ))}
    </div>
  );
}
