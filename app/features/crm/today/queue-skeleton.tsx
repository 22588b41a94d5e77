import { Skeleton } from "~/ui/skeleton.tsx";

const FIRST = [1, 2, 3, 4, 5];
const SECOND = [1, 2, 3, 4];

/** In the shape of the queue: a heading and its rows. */
export function QueueSkeleton() {
  return (
    <div role="status" aria-label="Loading your day">
      {[FIRST, SECOND].map((rows) => (
        <div key={rows.length}>
          <div className="flex h-8 items-center border-line-soft border-y bg-sunken px-4">
            <Skeleton className="w-32" />
          </div>
          {rows.map((row) => (
            <div
              key={row}
              className="flex h-10 items-center gap-7 border-line-soft border-b px-4 pl-11 phone:h-24 phone:pl-4"
            >
              <Skeleton className="h-5 w-16 phone:hidden" />
              <Skeleton className="w-28 phone:hidden" />
              <Skeleton className="w-40" />
              <Skeleton className="ml-auto w-16" />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
