import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** The page of an invoice until it is here. */
export function InvoiceSkeleton() {
  return (
    <div role="status" aria-label="Loading the invoice" className="grid gap-5">
      <div className="grid gap-2.5 py-1">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]">
        <Card>
          <div className="flex flex-wrap justify-between gap-4 border-line-soft border-b px-5 py-6">
            <Skeleton className="h-9 w-40" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
          <div className="grid grid-cols-2 gap-6 border-line-soft border-b px-5 py-4 [&>*]:h-20">
            <Skeleton />
            <Skeleton />
          </div>
          <div className="grid gap-4 px-5 py-5">
            <Skeleton className="w-full" />
            <Skeleton className="w-3/4" />
            <Skeleton className="ml-auto w-40" />
          </div>
        </Card>
        <Card className="grid gap-4 p-4">
          <Skeleton className="w-20" />
          <Skeleton className="w-40" />
          <Skeleton className="w-36" />
        </Card>
      </div>
    </div>
  );
}
