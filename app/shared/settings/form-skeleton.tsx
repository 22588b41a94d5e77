import { Skeleton } from "~/ui/skeleton.tsx";

/** A loading form, with the number of fields that it will have. */
export function FormSkeleton({ label, fields = 3 }: { label: string; fields?: number }) {
  return (
    <div role="status" aria-label={label} className="grid gap-4 sm:grid-cols-2">
      {Array.from({ length: fields }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <div key={at} className="grid gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-9 phone:h-11" />
        </div>
      ))}
    </div>
  );
}
