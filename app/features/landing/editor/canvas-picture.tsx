import { lazy, Suspense } from "react";
import { picturePlace } from "../../../../domain/landing/item-pictures.ts";
import type { Blocks } from "./use-blocks.ts";

const PictureLibrary = lazy(() =>
  import("../pictures/picture-library.tsx").then((module) => ({ default: module.PictureLibrary })),
);

type Props = {
  place: { block: string; field: string };
  blocks: Blocks;
  onClose: () => void;
  /** The library closed. The place in the page may be gone. */
  onLeave: () => void;
};

/** The library for an empty place that was clicked in the page. */
export function CanvasPicture({ place, blocks, onClose, onLeave }: Props) {
  const block = blocks.list.find(({ id }) => id === place.block);
  const found = block && picturePlace(block, place.field);
  if (!found || found.room === 0) return null;
  return (
    <Suspense>
      <PictureLibrary
        current={null}
        {...(found.room !== undefined && { room: found.room })}
        onFocusBack={onLeave}
        onClose={onClose}
        onPick={(pictures) => {
          onClose();
          blocks.actions.replace(found.put(block, pictures), "");
        }}
      />
    </Suspense>
  );
}
