import { CenteredPage } from "~/shared/centered-page.tsx";
import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

/** The page frame until the guard decides, without page content. */
export function PageSkeleton() {
  return (
    <div className="min-h-dvh bg-page text-ink" role="status" aria-label="Loading">
      <div className="border-line border-b">
        <div className="mx-auto flex h-12 max-w-wrap items-center gap-3 px-4 md:px-6">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="ml-auto h-6 w-24" />
        </div>
      </div>
      <div className="mx-auto grid max-w-wrap gap-5 px-4 py-6 md:px-6">
        <ContentSkeleton />
      </div>
    </div>
  );
}

/** The content skeleton of a page: a title, figures and a table. */
export function ContentSkeleton() {
  return (
    <>
      <div className="grid gap-2">
        <Skeleton className="h-6 w-56" />
        <Skeleton className="h-4 w-72 max-w-full" />
      </div>
      <CardsSkeleton />
    </>
  );
}

/** What is below the title of a page: figures and a table. */
export function CardsSkeleton() {
  return (
    <>
      <Skeleton className="h-[92px] rounded-card" />
      <Skeleton className="h-9 w-80 max-w-full" />
      <Skeleton className="h-64 rounded-card" />
    </>
  );
}

/** The skeleton of a centered page. */
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
