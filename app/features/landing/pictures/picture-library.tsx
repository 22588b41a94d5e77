import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ImagePlus, Images, X } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
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
import { FileDropzone } from "~/ui/file-dropzone.tsx";
import { IconButton } from "~/ui/icon-button.tsx";
import { useFileDrop } from "~/ui/use-file-drop.ts";
import { acceptOf, fileRefusal } from "../../../../domain/files.ts";
import { type Picture, storedPictureName } from "../../../../domain/landing/picture.ts";
import { type EnteredDetails, type LibraryPicture, picturesQuery, uploadPicture } from "./api.ts";
import { ChosenPictures, formatPictures } from "./chosen-pictures.tsx";
import { PictureDetails } from "./picture-details.tsx";
import { displayName } from "./picture-grid.tsx";
import { GridSkeleton, Results } from "./picture-results.tsx";

type Props = {
  /** The picture that the block has now. */
  current: Picture | null;
  /** Files that were dropped on the block. They are uploaded when the library opens. */
  files?: readonly File[];
  /** How many pictures can be chosen together. Without it, the place has one. */
  room?: number;
  onPick: (pictures: Picture[]) => void;
  onClose: () => void;
  /** Focuses what the person used before the library. */
  onFocusBack: () => void;
};

const NO_FILES: readonly File[] = [];

/** All pictures of landing pages: search, upload, describe, delete, and use one. Files can be dropped anywhere on it. */
export function PictureLibrary({ current, files = NO_FILES, room, onPick, onClose, onFocusBack }: Props) {
  const [typed, setTyped] = useState("");
  /** Names in the order in which they were chosen. */
  const [chosen, setChosen] = useState<string[]>(() => {
    const name = current && storedPictureName(current.src);
    return name ? [name] : [];
  });
  const uploads = usePictureUploads(files, (name) => {
    setTyped("");
    if (room !== undefined) setChosen((names) => (names.includes(name) ? names : [...names, name].slice(0, room)));
    // Someone who describes a picture goes on with it while others arrive.
    else if (!document.activeElement?.closest("[data-picture-details]")) setChosen([name]);
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
          <DialogTitle>{room === undefined ? "Pictures" : "Add pictures"}</DialogTitle>
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
          room={room}
          onPick={onPick}
        />
      </DialogContent>
    </Dialog>
  );
}

type LibraryProps = Pick<Props, "current" | "onPick"> & {
  room: number | undefined;
  uploads: Uploads;
  typed: string;
  onType: (typed: string) => void;
  chosen: readonly string[];
  onChoose: (names: string[]) => void;
};

function Library({ current, uploads, typed, onType, chosen, onChoose, room, onPick }: LibraryProps) {
  const query = useDeferredValue(typed.trim());
  const found = useInfiniteQuery(picturesQuery(query));
  const [entered] = useState(() => new Map<string, EnteredDetails>());
  // What is chosen stays so while another word is searched.
  const [known] = useState(() => new Map<string, LibraryPicture>());
  for (const page of found.data?.pages ?? []) for (const each of page.pictures) known.set(each.name, each);
  const pictures = chosen.flatMap((name) => known.get(name) ?? []);
  const isMany = room !== undefined;
  // On narrow screens, several pictures are chosen before they are described.
  const [isDescribing, setDescribing] = useState(false);
  const details = useRef<HTMLDivElement>(null);
  const describe = () => {
    flushSync(() => setDescribing(true));
    details.current?.querySelector("button")?.focus();
  };
  const showsDetails = pictures.length > 0 && (!isMany || isDescribing);
  const picture = isMany ? undefined : pictures[0];
  const toggle = (name: string) =>
    chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name].slice(0, room);
  return (
    <div
      className={cn(
        "grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] gap-5",
        // Several are picked in a row, so the grid keeps its place from the start.
        (isMany || pictures.length > 0) && "md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]",
      )}
    >
      <div
        className={cn(
          "grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] gap-3",
          showsDetails && "max-md:hidden",
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
        <div className="relative -m-1 min-h-0 overflow-y-auto overscroll-contain p-1">
          <QueryBoundary query={found} errorMessage="Couldn't load the pictures" skeleton={<GridSkeleton />}>
            {({ pages }) => (
              <Results
                pages={pages}
                query={query}
                chosen={chosen}
                isNumbered={isMany}
                outdated={found.isPlaceholderData}
                onChoose={(name) => onChoose(isMany ? toggle(name) : [name])}
                more={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
                loadingMore={found.isFetchingNextPage}
              />
            )}
          </QueryBoundary>
        </div>
        {isMany && (
          <Button variant="primary" className="md:hidden" disabled={pictures.length === 0} onClick={describe}>
            {pictures.length === 0 ? "Choose pictures" : `Describe ${formatPictures(pictures.length)}`}
          </Button>
        )}
      </div>
      {isMany && pictures.length === 0 && (
        <p className="grid min-h-0 content-center justify-items-center gap-2 rounded-card border border-line border-dashed p-6 text-center text-13 text-ink-3 max-md:hidden">
          <Images aria-hidden="true" className="size-5" />
          Choose one or more pictures. You describe and add them here.
        </p>
      )}
      {isMany && pictures.length > 0 && (
        <div
          ref={details}
          className={cn(
            "grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)]",
            !isDescribing && "max-md:hidden",
          )}
        >
          <ChosenPictures
            pictures={pictures}
            room={room}
            entered={entered}
            onRemove={(name) => {
              if (pictures.length === 1) setDescribing(false);
              onChoose(toggle(name));
            }}
            onBack={() => setDescribing(false)}
            onAdd={onPick}
          />
        </div>
      )}
      {picture && (
        <div data-picture-details="" className="relative -m-1 min-h-0 overflow-y-auto overscroll-contain p-1">
          <PictureDetails
            key={picture.name}
            chosen={picture}
            entered={entered}
            used={current && storedPictureName(current.src) === picture.name ? current : null}
            onUse={(used) => onPick([used])}
            onBack={() => onChoose([])}
            onDeleted={() => onChoose([])}
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
