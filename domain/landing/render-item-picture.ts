import type { Block, BlockItem } from "./block-types.ts";
import { readPicture, renderPicture } from "./picture.ts";

/** The widths of pictures in lists, as values of `sizes`. */
export const SIZES = {
  column: "(min-width: 75rem) 31rem, (min-width: 48rem) 45vw, 92vw",
  tile: "(min-width: 75rem) 22rem, (min-width: 48rem) 30vw, 46vw",
  wide: "(min-width: 75rem) 44rem, 92vw",
  small: "11rem",
};

/** The field `picture` of a block or an item. Empty without one. */
export const image = (item: Block | BlockItem, sizes: string): string => {
  const picture = readPicture(item.picture);
  return picture ? renderPicture(picture, { sizes, isLead: false }) : "";
};
