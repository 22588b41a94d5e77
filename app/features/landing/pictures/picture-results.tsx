import { Images } from "lucide-react";
import { Button } from "~/ui/button.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { PictureGrid } from "./picture-grid.tsx";

type ResultsProps = {
  pages: readonly { pictures: Parameters<typeof PictureGrid>[0]["pictures"]; total: number }[];
  query: string;
  chosen: readonly string[];
  isNumbered: boolean;
  outdated: boolean;
  onChoose: (name: string) => void;
  more: (() => void) | undefined;
  loadingMore: boolean;
};

/** The pictures that were found, and more of them on demand. */
export function Results({ pages, query, chosen, isNumbered, outdated, onChoose, more, loadingMore }: ResultsProps) {
  const pictures = pages.flatMap((page) => page.pictures);
  const total = pages[0]?.total ?? 0;
  return (
    <>
      <p role="status" className="sr-only">
        {total} {total === 1 ? "picture" : "pictures"}
      </p>
      {pictures.length === 0 && !outdated ? (
        <EmptyState
          icon={<Images />}
          title={query ? "No matching pictures" : "No pictures yet"}
          text={query ? "Try another word." : "Pictures that you upload appear here, for all pages."}
        />
      ) : (
        <PictureGrid
          pictures={pictures}
          chosen={chosen}
          isNumbered={isNumbered}
          outdated={outdated}
          onChoose={onChoose}
        />
      )}
      {more && (
        <div className="mt-3 flex items-center justify-between gap-3 text-13 text-ink-3">
          <span>
            {pictures.length} of {total}
          </span>
          <Button size="sm" loading={loadingMore} onClick={more}>
            <span>Show more</span>
          </Button>
        </div>
      )}
    </>
  );
}

const PLACES = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function GridSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading pictures"
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2"
    >
      {PLACES.map((place) => (
        <Skeleton key={place} className="h-28 rounded-card" />
      ))}
    </div>
  );
}
