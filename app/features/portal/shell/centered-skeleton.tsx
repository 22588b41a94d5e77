import { CenteredPage } from "~/shared/centered-page.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** The waiting page until the guard has decided. */
export function CenteredSkeleton() {
  return (
    <CenteredPage>
      <Card className="grid gap-4 p-6" role="status" aria-label="Loading">
        <Skeleton className="size-5" />
        <Skeleton className="h-7 w-64" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-40 w-full" />
      </Card>
    </CenteredPage>
  );
}
