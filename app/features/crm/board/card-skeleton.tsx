import { Skeleton } from "~/ui/skeleton.tsx";

/** In the shape of a card that is on its way. */
export function CardSkeleton() {
  return (
    <div className="grid h-[82px] content-between rounded-card border border-line-soft bg-surface px-2.5 py-3 phone:h-24">
      <Skeleton className="w-3/5" />
      <Skeleton className="w-4/5" />
      <div className="flex items-center justify-between">
        <Skeleton className="w-2/5" />
        <Skeleton className="size-5 rounded-full" />
      </div>
    </div>
  );
}
