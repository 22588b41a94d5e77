import { Skeleton } from "~/ui/skeleton.tsx";

const COLUMNS = ["a", "b", "c", "d", "e", "f"];
const CARDS = ["1", "2", "3", "4"];

export function BoardSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading the board"
      className="flex min-h-0 flex-1 gap-2 overflow-hidden px-2 phone:px-4"
    >
      {COLUMNS.map((column) => (
        <div
          key={column}
          className="grid min-w-[212px] max-w-[288px] flex-1 content-start gap-1.5 px-1 phone:max-w-none phone:not-first:hidden"
        >
          <div className="grid gap-2 py-3">
            <Skeleton className="w-2/5" />
            <Skeleton className="w-3/5" />
          </div>
          {CARDS.map((card) => (
            <CardSkeleton key={card} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function CardSkeleton() {
  return (
    <div className="grid h-[82px] content-between rounded-card border border-line-soft bg-surface px-2.5 py-3 phone:h-24 touch:h-24">
      <Skeleton className="w-3/5" />
      <Skeleton className="w-4/5" />
      <div className="flex items-center justify-between">
        <Skeleton className="w-2/5" />
        <Skeleton className="size-5 rounded-full" />
      </div>
    </div>
  );
}
