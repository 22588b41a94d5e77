import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** The editor, or the page of an invoice, until it is here. */
export function EditorSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the invoice"
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_300px]"
    >
      <div className="grid gap-5">
        <Card className="grid gap-4 p-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-14" />
        </Card>
        <Card className="grid gap-3 p-5">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="ml-auto h-5 w-32" />
        </Card>
      </div>
      <Card className="grid gap-4 p-5">
        <Skeleton className="h-8 w-36" />
        <Skeleton className="h-9" />
        <Skeleton className="h-8" />
      </Card>
    </div>
  );
}
