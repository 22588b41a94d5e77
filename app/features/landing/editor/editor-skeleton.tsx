import { Skeleton } from "~/ui/skeleton.tsx";

/** The editor until the page is here: its bar, the blocks, the preview. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading the page">
      <div className="flex h-14 items-center gap-3 border-line border-b px-4">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="ml-auto h-8 w-24" />
      </div>
      <div className="grid lg:grid-cols-[minmax(340px,420px)_minmax(0,1fr)]">
        <div className="grid content-start gap-2 p-4">
          {["a", "b", "c", "d", "e"].map((name) => (
            <Skeleton key={name} className="h-11 rounded-card" />
          ))}
        </div>
        <div className="hidden border-line border-l bg-sunken p-6 lg:block">
          <Skeleton className="h-[70vh] rounded-card" />
        </div>
      </div>
    </div>
  );
}
