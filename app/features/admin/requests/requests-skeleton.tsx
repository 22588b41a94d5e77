import { Card } from "~/ui/card.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";

export function RequestsSkeleton() {
  return (
    <div role="status" aria-label="Loading the requests" className="grid gap-4">
      {["w-40", "w-52", "w-36"].map((width) => (
        <Card key={width} className="grid gap-3 p-5">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
          <Skeleton className="h-8 w-24" />
        </Card>
      ))}
    </div>
  );
}
