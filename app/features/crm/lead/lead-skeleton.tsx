import { Skeleton } from "~/ui/skeleton.tsx";

/** In the shape of a lead: its header, its facts, its timeline. */
export function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading the lead">
      <div className="grid gap-3 border-line border-b px-5 py-3.5">
        <div className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid gap-2">
            <Skeleton className="h-4 w-44" />
            <Skeleton className="w-60" />
          </div>
        </div>
        <Skeleton className="h-[26px] w-full" />
      </div>
      <div className="grid gap-3.5 p-5">
        {[1, 2, 3, 4, 5, 6].map((line) => (
          <div key={line} className="flex gap-8">
            <Skeleton className="w-20" />
            <Skeleton className="w-48" />
          </div>
        ))}
      </div>
    </div>
  );
}
