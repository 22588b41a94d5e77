import { Skeleton } from "~/ui/skeleton.tsx";

/** The page of one client or account while it loads. `label` says what loads. */
export function RecordSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-5">
      <div className="grid gap-2.5 py-1">
        <Skeleton className="h-5 w-44" />
        <Skeleton className="h-3 w-64 max-w-full" />
      </div>
      <Skeleton className="h-[92px] rounded-card" />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Skeleton className="h-80 rounded-card" />
        <Skeleton className="h-56 rounded-card" />
      </div>
    </div>
  );
}
