import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ImagePlus, Images, X } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import { QueryBoundary } from "~/shared/query-boundary.tsx";
import { queryKeys } from "~/shared/query-keys.ts";
import { SearchField } from "~/shared/search-field.tsx";
import { toast } from "~/shared/toast.ts";
import { usePastedFiles } from "~/shared/uploads/pasted-files.ts";
import { UploadList, UploadProblems } from "~/shared/uploads/upload-list.tsx";
import { UploadQueue } from "~/shared/uploads/upload-queue.ts";
import { type Uploads, useUploads } from "~/shared/uploads/use-uploads.ts";
import { useEventCallback } from "~/shared/use-event-callback.ts";
import { Button } from "~/ui/button.tsx";
import { cn } from "~/ui/cn.ts";
import { Dialog, DialogContent, DialogTitle } from "~/ui/dialog.tsx";
import { EmptyState } from "~/ui/empty-state.tsx";
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { Skeleton } from "~/ui/skeleton.tsx";
import { useFileDrop } from "~/ui/use-file-drop.ts";
import { acceptOf, fileRefusal } from "../../../../domain/files.ts";
import { type Picture, storedPictureName } from "../../../../domain/landing/picture.ts";
import { picturesQuery, uploadPicture } from "./api.ts";
import { type EnteredDetails, PictureDetails } from "./picture-details.tsx";
import { displayName, PictureGrid } from "./picture-grid.tsx";

type Props = {
  /** The picture that the block has now. */
  current: Picture | null;
  /** Files that were dropped on the block. They are uploaded when the library opens. */
  files?: readonly File[];
  onPick: (picture: Picture) => void;
  onClose: () => void;
  /** Focuses what the person used before the library. */
  onFocusBack: () => void;
};

const NO_FILES: readonly File[] = [];

/** All pictures of landing pages: search, upload, describe, delete, and use one. Files can be dropped anywhere on it. */
export function PictureLibrary({ current, files = NO_FILES, onPick, onClose, onFocusBack }: Props) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(() => (current && storedPictureName(current.src)) ?? null);
  const uploads = usePictureUploads(files, (name) => {
    setTyped("");
    // Someone who describes a picture goes on with it while others arrive.
    if (!document.activeElement?.closest("[data-picture-details]")) setChosen(name);
  });
  const { dropProps } = useFileDrop(uploads.add);
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <DialogContent
        {...dropProps}
        aria-describedby={undefined}
        // On the close button, a tooltip would cover the library.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          onFocusBack();
        }}
        className="h-[min(46rem,calc(100dvh-2rem))] max-w-[60rem] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] phone:h-[90dvh]"
      >
        <div className="flex items-center justify-between gap-3">
          <DialogTitle>Pictures</DialogTitle>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <Library
          current={current}
          uploads={uploads}
          typed={typed}
          onType={setTyped}
          chosen={chosen}
          onChoose={setChosen}
          onPick={onPick}
        />
      </DialogContent>
    </Dialog>
  );
}

type LibraryProps = Pick<Props, "current" | "onPick"> & {
  uploads: Uploads;
  typed: string;
  onType: (typed: string) => void;
  chosen: string | null;
  onChoose: (name: string | null) => void;
};

function Library({ current, uploads, typed, onType, chosen, onChoose, onPick }: LibraryProps) {
  const query = useDeferredValue(typed.trim());
  const found = useInfiniteQuery(picturesQuery(query));
  const [entered] = useState(() => new Map<string, EnteredDetails>());
  const picture = found.data?.pages.flatMap(({ pictures }) => pictures).find(({ name }) => name === chosen);
  return (
    <div
      className={cn(
        "grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5",
        picture && "md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]",
      )}
    >
      <div
        className={cn(
          "grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] gap-3",
          picture && "max-md:hidden",
        )}
      >
        <div className="grid min-w-0 gap-2">
          <FileDropzone
            layout="compact"
            icon={<ImagePlus aria-hidden="true" />}
            title="Upload pictures"
            text="Choose, drop or paste PNG, JPG, WebP, AVIF or GIF files, up to 10 MB each"
            accept={acceptOf("landing")}
            multiple
            onFiles={uploads.add}
          />
          <UploadList label="Uploads" uploads={uploads} />
          <UploadProblems problems={uploads.problems} />
        </div>
        <SearchField label="Search pictures" value={typed} onChange={onType} />
        <div className="-m-1 min-h-0 overflow-y-auto overscroll-contain p-1">
          <QueryBoundary query={found} errorMessage="Couldn't load the pictures" skeleton={<GridSkeleton />}>
            {({ pages }) => (
              <Results
                pages={pages}
                query={query}
                chosen={chosen}
                outdated={found.isPlaceholderData}
                onChoose={onChoose}
                more={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
                loadingMore={found.isFetchingNextPage}
              />
            )}
          </QueryBoundary>
        </div>
      </div>
      {picture && (
        <div data-picture-details="" className="-m-1 min-h-0 overflow-y-auto overscroll-contain p-1">
          <PictureDetails
            key={picture.name}
            chosen={picture}
            entered={entered}
            used={current && storedPictureName(current.src) === picture.name ? current : null}
            onUse={onPick}
            onBack={() => onChoose(null)}
            onDeleted={() => onChoose(null)}
          />
        </div>
      )}
    </div>
  );
}

/** Uploads into the library. The list shows a picture before it is chosen. */
function usePictureUploads(dropped: readonly File[], onStored: (name: string) => void) {
  const client = useQueryClient();
  const store = useEventCallback(async (file: File, more: Parameters<typeof uploadPicture>[1]) => {
    const { name, isNew } = await uploadPicture(file, more);
    await client.invalidateQueries({ queryKey: queryKeys.landingPictures() });
    if (!isNew) toast.info(`${displayName(name)} is already in the library`);
    onStored(name);
  });
  const [queue] = useState(
    () => new UploadQueue({ send: store, check: (file) => fileRefusal("landing", file), keepsDone: false }),
  );
  const uploads = useUploads(queue);
  usePastedFiles(uploads.add);
  const add = useEventCallback(uploads.add);
  useEffect(() => {
    if (dropped.length > 0) add(dropped);
  }, [add, dropped]);
  useEffect(() => queue.clear, [queue]);
  return uploads;
}

type ResultsProps = {
  pages: readonly { pictures: Parameters<typeof PictureGrid>[0]["pictures"]; total: number }[];
  query: string;
  chosen: string | null;
  outdated: boolean;
  onChoose: (name: string) => void;
  more: (() => void) | undefined;
  loadingMore: boolean;
};

function Results({ pages, query, chosen, outdated, onChoose, more, loadingMore }: ResultsProps) {
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
        <PictureGrid pictures={pictures} chosen={chosen} outdated={outdated} onChoose={onChoose} />
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

function GridSkeleton() {
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
