import { Images } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "~/ui/button.tsx";
import type { BlockItem, ItemsField } from "../../../../domain/landing/block-types.ts";
import { addPictures, MAX_PICTURES, roomForPictures } from "../../../../domain/landing/item-pictures.ts";

const PictureLibrary = lazy(() =>
  import("./picture-library.tsx").then((module) => ({ default: module.PictureLibrary })),
);

type Props = { field: ItemsField; items: readonly BlockItem[]; onAdd: (items: BlockItem[]) => void };

/** Adds several pictures to a list of a block, each as an item. */
export function AddPictures({ field, items, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const room = roomForPictures(field, items);
  return (
    <>
      <Button
        ref={button}
        size="sm"
        icon={<Images aria-hidden="true" />}
        disabled={room === 0}
        onClick={() => setOpen(true)}
      >
        Add pictures
      </Button>
      {room === 0 && <p className="text-ink-3 text-xs">This block has the maximum of {MAX_PICTURES} items.</p>}
      {isOpen && (
        <Suspense>
          <PictureLibrary
            current={null}
            room={room}
            onFocusBack={() => button.current?.focus()}
            onClose={() => setOpen(false)}
            onPick={(pictures) => {
              setOpen(false);
              onAdd(addPictures(field, items, pictures));
            }}
          />
        </Suspense>
      )}
    </>
  );
}
